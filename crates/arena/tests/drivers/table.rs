//! Games between a program and an opponent whose moves are known.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::contest::{Played, Program, Referee};
use play::{ChosenMove, Player, Watch};
use play::{Clock, Fault, TimeControl};
use rules::{ByColor, Color, Game};

/// Plays the last legal move.
pub struct Last;

impl Player for Last {
    fn name(&self) -> &str {
        "last"
    }
    fn begin(&mut self, _: &Game, _: Color, _: &Clock) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, game: &Game, _: &Clock, _: &mut Watch<'_>) -> Result<ChosenMove, Fault> {
        Ok(ChosenMove::of(
            game.legal_moves().into_iter().last().unwrap(),
        ))
    }
    fn end(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }
}

/// A game of a program against an opponent that plays the last legal move.
pub fn meet(program: &mut Program, color: Color, opening: &Game, seconds: f64) -> Played {
    let stop = AtomicBool::new(false);
    let referee = Referee {
        time: TimeControl {
            per_move: Some(Duration::from_secs_f64(seconds)),
            ..TimeControl::default()
        },
        stop: &stop,
    };
    let mut last = Last;
    let seats: ByColor<&mut dyn Player> = match color {
        Color::Black => ByColor {
            black: program,
            white: &mut last,
        },
        Color::White => ByColor {
            black: &mut last,
            white: program,
        },
    };
    referee.play(opening, seats, &mut |_, _| ()).unwrap()
}

/// The same game, calculated without a protocol.
pub fn expected(opening: &Game, color: Color) -> Game {
    let mut game = opening.clone();
    while let Some(mover) = game.to_move() {
        let mut legal = game.legal_moves().into_iter();
        let point = if mover == color {
            legal.next()
        } else {
            legal.last()
        };
        game.play(point.unwrap()).unwrap();
    }
    game
}

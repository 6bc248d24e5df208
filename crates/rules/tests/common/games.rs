//! Games and boards that proptest generates and, when a test fails, shrinks.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::{Diagram, Game, Point, Size, Start};

fn any_size() -> impl Strategy<Value = Size> {
    select(Size::all().collect::<Vec<_>>())
}

/// The first position of a game of any size, in either arrangement.
pub fn any_start() -> impl Strategy<Value = Diagram> {
    let starts = select(vec![Start::Standard, Start::Mirrored]);
    (any_size(), starts).prop_map(|(size, start)| Diagram::start(size, start))
}

/// Plays on from `start` until the choices or the legal moves are used up.
pub fn play_out(start: Diagram, choices: &[Index]) -> Game {
    let mut game = Game::from_diagram(start);
    for choice in choices {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        if legal.is_empty() {
            break;
        }
        game.play(*choice.get(&legal)).expect("a legal move");
    }
    game
}

/// A game of any size: new, unfinished or finished.
pub fn any_game() -> impl Strategy<Value = Game> {
    any_start().prop_flat_map(|start| {
        let longest = start.board().empties() as usize;
        vec(any::<Index>(), 0..=longest).prop_map(move |choices| play_out(start, &choices))
    })
}

/// Random discs on a board of any size, mostly positions that no game reaches.
pub fn any_diagram() -> impl Strategy<Value = Diagram> {
    any_size().prop_flat_map(|size| {
        let squares = vec(select(vec!['X', 'O', '-']), size.area());
        let side = select(vec!['X', 'O']);
        (squares, side).prop_map(|(squares, side)| {
            let text: String = squares.into_iter().chain([side]).collect();
            text.parse().expect("a board string")
        })
    })
}

//! Rivals as players: games by seed, in sessions and in contests.

use std::collections::BTreeSet;

use crate::common::{moves, session};
use engine::{Level, Opponent, Random};
use play::rival::Rung;
use play::{Clock, Player, RivalPlayer, TimeControl, VerbError, Watch};
use rules::{ByColor, Color, Game, Size};

/// A whole game between rivals of a contest.
fn contest(players: &mut ByColor<RivalPlayer>, number: usize) -> String {
    let clock = Clock::new(TimeControl::default());
    let mut game = Game::new(Size::EIGHT);
    for color in Color::ALL {
        players[color].prepare(number);
        players[color].begin(&game, color, &clock).expect("ready");
    }
    while let Some(color) = game.to_move() {
        let player = &mut players[color];
        let chosen = Watch::unwatched(|watch| player.choose(&game, &clock, watch));
        let point = chosen.expect("a move").point.expect("no pass");
        game.play(point).expect("a legal move");
    }
    rules::formats::transcript::write(&game)
}

fn rivals(black: u32, white: u32) -> ByColor<RivalPlayer> {
    let rival = |number, seed| RivalPlayer::new(Rung::new(number).expect("a rung"), seed);
    ByColor {
        black: rival(black, 1),
        white: rival(white, 2),
    }
}

#[test]
fn a_game_of_a_contest_does_not_depend_on_earlier_games() {
    let mut players = rivals(2, 13);
    let games: Vec<String> = (0..4).map(|number| contest(&mut players, number)).collect();
    for number in (0..4).rev() {
        assert_eq!(contest(&mut rivals(2, 13), number), games[number]);
    }
    assert_eq!(games.iter().collect::<BTreeSet<_>>().len(), 4, "games vary");
}

#[test]
fn a_rival_plays_whole_games_in_a_session() {
    for rung in [Rung::LOWEST, Rung::FIRST, Rung::new(13).expect("a rung")] {
        let mut session = session(8, &format!("rival:{rung}"), "human", 3);
        let mut chance = Random::new(5);
        while !session.game().is_over() {
            crate::common::step(&mut session, &mut chance);
        }
        assert_eq!(session.think().map(|_| ()), Err(VerbError::GameOver));
    }
}

#[test]
fn a_rival_plays_on_every_board() {
    for side in [4, 6, 10, 14] {
        for rung in ["rival:1", "rival:20"] {
            let mut session = session(side, rung, "random", 3);
            // The large boards only for some moves.
            for _ in 0..if side <= 6 { 60 } else { 4 } {
                if session.game().is_over() {
                    break;
                }
                let (turn, _) = session.think().expect("a computer's turn");
                assert!(turn.before().legal_moves().contains(turn.point()));
            }
            assert!(side > 6 || session.game().is_over());
        }
    }
}

#[test]
fn a_suggestion_changes_nothing_a_rival_plays_later() {
    let game = |asks: bool| {
        let mut session = session(8, "human", "rival:13", 9);
        let mut chance = Random::new(4);
        while !session.game().is_over() {
            if asks && !session.human_moves().is_empty() {
                let level = Level::ADVICE;
                crate::common::suggest(&mut session, Opponent::Engine, level).expect("a turn");
            }
            crate::common::step(&mut session, &mut chance);
        }
        moves(&session)
    };
    assert_eq!(game(true), game(false));
}

#[test]
fn a_rung_has_a_name_and_a_rating_that_rises() {
    let ratings: Vec<_> = Rung::all().map(Rung::rating).collect();
    assert!(ratings.is_sorted());
    assert_eq!(RivalPlayer::new(Rung::FIRST, 1).name(), "rival:2");
    assert!(Rung::all().all(|rung| rung.label() == rung.skill().to_string()));
}

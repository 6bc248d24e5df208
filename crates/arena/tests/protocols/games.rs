//! Whole games over each protocol: our driver talks to our server, and the opponent's moves are
//! known.

use arena::contest::{Ending, Program};
use arena::protocol::cassio::{self, Cassio};
use arena::protocol::gtp::{self, Gtp};
use arena::protocol::nboard::{self, NBoard};
use rules::{Color, Game, Size};

use super::harness::{Served, just_before_a_pass, program, strength};
use crate::drivers::table::meet;

fn gtp() -> Program {
    let load = || -> gtp::Load { Box::new(|_: &str| Err(String::new())) };
    let serve = move || Served::new(gtp::Server::new(strength(2), load()));
    program(serve, || Box::new(Gtp::new()))
}

fn nboard() -> Program {
    let serve = || Served::new(nboard::Server::new(strength(9)));
    program(serve, || Box::new(NBoard::new(Some(2))))
}

fn cassio() -> Program {
    let serve = || Served::new(cassio::Server::new());
    // The time limit is never reached: the depth decides.
    program(serve, || Box::new(Cassio::new(Some(2), Some(6))))
}

/// Games from the start and from a position before a pass, one after the other in one process. The
/// weak opponent loses.
fn plays_well(mut program: Program, sizes: &[usize]) {
    for &side in sizes {
        let size = Size::new(side).expect("a size");
        for opening in [Game::new(size), just_before_a_pass(size)] {
            for color in Color::ALL {
                let played = meet(&mut program, color, &opening, 60.0);
                assert_eq!(played.ending, Ending::Board, "{}", played.transcript());
                assert!(played.game.is_over());
                if size == Size::EIGHT && opening.turns().is_empty() {
                    assert_eq!(played.winner(), Some(color), "{}", played.transcript());
                }
            }
        }
    }
}

#[test]
fn over_gtp() {
    plays_well(gtp(), &[4, 6, 8]);
}

#[test]
fn over_nboard() {
    plays_well(nboard(), &[4, 6, 8]);
}

#[test]
fn over_cassio() {
    plays_well(cassio(), &[8]);
}

#[test]
fn values_come_over_where_the_protocol_has_them() {
    for (mut program, has_values) in [(gtp(), false), (nboard(), true), (cassio(), true)] {
        let played = meet(&mut program, Color::Black, &Game::new(Size::EIGHT), 60.0);
        // At the end the reported score is the result.
        let last = played
            .moves
            .iter()
            .rev()
            .find(|made| made.depth.is_some() || made.value.is_some());
        assert_eq!(last.is_some(), has_values);
        if let Some(made) = last {
            assert_eq!(
                made.value,
                Some(played.score() * 100),
                "{}",
                played.transcript()
            );
        }
    }
}

#[test]
fn gtp_begins_from_any_position() {
    let start = just_before_a_pass(Size::EIGHT);
    let opening = Game::from_diagram(*start.diagram());
    let played = meet(&mut gtp(), Color::White, &opening, 60.0);
    assert_eq!(played.ending, Ending::Board);
}

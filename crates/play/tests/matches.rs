//! The engine against simple opponents on 8×8.

use crate::common::{players, session};
use rules::Color;

/// Random moves before the players begin.
const OPENING: usize = 6;

/// The number of games that `engine` won, alternating colours, from random openings. Without them
/// the same few games would repeat.
fn wins(engine: &str, opponent: &str, games: usize) -> usize {
    let is_won = |&game: &usize| {
        let color = [Color::Black, Color::White][game % 2];
        let (black, white) = match color {
            Color::Black => (engine, opponent),
            Color::White => (opponent, engine),
        };
        let mut session = session(8, "random", "random", game as u64 / 2);
        for _ in 0..OPENING {
            session.think().expect("no forced pass so early");
        }
        session.seat(players(black, white));
        while session.think().is_ok() {}
        let counts = session.game().counts();
        counts[color] > counts[color.opponent()]
    };
    (0..games).filter(is_won).count()
}

#[track_caller]
fn wins_most(engine: &str, opponent: &str, games: usize) {
    let won = wins(engine, opponent, games);
    assert!(
        won * 2 > games,
        "{engine} won {won} of {games} against {opponent}"
    );
}

/// At the lowest levels some games are lost, so more games are played.
#[test]
fn the_engine_beats_simple_opponents_at_every_level() {
    for (level, games) in [
        (1, 60),
        (2, 60),
        (3, 40),
        (4, 40),
        (5, 20),
        (6, 10),
        (8, 10),
    ] {
        let engine = format!("engine:{level}");
        wins_most(&engine, "greedy", games);
        wins_most(&engine, "random", games);
        // Depth one loses against depth three.
        if level > 1 {
            wins_most(&engine, "walle:3", games);
        }
    }
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    wins_most("engine:4", "engine:1", 40);
    wins_most("engine:8", "engine:4", 10);
}

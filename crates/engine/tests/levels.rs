//! Levels: the limits that a level sets.

use reversi_engine::{Goal, Level, Limits};
use reversi_rules::Size;

fn limits(level: u32, side: usize, empties: u32) -> Limits {
    let level = Level::new(level).expect("a level");
    level.limits(Size::new(side).expect("an even size"), empties)
}

fn depth(level: u32, side: usize, empties: u32) -> u32 {
    limits(level, side, empties).depth.expect("a depth")
}

const SQUARES: [(usize, u32); 3] = [(4, 12), (6, 32), (8, 60)];

#[test]
fn a_level_is_how_many_moves_to_look_ahead() {
    for level in 1..=12 {
        assert_eq!(depth(level, 8, 60), level);
        assert_eq!(depth(level, 8, 2 * level + 1), level);
    }
    assert_eq!(depth(9, 6, 32), 9);
    assert_eq!(depth(3, 4, 12), 3);
}

#[test]
fn the_end_of_the_game_is_seen_from_twice_as_far() {
    for level in 1..=12 {
        assert_eq!(depth(level, 8, 2 * level), 2 * level);
    }
    for (level, empties) in [(12, 24), (13, 24), (20, 24), (24, 24), (30, 30), (60, 60)] {
        assert_eq!(depth(level, 8, empties), empties);
        assert!(depth(level, 8, empties + 1) <= level.max(24));
    }
    assert_eq!(depth(20, 8, 25), 20);
    assert_eq!(depth(6, 4, 12), 12);
}

#[test]
fn high_levels_play_six_by_six_perfectly() {
    for level in [10, 11, 12, 40, u32::MAX] {
        for empties in 1..=32 {
            assert_eq!(depth(level, 6, empties), empties);
        }
    }
}

#[test]
fn no_level_looks_past_the_end_or_less_far_than_a_lower_one() {
    for (side, most) in SQUARES {
        for empties in 1..=most {
            let mut before = 0;
            for level in (1..=most + 1).chain([u32::MAX]) {
                let depth = depth(level, side, empties);
                assert!(depth <= empties, "{side}, {empties}, {level}");
                assert!(depth >= before, "{side}, {empties}, {level}");
                assert!(depth >= level.min(empties));
                before = depth;
            }
        }
    }
}

/// A node limit keeps moves short at any level, and equal on every machine.
#[test]
fn positions_are_counted_and_time_is_not() {
    for (side, empties) in SQUARES {
        for level in [1, 4, 12, 60, u32::MAX] {
            let limits = limits(level, side, empties);
            assert!(limits.nodes.is_some_and(|nodes| nodes <= 1_000_000_000));
            assert_eq!((limits.time, limits.clock), (None, None));
            assert_eq!(limits.goal, Goal::Best);
        }
    }
}

#[test]
fn a_book_answers_from_level_10_on() {
    for level in [1, 4, 9, 10, 11, 60] {
        assert_eq!(limits(level, 8, 60).book, level >= 10);
    }
}

//! The engine in a session: moves by seed, on every board size, with progress reports.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{analysis, moves, players, session, step, suggest};
use engine::{Level, Opponent, Random};
use play::{Session, Watch};
use rules::{Color, Game, Point, Size};

fn level(moves: u32) -> Level {
    Level::new(moves).expect("a level")
}

/// Plays to the end; a person plays random moves.
fn finish(mut session: Session, seed: u64) -> Session {
    let mut chance = Random::new(seed);
    while !session.game().is_over() {
        step(&mut session, &mut chance);
    }
    session
}

#[test]
fn a_seed_repeats_the_games_of_the_engine() {
    for side in [4, 6, 8, 10] {
        let game = |seed| moves(&finish(session(side, "engine:3", "engine:2", seed), 0));
        let games: BTreeSet<String> = (0..8).map(game).collect();
        assert_eq!((0..8).map(game).collect::<BTreeSet<_>>(), games);
        assert!(games.len() > 1, "the seed chooses nothing on {side}×{side}");
    }
}

#[test]
fn a_suggestion_changes_nothing_the_engine_plays_later() {
    for side in [4, 6, 8] {
        for seed in 0..3 {
            let mut asked = session(side, "human", "engine:4", seed);
            let mut chance = Random::new(seed);
            while !asked.game().is_over() {
                // Deeper than the engine's own search: a result in its table could change its move.
                if !asked.human_moves().is_empty() {
                    let suggestion = suggest(&mut asked, Opponent::Engine, level(7));
                    let suggestion = suggestion.expect("a person's turn");
                    assert!(asked.human_moves().contains(suggestion));
                }
                step(&mut asked, &mut chance);
            }
            let not_asked = finish(session(side, "human", "engine:4", seed), seed);
            assert_eq!(moves(&asked), moves(&not_asked), "{side}×{side}");
        }
    }
}

#[test]
fn the_seed_chooses_among_mirror_images() {
    for side in [4, 6, 8] {
        let mut seen = BTreeSet::new();
        for seed in 0..32 {
            let mut session = session(side, "engine:3", "human", seed);
            let (turn, chosen) = session.think().expect("the computer's turn");
            assert_eq!(analysis(&chosen).best_moves, turn.before().legal_moves());
            seen.insert(turn.point().to_string());
        }
        assert_eq!(seen.len(), 4, "{seen:?}");
    }
}

/// White wins 4×4 by 10 discs against any play.
#[test]
fn a_high_level_never_lets_go_of_a_won_board() {
    for seed in 0..20 {
        let played = finish(session(4, "human", "engine:12", seed), seed);
        let counts = played.game().counts();
        let empty = 16 - counts.white - counts.black;
        let margin = counts.white + empty;
        assert!(margin >= counts.black + 10, "{}", moves(&played));
    }
}

#[test]
fn the_engine_plays_on_boards_of_every_size() {
    for side in [4, 6, 8, 10, 12] {
        for (black, white) in [("human", "engine:2"), ("engine:2", "human")] {
            let played = finish(session(side, black, white, 7), 7);
            assert!(played.game().is_over());
            assert!(played.game().turns().len() + 4 <= side * side);
        }
    }
}

#[test]
fn one_session_can_change_boards_and_opponents() {
    let mut session = session(8, "engine:2", "engine:2", 1);
    for (side, black, white) in [
        (8, "engine:2", "walle:2"),
        (6, "engine:3", "engine:1"),
        (4, "random", "engine:5"),
        (8, "engine:1", "engine:3"),
    ] {
        session.seat(players(black, white));
        let size = Size::new(side).expect("an even size");
        session.restart(*Game::new(size).diagram());
        session = finish(session, 1);
        let turns = session.game().turns();
        assert!(turns.iter().any(|turn| turn.color() == Color::White));
    }
}

#[test]
fn a_watcher_hears_of_squares_on_the_board() {
    for side in [4, 6, 8] {
        let mut session = session(side, "engine:6", "human", 1);
        let mut heard: Vec<String> = Vec::new();
        let (turn, chosen) = session
            .think_watched(&mut Watch {
                stop: &AtomicBool::new(false),
                on_progress: &mut |analysis| {
                    let squares = analysis.best().moves.iter().flatten();
                    heard.extend(squares.take(1).map(ToString::to_string));
                },
            })
            .expect("the computer's turn");
        assert!(heard.len() > 1, "{heard:?}");
        for name in &heard {
            let point: Point = name.parse().expect("a square");
            let legal = turn.before().legal_moves();
            assert!(legal.contains(point), "{name} on {side}×{side}");
        }
        let last: Point = heard[heard.len() - 1].parse().expect("a square");
        assert!(analysis(&chosen).best_moves.contains(last), "{last}");
    }
}

#[test]
fn a_stopped_computer_still_moves() {
    for side in [4, 6, 8] {
        let mut session = session(side, "engine:60", "engine:60", 1);
        while !session.game().is_over() {
            let turn = session.think_watched(&mut Watch {
                stop: &AtomicBool::new(true),
                on_progress: &mut |_| {},
            });
            turn.expect("a legal move");
        }
    }
    // Also in the middle of a long search.
    let mut session = session(8, "engine:60", "human", 1);
    let stop = AtomicBool::new(false);
    let (turn, chosen) = session
        .think_watched(&mut Watch {
            stop: &stop,
            on_progress: &mut |analysis| stop.store(analysis.depth >= 5, Ordering::Relaxed),
        })
        .expect("the computer's turn");
    assert!(turn.before().legal_moves().contains(turn.point()));
    assert!((5..60).contains(&analysis(&chosen).depth), "{chosen:?}");
}

//! Limits end an analysis. The same limit ends it at the same node.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi_engine::{Analysis, Clock, Goal, Kind, Limits};
use reversi_rules::Board;

use super::boards::{EIGHT, analyse, assert_perfect, engine, play_out, random_boards};

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::default()
    }
}

/// All fields except the time.
fn timeless(board: Board, limits: &Limits, lines: usize) -> Analysis {
    let analysis = analyse(&mut engine(1, 2), board, limits, lines);
    Analysis {
        time: Duration::ZERO,
        ..analysis
    }
}

#[test]
fn a_new_engine_with_one_thread_always_answers_the_same() {
    for empties in [10, 16, 24, 40, 55] {
        for board in random_boards(empties, 3, 600) {
            let some = [
                Limits::depth(3),
                Limits::depth(9),
                nodes(1_000),
                nodes(50_000),
            ];
            for (limits, lines) in some.iter().flat_map(|limits| [(limits, 1), (limits, 3)]) {
                let first = timeless(board, limits, lines);
                let second = timeless(board, limits, lines);
                assert_eq!(first, second, "{limits:?}, {lines} lines on\n{board}");
            }
        }
    }
}

#[test]
fn a_cleared_engine_answers_like_a_new_one() {
    let mut used = engine(1, 2);
    for board in random_boards(26, 4, 601) {
        let fresh = timeless(board, &Limits::depth(8), 2);
        analyse(&mut used, board, &Limits::depth(9), 1);
        used.clear();
        let again = analyse(&mut used, board, &Limits::depth(8), 2);
        assert_eq!(
            (again.lines, again.nodes),
            (fresh.lines, fresh.nodes),
            "{board}"
        );
    }
}

#[test]
fn a_limit_on_nodes_is_passed_by_little() {
    let mut most = 0;
    for empties in [12, 14, 18, 22, 26, 30, 40, 50] {
        for board in random_boards(empties, 4, 602) {
            for (limit, goal) in [
                (0, Goal::Best),
                (1, Goal::Exact),
                (1_000, Goal::Best),
                (20_000, Goal::Exact),
                (200_000, Goal::WinLossDraw),
                (100_000, Goal::Best),
            ] {
                for threads in [1, 2] {
                    let limits = Limits {
                        nodes: Some(limit),
                        goal,
                        ..Limits::default()
                    };
                    let analysis = analyse(&mut engine(threads, 2), board, &limits, 1);
                    play_out(board, analysis.best(), !0);
                    let beyond = analysis.nodes.saturating_sub(limit);
                    if beyond > most {
                        println!(
                            "{beyond} beyond {limit}, {goal:?}, {threads} threads, {empties} empties"
                        );
                        most = beyond;
                    }
                    assert!(
                        beyond <= threads as u64 * 500_000,
                        "{beyond} beyond {limit}, {goal:?} on\n{board}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_line_is_as_long_as_the_depth_unless_the_game_ends() {
    for empties in [12, 20, 30, 45, 58] {
        for board in random_boards(empties, 6, 603) {
            for (depth, hash_mb) in [(1, 1), (2, 1), (3, 0), (5, 1), (8, 0), (8, 2)] {
                let analysis = analyse(&mut engine(1, hash_mb), board, &Limits::depth(depth), 2);
                assert_eq!(analysis.depth, depth, "{board}");
                for line in &analysis.lines {
                    assert_eq!(line.kind, Kind::Estimate(depth), "{board}");
                    let (end, placed) = play_out(board, line, !0);
                    assert!(
                        placed >= depth || end.is_over(),
                        "{depth}: {line:?} on\n{board}"
                    );
                }
            }
        }
    }
}

#[test]
fn depth_0_gives_a_legal_move() {
    for empties in [1, 10, 30, 60] {
        for board in random_boards(empties, 5, 604) {
            let analysis = analyse(&mut engine(1, 0), board, &Limits::depth(0), 1);
            assert_eq!(analysis.lines.len(), 1);
            assert!(analysis.best().square().is_some(), "{board}");
            play_out(board, analysis.best(), !0);
        }
    }
}

#[test]
fn a_depth_beyond_the_end_of_the_game_is_exact() {
    for board in random_boards(10, 20, 605) {
        let expected = super::plain_solver::solve(board);
        for depth in [10, 11, 60, u32::MAX] {
            let analysis = analyse(&mut engine(1, 1), board, &Limits::depth(depth), 1);
            assert_perfect(board, analysis.best(), EIGHT);
            assert_eq!(analysis.best().score.units(), 128 * expected, "{board}");
        }
        let without_limits = analyse(&mut engine(1, 1), board, &Limits::default(), 1);
        assert_eq!(
            without_limits.best().score.units(),
            128 * expected,
            "{board}"
        );
    }
}

#[test]
fn a_goal_does_not_look_at_the_depth() {
    for board in random_boards(12, 5, 606) {
        let goal = |goal| Limits {
            goal,
            ..Limits::depth(1)
        };
        let exact = analyse(&mut engine(1, 1), board, &goal(Goal::Exact), 1);
        assert_eq!(exact.best().kind, Kind::Exact);
        let outcome = analyse(&mut engine(1, 1), board, &goal(Goal::WinLossDraw), 1);
        assert_eq!(outcome.best().kind, Kind::WinLossDraw);
    }
}

#[test]
fn any_length_of_time_can_be_asked_for() {
    let board = random_boards(8, 1, 607)[0];
    let expected = super::plain_solver::solve(board);
    let long = [
        Duration::MAX,
        Duration::MAX / 2,
        Duration::from_secs(u64::MAX / 4),
        Duration::from_secs(1 << 40),
    ];
    for time in long {
        let analysis = analyse(&mut engine(1, 1), board, &Limits::time(time), 1);
        assert_eq!(analysis.best().score.units(), 128 * expected, "{time:?}");
        for (left, increment) in [
            (time, time),
            (time, Duration::ZERO),
            (Duration::from_secs(9), time),
        ] {
            let clock = Some(Clock { left, increment });
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            let analysis = analyse(&mut engine(1, 1), board, &limits, 1);
            assert_eq!(
                analysis.best().score.units(),
                128 * expected,
                "{left:?} {increment:?}"
            );
        }
    }
}

#[test]
fn no_time_at_all_gives_a_legal_move() {
    for empties in [8, 20, 30, 50] {
        for board in random_boards(empties, 3, 608) {
            for threads in [1, 2] {
                let clock = Some(Clock {
                    left: Duration::ZERO,
                    increment: Duration::ZERO,
                });
                for limits in [
                    Limits::time(Duration::ZERO),
                    Limits {
                        clock,
                        ..Limits::default()
                    },
                ] {
                    let begin = Instant::now();
                    let analysis = analyse(&mut engine(threads, 1), board, &limits, 1);
                    assert!(
                        begin.elapsed() < Duration::from_secs(60),
                        "{:?}",
                        begin.elapsed()
                    );
                    assert!(analysis.best().square().is_some());
                    play_out(board, analysis.best(), !0);
                }
            }
        }
    }
}

/// What an unfinished pass has found is not lost: a move that proved better than the best one of the
/// pass before is played.
#[test]
fn an_unfinished_pass_may_change_the_best_move() {
    let (mut changes, mut found_early) = (0, 0);
    for board in random_boards(40, 30, 305) {
        let mut passes = Vec::new();
        let limits = Limits::depth(12);
        let stop = AtomicBool::new(false);
        engine(1, 4).analyse(board, &limits, 1, &stop, &mut |analysis| {
            passes.push((analysis.depth, analysis.best().square(), analysis.nodes));
        });
        for pair in passes.windows(2) {
            let [(depth, before, start), (_, after, end)] = [pair[0], pair[1]];
            if before == after || end - start < 2_000 {
                continue;
            }
            changes += 1;
            let interrupted = |part: u64| {
                let limits = Limits {
                    nodes: Some(start + (end - start) * part / 16),
                    ..Limits::default()
                };
                let analysis = analyse(&mut engine(1, 4), board, &limits, 1);
                analysis.depth == depth && analysis.best().square() == after
            };
            found_early += usize::from((8..16).any(interrupted));
        }
    }
    assert!(changes >= 10, "only {changes} changes");
    // Often the move before turns out to be bad first, and the better one is found at the very end.
    assert!(found_early >= 2, "{found_early} of {changes}");
}

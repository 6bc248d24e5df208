//! Progress reports of a search.

use std::sync::atomic::{AtomicBool, Ordering};

use reversi_engine::{Analysis, Kind, Limits};
use reversi_rules::Board;

use super::boards::{engine, play_out, random_boards};

fn with_reports(
    board: Board,
    limits: &Limits,
    threads: usize,
    lines: usize,
) -> (Vec<Analysis>, Analysis) {
    let mut reports = Vec::new();
    let stop = AtomicBool::new(false);
    let mut listen = |analysis: &Analysis| reports.push(analysis.clone());
    let last = engine(threads, 4).analyse(board, limits, lines, &stop, &mut listen);
    (reports, last)
}

#[test]
fn reports_only_grow_and_their_bounds_hold() {
    let mut bounds = 0;
    for (empties, count) in [(5, 20), (10, 30), (14, 30), (16, 8)] {
        for board in random_boards(empties, count, 500) {
            for (threads, lines) in [(1, 1), (2, 1), (1, 3)] {
                let (reports, last) = with_reports(board, &Limits::exact(), threads, lines);
                assert!(!reports.is_empty(), "{board}");
                for pair in reports.windows(2) {
                    assert!(pair[0].nodes <= pair[1].nodes, "{board}");
                    assert!(pair[0].time <= pair[1].time, "{board}");
                    assert!(pair[0].depth <= pair[1].depth, "{board}");
                }
                let final_report = reports.last().expect("at least one");
                assert!(final_report.nodes <= last.nodes && final_report.time <= last.time);
                assert_eq!(final_report.best().score, last.best().score, "{board}");
                for report in &reports {
                    assert!(
                        !report.lines.is_empty() && report.lines.len() <= lines,
                        "{board}"
                    );
                    for line in &report.lines {
                        assert!(line.square().is_some(), "{line:?} on\n{board}");
                        play_out(board, line, !0);
                        if let Kind::Bounds(low, high) = line.kind {
                            bounds += 1;
                            let score = last.best().score;
                            assert!(
                                low <= score && score <= high,
                                "{line:?}, {score} on\n{board}"
                            );
                            assert!(low <= line.score && line.score <= high, "{line:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(bounds > 0, "no bounds were reported");
}

#[test]
fn every_depth_is_reported_once_and_in_order() {
    for board in random_boards(40, 4, 501) {
        let (reports, last) = with_reports(board, &Limits::depth(7), 1, 2);
        let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7], "{board}");
        assert_eq!(last.depth, 7);
    }
}

/// A reported line has more than one move, and all its moves can be played.
#[test]
fn reported_lines_follow_the_transposition_table() {
    for board in random_boards(40, 4, 503) {
        let (reports, last) = with_reports(board, &Limits::depth(9), 1, 2);
        for line in reports.iter().flat_map(|report| &report.lines) {
            play_out(board, line, !0);
        }
        let told = &reports.last().expect("nine of them").lines[0];
        assert!(told.moves.len() > 4, "{told:?} on\n{board}");
        assert_eq!(told.moves[0], last.best().moves[0]);
    }
}

#[test]
fn a_listener_may_raise_the_stop() {
    for board in random_boards(30, 3, 502) {
        let stop = AtomicBool::new(false);
        let mut reports = 0;
        let mut listen = |analysis: &Analysis| {
            reports += 1;
            stop.store(analysis.depth == 4, Ordering::Relaxed);
        };
        let analysis = engine(1, 4).analyse(board, &Limits::exact(), 1, &stop, &mut listen);
        assert_eq!((analysis.depth, reports), (4, 4), "{board}");
        play_out(board, analysis.best(), !0);
    }
}

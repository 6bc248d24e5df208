//! Boards above 8×8: textbook alpha-beta on a handmade evaluation, with iterative deepening.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi_rules::{ByColor, Color, Outcome, WideBoard};

use super::time_management::least;
use crate::analysis::{Analysis, Kind, Line};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Choice, Interrupt, Method, Textbook};

/// With at most this many empty squares, and at most twice the depth asked for, the search goes to
/// the end of the game: that takes a moment.
const SOLVE_MAX_EMPTIES: u32 = 12;

/// How many times longer than all depths before it the next depth takes.
const GROWTH: u32 = 12;

/// Analyses a position. The score has the kind [`Heuristic`](Kind::Heuristic), unless the game is
/// over. All moves with the best value come back in `best_moves`, up to `lines` of them as lines.
pub(super) fn analyse(
    board: &WideBoard,
    limits: &Limits,
    lines: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let start = Instant::now();
    // Mirror images of a position get the same search, whatever ends it.
    let (canonical, symmetry) = board.canonical_with();
    let (position, passed) = if board.legal_moves().is_empty() {
        (canonical.pass(), true)
    } else {
        (canonical, false)
    };
    let deepest = depth(limits.depth.unwrap_or(u32::MAX), board.empties());
    let time = least(limits.time, share_of_clock(limits, board.empties()));
    let interrupt = Interrupt {
        stop,
        // A deadline too far away to be represented is none.
        deadline: time.and_then(|time| start.checked_add(time)),
        nodes: limits.nodes.unwrap_or(u64::MAX),
    };
    let report = |choice: &Choice| {
        let best = symmetry.inverse().points(choice.best, board.size());
        let choice = Choice { best, ..*choice };
        let analysis = of_choice(&choice, lines.max(1), start);
        if passed {
            analysis.after_pass()
        } else {
            analysis
        }
    };
    let evaluation = Evaluation::house(position.size());
    let search = Textbook::new(&evaluation, Method::AlphaBeta, &position);
    let choice = search.deepen(&position, deepest, interrupt, |choice| {
        on_progress(&report(choice));
        time.is_none_or(|time| start.elapsed() * GROWTH <= time)
    });
    choice.map_or_else(|| game_over(board), |choice| report(&choice))
}

/// The depth of a search. Near the end of the game it is raised to the end.
fn depth(wanted: u32, empties: u32) -> u32 {
    let near = wanted.saturating_mul(2).min(SOLVE_MAX_EMPTIES);
    if empties <= near {
        empties.max(wanted)
    } else {
        wanted
    }
}

/// Our side fills about half of the empty squares.
fn share_of_clock(limits: &Limits, empties: u32) -> Option<Duration> {
    let clock = limits.clock?;
    Some(clock.left / (empties / 2).max(2) + clock.increment)
}

fn of_choice(choice: &Choice, lines: usize, start: Instant) -> Analysis {
    let line = |point| Line {
        score: Score::from_units(choice.value),
        kind: Kind::Heuristic(choice.depth),
        moves: vec![Some(point)],
    };
    Analysis {
        lines: choice.best.into_iter().take(lines).map(line).collect(),
        best_moves: choice.best,
        depth: choice.depth,
        nodes: choice.nodes,
        time: start.elapsed(),
    }
}

/// The result of a finished game: empty squares count for the winner.
fn game_over(board: &WideBoard) -> Analysis {
    let outcome = Outcome {
        discs: ByColor {
            black: board.own().len(),
            white: board.opponent().len(),
        },
        empties: board.empties(),
    };
    Analysis {
        lines: vec![Line {
            score: Score::from_discs(outcome.score(Color::Black)),
            kind: Kind::Exact,
            moves: Vec::new(),
        }],
        ..Analysis::default()
    }
}

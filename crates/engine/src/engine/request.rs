//! Search requests: one search on the 8×8 bitboard, with its threads and limits.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use reversi_rules::{Bitboard, Board};

use super::time_management::Allowance;
use crate::analysis::{Analysis, Kind, Line};
use crate::eval::{Evaluator, Handmade};
use crate::geometry::{Eight, Four, Geometry, GeometryKind, Six};
#[cfg(test)]
use crate::geometry::{FourByEight, FourBySix};
use crate::limits::{Goal, Limits};
use crate::score::Score;
use crate::search::{
    Budget, EndOfSearch, IterativeDeepening, Node, Pool, RootMoves, Shared, Worker, final_score,
    passes,
};
use crate::transposition::TranspositionTable;

/// A search to be made on the 8×8 bitboard.
pub(super) struct Request<'a> {
    pub(super) board: Board,
    pub(super) limits: &'a Limits,
    pub(super) lines: usize,
    pub(super) threads: usize,
    pub(super) table: &'a TranspositionTable,
    pub(super) stop: &'a AtomicBool,
    pub(super) on_progress: &'a mut dyn FnMut(&Analysis),
}

/// An evaluator of any type that runs searches. The call is dynamic once per search; inside of the
/// search the evaluator's type is known.
pub(super) trait Search: Send + Sync {
    /// Runs a search on the 8×8 board.
    fn search(&self, request: Request<'_>) -> Analysis;
}

impl<E: Evaluator> Search for E {
    fn search(&self, request: Request<'_>) -> Analysis {
        request.run_on::<E, Eight>(self)
    }
}

impl Request<'_> {
    /// Searches a smaller board with the handmade evaluation.
    pub(super) fn run_smaller(self, geometry: GeometryKind) -> Analysis {
        match geometry {
            GeometryKind::Four => self.run_handmade::<Four>(),
            #[cfg(test)]
            GeometryKind::FourBySix => self.run_handmade::<FourBySix>(),
            #[cfg(test)]
            GeometryKind::FourByEight => self.run_handmade::<FourByEight>(),
            GeometryKind::Six => self.run_handmade::<Six>(),
            GeometryKind::Eight => self.run_handmade::<Eight>(),
        }
    }

    fn run_handmade<G: Geometry>(self) -> Analysis {
        let inside = |discs: Bitboard| discs & Bitboard(G::SQUARES);
        let (own, opponent) = (inside(self.board.own()), inside(self.board.opponent()));
        let request = Request {
            board: Board::new(own, opponent).expect("parts of sets apart are apart"),
            ..self
        };
        request.run_on::<_, G>(&Handmade::<G>::default())
    }

    fn run_on<E: Evaluator, G: Geometry>(self, evaluator: &E) -> Analysis {
        let start = Instant::now();
        let root: Node<E::State> = Node::new::<G, E>(evaluator, self.board);
        if root.moves::<G>() == 0 {
            return self.without_moves::<E, G>(evaluator);
        }
        let choices = root.moves::<G>().count_ones();
        let allowance = Allowance::new(self.limits, root.empties, choices);
        let shared = Shared {
            evaluator,
            table: self.table,
            budget: Budget::new(
                self.stop,
                // A deadline too far away to be represented is none.
                allowance.hard.and_then(|hard| start.checked_add(hard)),
                self.limits.nodes,
            ),
            pool: Pool::new(),
            threads: self.threads,
        };
        std::thread::scope(|scope| {
            let _end = EndOfSearch(&shared);
            for _ in 1..self.threads {
                scope.spawn(|| Worker::<E, G>::new(&shared).serve());
            }
            let mut worker = Worker::<E, G>::new(&shared);
            let moves = RootMoves::new::<G>(self.board);
            let mut deepening = IterativeDeepening {
                worker: &mut worker,
                root,
                moves: &moves,
                lines: self.lines,
                goal: self.limits.goal,
                window: window(self.limits).filter(|_| self.lines == 1),
                start,
                on_progress: self.on_progress,
                analysis: Analysis::default(),
            };
            let passes = passes(root.empties, self.limits);
            deepening.run(&passes, |settled| {
                allowance.is_enough(start.elapsed(), settled)
            });
            deepening.finish()
        })
    }

    /// A root without legal moves: the search after a pass, or the result of a finished game.
    fn without_moves<E: Evaluator, G: Geometry>(self, evaluator: &E) -> Analysis {
        let passed = self.board.pass();
        if passed.legal_moves().0 & G::SQUARES == 0 {
            let score = Score::from_discs(final_score::<G>(self.board));
            let line = Line {
                score,
                kind: Kind::Exact,
                moves: Vec::new(),
            };
            return Analysis {
                lines: vec![line],
                ..Analysis::default()
            };
        }
        let on_progress = self.on_progress;
        let mut turned = |analysis: &Analysis| on_progress(&analysis.clone().after_pass());
        let turned_window = self.limits.window.map(|(low, high)| (-high, -low));
        let limits = Limits {
            window: turned_window,
            ..self.limits.clone()
        };
        let request = Request {
            board: passed,
            limits: &limits,
            lines: 1,
            on_progress: &mut turned,
            ..self
        };
        request.run_on::<E, G>(evaluator).after_pass()
    }
}

/// The window of an exact search in units. Scores are whole discs, so a window of one disc is the same
/// as a window of one unit, which is faster.
fn window(limits: &Limits) -> Option<(i32, i32)> {
    let (low, high) = limits.window.filter(|_| limits.goal == Goal::Exact)?;
    let low = low.units();
    let high = if high.units() - low <= Score::DISC {
        low + 1
    } else {
        high.units()
    };
    Some((low, high))
}

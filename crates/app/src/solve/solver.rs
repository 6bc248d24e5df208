//! Asks the engine for the answer to a position.

use std::fmt;
use std::sync::atomic::AtomicBool;

use engine::{Analysis, Arena, Engine, Limits, Settings};
use rules::{Diagram, Size};

use crate::cli::{SolveArgs, cores};

/// The engine and what it is asked to find out.
pub struct Solver {
    engine: Engine,
    limits: Limits,
    all_moves: bool,
}

impl Solver {
    /// A solver as the command line wants it.
    pub fn new(args: &SolveArgs) -> Solver {
        Solver {
            engine: Engine::new(Settings {
                threads: args.threads.unwrap_or_else(cores),
                hash_mb: args.hash,
            }),
            limits: if args.wld {
                Limits::win_loss_draw()
            } else {
                Limits::exact()
            },
            all_moves: args.all_moves,
        }
    }

    /// Solves a position, knowing nothing of those before it, so that times can be compared. When
    /// `stop` is set meanwhile, the answer is what is known by then.
    ///
    /// # Errors
    /// When the engine does not play on boards of this size.
    pub fn solve(
        &mut self,
        diagram: &Diagram,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, UnsolvableSize> {
        let moves = diagram.legal_moves().len() as usize;
        let lines = if self.all_moves { moves.max(1) } else { 1 };
        let arena = Arena::of(diagram.size()).ok_or(UnsolvableSize(diagram.size()))?;
        let board = arena.board(diagram);
        let mut relabel = |analysis: &Analysis| on_progress(&arena.relabelled(analysis.clone()));
        self.engine.clear();
        let limits = &self.limits;
        let analysis = self
            .engine
            .analyse_on(arena, board, limits, lines, stop, &mut relabel);
        Ok(arena.relabelled(analysis))
    }
}

/// No solver plays on boards of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsolvableSize(pub Size);

impl fmt::Display for UnsolvableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0;
        write!(
            f,
            "a {size}×{size} board is too large to be solved; 4×4, 6×6 and 8×8 can be"
        )
    }
}

impl std::error::Error for UnsolvableSize {}

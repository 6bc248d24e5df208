//! Asks the engine for the answer to a position.

use std::fmt;
use std::sync::atomic::Ordering;

use engine::{Analysis, Engine, Kind, Limits, Score, Settings};
use rules::Diagram;

use super::{Answer, Leaf, SolveJob, agreement, so_far, verify};
use jobs::{Control, Failure, RemoteJob};

/// How many positions are visited to estimate the moves of one: most are looked at some eight moves
/// ahead.
const MOST_ESTIMATING: u64 = 400_000;

/// An engine that solves positions. It forgets each before it solves another, so that times can be
/// compared; only about the leaves of a tree it remembers what it can.
pub struct Solving {
    engine: Engine,
}

impl Solving {
    /// A solver with so many threads, and so many megabytes for the positions it remembers.
    #[must_use]
    pub fn new(threads: usize, hash_mb: usize) -> Solving {
        let engine = Engine::new(Settings { threads, hash_mb });
        Solving { engine }
    }

    /// Solves a position; when stopped, the answer is what is known by then.
    fn solve(&mut self, diagram: &Diagram, job: &SolveJob, control: &mut Control<'_>) -> Analysis {
        let moves = diagram.legal_moves().len() as usize;
        let lines = if job.all_moves { moves.max(1) } else { 1 };
        let limits = if job.wld {
            Limits::win_loss_draw()
        } else {
            Limits::exact()
        };
        let Control { stop, progress } = control;
        let mut tell = |analysis: &Analysis| progress(&so_far(analysis));
        self.engine
            .analyse(diagram, &limits, lines, stop, &mut tell)
    }

    /// Tries what is wanted of a leaf. If it takes too long, the moves are estimated instead, with
    /// as much work again.
    fn prove(
        &mut self,
        diagram: &Diagram,
        leaf: Leaf,
        control: &mut Control<'_>,
    ) -> Result<Analysis, Failure> {
        let (low, high) = leaf.window;
        let within = Limits {
            nodes: Some(leaf.nodes),
            ..Limits::window(Score::from_discs(low), Score::from_discs(high))
        };
        let Control { stop, progress } = control;
        let mut tell = |analysis: &Analysis| progress(&so_far(analysis));
        let mut ask = |limits: &Limits, lines: usize| {
            self.engine.analyse(diagram, limits, lines, stop, &mut tell)
        };
        let tried = ask(&within, 1);
        if matches!(tried.best().kind, Kind::Exact | Kind::Bounds(..)) {
            return Ok(tried);
        }
        let ahead = Limits {
            nodes: Some((leaf.nodes / 2).min(MOST_ESTIMATING)),
            ..Limits::default()
        };
        let moves = diagram.legal_moves().len() as usize;
        let mut estimated = ask(&ahead, moves);
        // Half a search tells nothing that could be told again.
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Stopped);
        }
        for line in &mut estimated.lines {
            line.moves.truncate(1);
        }
        estimated.nodes += tried.nodes;
        estimated.time += tried.time;
        Ok(estimated)
    }
}

impl jobs::Job for SolveJob {
    type Answer = Answer;
    type Worker = Solving;

    fn run(&self, solving: &mut Solving, control: &mut Control<'_>) -> Result<Answer, Failure> {
        let diagram = self.check().map_err(Failure::Failed)?;
        // The parts of a hard position have much in common.
        if self.leaf.is_none() {
            solving.engine.clear();
        }
        let analysis = match self.leaf {
            None => solving.solve(&diagram, self, control),
            Some(leaf) => solving.prove(&diagram, leaf, control)?,
        };
        Ok(Answer::from(&analysis))
    }

    fn verify(&self, answer: &Answer) -> Result<(), String> {
        verify::verify(self, answer)
    }
}

impl RemoteJob for SolveJob {
    const KIND: &'static str = "solve";

    fn agrees(&self, one: &Answer, other: &Answer) -> bool {
        agreement::agrees(self, one, other)
    }
}

impl fmt::Debug for Solving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solving").finish_non_exhaustive()
    }
}

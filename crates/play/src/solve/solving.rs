//! Runs solve jobs with the engine.

use std::fmt;
use std::sync::atomic::Ordering;

use engine::{Analysis, Engine, Kind, Limits, Score, Settings};
use rules::Diagram;

use super::{Answer, Leaf, SolveJob, agreement, so_far, verify};
use jobs::{Control, Failure, RemoteJob};

/// The node limit for estimating the moves of a position: about depth eight.
const MOST_ESTIMATING: u64 = 400_000;

/// An engine that solves positions. It clears its transposition table before each position, so that
/// times can be compared, but keeps it between the parts of a split.
pub struct Solving {
    engine: Engine,
}

impl Solving {
    /// A solver with this number of threads and a transposition table of this many megabytes.
    #[must_use]
    pub fn new(threads: usize, hash_mb: usize) -> Solving {
        let engine = Engine::new(Settings { threads, hash_mb });
        Solving { engine }
    }

    /// Solves a position. When stopped, the answer is the best result so far.
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

    /// Searches the window of a part. If the node limit is reached, the moves are estimated
    /// instead, with at most half as many nodes.
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
        // A stopped search gives no reproducible result.
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
        // The parts of a hard position share many positions.
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

//! Asks the engine for the answer to a position.

use std::fmt;
use std::sync::atomic::Ordering;

use engine::{Analysis, Engine, Kind, Limits, Score, Settings};
use rules::Diagram;

use super::{Answer, Job, Leaf, so_far};
use jobs::batch::{Failure, Pulse, Work};

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
    fn solve(&mut self, diagram: &Diagram, job: &Job, pulse: &mut Pulse<'_>) -> Analysis {
        let moves = diagram.legal_moves().len() as usize;
        let lines = if job.all_moves { moves.max(1) } else { 1 };
        let limits = if job.wld {
            Limits::win_loss_draw()
        } else {
            Limits::exact()
        };
        let Pulse { stop, say } = pulse;
        let mut tell = |analysis: &Analysis| say(&so_far(analysis));
        self.engine
            .analyse(diagram, &limits, lines, stop, &mut tell)
    }

    /// Tries what is wanted of a leaf. If it takes too long, the moves are estimated instead, with
    /// as much work again.
    fn prove(
        &mut self,
        diagram: &Diagram,
        leaf: Leaf,
        pulse: &mut Pulse<'_>,
    ) -> Result<Analysis, Failure> {
        let (low, high) = leaf.window;
        let within = Limits {
            nodes: Some(leaf.nodes),
            ..Limits::window(Score::from_discs(low), Score::from_discs(high))
        };
        let Pulse { stop, say } = pulse;
        let mut tell = |analysis: &Analysis| say(&so_far(analysis));
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

impl Work for Solving {
    const KIND: &'static str = "solve";
    type Job = Job;
    type Answer = Answer;

    fn perform(&mut self, job: &Job, pulse: &mut Pulse<'_>) -> Result<Answer, Failure> {
        let diagram = job.check().map_err(Failure::Failed)?;
        // The parts of a hard position have much in common.
        if job.leaf.is_none() {
            self.engine.clear();
        }
        let analysis = match job.leaf {
            None => self.solve(&diagram, job, pulse),
            Some(leaf) => self.prove(&diagram, leaf, pulse)?,
        };
        Ok(Answer::from(&analysis))
    }
}

impl fmt::Debug for Solving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solving").finish_non_exhaustive()
    }
}

//! Distributed solving: one hard position is split into many jobs.
//!
//! A [`Split`] keeps a tree of positions with proof bounds. It guesses the score of the root and
//! proves that the score is at least and at most the guess. Both proofs are null-window searches of the
//! leaves, each a [`SolveJob`]. At a node that should fail high, the best-looking move is searched
//! first; at a node that should fail low, every move is searched. The bounds of a leaf move up the
//! tree and may cancel other jobs. A leaf that exceeds its node limit returns estimates of its moves
//! and is replaced by its successors, so the tree grows only where needed.
//!
//! The sequence of jobs depends only on the answers. A caller that stores the answers can repeat a
//! split without any search.

mod answers;
mod budget;
mod error;
mod line;
mod selection;
mod tree;

pub use budget::Budget;
pub use error::SplitError;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::{Analysis, Line};
use rules::{Board, Diagram, Inset};

use crate::solve::{Answer, Leaf, SolveJob, UnsolvableSize};
use jobs::{Batch, Next};
use selection::Search;
use tree::{NodeId, Tree};

/// A hard position being solved: a batch whose jobs follow from the answers to earlier ones.
#[derive(Debug)]
pub struct Split {
    inset: Inset,
    root_board: Board,
    root: NodeId,
    tree: Tree,
    /// Lines of the answers that proved something, in the orientation of their node.
    lines: HashMap<NodeId, Line>,
    wld: bool,
    budget: Budget,
    /// The expected score of the root, in discs. The current proofs test it.
    guess: Option<i32>,
    stage: Stage,
    /// Jobs given out and not answered, by number.
    running: BTreeMap<usize, Search>,
    /// Searches to give out next. Every answer clears it.
    queue: VecDeque<Search>,
    /// Jobs given out that are not needed any more; the executor is told.
    cancelled: Vec<usize>,
    /// Count of jobs given out.
    issued: usize,
    /// Count of jobs answered.
    completed: usize,
    workers: usize,
    nodes: u64,
    start: Instant,
}

/// The phase of a split.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The moves of the root are being estimated.
    Estimating,
    /// The score of the root is being proved.
    Proving,
    /// The score is proved. One last job, with this number, extends the line to the end of the game.
    ExtendingLine(Option<usize>),
    /// The score and the line are complete.
    Finished,
    /// The score cannot be proved.
    Failed(SplitError),
}

impl Split {
    /// A split of this position. With `wld` only the winner is proved, not the exact score.
    ///
    /// # Errors
    /// When the engine does not solve boards of this size.
    pub fn new(diagram: &Diagram, wld: bool, budget: Budget) -> Result<Split, UnsolvableSize> {
        let inset = crate::solve::inset(diagram)?;
        let root_board = inset.board(diagram.board());
        let (tree, root) = Tree::new(inset, root_board);
        let mut split = Split {
            inset,
            root_board,
            root,
            tree,
            lines: HashMap::new(),
            wld,
            budget,
            guess: None,
            stage: Stage::Estimating,
            running: BTreeMap::new(),
            queue: VecDeque::new(),
            cancelled: Vec::new(),
            issued: 0,
            completed: 0,
            workers: 1,
            nodes: 0,
            start: Instant::now(),
        };
        split.update();
        Ok(split)
    }

    /// Whether it ended, with a score or an error.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        matches!(self.stage, Stage::Finished | Stage::Failed(_))
    }

    /// The current result: the score or its proof bounds, and the principal variation found so far.
    ///
    /// # Errors
    /// When the split failed.
    pub fn analysis(&self) -> Result<Analysis, SplitError> {
        if let Stage::Failed(why) = &self.stage {
            return Err(why.clone());
        }
        Ok(Analysis {
            lines: vec![self.best_line()],
            depth: match self.is_finished() {
                true => self.tree.node(self.root).empties,
                false => 0,
            },
            nodes: self.nodes,
            time: self.elapsed(),
            ..Analysis::default()
        })
    }

    /// Time since the start.
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The progress as one line of text: bounds, guess, jobs, tree size and nodes.
    #[must_use]
    pub fn progress(&self) -> String {
        let (low, high) = self.bounds();
        let proved = match (low, high) {
            _ if low == high => format!("{low:+}"),
            (-64, 64) => "?".to_string(),
            (low, 64) => format!("≥{low:+}"),
            (-64, high) => format!("≤{high:+}"),
            (low, high) => format!("{low:+}..{high:+}"),
        };
        let guess = match self.guess {
            Some(guess) if low < high => format!(", perhaps {guess:+}"),
            _ => String::new(),
        };
        let (done, open) = (self.completed, self.running.len());
        let (positions, nodes) = (self.tree.len(), self.nodes);
        format!("{proved}{guess}  {done} leaves done, {open} open  tree {positions}  {nodes} nodes")
    }

    /// The proof bounds of the root, in discs.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        let root = self.tree.node(self.root);
        (root.lower, root.upper)
    }

    /// The proof bounds of the root, reduced to −1, 0 and 1 when only the winner is wanted.
    fn needed_bounds(&self) -> (i32, i32) {
        let (low, high) = self.bounds();
        match self.wld {
            true => (low.clamp(-1, 1), high.clamp(-1, 1)),
            false => (low, high),
        }
    }

    /// The job for a search.
    fn job(&self, search: Search) -> SolveJob {
        let board = self.tree.node(search.node).board;
        SolveJob {
            position: self.tree.diagram(board).to_string(),
            wld: false,
            all_moves: false,
            leaf: Some(Leaf {
                window: search.window,
                nodes: search.nodes,
            }),
        }
    }

    fn issue(&mut self, search: Search) -> Next<SolveJob> {
        let (number, job) = (self.issued, self.job(search));
        self.issued += 1;
        self.running.insert(number, search);
        Next::Job(number, job)
    }

    /// Updates stage, guess and running jobs after the tree changed.
    fn update(&mut self) {
        self.queue.clear();
        let (low, high) = self.needed_bounds();
        if low == high && matches!(self.stage, Stage::Estimating | Stage::Proving) {
            self.cancel_all();
            self.stage = Stage::ExtendingLine(None);
        } else if self.stage == Stage::Estimating && self.is_root_expanded() {
            self.stage = Stage::Proving;
        }
        match self.stage {
            Stage::Proving => {
                self.guess = Some(self.guess(low, high));
                self.cancel_unneeded();
            }
            Stage::ExtendingLine(None) => match self.line_search() {
                Some(search) => self.queue.push_back(search),
                None => self.stage = Stage::Finished,
            },
            _ => {}
        }
    }

    /// Whether the root, or its successor after a pass, has been expanded.
    fn is_root_expanded(&self) -> bool {
        !self.tree.node(self.root_after_pass()).children.is_empty()
    }

    /// The root; where its side to move must pass, the position after the pass.
    fn root_after_pass(&self) -> NodeId {
        match self.tree.moves(self.root_board).is_empty() {
            true => self.tree.find(self.root_board.pass()).unwrap_or(self.root),
            false => self.root,
        }
    }
}

impl Batch<SolveJob> for Split {
    fn next(&mut self) -> Next<SolveJob> {
        if self.is_finished() {
            return Next::Done;
        }
        // At most two jobs per worker: every answer can change which search is best.
        if self.running.len() >= 2 * self.workers.max(1) {
            return Next::Wait;
        }
        if self.queue.is_empty() {
            self.fill_queue();
        }
        match self.queue.pop_front() {
            Some(search) => {
                let next = self.issue(search);
                if let (Stage::ExtendingLine(number), Next::Job(issued, _)) =
                    (&mut self.stage, &next)
                {
                    *number = Some(*issued);
                }
                next
            }
            None => Next::Wait,
        }
    }

    fn answered(&mut self, number: usize, answer: Result<Answer, String>) -> ControlFlow<()> {
        let Some(search) = self.running.remove(&number) else {
            return ControlFlow::Continue(());
        };
        self.completed += 1;
        let taken = match answer {
            Ok(answer) => self.take_answer(search, &answer),
            Err(why) => self.take_failure(search.node, &why),
        };
        if let Err(why) = taken {
            self.stage = Stage::Failed(why);
            self.cancel_all();
        } else if self.stage == Stage::ExtendingLine(Some(number)) {
            self.stage = Stage::Finished;
        } else {
            self.update();
        }
        match self.is_finished() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn capacity(&mut self, count: usize) {
        self.workers = count;
    }

    fn cancelled(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.cancelled)
    }
}

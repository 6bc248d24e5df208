//! One hard position over many workers.
//!
//! A [`Split`] keeps a tree of positions with what is proved about each. The score of the root is
//! guessed, and whether it is at least that, and at most that, is asked: questions that lead to
//! questions about the leaves, each a [`SolveJob`] with the narrowest window. Where a move should refute
//! the one before it, the most promising is tried first; where nothing should help, every move has to
//! be tried. What a leaf proves may settle the questions above it, and makes others needless. A leaf
//! that takes too much work comes back with estimates of its moves and is replaced by the positions
//! after them, so the tree grows where it pays.
//!
//! What is asked follows from the answers and from nothing else: who asks again, and still has the
//! answers, gets through the same tree in no time.

mod error;
mod lesson;
mod line;
mod questions;
mod terms;
mod tree;

pub use error::SplitError;
pub use terms::Terms;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::{Analysis, Line};
use rules::{Board, Diagram, Inset};

use crate::solve::{Answer, Leaf, SolveJob, UnsolvableSize};
use jobs::{Batch, Next};
use questions::Question;
use tree::{Place, Tree};

/// A hard position on its way to an answer: a batch of jobs that follow from each other's answers.
#[derive(Debug)]
pub struct Split {
    inset: Inset,
    root_board: Board,
    root: Place,
    tree: Tree,
    /// What is played after positions that were proved, in their own orientation.
    lines: HashMap<Place, Line>,
    wld: bool,
    terms: Terms,
    /// What the score of the root is taken for until that is settled, in discs.
    guess: Option<i32>,
    stage: Stage,
    /// What has been given out.
    running: BTreeMap<usize, Question>,
    /// What to give out next, as long as there is no new answer.
    waiting: VecDeque<Question>,
    /// Given out, and not wanted any more.
    dropped: Vec<usize>,
    /// Jobs given out so far.
    given: usize,
    /// Jobs answered so far.
    answered: usize,
    workers: usize,
    nodes: u64,
    start: Instant,
}

/// What a split is about.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// Nothing is known yet.
    Looking,
    /// Questions about the score.
    Proving,
    /// The score is known, and what is played after the last position of the tree is asked.
    Following(Option<usize>),
    /// All is known that will be.
    Finished,
    /// It cannot be known.
    Failed(SplitError),
}

impl Split {
    /// Begins with a position: its exact score is wanted, or only who wins.
    ///
    /// # Errors
    /// When the engine does not play on boards of this size.
    pub fn new(diagram: &Diagram, wld: bool, terms: Terms) -> Result<Split, UnsolvableSize> {
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
            terms,
            guess: None,
            stage: Stage::Looking,
            running: BTreeMap::new(),
            waiting: VecDeque::new(),
            dropped: Vec::new(),
            given: 0,
            answered: 0,
            workers: 1,
            nodes: 0,
            start: Instant::now(),
        };
        split.look_again();
        Ok(split)
    }

    /// Whether all is known that will be.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        matches!(self.stage, Stage::Finished | Stage::Failed(_))
    }

    /// What is known: the score, or what it lies between, and a line as long as the tree has it.
    ///
    /// # Errors
    /// When it cannot be known.
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

    /// Time since it began.
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How far it has come, in words.
    #[must_use]
    pub fn so_far(&self) -> String {
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
        let (done, open) = (self.answered, self.running.len());
        let (positions, nodes) = (self.tree.len(), self.nodes);
        format!("{proved}{guess}  {done} leaves done, {open} open  tree {positions}  {nodes} nodes")
    }

    /// What the score of the root lies between, in discs.
    #[must_use]
    pub fn bounds(&self) -> (i32, i32) {
        let root = self.tree.node(self.root);
        (root.lower, root.upper)
    }

    /// The same as far as it matters: of a win, how high it is does not.
    fn needed_bounds(&self) -> (i32, i32) {
        let (low, high) = self.bounds();
        match self.wld {
            true => (low.clamp(-1, 1), high.clamp(-1, 1)),
            false => (low, high),
        }
    }

    /// The job that a question is.
    fn job(&self, question: Question) -> SolveJob {
        let board = self.tree.node(question.place).board;
        SolveJob {
            position: self.tree.diagram(board).to_string(),
            wld: false,
            all_moves: false,
            leaf: Some(Leaf {
                window: question.window,
                nodes: question.nodes,
            }),
        }
    }

    fn give(&mut self, question: Question) -> Next<SolveJob> {
        let (number, job) = (self.given, self.job(question));
        self.given += 1;
        self.running.insert(number, question);
        Next::Job(number, job)
    }

    /// Finds out what to do next, now that something is new.
    fn look_again(&mut self) {
        self.waiting.clear();
        let (low, high) = self.needed_bounds();
        if low == high && matches!(self.stage, Stage::Looking | Stage::Proving) {
            self.drop_all();
            self.stage = Stage::Following(None);
        } else if self.stage == Stage::Looking && self.looked_at() {
            self.stage = Stage::Proving;
        }
        match self.stage {
            Stage::Proving => {
                self.guess = Some(self.guess(low, high));
                self.drop_needless();
            }
            Stage::Following(None) => match self.last_question() {
                Some(question) => self.waiting.push_back(question),
                None => self.stage = Stage::Finished,
            },
            _ => {}
        }
    }

    /// Whether the moves of the root have been estimated.
    fn looked_at(&self) -> bool {
        !self.tree.node(self.first_choice()).children.is_empty()
    }

    /// The root, or the position after it where one side must pass.
    fn first_choice(&self) -> Place {
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
        // No more than can be begun soon: what is best to ask changes with every answer.
        if self.running.len() >= 2 * self.workers.max(1) {
            return Next::Wait;
        }
        if self.waiting.is_empty() {
            self.fill();
        }
        match self.waiting.pop_front() {
            Some(question) => {
                let next = self.give(question);
                if let (Stage::Following(number), Next::Job(given, _)) = (&mut self.stage, &next) {
                    *number = Some(*given);
                }
                next
            }
            None => Next::Wait,
        }
    }

    fn answered(&mut self, number: usize, answer: Result<Answer, String>) -> ControlFlow<()> {
        let Some(question) = self.running.remove(&number) else {
            return ControlFlow::Continue(());
        };
        self.answered += 1;
        let learned = match answer {
            Ok(answer) => self.learn(question, &answer),
            Err(why) => self.learn_nothing(question.place, &why),
        };
        if let Err(why) = learned {
            self.stage = Stage::Failed(why);
            self.drop_all();
        } else if self.stage == Stage::Following(Some(number)) {
            self.stage = Stage::Finished;
        } else {
            self.look_again();
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
        std::mem::take(&mut self.dropped)
    }
}

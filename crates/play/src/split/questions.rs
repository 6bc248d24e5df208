//! Which questions to ask, and which are not needed any more.

use std::collections::{HashMap, HashSet};

use engine::Score;

use super::tree::{Place, Tree, border};
use super::{Split, Stage};

/// How many second choices may be tried on the way to a leaf while workers would be idle.
const MOST_SPARE: usize = 3;

/// Leaves that are surely too hard get this fraction of the nodes of others: enough to estimate their
/// moves, and to solve those that are easier than they look.
const HARD_LEAF_FRACTION: u64 = 16;

/// Something to be found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) place: Place,
    /// Whether the score lies between these, in discs, or else beyond which of them.
    pub(super) window: (i32, i32),
    /// How much work it may take.
    pub(super) nodes: u64,
}

impl Question {
    /// Whether the answer is known.
    pub(super) fn is_settled(&self, tree: &Tree) -> bool {
        let node = tree.node(self.place);
        let (low, high) = self.window;
        node.lower == node.upper || node.lower >= high || node.upper <= low
    }

    /// The question whether the score is above this, if it is that.
    fn alpha(&self) -> i32 {
        self.window.0
    }
}

impl Split {
    /// Finds questions for those who are free.
    pub(super) fn fill(&mut self) {
        match self.stage {
            Stage::Looking if self.running.is_empty() => {
                let most = self.inset.squares().len() as i32;
                let window = if self.wld { (-1, 1) } else { (-most, most) };
                self.waiting.push_back(Question {
                    place: self.first_choice(),
                    window,
                    nodes: (self.terms.nodes / HARD_LEAF_FRACTION).max(1),
                });
            }
            Stage::Proving => {
                let wanted = (2 * self.workers.max(1)).saturating_sub(self.running.len());
                let mut choice = Choice {
                    split: self,
                    asked: self
                        .running
                        .values()
                        .map(|q| (q.place, q.alpha()))
                        .collect(),
                    spared: HashMap::new(),
                    chosen: Vec::new(),
                    wanted,
                };
                let tests = self.tests();
                for spare in 0..=MOST_SPARE {
                    for &alpha in &tests {
                        choice.descend(self.root, alpha, spare);
                    }
                    // Second choices are for those who have nothing else to do.
                    if !choice.chosen.is_empty() {
                        break;
                    }
                }
                self.waiting = choice.chosen.into();
            }
            _ => {}
        }
    }

    /// What the score of the root is taken for. It stays the same until it is refuted.
    pub(super) fn guess(&self, low: i32, high: i32) -> i32 {
        if let Some(guess) = self.guess.filter(|guess| (low..=high).contains(guess)) {
            return guess;
        }
        let discs = f64::from(self.tree.node(self.root).estimate) / f64::from(Score::DISC);
        let guess = match self.wld {
            // A draw is rare.
            true if discs >= 0.0 => 1,
            true => -1,
            false => (discs / 2.0).round() as i32 * 2,
        };
        guess.clamp(low, high)
    }

    /// What has to be known about the root if the guess is right: whether its score is above these.
    fn tests(&self) -> Vec<i32> {
        let (low, high) = self.needed_bounds();
        let Some(guess) = self.guess else {
            return Vec::new();
        };
        let at_least = (guess > low).then_some(guess - 1);
        let at_most = (guess < high).then_some(guess);
        at_least.into_iter().chain(at_most).collect()
    }

    /// Drops what is settled, or does not matter for the root any more.
    pub(super) fn drop_needless(&mut self) {
        let mut needed = HashSet::new();
        for alpha in self.tests() {
            self.spread(self.root, alpha, &mut needed);
        }
        let running = self.running.iter();
        let needless =
            running.filter(|(_, question)| !needed.contains(&(question.place, question.alpha())));
        let needless: Vec<usize> = needless.map(|(number, _)| *number).collect();
        for number in &needless {
            self.running.remove(number);
        }
        self.dropped.extend(needless);
    }

    /// Drops everything.
    pub(super) fn drop_all(&mut self) {
        self.dropped.extend(self.running.keys());
        self.running.clear();
    }

    /// Everything open that could matter for a question.
    fn spread(&self, place: Place, alpha: i32, needed: &mut HashSet<(Place, i32)>) {
        let node = self.tree.node(place);
        if node.is_above(alpha).is_some() || !needed.insert((place, alpha)) {
            return;
        }
        for child in &node.children {
            self.spread(*child, -alpha - 1, needed);
        }
    }

    /// How much work a question may take.
    fn budget(&self, place: Place, alpha: i32) -> u64 {
        let node = self.tree.node(place);
        let all = self.terms.nodes;
        let ahead = node.estimate - border(alpha);
        if expected_nodes(node.empties, ahead) > 2.0 * all as f64 {
            (all / HARD_LEAF_FRACTION).max(1)
        } else {
            all
        }
    }
}

/// How many positions it takes, more or less, to show that a score is above something that it seems
/// to be `ahead` units above, or else that it is not: then no move helps, and it takes longer.
///
/// Fitted to 262 questions about six problems with 20 to 24 empty squares. Half of them took less than
/// a third of it or more than three times as much: positions differ.
fn expected_nodes(empties: u32, ahead: i32) -> f64 {
    let discs = f64::from(ahead) / f64::from(Score::DISC);
    let rest = if discs > 0.0 { -0.08 * discs } else { 1.5 };
    (1.38 * f64::from(empties) - 7.3 + rest).exp2()
}

/// A look through the tree for questions that are worth asking.
struct Choice<'a> {
    split: &'a Split,
    /// What is being asked already.
    asked: HashSet<(Place, i32)>,
    /// With how many second choices left a question was met before.
    spared: HashMap<(Place, i32), usize>,
    chosen: Vec<Question>,
    wanted: usize,
}

impl Choice<'_> {
    /// Chooses leaves that answer whether a score is above `alpha`.
    fn descend(&mut self, place: Place, alpha: i32, spare: usize) {
        let tree = &self.split.tree;
        let node = tree.node(place);
        if self.chosen.len() >= self.wanted || node.is_above(alpha).is_some() {
            return;
        }
        let met = self.spared.insert((place, alpha), spare);
        if met.is_some_and(|before| before >= spare) {
            return;
        }
        if node.children.is_empty() {
            if self.asked.insert((place, alpha)) {
                self.chosen.push(Question {
                    place,
                    window: (alpha, alpha + 1),
                    nodes: self.split.budget(place, alpha),
                });
            }
            return;
        }
        let beyond = -alpha - 1;
        let open = |child: &Place| tree.node(*child).is_above(beyond).is_none();
        let mut children: Vec<Place> = node.children.iter().copied().filter(open).collect();
        children.sort_by_key(|child| {
            let node = tree.node(*child);
            (node.estimate, node.board.own().0, node.board.opponent().0)
        });
        if node.seems_above(alpha) {
            // One is enough.
            for (choice, child) in children.into_iter().take(spare + 1).enumerate() {
                self.descend(child, beyond, spare - choice);
            }
        } else {
            for child in children {
                self.descend(child, beyond, spare);
            }
        }
    }
}

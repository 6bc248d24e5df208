//! Selection: which leaves to search next, and which running searches to cancel.

use std::collections::{HashMap, HashSet};

use engine::Score;

use super::tree::{NodeId, Tree, threshold};
use super::{Split, Stage};

/// At nodes that should fail high, at most this many moves beside the best are searched, summed over
/// the path from the root. Used only while workers would be idle.
const MAX_ALTERNATIVES: usize = 3;

/// The node limit is divided by this for leaves that look too hard. It is enough to estimate their
/// moves, and to solve a leaf that is easier than expected.
const HARD_LEAF_FRACTION: u64 = 16;

/// A search of one position, to be run as a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) node: NodeId,
    /// Alpha and beta, in discs.
    pub(super) window: (i32, i32),
    /// The node limit.
    pub(super) nodes: u64,
}

impl Search {
    /// Whether the proof bounds of the position decide this search: exact, fail high or fail low.
    pub(super) fn is_decided(&self, tree: &Tree) -> bool {
        let node = tree.node(self.node);
        let (low, high) = self.window;
        node.lower == node.upper || node.lower >= high || node.upper <= low
    }

    fn alpha(&self) -> i32 {
        self.window.0
    }
}

impl Split {
    /// Queues searches for idle workers.
    pub(super) fn fill_queue(&mut self) {
        match self.stage {
            Stage::Estimating if self.running.is_empty() => {
                let max_score = self.inset.squares().len() as i32;
                let window = if self.wld {
                    (-1, 1)
                } else {
                    (-max_score, max_score)
                };
                self.queue.push_back(Search {
                    node: self.root_after_pass(),
                    window,
                    nodes: (self.budget.nodes / HARD_LEAF_FRACTION).max(1),
                });
            }
            Stage::Proving => {
                let limit = (2 * self.workers.max(1)).saturating_sub(self.running.len());
                let mut selection = Selection {
                    split: self,
                    requested: self
                        .running
                        .values()
                        .map(|search| (search.node, search.alpha()))
                        .collect(),
                    visited: HashMap::new(),
                    selected: Vec::new(),
                    limit,
                };
                let alphas = self.root_alphas();
                for alternatives in 0..=MAX_ALTERNATIVES {
                    for &alpha in &alphas {
                        selection.descend(self.root, alpha, alternatives);
                    }
                    // Alternatives are only for workers that would be idle.
                    if !selection.selected.is_empty() {
                        break;
                    }
                }
                self.queue = selection.selected.into();
            }
            _ => {}
        }
    }

    /// The expected score of the root. It changes only when the bounds exclude it.
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

    /// The null windows at the root, by alpha, that together prove the guess.
    fn root_alphas(&self) -> Vec<i32> {
        let (low, high) = self.needed_bounds();
        let Some(guess) = self.guess else {
            return Vec::new();
        };
        let at_least = (guess > low).then_some(guess - 1);
        let at_most = (guess < high).then_some(guess);
        at_least.into_iter().chain(at_most).collect()
    }

    /// Cancels searches that are decided or cannot affect the root any more.
    pub(super) fn cancel_unneeded(&mut self) {
        let mut needed = HashSet::new();
        for alpha in self.root_alphas() {
            self.collect_open(self.root, alpha, &mut needed);
        }
        let running = self.running.iter();
        let unneeded =
            running.filter(|(_, search)| !needed.contains(&(search.node, search.alpha())));
        let unneeded: Vec<usize> = unneeded.map(|(number, _)| *number).collect();
        for number in &unneeded {
            self.running.remove(number);
        }
        self.cancelled.extend(unneeded);
    }

    /// Cancels all running searches.
    pub(super) fn cancel_all(&mut self) {
        self.cancelled.extend(self.running.keys());
        self.running.clear();
    }

    /// Collects all undecided null-window searches that this one depends on.
    fn collect_open(&self, id: NodeId, alpha: i32, needed: &mut HashSet<(NodeId, i32)>) {
        let node = self.tree.node(id);
        if node.is_above(alpha).is_some() || !needed.insert((id, alpha)) {
            return;
        }
        for child in &node.children {
            self.collect_open(*child, -alpha - 1, needed);
        }
    }

    /// The node limit of a leaf.
    fn node_limit(&self, id: NodeId, alpha: i32) -> u64 {
        let node = self.tree.node(id);
        let full = self.budget.nodes;
        let margin = node.estimate - threshold(alpha);
        if expected_nodes(node.empties, margin) > 2.0 * full as f64 {
            (full / HARD_LEAF_FRACTION).max(1)
        } else {
            full
        }
    }
}

/// The expected node count of a null-window search. `margin` is the estimate minus the window, in
/// units; at or below zero the search should fail low, which takes longer because every move is searched.
///
/// Fitted to 262 searches in six problems with 20 to 24 empty squares. For half of them the real count
/// was off by more than a factor of three.
fn expected_nodes(empties: u32, margin: i32) -> f64 {
    let discs = f64::from(margin) / f64::from(Score::DISC);
    let by_margin = if discs > 0.0 { -0.08 * discs } else { 1.5 };
    (1.38 * f64::from(empties) - 7.3 + by_margin).exp2()
}

/// One walk through the tree that selects leaves. Keys are nodes with their alpha.
struct Selection<'a> {
    split: &'a Split,
    /// Searches that are running or selected.
    requested: HashSet<(NodeId, i32)>,
    /// Visited nodes, with the number of alternatives that were left.
    visited: HashMap<(NodeId, i32), usize>,
    selected: Vec<Search>,
    limit: usize,
}

impl Selection<'_> {
    /// Selects leaves whose search helps to decide whether the score is above `alpha`.
    fn descend(&mut self, id: NodeId, alpha: i32, alternatives: usize) {
        let tree = &self.split.tree;
        let node = tree.node(id);
        if self.selected.len() >= self.limit || node.is_above(alpha).is_some() {
            return;
        }
        let visited = self.visited.insert((id, alpha), alternatives);
        if visited.is_some_and(|before| before >= alternatives) {
            return;
        }
        if node.children.is_empty() {
            if self.requested.insert((id, alpha)) {
                self.selected.push(Search {
                    node: id,
                    window: (alpha, alpha + 1),
                    nodes: self.split.node_limit(id, alpha),
                });
            }
            return;
        }
        let child_alpha = -alpha - 1;
        let open = |child: &NodeId| tree.node(*child).is_above(child_alpha).is_none();
        let mut children: Vec<NodeId> = node.children.iter().copied().filter(open).collect();
        children.sort_by_key(|child| {
            let node = tree.node(*child);
            (node.estimate, node.board.own().0, node.board.opponent().0)
        });
        if node.seems_above(alpha) {
            // Should fail high: one good move is enough.
            for (used, child) in children.into_iter().take(alternatives + 1).enumerate() {
                self.descend(child, child_alpha, alternatives - used);
            }
        } else {
            for child in children {
                self.descend(child, child_alpha, alternatives);
            }
        }
    }
}

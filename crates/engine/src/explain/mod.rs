//! Explained search: minimax or alpha-beta that keeps its whole tree, with cutoffs and their reasons.

use std::fmt;

use crate::search::Method;

mod position;

pub use position::{PositionNode, PositionTree};

/// A game tree of two players: Max wants a high value, Min a low one.
pub trait GameTree {
    /// A node of the tree.
    type Node;

    /// The choices at a node, by name; none at a leaf.
    fn children(&self, node: &Self::Node) -> Vec<(String, Self::Node)>;

    /// The value of a leaf for Max.
    fn value(&self, leaf: &Self::Node) -> i32;
}

/// The player to choose at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The player at the root: takes the highest value.
    Max,
    /// The opponent: takes the lowest value.
    Min,
}

impl Chooser {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Chooser {
        match self {
            Chooser::Max => Chooser::Min,
            Chooser::Min => Chooser::Max,
        }
    }

    /// Whether this player prefers `value` to `other`.
    const fn prefers(self, value: i32, other: i32) -> bool {
        match self {
            Chooser::Max => value > other,
            Chooser::Min => value < other,
        }
    }
}

/// A value or a bound: skipped branches may leave a value open on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is this.
    Exactly(i32),
    /// It is this or more.
    AtLeast(i32),
    /// It is this or less.
    AtMost(i32),
}

impl Known {
    /// The number alone.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Known::Exactly(value) | Known::AtLeast(value) | Known::AtMost(value) => value,
        }
    }

    /// The lowest it can be.
    const fn low(self) -> i32 {
        match self {
            Known::Exactly(value) | Known::AtLeast(value) => value,
            Known::AtMost(_) => i32::MIN,
        }
    }

    /// The highest it can be.
    const fn high(self) -> i32 {
        match self {
            Known::Exactly(value) | Known::AtMost(value) => value,
            Known::AtLeast(_) => i32::MAX,
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            Known::Exactly(_) => "",
            Known::AtLeast(_) => "≥",
            Known::AtMost(_) => "≤",
        };
        // A minus as wide as a digit, as in print.
        let number = self.number();
        let minus = if number < 0 { "−" } else { "" };
        f.pad(&format!("{sign}{minus}{}", number.unsigned_abs()))
    }
}

/// A value that one player can reach elsewhere (alpha or beta), and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The value.
    pub value: i32,
    /// The moves from the root to the branch that gives it.
    pub path: Vec<String>,
}

/// A cutoff: the rest of the branches was skipped because the other player has a better choice
/// elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// What the other player can reach elsewhere.
    pub limit: Limit,
    /// The number of skipped branches.
    pub skipped: usize,
}

/// A node of a tree that has been searched, with everything below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The choice that leads here; empty at the root.
    pub name: String,
    /// The player to choose here.
    pub chooser: Chooser,
    /// The backed-up value; `None` when the branch was skipped.
    pub value: Option<Known>,
    /// The index of the child that the value came from; `None` at a leaf.
    pub best: Option<usize>,
    /// The cutoff, if children were skipped.
    pub cut: Option<Cut>,
    /// The branches, in the order they were tried.
    pub children: Vec<Branch>,
}

impl Branch {
    /// The best child.
    #[must_use]
    pub fn best_child(&self) -> Option<&Branch> {
        self.best.map(|index| &self.children[index])
    }

    /// The principal variation from here on.
    #[must_use]
    pub fn principal_line(&self) -> Vec<&str> {
        std::iter::successors(self.best_child(), |branch| branch.best_child())
            .map(|branch| branch.name.as_str())
            .collect()
    }

    /// The number of visited nodes, here and below.
    #[must_use]
    pub fn visited(&self) -> usize {
        let below: usize = self.children.iter().map(Branch::visited).sum();
        below + usize::from(self.value.is_some())
    }
}

/// The tree has more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeTooLarge(pub usize);

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the tree has more than {} positions; look fewer moves ahead",
            self.0
        )
    }
}

impl std::error::Error for TreeTooLarge {}

/// Searches a tree from `root` and keeps all of it.
///
/// # Errors
/// When there are more than `most` nodes.
pub fn explain<T: GameTree>(
    tree: &T,
    root: &T::Node,
    method: Method,
    most: usize,
) -> Result<Branch, TreeTooLarge> {
    let mut search = Search {
        tree,
        method,
        most,
        kept: 1,
        path: Vec::new(),
    };
    search.visit(String::new(), root, Chooser::Max, None, None)
}

struct Search<'a, T: GameTree> {
    tree: &'a T,
    method: Method,
    most: usize,
    kept: usize,
    path: Vec<String>,
}

impl<T: GameTree> Search<'_, T> {
    /// `floor` is alpha, the most that Max can reach elsewhere; `ceiling` is beta, the least that Min can
    /// reach. Both have the place they come from.
    fn visit(
        &mut self,
        name: String,
        node: &T::Node,
        chooser: Chooser,
        mut floor: Option<Limit>,
        mut ceiling: Option<Limit>,
    ) -> Result<Branch, TreeTooLarge> {
        let children = self.tree.children(node);
        self.kept += children.len();
        if self.kept > self.most {
            return Err(TreeTooLarge(self.most));
        }
        let mut branch = Branch {
            name,
            chooser,
            value: children
                .is_empty()
                .then(|| Known::Exactly(self.tree.value(node))),
            best: None,
            cut: None,
            children: Vec::with_capacity(children.len()),
        };
        for (index, (name, child)) in children.into_iter().enumerate() {
            if let Some(cut) = &mut branch.cut {
                cut.skipped += 1;
                branch.children.push(skipped(name, chooser.other()));
                continue;
            }
            self.path.push(name.clone());
            let child = self.visit(
                name,
                &child,
                chooser.other(),
                floor.clone(),
                ceiling.clone(),
            )?;
            let value = child.value.expect("visited").number();
            let leader = branch.best_child().and_then(|best| best.value);
            if leader.is_none_or(|best| chooser.prefers(value, best.number())) {
                branch.best = Some(index);
                let own = Some(Limit {
                    value,
                    path: self.path.clone(),
                });
                let (limit, theirs) = match chooser {
                    Chooser::Max => (&mut floor, &ceiling),
                    Chooser::Min => (&mut ceiling, &floor),
                };
                if limit
                    .as_ref()
                    .is_none_or(|l| chooser.prefers(value, l.value))
                {
                    *limit = own;
                }
                branch.cut = theirs
                    .clone()
                    .filter(|theirs| !chooser.prefers(theirs.value, value))
                    .filter(|_| self.method == Method::AlphaBeta)
                    .map(|limit| Cut { limit, skipped: 0 });
            }
            self.path.pop();
            branch.children.push(child);
        }
        // A cutoff after the last branch skips nothing.
        branch.cut = branch.cut.filter(|cut| cut.skipped > 0);
        branch.value = branch.value.or_else(|| known(&branch));
        Ok(branch)
    }
}

fn skipped(name: String, chooser: Chooser) -> Branch {
    Branch {
        name,
        chooser,
        value: None,
        best: None,
        cut: None,
        children: Vec::new(),
    }
}

/// The value of a node from its children.
fn known(branch: &Branch) -> Option<Known> {
    let values = || branch.children.iter().map(|child| child.value);
    let lows = values().map(|value| value.map_or(i32::MIN, Known::low));
    let highs = values().map(|value| value.map_or(i32::MAX, Known::high));
    let (low, high) = match branch.chooser {
        Chooser::Max => (lows.max()?, highs.max()?),
        Chooser::Min => (lows.min()?, highs.min()?),
    };
    Some(match (low, high) {
        _ if low == high => Known::Exactly(low),
        (_, i32::MAX) => Known::AtLeast(low),
        (i32::MIN, _) => Known::AtMost(high),
        // Bounded on both sides: the bound that matters to the parent is kept.
        _ => match branch.chooser {
            Chooser::Max => Known::AtMost(high),
            Chooser::Min => Known::AtLeast(low),
        },
    })
}

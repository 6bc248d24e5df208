//! Where the nodes of a drawn tree are.

use engine::{Branch, Known};

/// Trees with more leaves than this grow from left to right like an outline, tall instead of wide.
const MOST_SIDE_BY_SIDE: usize = 40;

/// The margin around everything.
pub(super) const MARGIN: f64 = 28.0;
/// Room for the title.
const TITLE: f64 = 56.0;
/// Half the height of a node.
pub(super) const RADIUS: f64 = 20.0;

/// Which way a tree grows, and how far apart its nodes are.
pub(super) struct Layout {
    pub(super) sideways: bool,
    /// Where the first leaf and the root's level are.
    first_leaf: f64,
    first_level: f64,
    /// Distance between neighbouring leaves.
    leaf: f64,
    /// Distance between one level and the next.
    level: f64,
}

/// A node with its place in the picture.
pub(super) struct Placed<'a> {
    pub(super) branch: &'a Branch,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) children: Vec<Placed<'a>>,
}

impl Layout {
    /// The layout of a tree; `lines` is the height of the text above it if it is an outline.
    pub(super) fn of(root: &Branch, lines: f64) -> Layout {
        let widest = widest(root);
        if leaves(root) > MOST_SIDE_BY_SIDE {
            Layout {
                sideways: true,
                first_leaf: TITLE + lines + 84.0,
                first_level: MARGIN + widest,
                leaf: 40.0,
                level: widest + 92.0,
            }
        } else {
            Layout {
                sideways: false,
                first_leaf: MARGIN + 172.0,
                first_level: TITLE + 44.0,
                leaf: widest + 6.0,
                level: 104.0,
            }
        }
    }

    /// The middle of a level, along the way the tree grows.
    pub(super) fn level(&self, level: usize) -> f64 {
        self.first_level + level as f64 * self.level
    }

    /// The place after `leaves` leaves, across the way the tree grows.
    pub(super) fn after_leaves(&self, leaves: usize) -> f64 {
        self.first_leaf + leaves as f64 * self.leaf
    }

    /// Leaves stand side by side; every other node stands over the middle of its children, or in an
    /// outline on the line of the first.
    pub(super) fn place<'a>(&self, root: &'a Branch) -> Placed<'a> {
        self.place_below(root, 0, &mut 0)
    }

    fn place_below<'a>(&self, branch: &'a Branch, level: usize, leaves: &mut usize) -> Placed<'a> {
        let children: Vec<Placed> = branch
            .children
            .iter()
            .map(|child| self.place_below(child, level + 1, leaves))
            .collect();
        let across = match (children.first(), children.last()) {
            (Some(first), _) if self.sideways => first.y,
            (Some(first), Some(last)) => (first.x + last.x) / 2.0,
            _ => {
                *leaves += 1;
                self.after_leaves(*leaves - 1)
            }
        };
        let along = self.level(level);
        let (x, y) = if self.sideways {
            (along, across)
        } else {
            (across, along)
        };
        Placed {
            branch,
            x,
            y,
            children,
        }
    }
}

/// How wide a node with a value is: a disc, or longer for a long number.
pub(super) fn width(value: Known) -> f64 {
    let letters = value.to_string().chars().count();
    (9.0 * letters as f64 + 10.0).max(2.0 * RADIUS)
}

fn widest(branch: &Branch) -> f64 {
    let own = branch.value.map_or(0.0, width);
    branch.children.iter().map(widest).fold(own, f64::max)
}

pub(super) fn leaves(branch: &Branch) -> usize {
    let below: usize = branch.children.iter().map(leaves).sum();
    below.max(1)
}

pub(super) fn depth(branch: &Branch) -> usize {
    let below = branch.children.iter().map(|child| 1 + depth(child)).max();
    below.unwrap_or(0)
}

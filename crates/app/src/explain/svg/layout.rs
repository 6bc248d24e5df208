//! The layout of a drawn tree.

use engine::{Branch, Known};

/// Maximum number of leaves of an upright tree; larger trees are drawn as an outline from left to
/// right.
const MOST_SIDE_BY_SIDE: usize = 40;

/// The margin around everything.
pub(super) const MARGIN: f64 = 28.0;
/// Height of the title.
const TITLE: f64 = 56.0;
/// Half the height of a node.
pub(super) const RADIUS: f64 = 20.0;

/// The direction of a tree, and the distances of its nodes.
pub(super) struct Layout {
    pub(super) sideways: bool,
    /// Position of the first leaf and of the root level.
    first_leaf: f64,
    first_level: f64,
    /// Distance between neighbouring leaves.
    leaf: f64,
    /// Distance between one level and the next.
    level: f64,
}

/// A node with its position.
pub(super) struct Placed<'a> {
    pub(super) branch: &'a Branch,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) children: Vec<Placed<'a>>,
}

impl Layout {
    /// The layout of a tree; `lines` is the height of the text above an outline.
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

    /// The centre of a level, in the direction of growth.
    pub(super) fn level(&self, level: usize) -> f64 {
        self.first_level + level as f64 * self.level
    }

    /// The position after `leaves` leaves, across the direction of growth.
    pub(super) fn after_leaves(&self, leaves: usize) -> f64 {
        self.first_leaf + leaves as f64 * self.leaf
    }

    /// Leaves are placed side by side; other nodes are centred over their children, or in an
    /// outline placed on the line of the first child.
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

/// Width of a node: that of a disc, or more for a long number.
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

//! The complete game tree that a classic opponent searches.

use engine::{Branch, Evaluation, Method, PositionTree, TreeTooLarge};
use rules::Position;

/// The tree below a position, with at most `most` nodes.
///
/// # Errors
/// When the tree is larger.
pub fn tree<P: Position>(
    position: &P,
    evaluation: &Evaluation<P>,
    depth: u32,
    method: Method,
    most: usize,
) -> Result<Branch, TreeTooLarge> {
    let tree = PositionTree::new(evaluation);
    let root = PositionTree::root(*position, depth);
    engine::explain(&tree, &root, method, most)
}

//! Search trees for `explain`: every node is correct, and the tree is the search that opponents
//! play by.

mod positions;
mod soundness;
mod written;

use reversi_engine::Branch;

/// A node limit that no tree here reaches.
const PLENTY: usize = 10_000_000;

/// The node at the end of a path.
fn at<'b>(root: &'b Branch, path: &[&str]) -> &'b Branch {
    path.iter().fold(root, |branch, name| {
        let mut children = branch.children.iter();
        children
            .find(|child| child.name == *name)
            .expect("a child of that name")
    })
}

fn count(branch: &Branch, which: &impl Fn(&Branch) -> bool) -> usize {
    let below: usize = branch
        .children
        .iter()
        .map(|child| count(child, which))
        .sum();
    below + usize::from(which(branch))
}

//! A search shown as a tree: what it says of each node is true, and it is what opponents play by.

mod positions;
mod soundness;
mod written;

use reversi_engine::Branch;

/// More nodes than any tree here has.
const PLENTY: usize = 10_000_000;

/// The node a path leads to.
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

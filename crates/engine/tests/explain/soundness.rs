//! Alpha-beta trees, compared with minimax.

use reversi_engine::{Branch, Chooser, GameTree, Known, Method, explain};

use super::{PLENTY, at, count};

/// Searches a tree with both methods and compares them.
pub fn assert_methods_agree<T: GameTree>(tree: &T, root: &T::Node) {
    let full = explain(tree, root, Method::Minimax, PLENTY).expect("it is small");
    let cut = explain(tree, root, Method::AlphaBeta, PLENTY).expect("it is small");
    assert_eq!(cut.value, full.value);
    assert_eq!(cut.best, full.best);
    assert_eq!(cut.principal_line(), full.principal_line());
    assert!(cut.visited() <= full.visited());
    assert_eq!(
        full.visited(),
        count(&full, &|_| true),
        "minimax skips nothing"
    );
    assert_bounds_hold(&cut, &full);
    assert_cuts_are_sound(&cut, &cut, &mut Vec::new());
}

/// The bounds of every visited node contain the minimax value.
fn assert_bounds_hold(cut: &Branch, full: &Branch) {
    let Some(Known::Exactly(truth)) = full.value else {
        panic!("minimax knows every value exactly");
    };
    let holds = match cut.value.expect("visited") {
        Known::Exactly(value) => value == truth,
        Known::AtLeast(value) => value <= truth,
        Known::AtMost(value) => value >= truth,
    };
    assert!(holds, "{:?}, but it is {truth}", cut.value);
    if let Some(best) = cut.best_child() {
        let number = |branch: &Branch| branch.value.map(Known::number);
        assert_eq!(number(cut), number(best), "where the value came from");
    }
    assert_eq!(cut.children.len(), full.children.len());
    for (cut, full) in cut.children.iter().zip(&full.children) {
        assert_eq!((&cut.name, cut.chooser), (&full.name, full.chooser));
        if cut.value.is_some() {
            assert_bounds_hold(cut, full);
        }
    }
}

/// Nodes are skipped only after a cut. A cut names a better alternative of the other player that
/// branches off on the path to the node.
fn assert_cuts_are_sound<'b>(root: &'b Branch, branch: &'b Branch, path: &mut Vec<&'b str>) {
    let is_skipped = |child: &&Branch| child.value.is_none();
    let skipped = branch.children.iter().filter(is_skipped).count();
    assert_eq!(branch.cut.as_ref().map_or(0, |cut| cut.skipped), skipped);
    if let Some(cut) = &branch.cut {
        assert!(skipped > 0);
        let elsewhere: Vec<&str> = cut.limit.path.iter().map(String::as_str).collect();
        let (_, fork) = elsewhere.split_last().expect("a choice");
        assert!(path.starts_with(fork) && !path.starts_with(&elsewhere));
        assert_eq!(at(root, fork).chooser, branch.chooser.other());
        let better = at(root, &elsewhere).value.expect("visited");
        assert_eq!(better.number(), cut.limit.value);
        let reached = branch.value.expect("visited").number();
        match branch.chooser {
            Chooser::Max => assert!(reached >= cut.limit.value),
            Chooser::Min => assert!(reached <= cut.limit.value),
        }
    }
    for child in branch.children.iter().filter(|child| child.value.is_some()) {
        path.push(&child.name);
        assert_cuts_are_sound(root, child, path);
        path.pop();
    }
}

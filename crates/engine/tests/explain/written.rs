//! Trees given as data: the worked example of *uoa*, a difficult one and random ones.

use reversi_engine::{Chooser, Cut, GameTree, Known, Limit, Method, Random, TreeTooLarge, explain};

use super::soundness::assert_methods_agree;
use super::{PLENTY, at, count};

/// A tree given as data.
#[derive(Clone)]
enum Node {
    Leaf(i32),
    Choices(Vec<(String, Node)>),
}

/// Searches such trees.
struct Written;

impl GameTree for Written {
    type Node = Node;

    fn children(&self, node: &Node) -> Vec<(String, Node)> {
        match node {
            Node::Leaf(_) => Vec::new(),
            Node::Choices(choices) => choices.clone(),
        }
    }

    fn value(&self, leaf: &Node) -> i32 {
        match leaf {
            Node::Leaf(value) => *value,
            Node::Choices(_) => panic!("only leaves have values of their own"),
        }
    }
}

fn choices<const N: usize>(choices: [(&str, Node); N]) -> Node {
    let named = choices.into_iter();
    Node::Choices(named.map(|(name, node)| (name.to_string(), node)).collect())
}

/// A node whose children are leaves, each named by its value.
fn leaves<const N: usize>(values: [i32; N]) -> Node {
    let values = values.into_iter();
    Node::Choices(values.map(|v| (v.to_string(), Node::Leaf(v))).collect())
}

/// The worked example of *uoa*.
fn worked_tree() -> Node {
    let b = choices([("E", leaves([-10])), ("F", leaves([7, -3]))]);
    let c = choices([("G", leaves([2, 4])), ("H", leaves([8, -5]))]);
    let d = choices([
        ("I", leaves([3])),
        ("J", leaves([6, -4])),
        ("K", leaves([1])),
    ]);
    choices([("B", b), ("C", c), ("D", d)])
}

fn limit(value: i32, path: &[&str]) -> Limit {
    let path = path.iter().map(ToString::to_string).collect();
    Limit { value, path }
}

#[test]
fn minimax_values_the_worked_tree_as_printed() {
    let root = explain(&Written, &worked_tree(), Method::Minimax, PLENTY).expect("it is small");
    let values: [(&[&str], i32); 11] = [
        (&[], 4),
        (&["B"], -10),
        (&["C"], 4),
        (&["D"], 1),
        (&["B", "E"], -10),
        (&["B", "F"], 7),
        (&["C", "G"], 4),
        (&["C", "H"], 8),
        (&["D", "I"], 3),
        (&["D", "J"], 6),
        (&["D", "K"], 1),
    ];
    for (path, value) in values {
        let branch = at(&root, path);
        assert_eq!(branch.value, Some(Known::Exactly(value)), "{path:?}");
        assert_eq!(branch.cut, None, "{path:?}");
        let chooser = if path.len() == 1 {
            Chooser::Min
        } else {
            Chooser::Max
        };
        assert_eq!(branch.chooser, chooser, "{path:?}");
    }
    assert_eq!(root.best_child().expect("a best move").name, "C");
    assert_eq!(root.principal_line(), ["C", "G", "4"]);
    assert_eq!(root.visited(), 22);
}

#[test]
fn alpha_beta_cuts_the_worked_tree_where_it_cannot_matter() {
    let root = explain(&Written, &worked_tree(), Method::AlphaBeta, PLENTY).expect("it is small");
    assert_eq!(root.value, Some(Known::Exactly(4)));
    assert_eq!(root.principal_line(), ["C", "G", "4"]);

    // Min has E = −10 in B, so Min does not allow F, already 7.
    let f = at(&root, &["B", "F"]);
    assert_eq!(f.value, Some(Known::AtLeast(7)));
    assert_eq!(
        f.cut,
        Some(Cut {
            limit: limit(-10, &["B", "E"]),
            skipped: 1
        })
    );
    assert_eq!(at(&root, &["B"]).value, Some(Known::Exactly(-10)));

    // Min has G = 4 in C, so Min does not allow H, already 8.
    let h = at(&root, &["C", "H"]);
    assert_eq!(h.value, Some(Known::AtLeast(8)));
    assert_eq!(
        h.cut,
        Some(Cut {
            limit: limit(4, &["C", "G"]),
            skipped: 1
        })
    );
    assert_eq!(at(&root, &["C", "H", "-5"]).value, None);

    // Max has C = 4, so Max does not choose D, at most 3.
    let d = at(&root, &["D"]);
    assert_eq!(d.value, Some(Known::AtMost(3)));
    assert_eq!(
        d.cut,
        Some(Cut {
            limit: limit(4, &["C"]),
            skipped: 2
        })
    );
    assert_eq!(at(&root, &["D", "J"]).value, None);
    assert_eq!(at(&root, &["D", "K"]).value, None);

    // Skipped: −3, −5, J and K with their three leaves.
    assert_eq!(root.visited(), 22 - 7);
    assert_eq!(count(&root, &|branch| branch.cut.is_some()), 3);
}

#[test]
fn a_tree_is_kept_when_it_has_just_as_many_nodes_as_allowed() {
    let tree = worked_tree();
    assert!(explain(&Written, &tree, Method::Minimax, 22).is_ok());
    let error = explain(&Written, &tree, Method::Minimax, 21);
    assert_eq!(error, Err(TreeTooLarge(21)));
}

#[test]
fn a_value_that_only_equals_the_limit_is_cut_too() {
    let c = leaves([4, 1]);
    let tree = choices([("B", Node::Leaf(4)), ("C", c)]);
    let root = explain(&Written, &tree, Method::AlphaBeta, PLENTY).expect("it is small");
    let cut = Cut {
        limit: limit(4, &["B"]),
        skipped: 1,
    };
    assert_eq!(at(&root, &["C"]).cut, Some(cut));
    assert_eq!(at(&root, &["C"]).value, Some(Known::AtMost(4)));
    assert_eq!(root.principal_line(), ["B"]);
}

#[test]
fn a_deep_cut_leaves_a_node_of_mins_open_to_the_side_that_was_cut() {
    // Min has −2 in B, so E is cut at 3. D is then from 3 to 5, and its lower bound decides: Min
    // avoids C.
    let d = choices([("5", Node::Leaf(5)), ("E", leaves([3, 9]))]);
    let c = choices([("D", d)]);
    let b = choices([("-2", Node::Leaf(-2)), ("C", c)]);
    let tree = choices([("B", b)]);
    let root = explain(&Written, &tree, Method::AlphaBeta, PLENTY).expect("it is small");
    let values: [(&[&str], Known); 5] = [
        (&["B", "C", "D", "E"], Known::AtLeast(3)),
        (&["B", "C", "D"], Known::AtLeast(3)),
        (&["B", "C"], Known::AtLeast(3)),
        (&["B"], Known::Exactly(-2)),
        (&[], Known::Exactly(-2)),
    ];
    for (path, value) in values {
        assert_eq!(at(&root, path).value, Some(value), "{path:?}");
    }
    assert_methods_agree(&Written, &tree);
}

#[test]
fn alpha_beta_tells_the_truth_about_random_trees() {
    let mut random = Random::new(1);
    for _ in 0..3000 {
        assert_methods_agree(&Written, &random_tree(&mut random, 5));
    }
}

/// A random tree with one to four children a node, branches of all lengths, and many equal leaves.
fn random_tree(random: &mut Random, height: u32) -> Node {
    let mut one_of = |items: &[i32]| random.pick(items).expect("there are some");
    if height == 0 || one_of(&[1, 2, 3, 4, 5, 6]) == 6 {
        let values: Vec<i32> = (-10..=10).collect();
        return Node::Leaf(one_of(&values));
    }
    let count = one_of(&[1, 2, 3, 4]);
    let choice = |number: i32| (number.to_string(), random_tree(random, height - 1));
    Node::Choices((0..count).map(choice).collect())
}

#[test]
fn a_value_shows_the_side_it_is_open_to() {
    assert_eq!(Known::Exactly(-10).to_string(), "−10");
    assert_eq!(Known::AtLeast(7).to_string(), "≥7");
    assert_eq!(format!("{:>5}", Known::AtMost(-3)), "  ≤−3");
}

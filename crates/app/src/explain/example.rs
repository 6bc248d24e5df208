//! A small tree of numbers to explain minimax: the worked example of the course that the console
//! comes from.

use anyhow::Result;
use engine::{GameTree, Known, Method};

use super::Explanation;

/// A node of the example: its name, and its children or its value.
#[derive(Clone, Copy)]
struct Node {
    name: &'static str,
    below: Below,
}

#[derive(Clone, Copy)]
enum Below {
    Children(&'static [Node]),
    Value(i32),
}

const fn node(name: &'static str, children: &'static [Node]) -> Node {
    Node {
        name,
        below: Below::Children(children),
    }
}

const fn leaf(name: &'static str, value: i32) -> Node {
    Node {
        name,
        below: Below::Value(value),
    }
}

const A: Node = node("A", &[B, C, D]);
const B: Node = node("B", &[E, F]);
const C: Node = node("C", &[G, H]);
const D: Node = node("D", &[I, J, K]);
const E: Node = node("E", &[leaf("L", -10)]);
const F: Node = node("F", &[leaf("M", 7), leaf("N", -3)]);
const G: Node = node("G", &[leaf("O", 2), leaf("P", 4)]);
const H: Node = node("H", &[leaf("Q", 8), leaf("R", -5)]);
const I: Node = node("I", &[leaf("S", 3)]);
const J: Node = node("J", &[leaf("T", 6), leaf("U", -4)]);
const K: Node = node("K", &[leaf("V", 1)]);

struct Example;

impl GameTree for Example {
    type Node = Node;

    fn children(&self, node: &Node) -> Vec<(String, Node)> {
        match node.below {
            Below::Children(children) => {
                let named = |child: &Node| (child.name.to_string(), *child);
                children.iter().map(named).collect()
            }
            Below::Value(_) => Vec::new(),
        }
    }

    fn value(&self, leaf: &Node) -> i32 {
        match leaf.below {
            Below::Value(value) => value,
            Below::Children(_) => 0,
        }
    }
}

/// Searches the example.
pub(super) fn explain(method: Method) -> Result<Explanation> {
    let root = engine::explain(&Example, &A, method, usize::MAX)?;
    let value = root.value.map_or(0, Known::number);
    let conclusion = format!(
        "Max chooses {}, worth {}.",
        root.principal_line().first().unwrap_or(&""),
        Known::Exactly(value)
    );
    Ok(Explanation {
        title: format!("A small tree, by {}: max chooses at A", super::name(method)),
        players: ["Max".to_string(), "Min".to_string()],
        root_name: A.name.to_string(),
        max_is_black: false,
        diagram: None,
        root,
        conclusion,
    })
}

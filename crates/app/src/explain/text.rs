//! A searched tree as text.

use std::io::{self, Write};

use engine::{Branch, Chooser};

use super::Explanation;

/// Prints the tree with the values that flow up its branches.
pub(super) fn write(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let [max, min] = &explanation.players;
    writeln!(out, "{}", explanation.title)?;
    writeln!(
        out,
        "Values are {max}'s: at a max node {max} takes the highest, at a min node {min} the lowest."
    )?;
    writeln!(
        out,
        "← the value above comes from here; ≤ and ≥ as far as the search had to know.\n"
    )?;
    let root = &explanation.root;
    let heading = format!("{} {}", explanation.root_name, describe(explanation, root));
    writeln!(out, "{}", heading.trim_start())?;
    write_children(explanation, root, "", out)?;
    writeln!(out, "\n{} positions visited.", root.visited())?;
    writeln!(out, "{}", explanation.conclusion)
}

fn write_children(
    explanation: &Explanation,
    branch: &Branch,
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let visited: Vec<&Branch> = branch
        .children
        .iter()
        .filter(|child| child.value.is_some())
        .collect();
    let cut = explanation.why_cut(branch);
    for (index, child) in visited.iter().enumerate() {
        let last = cut.is_none() && index + 1 == visited.len();
        let (corner, below) = if last {
            ("└─", "   ")
        } else {
            ("├─", "│  ")
        };
        let source = if branch.best == Some(index) {
            "  ←"
        } else {
            ""
        };
        let name = &child.name;
        writeln!(
            out,
            "{indent}{corner} {name} {}{source}",
            describe(explanation, child)
        )?;
        write_children(explanation, child, &format!("{indent}{below}"), out)?;
    }
    if let Some(cut) = cut {
        writeln!(out, "{indent}└✂ {cut}")?;
    }
    Ok(())
}

/// A node in a few words: the player who chooses and the value; a leaf has only its value.
fn describe(explanation: &Explanation, branch: &Branch) -> String {
    let value = branch
        .value
        .map_or(String::new(), |value| value.to_string());
    if branch.children.is_empty() {
        return format!("= {value}");
    }
    let kind = match branch.chooser {
        Chooser::Max => "max",
        Chooser::Min => "min",
    };
    let who = explanation.player(branch.chooser);
    if who.eq_ignore_ascii_case(kind) {
        format!("[{kind}] {value}")
    } else {
        format!("[{who}, {kind}] {value}")
    }
}

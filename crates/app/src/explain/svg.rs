//! A searched tree as a picture that stands alone.
//!
//! Nodes are discs of the side to move, leaves are plain values; the line both sides would play is
//! drawn thick, branches that were skipped are dashed and crossed out.

use std::fmt::Write;

use engine::{Branch, Known, Turn};
use rules::{Color, Diagram, PointSet};

use super::Explanation;

/// Distance between neighbouring leaves.
const LEAF: f64 = 46.0;
/// Distance between one level and the next.
const LEVEL: f64 = 104.0;
/// The margin around everything, and room for the names of the levels at the left.
const MARGIN: f64 = 28.0;
const NAMES: f64 = 150.0;
/// Where the root is.
const TOP: f64 = 92.0;
/// How large a disc is.
const RADIUS: f64 = 20.0;
/// How large the board beside the tree is.
const BOARD: f64 = 176.0;

const STYLE: &str = "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:13px;fill:#1d2a24}\
.title{font-size:19px;font-weight:bold}.small{font-size:12px;fill:#51625a}\
.edge{stroke:#93a39b;stroke-width:1.6;fill:none}.best{stroke:#0f8a55;stroke-width:4.5}\
.skip{stroke:#c2484d;stroke-width:1.4;stroke-dasharray:5 4}.cross{stroke:#c2484d;stroke-width:2.6}\
.move{font-size:12px;font-weight:bold;paint-order:stroke;stroke:#fbfcfa;stroke-width:4px}\
.dark{fill:#1f2724;stroke:#1f2724;stroke-width:2}.light{fill:#fff;stroke:#1f2724;stroke-width:2}\
.dark+text{fill:#fff}.leaf{fill:#e8efe9;stroke:#93a39b}.onpath{stroke:#0f8a55;stroke-width:4}\
.square{fill:#2c8a5d;stroke:#1c5c3d;stroke-width:1}.legal{fill:#f4d35e}.limit{font-size:11px;fill:#c2484d}.value{font-weight:bold}";

const LEGEND: &str = "Green: the line both would play. Crossed out: skipped, because α (what max \
can have elsewhere) or β (what min can) is better already; point at the disc for the reason.";

const PLAIN_LEGEND: &str = "Green: the line both would play.";

/// A node with its place in the picture.
struct Placed<'a> {
    branch: &'a Branch,
    x: f64,
    y: f64,
    children: Vec<Placed<'a>>,
}

/// Draws the tree.
pub(super) fn draw(explanation: &Explanation) -> String {
    let root = &explanation.root;
    let depth = depth(root);
    let mut next_leaf = MARGIN + NAMES + LEAF / 2.0;
    let placed = place(root, TOP, &mut next_leaf);
    let board = explanation.diagram.map_or(0.0, |_| BOARD + MARGIN);
    let text_width = 9.0 * explanation.title.chars().count().max(96) as f64;
    let width = (next_leaf + board).max(text_width) + MARGIN;
    let tree_height = TOP + depth as f64 * LEVEL + 88.0;
    let height = tree_height.max(TOP + board + 60.0);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{0}\">\n\
         <title>{0}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbfcfa\"/>\n\
         <text x=\"{MARGIN}\" y=\"38\" class=\"title\">{0}</text>\n",
        escape(&explanation.title)
    );
    level_names(explanation, depth, &mut svg);
    edges(&placed, true, &mut svg);
    nodes(explanation, &placed, true, &mut svg);
    if let Some(diagram) = &explanation.diagram {
        let left = width - BOARD - MARGIN;
        mini_board(diagram, left, TOP - RADIUS, &mut svg);
    }
    put(
        &mut svg,
        format_args!(
            "<text x=\"{MARGIN}\" y=\"{:.0}\">{}</text>\n\
             <text x=\"{MARGIN}\" y=\"{:.0}\" class=\"small\">{}</text>\n</svg>\n",
            height - 40.0,
            escape(&explanation.conclusion),
            height - 20.0,
            if has_cut(root) { LEGEND } else { PLAIN_LEGEND }
        ),
    );
    svg
}

fn has_cut(branch: &Branch) -> bool {
    branch.cut.is_some() || branch.children.iter().any(has_cut)
}

fn depth(branch: &Branch) -> usize {
    let below = branch.children.iter().map(|child| 1 + depth(child)).max();
    below.unwrap_or(0)
}

/// Leaves stand side by side; every other node stands over the middle of its children.
fn place<'a>(branch: &'a Branch, y: f64, next_leaf: &mut f64) -> Placed<'a> {
    let children: Vec<Placed> = branch
        .children
        .iter()
        .map(|child| place(child, y + LEVEL, next_leaf))
        .collect();
    let x = match (children.first(), children.last()) {
        (Some(first), Some(last)) => (first.x + last.x) / 2.0,
        _ => {
            *next_leaf += LEAF;
            *next_leaf - LEAF
        }
    };
    Placed {
        branch,
        x,
        y,
        children,
    }
}

fn level_names(explanation: &Explanation, depth: usize, svg: &mut String) {
    let mut turn = Turn::Max;
    for level in 0..=depth {
        let y = TOP + level as f64 * LEVEL + 5.0;
        let who = explanation.player(turn);
        let (kind, what) = match turn {
            Turn::Max => ("max", "highest"),
            Turn::Min => ("min", "lowest"),
        };
        let (first, second) = if level == depth {
            ("judged".to_string(), "as it stands".to_string())
        } else if who.eq_ignore_ascii_case(kind) {
            (who.to_string(), format!("takes the {what}"))
        } else {
            (format!("{who} ({kind})"), format!("takes the {what}"))
        };
        put(
            svg,
            format_args!(
                "<text x=\"{MARGIN}\" y=\"{:.0}\" class=\"value\">{}</text>\
                 <text x=\"{MARGIN}\" y=\"{:.0}\" class=\"small\">{}</text>\n",
                y - 8.0,
                escape(&first),
                y + 9.0,
                escape(&second)
            ),
        );
        turn = turn.other();
    }
}

fn edges(node: &Placed, on_path: bool, svg: &mut String) {
    for (index, child) in node.children.iter().enumerate() {
        let best = on_path && node.branch.best == Some(index);
        let skipped = child.branch.value.is_none();
        let class = match (best, skipped) {
            (_, true) => "edge skip",
            (true, _) => "edge best",
            _ => "edge",
        };
        let (x1, y1, x2, y2) = (node.x, node.y, child.x, child.y);
        put(
            svg,
            format_args!("<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>"),
        );
        // The move stands nearer to the child, where branches have spread out.
        let (x, y) = (x1 + (x2 - x1) * 0.66, y1 + (y2 - y1) * 0.66);
        if skipped {
            let (cx, cy) = (x1 + (x2 - x1) * 0.42, y1 + (y2 - y1) * 0.42);
            put(
                svg,
                format_args!(
                    "<path class=\"cross\" d=\"M{:.1} {:.1}l12 12m0 -12l-12 12\"/>",
                    cx - 6.0,
                    cy - 6.0
                ),
            );
        }
        put(
            svg,
            format_args!(
                "<text class=\"move\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                y + 4.0,
                escape(&child.branch.name)
            ),
        );
        edges(child, best, svg);
    }
}

fn nodes(explanation: &Explanation, node: &Placed, on_path: bool, svg: &mut String) {
    let (x, y, branch) = (node.x, node.y, node.branch);
    let path = if on_path { " onpath" } else { "" };
    match branch.value {
        None => put(
            svg,
            format_args!(
                "<circle class=\"edge skip\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\">\
                 <title>skipped</title></circle>\n"
            ),
        ),
        Some(value) => {
            let is_max = branch.turn == Turn::Max;
            let shape = if branch.children.is_empty() {
                format!(
                    "<rect class=\"leaf{path}\" x=\"{:.1}\" y=\"{:.1}\" width=\"40\" height=\"26\" rx=\"5\"/>",
                    x - 20.0,
                    y - 13.0
                )
            } else {
                let disc = if is_max == explanation.max_is_black {
                    "dark"
                } else {
                    "light"
                };
                format!(
                    "<circle class=\"{disc}{path}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>"
                )
            };
            if let Some(cut) = &branch.cut {
                // What the other side has elsewhere, which is why the rest was skipped.
                let bound = if is_max { 'β' } else { 'α' };
                let limit = Known::Exactly(cut.limit.value);
                put(
                    svg,
                    format_args!(
                        "<text class=\"limit\" x=\"{:.1}\" y=\"{:.1}\">{bound} = {limit}</text>",
                        x + RADIUS + 4.0,
                        y - 8.0
                    ),
                );
            }
            let why = explanation.why_cut(branch).unwrap_or_default();
            put(
                svg,
                format_args!(
                    "<g><title>{}</title>{shape}<text class=\"value\" x=\"{x:.1}\" y=\"{:.1}\" \
                     text-anchor=\"middle\">{value}</text></g>\n",
                    escape(&why),
                    y + 4.5
                ),
            );
        }
    }
    for (index, child) in node.children.iter().enumerate() {
        let best = on_path && branch.best == Some(index);
        nodes(explanation, child, best, svg);
    }
}

fn mini_board(diagram: &Diagram, left: f64, top: f64, svg: &mut String) {
    let side = diagram.size().side();
    let cell = BOARD / side as f64;
    let legal = diagram.legal_moves();
    let label = |x: f64, y: f64, text: String| {
        format!(
            "<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
        )
    };
    for point in PointSet::full(diagram.size()) {
        if point.row() == 0 {
            let middle = left + (point.column() as f64 + 0.5) * cell;
            svg.push_str(&label(middle, top - 6.0, point.letter().to_string()));
        }
        if point.column() == 0 {
            let middle = top + (point.row() as f64 + 0.5) * cell + 4.0;
            svg.push_str(&label(left - 10.0, middle, (point.row() + 1).to_string()));
        }
        let x = left + point.column() as f64 * cell;
        let y = top + point.row() as f64 * cell;
        put(
            svg,
            format_args!(
                "<rect class=\"square\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{cell:.2}\" height=\"{cell:.2}\"/>"
            ),
        );
        let (class, radius) = match diagram.disc(point) {
            Some(Color::Black) => ("dark", 0.38),
            Some(Color::White) => ("light", 0.38),
            None if legal.contains(point) => ("legal", 0.14),
            None => continue,
        };
        put(
            svg,
            format_args!(
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"/>",
                x + cell / 2.0,
                y + cell / 2.0,
                cell * radius
            ),
        );
    }
    svg.push('\n');
}

/// Adds to the picture; writing to a string cannot fail.
fn put(svg: &mut String, text: std::fmt::Arguments) {
    let _ = svg.write_fmt(text);
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

//! A searched tree as an SVG file.
//!
//! Inner nodes are discs of the side to move, leaves are values. The principal variation is drawn
//! thick, skipped branches are dashed and crossed out.

mod board;
mod layout;

use engine::{Branch, Chooser, Known};

use crate::wrap::wrapped;

use super::Explanation;
use layout::{Layout, MARGIN, Placed, RADIUS};
use records::svg::{escape, put};

const STYLE: &str = "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:13px;fill:#1d2a24}\
.title{font-size:19px;font-weight:bold}.small{font-size:12px;fill:#51625a}\
.edge{stroke:#93a39b;stroke-width:1.6;fill:none}.best{stroke:#0f8a55;stroke-width:4.5}\
.skip{stroke:#c2484d;stroke-width:1.4;stroke-dasharray:5 4}.cross{stroke:#c2484d;stroke-width:2.6}\
.move{font-size:12px;font-weight:bold;paint-order:stroke;stroke:#fbfcfa;stroke-width:4px}\
.dark{fill:#1f2724;stroke:#1f2724;stroke-width:2}.light{fill:#fff;stroke:#1f2724;stroke-width:2}\
.value{font-weight:bold}.ondark{fill:#fff}.leaf{fill:#e8efe9;stroke:#93a39b}\
.onpath{stroke:#0f8a55;stroke-width:4}.limit{font-size:11px;fill:#c2484d}\
.square{fill:#2c8a5d;stroke:#1c5c3d;stroke-width:1}.legal{fill:#f4d35e}";

const LEGEND: &str = "Green: the line both would play.";
const CUT_LEGEND: &str = "Crossed out: skipped, because α (what max has elsewhere) or β (what min \
has) is as good; point at a disc for the reason.";

/// Maximum length of a line of text.
const LINE: usize = 84;
/// Approximate width of a letter in the title and in other lines.
const TITLE_LETTER: f64 = 12.5;
const LETTER: f64 = 7.6;

/// Draws the tree.
pub(super) fn draw(explanation: &Explanation) -> String {
    let root = &explanation.root;
    let mut lines = wrapped(&explanation.conclusion, LINE);
    lines.extend(wrapped(LEGEND, LINE));
    if has_cut(root) {
        lines.extend(wrapped(CUT_LEGEND, LINE));
    }
    let lines_height = lines.len() as f64 * 20.0;
    let depth = layout::depth(root);
    let layout = Layout::of(root, lines_height);
    let (along, across) = (
        layout.level(depth) + 60.0,
        layout.after_leaves(layout::leaves(root)),
    );
    let (tree_width, tree_height) = if layout.sideways {
        (along, across)
    } else {
        (across, along)
    };
    let longest = lines.iter().map(|line| line.chars().count()).max();
    let board_side = explanation.diagram.as_ref().map_or(0.0, board::side);
    let board = if board_side > 0.0 {
        board_side + 2.0 * MARGIN
    } else {
        0.0
    };
    let width = [
        tree_width + board,
        explanation.title.chars().count() as f64 * TITLE_LETTER,
        longest.unwrap_or(0) as f64 * LETTER,
    ];
    let width = width.into_iter().fold(0.0, f64::max) + 2.0 * MARGIN;
    // An outline may be long, so the result is printed at its top.
    let board_top = 80.0 + if layout.sideways { lines_height } else { 0.0 };
    let drawn = tree_height.max(board_top + board) + 16.0;
    let (lines_top, height) = if layout.sideways {
        (70.0, drawn)
    } else {
        (drawn, drawn + lines_height)
    };

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{0}\">\n\
         <title>{0}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbfcfa\"/>\n",
        escape(&explanation.title)
    );
    line(&mut svg, "title", 38.0, &explanation.title);
    level_names(explanation, &layout, depth, &mut svg);
    let placed = layout.place(root);
    edges(&layout, &placed, true, &mut svg);
    nodes(explanation, &placed, true, &mut svg);
    if let Some(diagram) = &explanation.diagram {
        board::draw(diagram, width - board_side - MARGIN, board_top, &mut svg);
    }
    for (number, text) in lines.iter().enumerate() {
        line(&mut svg, "", lines_top + number as f64 * 20.0, text);
    }
    svg.push_str("</svg>\n");
    svg
}

fn has_cut(branch: &Branch) -> bool {
    branch.cut.is_some() || branch.children.iter().any(has_cut)
}

/// Labels each level with the player who chooses there: at its left, or above it.
fn level_names(explanation: &Explanation, layout: &Layout, depth: usize, svg: &mut String) {
    let mut chooser = Chooser::Max;
    for level in 0..=depth {
        let who = explanation.player(chooser);
        let (kind, what) = match chooser {
            Chooser::Max => ("max", "highest"),
            Chooser::Min => ("min", "lowest"),
        };
        let (name, rule) = if level == depth {
            ("judged".to_string(), "as it stands".to_string())
        } else if who.eq_ignore_ascii_case(kind) {
            (who.to_string(), format!("takes the {what}"))
        } else {
            (format!("{who} ({kind})"), format!("takes the {what}"))
        };
        let along = layout.level(level);
        let (x, y, anchor) = if layout.sideways {
            (along, layout.after_leaves(0) - 50.0, "middle")
        } else {
            (MARGIN, along - 3.0, "start")
        };
        put(
            svg,
            format_args!(
                "<text class=\"value\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\
                 <text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{rule}</text>\n",
                escape(&name),
                y + 17.0,
            ),
        );
        chooser = chooser.other();
    }
}

fn edges(layout: &Layout, node: &Placed, on_path: bool, svg: &mut String) {
    let is_best = |index: &usize| node.branch.best == Some(*index);
    let others = (0..node.children.len()).filter(|index| !is_best(index));
    // The best branch is drawn last, over the others.
    for index in others.chain(node.branch.best) {
        let child = &node.children[index];
        let best = on_path && is_best(&index);
        let skipped = child.branch.value.is_none();
        let class = match (best, skipped) {
            (_, true) => "edge skip",
            (true, _) => "edge best",
            _ => "edge",
        };
        let (x1, y1, x2, y2) = (node.x, node.y, child.x, child.y);
        // Upright, an edge is a straight line; in an outline it leaves a common trunk.
        let trunk = x1 + layout::width(node.branch.value.unwrap_or(Known::Exactly(0))) / 2.0 + 12.0;
        let (from_x, from_y) = if layout.sideways {
            (trunk, y2)
        } else {
            (x1, y1)
        };
        let path = if layout.sideways {
            format!("M{x1:.1} {y1:.1}H{trunk:.1}V{y2:.1}H{x2:.1}")
        } else {
            format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")
        };
        put(svg, format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
        let between = |part: f64| (from_x + (x2 - from_x) * part, from_y + (y2 - from_y) * part);
        if skipped {
            let (x, y) = between(if layout.sideways { 0.2 } else { 0.42 });
            put(
                svg,
                format_args!(
                    "<path class=\"cross\" d=\"M{:.1} {:.1}l12 12m0 -12l-12 12\"/>",
                    x - 6.0,
                    y - 6.0
                ),
            );
        }
        // The move is printed near the child, where branches have spread out.
        let (x, y) = between(if layout.sideways { 0.5 } else { 0.66 });
        put(
            svg,
            format_args!(
                "<text class=\"move\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                y + 4.0,
                escape(&child.branch.name)
            ),
        );
        edges(layout, child, best, svg);
    }
}

fn nodes(explanation: &Explanation, node: &Placed, on_path: bool, svg: &mut String) {
    let (x, y, branch) = (node.x, node.y, node.branch);
    match branch.value {
        Some(value) => visited_node(explanation, node, value, on_path, svg),
        None => put(
            svg,
            format_args!(
                "<circle class=\"edge skip\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\">\
                 <title>skipped</title></circle>\n"
            ),
        ),
    }
    for (index, child) in node.children.iter().enumerate() {
        let best = on_path && branch.best == Some(index);
        nodes(explanation, child, best, svg);
    }
}

fn visited_node(
    explanation: &Explanation,
    node: &Placed,
    value: Known,
    on_path: bool,
    svg: &mut String,
) {
    let (x, y, branch) = (node.x, node.y, node.branch);
    let is_leaf = branch.children.is_empty();
    let is_black = (branch.chooser == Chooser::Max) == explanation.max_is_black;
    let (shape, text) = match (is_leaf, is_black) {
        (true, _) => ("leaf", ""),
        (false, true) => ("dark", " ondark"),
        (false, false) => ("light", ""),
    };
    let path = if on_path { " onpath" } else { "" };
    let width = layout::width(value);
    let (half, round) = if is_leaf {
        (13.0, 5.0)
    } else {
        (RADIUS, RADIUS)
    };
    put(
        svg,
        format_args!(
            "<g><title>{}</title><rect class=\"{shape}{path}\" x=\"{:.1}\" y=\"{:.1}\" \
             width=\"{width:.1}\" height=\"{:.1}\" rx=\"{round}\"/>\
             <text class=\"value{text}\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text></g>\n",
            escape(&explanation.why_cut(branch).unwrap_or_default()),
            x - width / 2.0,
            y - half,
            2.0 * half,
            y + 4.5,
        ),
    );
    // Beside the disc: its name at the root, the bound of the other side at a cut.
    let (class, beside) = match &branch.cut {
        Some(cut) => {
            let bound = match branch.chooser {
                Chooser::Max => 'β',
                Chooser::Min => 'α',
            };
            let limit = Known::Exactly(cut.limit.value);
            ("limit", format!("{bound} = {limit}"))
        }
        None if branch.name.is_empty() => ("move", explanation.root_name.clone()),
        None => return,
    };
    put(
        svg,
        format_args!(
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            x + 9.0,
            y - RADIUS - 4.0,
            escape(&beside)
        ),
    );
}

/// Adds a line of text at the left margin.
fn line(svg: &mut String, class: &str, y: f64, text: &str) {
    let text = escape(text);
    put(
        svg,
        format_args!("<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y:.0}\">{text}</text>\n"),
    );
}

//! Answers as a table.

use std::fmt::Write;

use engine::Line;
use play::score_text::marked;
use play::solve::{move_name, name};

use crate::paint::{Paint, Role};
use crate::solve::answer::Answer;
use play::solve::{Comparison, Totals};

/// The table heading.
pub fn heading() -> String {
    let cells = [
        "#", "empties", "move", "score", "time", "nodes", "nodes/s", "file", "line",
    ];
    row(cells.map(String::from))
}

/// The lines of a problem: its answer, the other moves if asked for, and differences from the file.
pub fn lines(answer: &Answer, paint: Paint) -> String {
    let Answer {
        analysis,
        comparison,
        ..
    } = answer;
    let seconds = analysis.time.as_secs_f64();
    let best = analysis.best();
    let mut text = row([
        answer.number.to_string(),
        answer.problem.diagram.board().empties().to_string(),
        move_name(best),
        marked(best),
        format!("{seconds:.3}"),
        analysis.nodes.to_string(),
        rate(analysis.nodes, seconds),
        mark(comparison.as_ref(), paint),
        moves(best),
    ]);
    for line in &analysis.lines[1..] {
        let mut cells = [const { String::new() }; 9];
        cells[2] = move_name(line);
        cells[3] = marked(line);
        cells[8] = moves(line);
        text += &row(cells);
    }
    let objections = comparison
        .iter()
        .flat_map(|comparison| &comparison.objections);
    for objection in objections {
        let message = format!("the file says {objection}");
        let _ = writeln!(text, "{:14}{}", "", paint.paint(Role::Error, message));
    }
    text
}

fn row(cells: [String; 9]) -> String {
    let [number, empties, name, score, time, nodes, rate, mark, line] = cells;
    let text = format!(
        "{number:>3}  {empties:>7}  {name:<4}  {score:>8}  {time:>9}  {nodes:>14}  {rate:>10}  \
         {mark:<5}  {line}"
    );
    format!("{}\n", text.trim_end())
}

/// The mark that compares the answer with the file.
fn mark(comparison: Option<&Comparison>, paint: Paint) -> String {
    // Padded before it is coloured: escape sequences count as width.
    match comparison {
        Some(comparison) if comparison.is_right() => paint.paint(Role::Good, "✓    "),
        Some(_) => paint.paint(Role::Error, "wrong"),
        None => String::new(),
    }
}

/// The sums below the table.
pub fn totals(totals: &Totals, is_stopped: bool) -> String {
    let Totals {
        solved,
        judged,
        right,
        nodes,
        ..
    } = *totals;
    let seconds = totals.time.as_secs_f64();
    let problems = if solved == 1 { "problem" } else { "problems" };
    let mut text = format!(
        "\n{}{solved} {problems} solved in {seconds:.3} s, {nodes} nodes, {} nodes/s\n",
        if is_stopped { "Stopped: " } else { "" },
        rate(nodes, seconds),
    );
    if judged > 0 {
        let _ = write!(text, "{right} of {judged} right");
        if let Some(error) = totals.mean_absolute_error() {
            let _ = write!(text, ", mean absolute error {error:.2} discs");
        }
        text.push('\n');
    }
    text
}

fn rate(nodes: u64, seconds: f64) -> String {
    format!("{:.0}", nodes as f64 / seconds.max(1e-9))
}

fn moves(line: &Line) -> String {
    let names: Vec<String> = line.moves.iter().copied().map(name).collect();
    names.join(" ")
}

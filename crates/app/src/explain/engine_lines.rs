//! The engine's analysis of a position as text; the engine has no textbook tree.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Kind, Level, Limits, Line, Settings};
use play::review::json::names;
use rules::{Game, Point, PointSet};

/// The number of moves that are listed.
const LINES: usize = 5;

/// The reason why there is no tree.
const NO_TREE: &str = "\
There is no textbook tree to draw: the engine searches deeper and deeper, takes positions it has met
before from its transposition table, cuts off moves that are very likely worse without looking at
them to the end, and evaluates positions with a trained network. A classic opponent has a tree, as in
--player walle:3.";

/// The engine's move at a level and its best lines, without a book.
///
/// The move is that of the first search, as when the engine plays. A second search with the same
/// transposition table gives the other lines.
pub(super) fn text(game: &Game, level: Level) -> String {
    let mut engine = Engine::new(Settings::default());
    let limits = Limits {
        book: false,
        ..level.limits(game.size(), game.empties())
    };
    let mut analyse = |lines| {
        let stop = AtomicBool::new(false);
        engine.analyse(game, &limits, lines, &stop, &mut |_| {})
    };
    let played = analyse(1);
    let listed = analyse(LINES);
    let color = game.diagram().to_move();
    let depth = played.depth;
    let moves = if depth == 1 { "move" } else { "moves" };
    let mut text = format!("engine looks {depth} {moves} ahead: {color} to move\n");
    let what = if played.best().kind.is_in_discs() {
        "Scores are discs"
    } else {
        "Scores are points of a handmade evaluation, not discs,"
    };
    let _ = writeln!(text, "{what} for {color}, if both sides go on as shown.\n");
    for (line, is_best) in lines(&played, &listed) {
        let mark = if is_best { "←" } else { " " };
        let _ = writeln!(
            text,
            "  {:>9} {mark} {}",
            score(line),
            names(&line.moves).join(" ")
        );
    }
    let _ = writeln!(text, "\n{} positions visited.", played.nodes);
    let _ = writeln!(text, "engine plays {}.", choice(played.best_moves));
    text + NO_TREE + "\n"
}

/// The played line, then the others, best first.
fn lines<'a>(played: &'a Analysis, listed: &'a Analysis) -> Vec<(&'a Line, bool)> {
    let best = played.best();
    let others = listed.lines.iter();
    let others = others.filter(|line| line.point() != best.point());
    let mut lines = vec![(best, true)];
    lines.extend(others.take(LINES - 1).map(|line| (line, false)));
    lines
}

/// A score with its kind, unless it is an estimate.
fn score(line: &Line) -> String {
    match line.kind {
        Kind::Exact => format!("{} exact", line.score),
        Kind::WinLossDraw if line.score.units() > 0 => "win".to_string(),
        Kind::WinLossDraw if line.score.units() < 0 => "loss".to_string(),
        Kind::WinLossDraw => "draw".to_string(),
        Kind::Probable(percent) => format!("{} {percent} %", line.score),
        Kind::Heuristic(_) => format!("{:+}", line.score.units()),
        Kind::Bounds(..) | Kind::Estimate(_) | Kind::Book(_) => line.score.to_string(),
    }
}

/// The moves the engine chooses among, in words.
fn choice(moves: PointSet) -> String {
    let moves: Vec<String> = moves
        .into_iter()
        .map(|point: Point| point.to_string())
        .collect();
    match moves.as_slice() {
        [one] => one.clone(),
        several => format!(
            "one of {}, which are equal; chance picks one",
            several.join(" ")
        ),
    }
}

//! The engine's analysis of a position as text; the engine has no textbook tree.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Level, Limits, Line, Settings};
use play::review::json::names;
use play::score_text::marked;
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
        "Scores are discs (~ is an estimate)"
    } else {
        "Scores are points of a handmade evaluation, not discs,"
    };
    let _ = writeln!(text, "{what} for {color}, if both sides go on as shown.\n");
    for (line, is_best) in lines(&played, &listed) {
        let mark = if is_best { "←" } else { " " };
        let _ = writeln!(
            text,
            "  {:>9} {mark} {}",
            marked(&line),
            names(&line.moves).join(" ")
        );
    }
    let _ = writeln!(text, "\n{} positions visited.", played.nodes);
    let _ = writeln!(text, "engine plays {}.", choice(played.best_moves));
    text + NO_TREE + "\n"
}

/// The played line, those of equal moves with its score, then the others, best first.
fn lines(played: &Analysis, listed: &Analysis) -> Vec<(Line, bool)> {
    let best = played.best();
    let is_equal = |line: &Line| {
        let point = line.point();
        point.is_some_and(|point| played.best_moves.contains(point))
    };
    let others = listed.lines.iter().cloned();
    let others = others.filter(|line| line.point() != best.point());
    let (equal, worse): (Vec<Line>, Vec<Line>) = others.partition(is_equal);
    // The second search may score them otherwise, being helped by the first.
    let equal = equal.into_iter().map(|line| Line {
        score: best.score,
        kind: best.kind,
        ..line
    });
    let mut lines = vec![(best.clone(), true)];
    let others = equal.chain(worse).take(LINES - 1);
    lines.extend(others.map(|line| (line, false)));
    lines
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

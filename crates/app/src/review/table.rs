//! A review as text.

use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use play::opening;
use play::review::json::names;
use play::review::text::{effort, loss, result, score, span, sum};
use play::review::{Judged, Label, Review, Reviewed};
use rules::Color;

use super::graph::{self, Pens};
use crate::input::printable;
use crate::paint::{Paint, Role};

/// What the ratings in the table of players mean.
const PLAYED_LIKE: &str = "\
Played like: the rating, on the scale of the rivals, that these moves show.
The player's own rating is in this range two times in three.
";

/// Maximum number of moves of a better line.
const LONGEST_LINE: usize = 8;

/// The complete review.
pub fn text(reviewed: &Reviewed, paint: Paint) -> String {
    let review = &reviewed.review;
    [
        head(reviewed),
        moves(review, paint),
        graph::draw(review, pens(), paint),
        players(reviewed),
        turning_points(review),
        ahead(review),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<String>>()
    .join("\n")
}

/// The characters of the graph: ASCII in a pipe or on a simple terminal.
fn pens() -> &'static Pens {
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    if io::stdout().is_terminal() && !dumb {
        &Pens::BLOCKS
    } else {
        &Pens::ASCII
    }
}

/// Both players with a dash between them; players without a name are called by their colour.
pub fn heading(reviewed: &Reviewed, dash: &str) -> String {
    let called = |color: Color| match name(reviewed, color) {
        name if name == color.to_string() => name,
        name => format!("{name} ({color})"),
    };
    format!("{} {dash} {}", called(Color::Black), called(Color::White))
}

/// Players, event, result, opening, and how far the engine looked.
fn head(reviewed: &Reviewed) -> String {
    let Reviewed { record, review } = reviewed;
    let mut text = String::new();
    let info = &record.info;
    if record.info.players != Default::default() {
        let _ = writeln!(text, "{}", heading(reviewed, "-"));
    }
    let date = info.date.map(|date| date.to_string()).unwrap_or_default();
    let place = [&info.event, &info.round, &info.place, &date];
    let known: Vec<String> = place
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| printable(part))
        .collect();
    if !known.is_empty() {
        let _ = writeln!(text, "{}", known.join(", "));
    }
    let _ = writeln!(text, "{}", result(reviewed));
    if let Some(opening) = opening::of_game(&record.game) {
        let _ = writeln!(text, "Opening: {opening}");
    }
    let _ = writeln!(text, "{}", effort(review));
    let missing = review.moves().iter().zip(1..);
    let missing = missing.filter_map(|(judged, number)| judged.is_none().then_some(number));
    if let Some(span) = span(&missing.collect::<Vec<usize>>()) {
        let _ = writeln!(text, "Stopped before {span} could be judged.");
    }
    text
}

/// The name of a side.
pub fn name(reviewed: &Reviewed, color: Color) -> String {
    let name = printable(&reviewed.record.info.players[color]);
    if name.is_empty() {
        color.to_string()
    } else {
        name
    }
}

/// A line for each move.
fn moves(review: &Review, paint: Paint) -> String {
    let mut text = String::from("  #  side   move  before   after   lost  label       better\n");
    let book = review.book();
    let mut was_book = false;
    let mut was_exact = None;
    for (turn, judged) in review.game().turns().iter().zip(review.moves()) {
        let Some(judged) = judged else { continue };
        let is_exact = judged.kind.is_exact();
        let rule = "-".repeat(12);
        if was_book && judged.number > book {
            let _ = writeln!(text, "{rule} book until here {rule}");
        }
        was_book = judged.number <= book;
        if was_exact == Some(false) && is_exact {
            let _ = writeln!(text, "{rule} exact from here on {rule}");
        }
        was_exact = Some(is_exact);
        text += &row(judged, paint);
        if let Some(color) = turn.passed() {
            let _ = writeln!(text, "     {color} passes");
        }
    }
    text += "Scores are for the side that moved, in discs; whole numbers are exact.\n";
    text
}

fn row(judged: &Judged, paint: Paint) -> String {
    let kind = judged.kind;
    let label = judged.label();
    let word = if judged.forced {
        "only move"
    } else {
        label.name()
    };
    // Padded before it is coloured: escape sequences count as width.
    let word = paint.paint(role(label), format!("{word:<10}"));
    let better = if judged.best() == judged.point {
        String::new()
    } else {
        let length = judged.line.len().min(LONGEST_LINE);
        names(&judged.line[..length]).join(" ")
    };
    let text = format!(
        "{:>3}  {:<5}  {:<4}  {:>6}  {:>6}  {:>5}  {word}  {better}",
        judged.number,
        judged.color,
        judged.point.to_string(),
        score(judged.before, kind),
        score(judged.after, kind),
        loss(judged.lost(), kind),
    );
    format!("{}\n", text.trim_end())
}

fn role(label: Label) -> Role {
    match label {
        Label::Best => Role::Good,
        Label::Good => Role::Frame,
        Label::Inaccuracy => Role::Hint,
        Label::Mistake | Label::Blunder => Role::Error,
    }
}

/// Accuracy and labels of each side.
fn players(reviewed: &Reviewed) -> String {
    let review = &reviewed.review;
    let (accuracy, lost) = (review.accuracy(), review.lost());
    let strength = review.strength();
    let is_rated = Color::ALL.iter().any(|color| strength[*color].is_some());
    let mut text = String::from("       accuracy    lost");
    for label in Label::ALL {
        let _ = write!(text, "  {label}");
    }
    text += if is_rated { "  played like\n" } else { "\n" };
    for color in Color::ALL {
        let accuracy = accuracy[color].map_or("-".to_string(), |value| format!("{value:.1}"));
        let _ = write!(text, "{color:<5}  {accuracy:>8}  {:>6}", sum(lost[color]));
        for label in Label::ALL {
            let width = label.name().len();
            let _ = write!(text, "  {:>width$}", review.count(color, label));
        }
        if is_rated {
            let range = strength[color].map_or("-".to_string(), |strength| strength.to_string());
            let _ = write!(text, "  {range:>11}");
        }
        text.push('\n');
    }
    if is_rated {
        text += PLAYED_LIKE;
    }
    text
}

/// The turning points.
fn turning_points(review: &Review) -> String {
    let turning = review.turning_points();
    if turning.is_empty() {
        return "No move changed who was winning.\n".to_string();
    }
    let mut text = String::from("Turning points:\n");
    for judged in turning {
        let kind = judged.kind;
        let _ = writeln!(
            text,
            "{:>3}  {:<5}  {:<4}  from {} to {}; {} was better",
            judged.number,
            judged.color,
            judged.point.to_string(),
            score(judged.before, kind),
            score(judged.after, kind),
            judged.best(),
        );
    }
    text
}

/// The best continuation of an unfinished game.
fn ahead(review: &Review) -> String {
    let end = review.standings().last().cloned().flatten();
    let (Some(color), Some(end)) = (review.game().to_move(), end) else {
        return String::new();
    };
    let length = end.line.len().min(LONGEST_LINE);
    let line = names(&end.line[..length]).join(" ");
    let score = score(end.score, end.kind);
    format!("{color} to move: {line}, which leads to {score} for Black.\n")
}

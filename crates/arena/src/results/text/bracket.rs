//! The bracket of a knock-out for the terminal.

use crate::cup::{Bracket, Event, Tie};

use super::columns::{left, right};
use crate::results::extras::extras;
use crate::results::names::{Names, clean};
use crate::results::words;

/// The minimum width of a bracket column.
const NARROWEST: usize = 14;

/// The maximum number of lines of a bracket.
const TALLEST: usize = 70;

/// The bracket of a knock-out from left to right. If it does not fit, a list of the ties of each
/// round. Empty for other formats.
#[must_use]
pub fn bracket(event: &Event, width: usize) -> String {
    let names = Names::of(event);
    let Some(bracket) = &event.bracket else {
        return String::new();
    };
    let Some(first) = bracket.rounds.first() else {
        return String::new();
    };
    let column = width / (bracket.rounds.len() + 1);
    let mut text = if column < NARROWEST || 4 * first.len() > TALLEST || !is_tree(bracket) {
        list(bracket, &names, width)
    } else {
        tree(bracket, &names, column)
    };
    for (round, ties) in words::rounds(bracket).zip(&bracket.rounds) {
        for tie in ties.iter().filter(|tie| !tie.decided_by.is_empty()) {
            let pair = tie.entrants.map(|it| name(it, &names));
            let rule = clean(&tie.decided_by);
            text += &format!("{round}, {} – {}: decided by {rule}\n", pair[0], pair[1]);
        }
    }
    for extra in extras(event) {
        let [one, other] = extra.entrants.map(|entrant| name(Some(entrant), &names));
        let [won, lost] = extra.points.map(words::points);
        text += &format!("{}: {one} {won}–{lost} {other}\n", extra.label);
    }
    text
}

/// Whether each round has half as many ties as the one before, down to one.
fn is_tree(bracket: &Bracket) -> bool {
    let halves = |pair: &[Vec<Tie>]| pair[0].len() == 2 * pair[1].len();
    bracket.rounds.windows(2).all(halves) && bracket.rounds.last().is_some_and(|it| it.len() == 1)
}

fn name(entrant: Option<usize>, names: &Names) -> String {
    entrant.map_or("?".to_string(), |entrant| names.fitted(entrant, 24))
}

fn tree(bracket: &Bracket, names: &Names, column: usize) -> String {
    let height = 4 * bracket.rounds[0].len() - 1;
    let mut lines = vec![String::new(); height];
    // A name, points and the line to the next round.
    let (room, figures) = (column - 6, 3);
    for (round, ties) in bracket.rounds.iter().enumerate() {
        // Every second line has an entrant in the first round, every fourth in the next.
        let (offset, step) = ((1 << round) - 1, 2 << round);
        for (row, line) in lines.iter_mut().enumerate() {
            let slot = row.checked_sub(offset).filter(|row| row % step == 0);
            match slot.map(|row| row / step) {
                Some(slot) if slot < 2 * ties.len() => {
                    let (tie, side) = (&ties[slot / 2], slot % 2);
                    let corner = if side == 0 { "┐" } else { "┘" };
                    let points = if tie.bye || tie.games.is_empty() {
                        String::new()
                    } else {
                        words::points(tie.points[side])
                    };
                    let who = match tie.entrants[side] {
                        Some(entrant) => names.whole(entrant),
                        None if tie.bye => "(bye)",
                        None => "",
                    };
                    let gap = if round == 0 { "" } else { " " };
                    let who = left(&format!("{gap}{who}"), room);
                    let points = right(&points, figures);
                    line.push_str(&format!("{who} {points} {corner}"));
                }
                _ => {
                    line.push_str(&" ".repeat(column - 1));
                    line.push(joint(row, offset, step));
                }
            }
        }
    }
    let winner = bracket.rounds.last().and_then(|ties| ties.first()?.winner);
    if let Some(winner) = winner {
        lines[height / 2].push_str(&format!(" {}", names.fitted(winner, column - 2)));
    }
    let mut text = String::new();
    for heading in words::rounds(bracket) {
        text.push_str(&left(&heading, column));
    }
    let mut text = text.trim_end().to_string() + "\n";
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The end of a column between two entrants: a line if they belong to one tie.
fn joint(row: usize, offset: usize, step: usize) -> char {
    let Some(row) = row.checked_sub(offset) else {
        return ' ';
    };
    match (row % (2 * step)).cmp(&(step / 2)) {
        std::cmp::Ordering::Equal => '├',
        _ if row % (2 * step) < step => '│',
        _ => ' ',
    }
}

fn list(bracket: &Bracket, names: &Names, width: usize) -> String {
    let room = (width.saturating_sub(12) / 2).clamp(8, 40);
    let mut text = String::new();
    for (round, ties) in words::rounds(bracket).zip(&bracket.rounds) {
        text += &format!("{round}\n");
        for tie in ties {
            let who = tie
                .entrants
                .map(|it| it.map_or("?", |entrant| names.whole(entrant)));
            if tie.bye {
                let goes_on = tie.entrants.iter().flatten().next();
                let goes_on = goes_on.map_or("?".to_string(), |&it| names.fitted(it, room));
                text += &format!("  {goes_on} has a bye\n");
                continue;
            }
            let points = tie.points.map(words::points);
            let line = format!(
                "  {} {:>3}–{:<3} {}",
                left(who[0], room),
                points[0],
                points[1],
                left(who[1], room)
            );
            text += &format!("{}\n", line.trim_end());
        }
    }
    text
}

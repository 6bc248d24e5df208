//! The crosstable for the terminal.

use crate::cup::Event;

use super::columns::{Column, Columns};
use crate::results::crosstable::Crosstable;
use crate::results::names::Names;
use crate::results::words;

/// The minimum width of a name with its rank.
const MIN_NAME_WIDTH: usize = 20;

/// The points of each entrant against each other, in the order of the standings: a row for each
/// entrant, a column for each opponent by number. A table that is too wide is split into several, one
/// below the other.
#[must_use]
pub fn crosstable(event: &Event, width: usize) -> String {
    let names = Names::of(event);
    let table = Crosstable::of(event);
    if event.games.is_empty() {
        return String::new();
    }
    let cell = |entrant, opponent| match table.meeting(entrant, opponent) {
        _ if entrant == opponent => "·".to_string(),
        Some(meeting) => words::points(meeting.points()),
        None => String::new(),
    };
    let order = &table.order;
    let pairs = order
        .iter()
        .flat_map(|&one| order.iter().map(move |&other| (one, other)));
    let widest = pairs
        .map(|(one, other)| cell(one, other).chars().count())
        .max();
    let widest = widest.unwrap_or(0).max(order.len().to_string().len());
    let at_once = (width.saturating_sub(MIN_NAME_WIDTH) / (widest + 2)).max(1);
    let mut blocks = Vec::new();
    for (block, opponents) in order.chunks(at_once).enumerate() {
        let mut columns = vec![Column::right(""), Column::name("")];
        let numbers = block * at_once + 1..;
        let numbered = numbers.zip(opponents);
        columns.extend(numbered.map(|(number, _)| Column::right(&number.to_string())));
        let mut text = Columns::new(columns);
        for (number, &entrant) in (1..).zip(order) {
            let mut row = vec![format!("{number}"), names.whole(entrant).to_string()];
            row.extend(opponents.iter().map(|&opponent| cell(entrant, opponent)));
            text.push(row);
        }
        blocks.push(text.to_text(width));
    }
    blocks.join("\n")
}

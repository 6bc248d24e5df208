//! Results as tables for the terminal: plain text, not wider than asked for where possible.

mod bracket;
mod columns;
mod crosstable;

use crate::cup::{Event, Standing};

use super::names::{Names, clean};
use super::words;
use columns::{Column, Columns};

pub use bracket::bracket;
pub use crosstable::crosstable;

/// The whole report of an event: summary, then each table under its heading.
#[must_use]
pub fn summary(event: &Event, width: usize) -> String {
    let parts = [
        ("Qualifier", qualifier(event, width)),
        ("Bracket", bracket(event, width)),
        ("Standings", standings(event, width)),
        ("Crosstable", crosstable(event, width)),
        ("Ratings", ratings(event, width)),
        ("Rulings", rulings(event)),
    ];
    let mut text = heading(event);
    for (name, part) in parts {
        if !part.is_empty() {
            text += &format!("\n{name}\n\n{part}");
        }
    }
    text
}

/// The summary of the event, and the winner.
#[must_use]
pub fn heading(event: &Event) -> String {
    let names = Names::of(event);
    let mut text = words::title(event);
    for more in [clean(&event.place), words::day(event)] {
        if !more.is_empty() {
            text += &format!(", {more}");
        }
    }
    let size = event.size;
    text += &format!(
        "\n{} on {size}×{size}, {}, {}, {}\n",
        words::format(event),
        words::time(&event.time),
        words::count(words::contenders(event), "entrant"),
        words::count(event.games.len(), "game"),
    );
    match event.winner {
        Some(winner) => text += &format!("Winner: {}\n", names.short(winner)),
        None if event.finished => {}
        None => text += "Not finished: this is how it stands so far.\n",
    }
    text
}

/// The standings, with the names of the tie-breaks.
#[must_use]
pub fn standings(event: &Event, width: usize) -> String {
    if event.standings.is_empty() {
        return String::new();
    }
    let rules = &event.tie_breaks;
    let text = table(event, &event.standings, rules.len(), width);
    let has_columns = event
        .standings
        .iter()
        .any(|line| !line.tie_breaks.is_empty());
    if has_columns || rules.is_empty() {
        return text + &tie_break_list(rules);
    }
    let rules: Vec<String> = rules.iter().map(|rule| clean(rule)).collect();
    text + &format!("Between equal points: {}\n", rules.join(", then "))
}

/// The tables of a qualifier, and how many advance; empty without one.
#[must_use]
pub fn qualifier(event: &Event, width: usize) -> String {
    let Some(stage) = &event.qualifier else {
        return String::new();
    };
    let mut text = String::new();
    for group in &stage.tables {
        if !group.label.is_empty() {
            text += &format!("{}\n", group.label);
        }
        text += &table(event, &group.standings, stage.tie_breaks.len(), width);
        text += &format!("The best {} advance.\n\n", group.advance);
    }
    text + &tie_break_list(&stage.tie_breaks)
}

/// The rulings, one on each line; empty if there are none.
#[must_use]
pub fn rulings(event: &Event) -> String {
    let names = Names::of(event);
    let line = |ruling| words::ruling(ruling, &names) + "\n";
    event.rulings.iter().map(line).collect()
}

/// A table of standings with at most this many columns of tie-breaks.
fn table(event: &Event, lines: &[Standing], tie_breaks: usize, width: usize) -> String {
    let names = Names::of(event);
    let has_faults = lines.iter().any(|line| line.faults > 0);
    let mut columns = vec![Column::right(""), Column::name("name")];
    columns.extend(["games", "won", "drawn", "lost", "points"].map(Column::right));
    let shown = lines.iter().map(|line| line.tie_breaks.len()).max();
    let shown = shown.unwrap_or(0).min(tie_breaks);
    for number in 1..=shown {
        columns.push(Column::right(&format!("({number})")));
    }
    columns.push(Column::right("discs"));
    if has_faults {
        columns.push(Column::right("faults"));
    }
    let mut table = Columns::new(columns);
    for line in lines {
        let mut row = vec![line.rank.to_string(), names.whole(line.entrant).to_string()];
        row.extend(
            [
                line.won + line.drawn + line.lost,
                line.won,
                line.drawn,
                line.lost,
            ]
            .map(|n| n.to_string()),
        );
        row.push(words::points(line.points));
        // A row may have fewer tie-breaks than there are columns, never more.
        row.extend((0..shown).map(|index| {
            let value = line.tie_breaks.get(index);
            value.map_or(String::new(), |value| words::points(*value))
        }));
        row.push(words::signed(line.discs));
        if has_faults {
            row.push(line.faults.to_string());
        }
        table.push(row);
    }
    table.to_text(width)
}

/// The names of tie-breaks with the numbers of their columns.
fn tie_break_list(tie_breaks: &[String]) -> String {
    let numbered = (1..).zip(tie_breaks);
    let line = |(number, rule): (usize, &String)| format!("({number}) {}\n", clean(rule));
    numbered.map(line).collect()
}

/// The ratings.
#[must_use]
pub fn ratings(event: &Event, width: usize) -> String {
    if event.ratings.is_empty() {
        return String::new();
    }
    let names = Names::of(event);
    let mut table = Columns::new(vec![
        Column::right(""),
        Column::name("name"),
        Column::right("Elo"),
        Column::right("95 %"),
        Column::right("games"),
    ]);
    for (number, rated) in (1..).zip(&event.ratings) {
        table.push(vec![
            number.to_string(),
            names.whole(rated.entrant).to_string(),
            words::elo(rated.elo),
            words::error(rated.error),
            rated.games.to_string(),
        ]);
    }
    table.to_text(width)
}

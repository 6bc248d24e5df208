//! The games of an event in GGF and PGN.

use crate::cup::{CupGame, Event};
use rules::formats::ggf;
use rules::formats::pgn::{self, Dialect};
use rules::{ByColor, Record};

use super::names::Names;
use super::words;

/// All games in GGF, one per line, with times and values.
#[must_use]
pub fn ggf(event: &Event) -> String {
    let line = |record: &Record| ggf::write(record) + "\n";
    records(event).iter().map(line).collect()
}

/// All games in PGN, separated by an empty line.
#[must_use]
pub fn pgn(event: &Event) -> String {
    let text = |record: &Record| pgn::write(record, Dialect::Othello) + "\n";
    records(event).iter().map(text).collect()
}

fn records(event: &Event) -> Vec<Record> {
    let names = Names::of(event);
    let record = |game| record(event, &names, game);
    event.games.iter().map(record).collect()
}

fn record(event: &Event, names: &Names, game: &CupGame) -> Record {
    let mut record = game.played.record();
    let name = |color| names.whole(game.seats[color]).to_string();
    record.info.event = words::title(event);
    record.info.place = super::names::clean(&event.place);
    record.info.round = format!("{}.{}", game.round, game.number);
    record.info.date = event.date;
    record.info.players = ByColor::from_fn(name);
    record
}

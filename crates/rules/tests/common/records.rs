//! Records that proptest generates: games with players, dates, notes and variations.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::{ByColor, Date, Game, Info, Mark, Note, Record, Turn, Value, Variation};

/// One or a few words, with characters that have a meaning in some format.
fn any_text() -> impl Strategy<Value = String> {
    let plain = "[A-Za-zéßλ]{1,8}( [A-Za-z0-9.'-]{1,6})?";
    let odd = "[\\[\\](){};:\\\\\"/%*$ a1]{0,8}";
    prop_oneof![Just(String::new()), plain, odd].prop_map(|text| text.trim().to_string())
}

fn any_date() -> impl Strategy<Value = Date> {
    let year = (1..=9999u16).prop_map(Date::of_year);
    let day = (1900..2100u16, 1..=12u8, 1..=28u8)
        .prop_map(|(year, month, day)| Date::of_day(year, month, day).expect("a day"));
    let second = (day.clone(), 0..86_400u32).prop_map(|(day, seconds)| day.at(seconds));
    let month = (1..=9999u16, 1..=12u8)
        .prop_map(|(year, month)| format!("{year:04}-{month:02}").parse().expect("a month"));
    prop_oneof![year, month, day, second]
}

fn any_info() -> impl Strategy<Value = Info> {
    let texts = (any_text(), any_text(), any_text(), any_text(), any_text());
    let ratings = (option::of(0..3000), option::of(-20..3000));
    let declared = option::of((-32..=32).prop_map(|half| half * 2));
    (texts, option::of(any_date()), ratings, declared).prop_map(
        |((event, place, round, black, white), date, (first, second), declared)| Info {
            event,
            place,
            round,
            date,
            players: ByColor { black, white },
            ratings: ByColor {
                black: first,
                white: second,
            },
            declared,
            theoretical: None,
        },
    )
}

fn any_note() -> impl Strategy<Value = Note> {
    let marks = [
        Mark::Good,
        Mark::Interesting,
        Mark::Doubtful,
        Mark::Bad,
        Mark::VeryBad,
    ];
    let time = prop_oneof![
        (0..500_000u64).prop_map(Duration::from_millis),
        any::<u64>().prop_map(Duration::from_nanos),
    ];
    (
        any_text(),
        option::of((-9000..=9000).prop_map(Value)),
        option::of(time),
        option::of(select(marks.to_vec())),
    )
        .prop_map(|(comment, value, time, mark)| Note {
            comment,
            value,
            time,
            mark,
        })
}

/// A record of a game that uses every field.
pub fn any_record(game: impl Strategy<Value = Game>) -> impl Strategy<Value = Record> {
    let notes = vec((any::<Index>(), any_note()), 0..4);
    let lines = vec(
        (any::<Index>(), vec(any::<Index>(), 1..6), any_note()),
        0..4,
    );
    (game, any_info(), notes, lines).prop_map(|(game, info, notes, lines)| {
        let mut record = Record::from(game);
        record.info = info;
        let most = record.game.size().area() as i32;
        let possible = |score: &i32| score.abs() <= most;
        record.info.declared = record.info.declared.filter(possible);
        if record.game.is_over() {
            record.info.declared = None;
        }
        for (number, note) in notes {
            record.set_note(number.index(record.game.turns().len() + 1), note);
        }
        for (branch, choices, note) in lines {
            add_variation(&mut record, branch, &choices, note);
        }
        record
    })
}

/// Adds a variation, unless it equals the moves of the game.
fn add_variation(record: &mut Record, branch: Index, choices: &[Index], note: Note) {
    let place = branch.index(record.variations.len() + 1);
    let parent = place.checked_sub(1);
    let line = parent.map_or(Ok(record.game.clone()), |parent| record.game_of(parent));
    let mut game = line.expect("legal so far");
    let total = game.turns().len();
    let first = parent.map_or(0, |parent| record.variations[parent].after + 1);
    let after = first + branch.index(total - first + 1);
    // The moves already taken at this place: that of the main line and those of other variations.
    let mut taken: Vec<_> = game
        .turns()
        .get(after)
        .map(Turn::point)
        .into_iter()
        .collect();
    let others = record.variations.iter();
    taken.extend(
        others
            .filter(|other| other.parent == parent && other.after == after)
            .map(|other| other.moves[0]),
    );
    // At the end of a line, a variation would be a continuation of the line.
    if after == total {
        return;
    }
    while game.turns().len() > after {
        game.undo();
    }
    let mut moves = Vec::new();
    for choice in choices {
        let legal: Vec<_> = game.legal_moves().into_iter().collect();
        let legal: Vec<_> = legal
            .into_iter()
            .filter(|point| !moves.is_empty() || !taken.contains(point))
            .collect();
        if legal.is_empty() {
            break;
        }
        let point = *choice.get(&legal);
        game.play(point).expect("legal");
        moves.push(point);
    }
    if moves.is_empty() {
        return;
    }
    let notes = if note.is_empty() { vec![] } else { vec![note] };
    record.variations.push(Variation {
        parent,
        after,
        moves,
        notes,
    });
}

/// A record without the fields that only WTHOR keeps, with every note changed by `change`.
pub fn reduced(record: &Record, change: impl Fn(&mut Note)) -> Record {
    let mut kept = Record::from(record.game.clone());
    kept.info = record.info.clone();
    for number in 0..=record.game.turns().len() {
        let mut note = record.note(number).cloned().unwrap_or_default();
        change(&mut note);
        kept.set_note(number, note);
    }
    kept.variations = record.variations.clone();
    for line in &mut kept.variations {
        line.notes.iter_mut().for_each(&change);
        while line.notes.last().is_some_and(Note::is_empty) {
            line.notes.pop();
        }
    }
    kept
}

/// True when two records are equal. Formats may list variations in another order.
pub fn same(one: &Record, other: &Record) -> Result<(), TestCaseError> {
    prop_assert_eq!(&one.info, &other.info);
    prop_assert_eq!(&one.game, &other.game);
    for number in 0..=one.game.turns().len() {
        prop_assert_eq!(one.note(number), other.note(number), "move {}", number);
    }
    let lines = |record: &Record| {
        let lines = record.variations.iter().enumerate().map(|(index, line)| {
            let game = record.game_of(index).expect("legal");
            let path: Vec<String> = game
                .turns()
                .iter()
                .map(|turn| turn.point().to_string())
                .collect();
            let parent = line.parent.map(|parent| record.variations[parent].after);
            (
                path.concat(),
                line.after,
                parent,
                format!("{:?}", line.notes),
            )
        });
        let mut lines: Vec<_> = lines.collect();
        lines.sort();
        lines
    };
    prop_assert_eq!(lines(one), lines(other));
    Ok(())
}

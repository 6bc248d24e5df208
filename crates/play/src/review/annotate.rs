//! Annotated games: a review written into the record of its game.

use rules::{ByColor, Color, Mark, Note, Point, Record, Theoretical, Value, Variation};

use super::json::Reviewed;
use super::{Judged, Label, Review, text};

/// The record with a value for every move that was judged, a mark and words about those that lost
/// something, and what was better as a variation. What the record said before stays.
#[must_use]
pub fn annotated(reviewed: &Reviewed) -> Record {
    let Reviewed { record, review } = reviewed;
    let mut record = record.clone();
    add(record.note_mut(0), &summary(review));
    for judged in review.judged() {
        let note = record.note_mut(judged.number);
        note.value = Some(value(judged.after));
        note.mark = mark(judged.label()).or(note.mark);
        if judged.label() > Label::Best {
            add(note, &words(judged));
            record.variations.push(better(judged));
        }
    }
    if record.info.theoretical.is_none() {
        record.info.theoretical = theoretical(review);
    }
    record
}

/// Adds a sentence to what is noted already.
fn add(note: &mut Note, words: &str) {
    if !note.comment.is_empty() {
        note.comment.push('\n');
    }
    note.comment.push_str(words);
}

fn value(score: engine::Score) -> Value {
    Value((score.discs() * 100.0).round() as i32)
}

fn mark(label: Label) -> Option<Mark> {
    match label {
        Label::Best | Label::Good => None,
        Label::Inaccuracy => Some(Mark::Doubtful),
        Label::Mistake => Some(Mark::Bad),
        Label::Blunder => Some(Mark::VeryBad),
    }
}

/// What a move lost, in a sentence: `Mistake: it loses 6 discs; b7 keeps +4`.
fn words(judged: &Judged) -> String {
    let kind = judged.kind;
    let mut label = judged.label().to_string();
    label[..1].make_ascii_uppercase();
    let turn = if judged.is_turning_point() {
        " The game turns here."
    } else {
        ""
    };
    format!(
        "{label}: it leads to {} and loses {} discs; {} leads to {}.{turn}",
        text::score(judged.after, kind),
        text::loss(judged.lost(), kind),
        judged.best(),
        text::score(judged.before, kind),
    )
}

/// What should have been played, and how it would have gone on.
fn better(judged: &Judged) -> Variation {
    let moves: Vec<Point> = judged.line.iter().copied().flatten().collect();
    Variation {
        parent: None,
        after: judged.number - 1,
        moves,
        notes: vec![Note {
            value: Some(value(judged.before)),
            ..Note::default()
        }],
    }
}

/// How far the engine looked and how well both sides played.
fn summary(review: &Review) -> String {
    let accuracy = review.accuracy();
    let accuracy = ByColor::from_fn(|color| {
        let value = accuracy[color].map_or("unknown".to_string(), |value| format!("{value:.1}"));
        format!("{color} {value}")
    });
    let exact = review.effort().exact;
    let stopped = if review.is_complete() {
        ""
    } else {
        " The review was stopped before it came to the first move."
    };
    format!(
        "Reviewed by reversi: accuracy {}, {}. Scores are exact from {exact} empty squares on, \
         estimates before.{stopped}",
        accuracy[Color::Black],
        accuracy[Color::White],
    )
}

/// What perfect play would have led to from the first position on whose score is exact.
fn theoretical(review: &Review) -> Option<Theoretical> {
    let mut exact = review.judged().filter(|judged| judged.kind.is_exact());
    let first = exact.next()?;
    let score = match first.color {
        Color::Black => first.before,
        Color::White => -first.before,
    };
    Some(Theoretical {
        score: score.rounded(),
        empties: first.empties as u8,
    })
}

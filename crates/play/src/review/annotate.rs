//! Annotated games: a review written into the record of its game.

use rules::{ByColor, Color, Mark, Note, Point, Record, Theoretical, Value, Variation};

use super::json::Reviewed;
use super::why::{Reason, why};
use super::{Judged, Label, Review, text};

/// The record with the review added. Every judged move gets its score. Moves that lost something also
/// get a mark, a comment with the reasons, which `say` tells in a language, and the better line as a variation.
/// Existing comments stay.
#[must_use]
pub fn annotated(reviewed: &Reviewed, say: impl Fn(&Reason) -> String) -> Record {
    let Reviewed { record, review } = reviewed;
    let mut record = record.clone();
    add(record.note_mut(0), &summary(review));
    for judged in review.judged() {
        let note = record.note_mut(judged.number);
        note.value = Some(value(judged.after));
        note.mark = mark(judged.label()).or(note.mark);
        if judged.label() > Label::Best {
            add(note, &comment(judged));
            let before = review.game().turns()[judged.number - 1].before();
            for reason in why(before, judged) {
                add(note, &say(&reason));
            }
            record.variations.push(better(judged));
        }
    }
    if record.info.theoretical.is_none() {
        record.info.theoretical = theoretical(review);
    }
    record
}

/// Appends a line to a comment.
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

/// The comment on a move that lost something, such as `Mistake: it leads to -2 and loses 6 discs; b7
/// leads to +4.`
fn comment(judged: &Judged) -> String {
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

/// The best move and its line, as a variation.
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

/// The comment on the whole game: accuracy, and from where on scores are exact.
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

/// The result of perfect play from the first position with an exact score, for Black.
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

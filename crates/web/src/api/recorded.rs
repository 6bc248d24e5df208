//! A game with what its record says, as it is read and written here.

use rules::{Date, Game, Info, Note, Point, Record, Variation};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::wire::{self, Begin, Moves, Sides};

/// More than so many variations of one game are not written.
const MOST_VARIATIONS: usize = 1000;
/// Names are not longer than this.
const LONGEST_NAME: usize = 200;

/// A game with what its record says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Recorded {
    begin: Begin,
    moves: Vec<String>,
    players: Sides<String>,
    event: String,
    date: Option<String>,
    /// For Black, empty squares to the winner; null when it is not known.
    score: Option<i32>,
    /// About the beginning and about each move in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES + 1)))]
    comments: Vec<Option<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Branch>,
}

/// Moves that branch off from the game or from a variation before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Variation"))]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The place in the list of the variation that it branches off from; null for the game itself.
    #[serde(default)]
    parent: Option<usize>,
    /// How many moves come before it.
    after: usize,
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    /// About each of its moves in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    comments: Vec<Option<String>>,
}

impl From<&Record> for Recorded {
    fn from(record: &Record) -> Recorded {
        let Record {
            game,
            info,
            variations,
            ..
        } = record;
        let Moves { begin, moves } = Moves::of(game);
        let notes = (0..=moves.len()).map(|number| record.note(number));
        Recorded {
            comments: comments(notes),
            begin,
            moves,
            players: info.players.clone().into(),
            event: info.event.clone(),
            date: info.date.map(|date| date.to_string()),
            score: record.score(),
            variations: variations.iter().map(Branch::from).collect(),
        }
    }
}

impl From<&Variation> for Branch {
    fn from(variation: &Variation) -> Branch {
        Branch {
            parent: variation.parent,
            after: variation.after,
            moves: wire::names(variation.moves.iter().copied()),
            comments: comments(variation.notes.iter().map(Some)),
        }
    }
}

/// What is said, up to the last that says something.
fn comments<'a>(notes: impl Iterator<Item = Option<&'a Note>>) -> Vec<Option<String>> {
    let words = |note: &Note| Some(note.comment.clone()).filter(|words| !words.is_empty());
    let mut comments: Vec<_> = notes.map(|note| note.and_then(words)).collect();
    let last = comments.iter().rposition(Option::is_some);
    comments.truncate(last.map_or(0, |last| last + 1));
    comments
}

/// A game to be written down.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Write"))]
#[serde(deny_unknown_fields)]
pub struct ToWrite {
    /// A keyword of `/api/about`, what the names of files of a format end with, or svg, png (the last
    /// position) or gif (the whole game).
    pub format: String,
    #[serde(default = "Begin::usual")]
    begin: Begin,
    /// Moves in turn. Passes are not written.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    #[serde(default)]
    players: Sides<String>,
    #[serde(default)]
    event: String,
    /// Such as 2004-05-01, or a part of it.
    #[serde(default)]
    date: Option<String>,
    /// About the beginning and about each move in turn.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES + 1)))]
    comments: Vec<Option<String>>,
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = MOST_VARIATIONS)))]
    variations: Vec<Branch>,
}

impl ToWrite {
    /// The record it means.
    ///
    /// # Errors
    /// When the game, the date or a variation makes no sense.
    pub fn record(self) -> Result<Record, Problem> {
        let (begin, moves) = (self.begin, self.moves);
        let game = Moves { begin, moves }.game()?;
        let mut record = Record::from(game);
        let date = self.date.as_deref().filter(|date| !date.is_empty());
        record.info = Info {
            players: Sides {
                black: one_line(&self.players.black),
                white: one_line(&self.players.white),
            }
            .into(),
            event: one_line(&self.event),
            date: date.map(when).transpose()?,
            ..Info::default()
        };
        if self.comments.len() > record.game.turns().len() + 1 {
            let message = "there are more comments than the beginning and the moves";
            return Err(Problem::bad("too_many_comments", message));
        }
        for (number, comment) in self.comments.into_iter().enumerate() {
            record.set_note(number, note(comment));
        }
        if self.variations.len() > MOST_VARIATIONS {
            let message = format!("at most {MOST_VARIATIONS} variations are written");
            return Err(Problem::bad("too_many_variations", message));
        }
        for (index, branch) in self.variations.into_iter().enumerate() {
            let variation = branch.variation().map_err(|problem| problem.at(index))?;
            record.variations.push(variation);
            check(&record, index).map_err(|problem| problem.at(index))?;
        }
        Ok(record)
    }
}

impl Branch {
    fn variation(self) -> Result<Variation, Problem> {
        let moves: Result<Vec<Point>, Problem> =
            self.moves.iter().map(|name| wire::square(name)).collect();
        let mut comments = self.comments;
        comments.truncate(self.moves.len());
        Ok(Variation {
            parent: self.parent,
            after: self.after,
            moves: moves?,
            notes: comments.into_iter().map(note).collect(),
        })
    }
}

/// Whether a variation can be played.
fn check(record: &Record, index: usize) -> Result<(), Problem> {
    let variation = &record.variations[index];
    let played = record.game_of(index).ok();
    let length = variation.after.saturating_add(variation.moves.len());
    let fits = |game: &Game| game.turns().len() == length;
    if variation.moves.is_empty() || !played.as_ref().is_some_and(fits) {
        let message = "the moves of this variation cannot be played there";
        return Err(Problem::bad("bad_variation", message));
    }
    Ok(())
}

fn note(comment: Option<String>) -> Note {
    Note {
        comment: comment.unwrap_or_default(),
        ..Note::default()
    }
}

fn when(date: &str) -> Result<Date, Problem> {
    date.parse()
        .map_err(|error| Problem::bad("bad_date", error))
}

/// A name as it fits into a record: not too long, and on one line.
fn one_line(text: &str) -> String {
    let letters = text.chars().take(LONGEST_NAME);
    let letters = letters.map(|letter| if letter.is_control() { ' ' } else { letter });
    letters.collect::<String>().trim().to_string()
}

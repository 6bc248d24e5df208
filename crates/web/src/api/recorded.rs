//! The JSON form of a game record, for `/api/read` and `/api/write`.

use rules::{Date, Game, Info, Note, Point, Record, Variation};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::wire::{self, Begin, Moves, Sides};

/// The most variations of a game to write.
const MOST_VARIATIONS: usize = 1000;
/// The longest name, in characters.
const LONGEST_NAME: usize = 200;

/// A game record: moves, players, event, date, comments and variations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Recorded {
    begin: Begin,
    moves: Vec<String>,
    players: Sides<String>,
    event: String,
    date: Option<String>,
    /// The score for Black; empty squares count for the winner. Null when it is not known.
    score: Option<i32>,
    /// The comments on the start position and on each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES + 1)))]
    comments: Vec<Option<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Branch>,
}

/// A variation: moves that branch off from the game or from an earlier variation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Variation"))]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The index of the variation that it branches off from; null for the game itself.
    #[serde(default)]
    parent: Option<usize>,
    /// The number of moves before its first move.
    after: usize,
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    /// The comments on its moves.
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

/// The comments of notes, without trailing empty ones.
fn comments<'a>(notes: impl Iterator<Item = Option<&'a Note>>) -> Vec<Option<String>> {
    let words = |note: &Note| Some(note.comment.clone()).filter(|words| !words.is_empty());
    let mut comments: Vec<_> = notes.map(|note| note.and_then(words)).collect();
    let last = comments.iter().rposition(Option::is_some);
    comments.truncate(last.map_or(0, |last| last + 1));
    comments
}

/// A game to write, with the format.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Write"))]
#[serde(deny_unknown_fields)]
pub struct ToWrite {
    /// A keyword of `/api/about`, a file extension, or a picture: svg, png (the last
    /// position) or gif (the whole game).
    pub format: String,
    #[serde(default = "Begin::usual")]
    begin: Begin,
    /// The moves in order, without passes.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    #[serde(default)]
    players: Sides<String>,
    #[serde(default)]
    event: String,
    /// A date such as 2004-05-01, 2004-05 or 2004.
    #[serde(default)]
    date: Option<String>,
    /// The comments on the start position and on each move.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES + 1)))]
    comments: Vec<Option<String>>,
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = MOST_VARIATIONS)))]
    variations: Vec<Branch>,
}

impl ToWrite {
    /// The record to write.
    ///
    /// # Errors
    /// When the game, the date, a comment or a variation is invalid.
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
            date: date.map(parse_date).transpose()?,
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

/// Checks that a variation can be played.
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

fn parse_date(date: &str) -> Result<Date, Problem> {
    date.parse()
        .map_err(|error| Problem::bad("bad_date", error))
}

/// A name for a record: on one line and not too long.
fn one_line(text: &str) -> String {
    let letters = text.chars().take(LONGEST_NAME);
    let letters = letters.map(|letter| if letter.is_control() { ' ' } else { letter });
    letters.collect::<String>().trim().to_string()
}

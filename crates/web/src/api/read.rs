//! `/api/read`: parses uploaded game files of any format.

use std::io::Cursor;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use rules::formats::wthor::{self, Entry, Header, Names, WthorError};
use rules::formats::{self, Format, Recognised};
use rules::{Record, Size};
use serde::{Deserialize, Serialize};

use super::recorded::Recorded;
use crate::app_state::AppState;
use crate::extract::{Params, Raw};
use crate::fair_pool::Asker;
use crate::json::JsonText;
use crate::problem::Problem;
use records::{BadRecord, Reader};

/// The most games, and the most bad records, that an answer holds.
pub const MOST_GAMES: usize = 200;
const MOST_BAD: usize = 50;

/// The query parameters.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OnBoard {
    /// The board size for formats that do not contain it.
    #[serde(default)]
    #[cfg_attr(
        test,
        schemars(extend("type" = "integer", "enum" = crate::wire::sizes(), "default" = Size::EIGHT.side()))
    )]
    size: Option<String>,
    /// The number of records to skip.
    #[serde(default)]
    #[cfg_attr(test, schemars(extend("default" = 0)))]
    from: Option<u32>,
}

/// The games in a file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Read"))]
pub struct Answer {
    format: &'static str,
    #[cfg_attr(test, schemars(length(max = MOST_GAMES)))]
    games: Vec<Recorded>,
    #[cfg_attr(test, schemars(length(max = MOST_BAD)))]
    bad: Vec<Bad>,
    /// Whether the file holds more than this answer.
    more: bool,
    /// The number of games by the header of a WTHOR file; null for other formats.
    announced: Option<u32>,
}

/// A record that cannot be parsed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "BadRecord"))]
struct Bad {
    /// Its number in the file, counted from 1, bad records included.
    #[cfg_attr(test, schemars(range(min = 1)))]
    record: usize,
    /// The line where it begins, in a text file.
    line: Option<usize>,
    reason: String,
}

/// What is said of a binary file of another kind.
const NO_TEXT: &str = "this is not a file of games or positions";

/// Answers with the games of a file.
pub async fn read(
    State(app): State<Arc<AppState>>,
    asker: Asker,
    Params(board): Params<OnBoard>,
    Raw(bytes): Raw,
) -> Result<JsonText, Problem> {
    let size = board.size.map_or(Ok(Size::EIGHT), |size| size.parse());
    let size = size.map_err(|error| Problem::bad("bad_size", error))?;
    let from = board.from.unwrap_or_default() as usize;
    let read = app
        .documents
        .run(asker, move |()| JsonText::of(&answer(bytes, size, from)?));
    read.await?
}

/// Parses the bytes as a file, from a record on; if that yields no game, as pasted text.
///
/// A WTHOR file may be followed by its files of names.
pub fn answer(bytes: Bytes, size: Size, from: usize) -> Result<Answer, Problem> {
    match file(bytes.clone(), size, from)? {
        Some(answer) if !answer.games.is_empty() || from > 0 => Ok(answer),
        _ if is_binary(&bytes) => Err(Problem::bad("no_text", NO_TEXT)),
        as_file => match formats::recognise(&bytes, size) {
            Ok(found) => Ok(found.into()),
            Err(error) => as_file
                .filter(|answer| answer.bad.len() > 1)
                .ok_or_else(|| Problem::bad("unreadable", error)),
        },
    }
}

fn file(bytes: Bytes, size: Size, from: usize) -> Result<Option<Answer>, Problem> {
    let (bytes, names) = match formats::detect(&bytes) {
        Some(Format::Wthor) => {
            let (games, names) =
                wthor::split(&bytes).map_err(|error| Problem::bad("unreadable", error))?;
            (bytes.slice_ref(games), names)
        }
        _ => (bytes, Names::new()),
    };
    let cut = cut_short(&bytes);
    let file = Cursor::new(bytes);
    let Ok(reader) = Reader::new("what was sent".to_string(), file, None) else {
        return Ok(None);
    };
    let mut reader = reader.on(size).named(names);
    let mut answer = Answer::new(reader.format());
    answer.announced = reader.announced();
    for record in reader.by_ref().skip(from) {
        if answer.games.len() == MOST_GAMES || answer.bad.len() == MOST_BAD {
            answer.more = true;
            break;
        }
        match record {
            Ok(record) => answer.games.push(Recorded::from(&record)),
            Err(bad) => answer.bad.push(bad.into()),
        }
    }
    if let Some((whole, error)) = cut {
        answer.announced = Some(whole);
        // Otherwise the reader came to the end and has told it.
        if answer.more {
            answer.bad.push(Bad {
                record: whole as usize + 1,
                line: None,
                reason: error.to_string(),
            });
        }
    }
    Ok(Some(answer))
}

/// Whether bytes are neither a binary file of games nor text: an image, say.
fn is_binary(bytes: &[u8]) -> bool {
    let is_known = matches!(formats::detect(bytes), Some(Format::Wthor | Format::Rev));
    let is_control = |byte: &u8| *byte < b' ' && !b"\t\n\x0b\x0c\r\x1a".contains(byte);
    !is_known && bytes.iter().any(is_control)
}

/// How many games are whole in a WTHOR file that is shorter than its header says, and what is wrong.
fn cut_short(bytes: &[u8]) -> Option<(u32, WthorError)> {
    let is_wthor = formats::detect(bytes) == Some(Format::Wthor);
    let header = is_wthor.then(|| Header::read(bytes).ok()).flatten()?;
    let whole = (bytes.len() - Header::BYTES) / Entry::bytes(header.size);
    let whole = u32::try_from(whole).ok()?;
    let announced = header.games;
    (whole < announced).then_some((whole, WthorError::Truncated { announced, whole }))
}

impl Answer {
    fn new(format: Format) -> Answer {
        Answer {
            format: format.keyword(),
            games: Vec::new(),
            bad: Vec::new(),
            more: false,
            announced: None,
        }
    }
}

impl From<Recognised> for Answer {
    fn from(found: Recognised) -> Answer {
        let more = found.records.len() > MOST_GAMES || found.bad.len() > MOST_BAD;
        let records = found.records.iter().take(MOST_GAMES);
        let bad = (1..).zip(found.bad).take(MOST_BAD);
        Answer {
            games: records.map(|record: &Record| record.into()).collect(),
            bad: bad
                .map(|(record, reason)| Bad {
                    record,
                    line: None,
                    reason,
                })
                .collect(),
            more,
            ..Answer::new(found.format)
        }
    }
}

impl From<BadRecord> for Bad {
    fn from(bad: BadRecord) -> Bad {
        Bad {
            record: bad.record,
            line: bad.line,
            reason: bad.reason,
        }
    }
}

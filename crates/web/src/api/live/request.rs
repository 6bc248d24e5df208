//! The messages of a client, parsed.

use serde_json::Value;

use crate::message::ClientMessage;
use crate::problem::Problem;
use crate::study::{self, StudySession, Wish};

/// A parsed message of a client.
#[derive(Debug)]
pub enum Request {
    /// A message about games.
    Games(ClientMessage),
    /// A message for the study session.
    Study(Wish),
}

/// Parses a message.
///
/// # Errors
/// When it is invalid.
pub fn read(message: Value) -> Result<Request, Problem> {
    let kind = message.get("type").and_then(Value::as_str);
    if kind.is_some_and(|kind| StudySession::TYPES.contains(&kind)) {
        return Ok(Request::Study(study::read(message)?));
    }
    let message = serde_json::from_value(message);
    message
        .map(Request::Games)
        .map_err(|error| Problem::bad("bad_message", error))
}

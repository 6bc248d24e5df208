//! The messages of a client, parsed.

use serde_json::Value;

use crate::json::plain;
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
    if !kind.is_some_and(|kind| ClientMessage::TYPES.contains(&kind)) {
        let types = [&ClientMessage::TYPES[..], &StudySession::TYPES[..]].concat();
        let types = types.join(", ");
        return Err(Problem::bad(
            "bad_message",
            format!("a message is an object with one of these types: {types}"),
        ));
    }
    let message = serde_json::from_value(message);
    message
        .map(Request::Games)
        .map_err(|error| Problem::bad("bad_message", plain(&error)))
}

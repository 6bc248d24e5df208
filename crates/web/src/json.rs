//! JSON bodies. Large ones are read and written on the threads of a pool, not where requests are answered.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::problem::Problem;

/// Reads the JSON object in a request body. An empty body means `{}`.
///
/// # Errors
/// When it is not valid.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text = if bytes.is_empty() { &b"{}"[..] } else { bytes };
    // serde would also accept a struct as an array; the API does not.
    if text.trim_ascii_start().starts_with(b"[") {
        return Err(Problem::bad("bad_request", "an object is wanted: {…}"));
    }
    Ok(serde_json::from_slice(text)?)
}

/// An answer that is already written as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(Vec<u8>);

impl JsonText {
    /// Writes an answer.
    ///
    /// # Errors
    /// When it cannot be written, which is a fault of ours.
    pub fn of(answer: &impl Serialize) -> Result<JsonText, Problem> {
        let text = serde_json::to_vec(answer);
        let text = text.map_err(|error| Problem::broken(format!("no answer: {error}")))?;
        Ok(JsonText(text))
    }
}

impl IntoResponse for JsonText {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        match error.classify() {
            Category::Data => Problem::bad("bad_request", error),
            Category::Syntax | Category::Eof | Category::Io => Problem::unreadable(error),
        }
    }
}

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
            Category::Data => Problem::bad("bad_request", plain(&error)),
            Category::Syntax | Category::Eof | Category::Io => Problem::unreadable(error),
        }
    }
}

/// What is wrong with JSON that was read, in words of JSON instead of Rust.
pub fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some((before, wanted)) = text.rsplit_once("expected ") else {
        return text;
    };
    let kinds = [
        ("struct ", "an object"),
        ("internally tagged enum ", "an object with a type"),
        ("u", "a whole number"),
    ];
    let found = kinds.into_iter().find_map(|(rust, json)| {
        let rest = wanted.strip_prefix(rust)?;
        let name = rest.split(' ').next()?;
        let is_number = rust != "u" || ["8", "16", "32", "64", "size"].contains(&name);
        is_number.then(|| format!("{json}{}", &rest[name.len()..]))
    });
    found.map_or(text.clone(), |wanted| format!("{before}expected {wanted}"))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::plain;
    use crate::message::ClientMessage;

    #[derive(Debug, Deserialize)]
    struct Body {
        #[allow(dead_code)]
        level: u32,
    }

    #[test]
    fn errors_are_told_in_words_of_json() {
        for (text, wanted) in [
            (
                "7",
                "invalid type: integer `7`, expected an object at line 1 column 1",
            ),
            (
                r#"{"level":"x"}"#,
                r#"invalid type: string "x", expected a whole number at line 1 column 12"#,
            ),
            ("{}", "missing field `level` at line 1 column 2"),
        ] {
            let error = serde_json::from_str::<Body>(text).expect_err("an error");
            assert_eq!(plain(&error), wanted);
        }
        let error = serde_json::from_str::<ClientMessage>("7").expect_err("an error");
        assert!(
            plain(&error).contains("expected an object with a type"),
            "{error}"
        );
    }
}

//! What is said over the control socket: a JSON object on a line, and one as the answer.

use serde::{Deserialize, Serialize};

use crate::store::Pruned;

/// The longest line, in bytes.
#[cfg(unix)]
pub const LONGEST_LINE: u64 = 4096;

/// A request to a running server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum ControlRequest {
    /// Send a copy of the file.
    Copy {},
    /// Delete old games.
    Prune {
        /// Games that have not changed for so many seconds.
        older_than: u64,
        /// Also finished ones.
        finished: bool,
    },
}

/// The answer of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ControlAnswer {
    /// A copy of so many bytes follows.
    Copy(u64),
    /// Old games were deleted.
    Pruned(Pruned),
    /// It was not done, and why.
    Refused(String),
}

/// Reads a request.
///
/// # Errors
/// The reason why it is invalid.
pub fn read_request(line: &[u8]) -> Result<ControlRequest, String> {
    serde_json::from_slice(line).map_err(|error| format!("this is no request: {error}"))
}

/// Reads an answer.
///
/// # Errors
/// The reason why it is invalid.
pub fn read_answer(line: &[u8]) -> Result<ControlAnswer, String> {
    serde_json::from_slice(line).map_err(|error| format!("this is no answer: {error}"))
}

/// The line of a request or an answer.
#[cfg(unix)]
pub fn line(message: &impl Serialize) -> Vec<u8> {
    // Our own messages can all be written as JSON.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_and_nothing_else() {
        for request in [
            ControlRequest::Copy {},
            ControlRequest::Prune {
                older_than: u64::MAX,
                finished: true,
            },
        ] {
            assert_eq!(read_request(&line(&request)), Ok(request));
        }
        let answers = [
            ControlAnswer::Copy(7),
            ControlAnswer::Pruned(Pruned::default()),
            ControlAnswer::Refused("a reason\nof two lines".to_string()),
        ];
        for answer in answers {
            let line = line(&answer);
            assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            assert_eq!(read_answer(&line), Ok(answer));
        }
        for wrong in [
            "",
            "{}",
            "[]",
            r#"{"command":"stop"}"#,
            r#"{"command":"copy","file":"/etc/passwd"}"#,
            r#"{"command":"prune","older_than":-1,"finished":false}"#,
        ] {
            assert!(read_request(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}

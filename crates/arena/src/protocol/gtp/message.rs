//! Messages of the Go Text Protocol (GTP): requests and responses.

use std::fmt;

use rules::formats::is_pass;
use rules::{Color, Point};

/// A request: a command with its arguments and an optional id.
///
/// ```
/// use arena::protocol::gtp::Request;
/// let request = Request::read("12 play\tb F5 # a comment").unwrap();
/// assert_eq!((request.id, request.command.as_str()), (Some(12), "play"));
/// assert_eq!(request.arguments, ["b", "F5"]);
/// assert_eq!(request.to_string(), "12 play b F5");
/// assert_eq!(Request::read("  # nothing"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The id, if it has one.
    pub id: Option<u32>,
    /// The command.
    pub command: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl Request {
    /// A request without an id.
    #[must_use]
    pub fn new(command: &str, arguments: &[&str]) -> Request {
        Request {
            id: None,
            command: command.to_string(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
        }
    }

    /// Parses a line; `None` when it has only blanks and a comment.
    #[must_use]
    pub fn read(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = line.split_whitespace().peekable();
        let id = words.peek().and_then(|word| number(word));
        if id.is_some() {
            words.next();
        }
        let command = words.next().map(str::to_string);
        if command.is_none() && id.is_none() {
            return None;
        }
        Some(Request {
            id,
            command: command.unwrap_or_default(),
            arguments: words.map(str::to_string).collect(),
        })
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.command)?;
        for argument in &self.arguments {
            write!(f, " {argument}")?;
        }
        Ok(())
    }
}

/// A response: a result, or an error message.
///
/// ```
/// use arena::protocol::gtp::Response;
/// let good = Response { id: Some(3), outcome: Ok("F5".to_string()) };
/// assert_eq!(good.to_string(), "=3 F5\n"); // and the end of the line, which makes an empty one
/// assert_eq!(Response::read("= 3 F5", true), Some(good)); // as Edax writes it
/// let bad = Response::read("? unknown command", false).unwrap();
/// assert_eq!(bad.outcome, Err("unknown command".to_string()));
/// assert_eq!(Response::read("thinking...", false), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The id of the request.
    pub id: Option<u32>,
    /// The result, or the error message.
    pub outcome: Result<String, String>,
}

impl Response {
    /// Parses the first line of a response; `None` for a line that does not begin one. It has an id
    /// only if the request had one.
    #[must_use]
    pub fn read(line: &str, numbered: bool) -> Option<Response> {
        let line = line.trim();
        let (is_good, rest) = match line.strip_prefix('=') {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix('?')?),
        };
        let mut rest = rest.trim_start();
        let mut id = None;
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if numbered && let Some(found) = number(word) {
            id = Some(found);
            rest = after.trim_start();
        }
        let text = rest.to_string();
        let outcome = if is_good { Ok(text) } else { Err(text) };
        Some(Response { id, outcome })
    }
}

impl fmt::Display for Response {
    /// Ends with a line end; together with the line end of the writer this makes the empty line that
    /// ends a response. Empty lines inside would end it too early and are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.outcome {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        f.write_str(" ")?;
        for (index, line) in text.lines().enumerate() {
            if index == 0 || !line.trim().is_empty() {
                writeln!(f, "{line}")?;
            }
        }
        if text.is_empty() {
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The id before a command.
fn number(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

/// Parses `b`, `black`, `w` or `white`, in any case.
#[must_use]
pub fn read_color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Parses a square or a pass, which is `Some(None)`.
#[must_use]
pub fn read_vertex(word: &str) -> Option<Option<Point>> {
    if is_pass(word) {
        return Some(None);
    }
    word.parse().ok().map(Some)
}

/// A square or a pass as it is written: `F5`, `pass`.
#[must_use]
pub fn vertex(point: Option<Point>) -> String {
    match point {
        Some(point) => point.to_string().to_ascii_uppercase(),
        None => "pass".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_edax_and_egaroucid_answer_is_read() {
        let text = |line| Response::read(line, false).expect("an answer").outcome;
        assert_eq!(text("= f5"), Ok("f5".to_string()));
        assert_eq!(text("=f5"), Ok("f5".to_string()));
        assert_eq!(text("= 2.0"), Ok("2.0".to_string()));
        assert_eq!(text("="), Ok(String::new()));
        assert_eq!(text("?illegal move"), Err("illegal move".to_string()));
        let numbered = Response::read("= 7 2", true).expect("an answer");
        assert_eq!(
            (numbered.id, numbered.outcome),
            (Some(7), Ok("2".to_string()))
        );
    }

    #[test]
    fn requests_are_read_whatever_stands_between_their_words() {
        let read = |line| Request::read(line).expect("a request");
        assert_eq!(
            read("\u{7}  genmove\u{1}   w\r"),
            Request::new("genmove", &["w"])
        );
        assert_eq!(read("7").id, Some(7));
        assert_eq!(read("99999999999 name").command, "99999999999");
        assert_eq!(Request::read(""), None);
    }

    #[test]
    fn an_answer_of_several_lines_has_no_empty_one_within() {
        let response = Response {
            id: None,
            outcome: Ok("a\n\nb".to_string()),
        };
        assert_eq!(response.to_string(), "= a\nb\n");
    }

    #[test]
    fn passes_and_squares_are_told_apart() {
        for pass in ["pass", "PASS", "pa", "--"] {
            assert_eq!(read_vertex(pass), Some(None), "{pass}");
        }
        assert_eq!(read_vertex("H8"), Some("h8".parse().ok()));
        assert_eq!(read_vertex("resign"), None);
        assert_eq!(vertex("f5".parse().ok()), "F5");
    }
}

//! Transcripts: the moves of a game one after the other, `f5d6c3`.

use std::fmt;

use crate::diagram::Diagram;
use crate::game::{Game, IllegalMove};
use crate::point::Point;
use crate::size::Size;

/// Writes the moves in lower case, without passes or separators.
#[must_use]
pub fn write(game: &Game) -> String {
    game.turns()
        .iter()
        .map(|turn| turn.point().to_string())
        .collect()
}

/// Reads a transcript and plays it from `start`.
///
/// Squares may be in any case; blanks, commas and other punctuation, move numbers (`12.`) and
/// passes (`pa`, `ps`, `pass`, `--`) are tolerated.
///
/// # Errors
/// At the first word that is not a move, or an illegal move.
///
/// ```
/// use reversi_rules::{formats::transcript, Diagram, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// let game = transcript::read("1. F5 d6  2. C3, d3", start).unwrap();
/// assert_eq!(transcript::write(&game), "f5d6c3d3");
/// ```
pub fn read(text: &str, start: Diagram) -> Result<Game, TranscriptError> {
    let mut game = Game::from_diagram(start);
    let mut passes_allowed = game.passed().is_some();
    let mut rest = text;
    loop {
        let number = game.turns().len() + 1;
        let (token, after) = match next_token(rest, start.size()) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(game),
            Err(word) => return Err(TranscriptError::Word { number, word }),
        };
        rest = after;
        match token {
            Token::Move(point) => {
                let turn = game
                    .play(point)
                    .map_err(|error| TranscriptError::Illegal { number, error })?;
                passes_allowed = turn.passed().is_some();
            }
            // The game passes by itself; the text may contain the pass once.
            Token::Pass if passes_allowed => passes_allowed = false,
            Token::Pass if game.is_over() => {}
            Token::Pass => return Err(TranscriptError::Pass { number }),
        }
    }
}

/// Whether a text has only squares and passes, legal or not.
pub(crate) fn is_moves(text: &str) -> bool {
    let reads = |size: Size| {
        let mut rest = text;
        loop {
            match next_token(rest, size) {
                Ok(Some((_, after))) => rest = after,
                end => return end.is_ok(),
            }
        }
    };
    reads(Size::EIGHT) || reads(Size::MAX)
}

enum Token {
    Move(Point),
    Pass,
}

/// The next move or pass and the rest of the text; `Ok(None)` at the end. The error is the word that
/// is neither.
fn next_token(text: &str, size: Size) -> Result<Option<(Token, &str)>, String> {
    let text = skip_separators(text);
    let Some(first) = text.chars().next() else {
        return Ok(None);
    };
    for pass in ["pass", "pa", "ps", "--"] {
        if let Some((word, rest)) = text.split_at_checked(pass.len())
            && word.eq_ignore_ascii_case(pass)
        {
            return Ok(Some((Token::Pass, rest)));
        }
    }
    // Rows have two digits only on boards with ten rows or more: on 8×8, `f51.` is f5 and number 1.
    let longest = if size.side() > 9 { 2 } else { 1 };
    let digits = text[first.len_utf8()..]
        .bytes()
        .take(longest)
        .take_while(u8::is_ascii_digit)
        .count();
    let (word, rest) = text.split_at(first.len_utf8() + digits);
    match word.parse() {
        Ok(point) if !continues_number(rest) => Ok(Some((Token::Move(point), rest))),
        _ => Err(text
            .chars()
            .take_while(|c| !c.is_whitespace())
            .take(12)
            .collect()),
    }
}

/// Whether the text starts with digits that are not a move number: `d31` is not d3.
fn continues_number(text: &str) -> bool {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    after.len() < text.len() && !after.starts_with('.')
}

/// Skips blanks, punctuation and move numbers, but not a pass (`--`).
fn skip_separators(text: &str) -> &str {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let separator =
            first.is_whitespace() || first.is_ascii_digit() || ",.;:|/-".contains(first);
        if !separator || rest.starts_with("--") {
            break;
        }
        rest = &rest[first.len_utf8()..];
    }
    rest
}

/// Why a text is not a transcript, with the number of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptError {
    /// A word that is neither a square nor a pass.
    Word {
        /// The number of the move that was expected there.
        number: usize,
        /// The word.
        word: String,
    },
    /// An illegal move.
    Illegal {
        /// The number of the move.
        number: usize,
        /// The error.
        error: IllegalMove,
    },
    /// A pass by a side that can move.
    Pass {
        /// The number of the move that was expected there.
        number: usize,
    },
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranscriptError::Word { number, word } => {
                write!(f, "move {number}: `{word}` is not a square such as f5")
            }
            TranscriptError::Illegal { number, error } => write!(f, "move {number}: {error}"),
            TranscriptError::Pass { number } => write!(
                f,
                "move {number}: a pass, but the side to move has a legal move"
            ),
        }
    }
}

impl std::error::Error for TranscriptError {}

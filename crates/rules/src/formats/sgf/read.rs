//! SGF reader.

use std::borrow::Cow;

use super::setup::{Setup, point};
use super::{MARKS, SgfError};
use crate::color::Color;
use crate::formats::lines::{Builder, Cursor, MAX_VARIATIONS, MakeError};
use crate::formats::moves;
use crate::formats::numbers::{decimal, seconds};
use crate::game::Turn;
use crate::point::Point;
use crate::record::{Info, Mark, Note, Record, Value};

/// Reads the game at the start of a text, with its variations.
///
/// Squares are names, `f5`, or two letters, `fe`; a pass is `PA` or empty. Without set-up discs the
/// game starts from the standard start. The side that moves follows from the rules, not from the
/// property. Unknown properties are ignored.
///
/// # Errors
/// When the text does not start with a complete record of Othello, or the record is invalid.
///
/// ```
/// use reversi_rules::formats::{sgf, transcript};
/// let text = "(;GM[2]PB[Ann];B[f5](;W[d6]C[a \\] b])(;W[f6];B[e6]))";
/// let record = sgf::read(text).unwrap();
/// assert_eq!(transcript::write(&record.game), "f5d6");
/// assert_eq!(record.note(2).unwrap().comment, "a ] b");
/// assert_eq!(transcript::write(&record.game_of(0).unwrap()), "f5f6e6");
/// ```
pub fn read(text: &str) -> Result<Record, SgfError> {
    let mut rest = text.trim_start();
    rest = rest.strip_prefix('(').ok_or(SgfError::Truncated)?;
    let mut reader = Reader::default();
    loop {
        rest = rest.trim_start();
        let letter = rest.chars().next().ok_or(SgfError::Truncated)?;
        match letter {
            '(' => reader.open()?,
            ';' => reader.end_node()?,
            ')' => {
                reader.end_node()?;
                let Some(cursor) = reader.open.pop() else {
                    return reader.finish();
                };
                reader.builder()?.back_to(cursor, true);
            }
            letter if letter.is_ascii_alphabetic() => {
                rest = reader.read_property(rest)?;
                continue;
            }
            letter => return Err(SgfError::Unexpected(letter)),
        }
        rest = &rest[1..];
    }
}

#[derive(Default)]
struct Reader {
    info: Info,
    setup: Setup,
    /// The game; `None` while the start position can still change.
    builder: Option<Builder>,
    /// The cursors at the open brackets, without the first bracket.
    open: Vec<Cursor>,
    node: Node,
    /// The note of the nodes before the builder exists.
    first_note: Note,
}

/// The properties of one node.
#[derive(Default)]
struct Node {
    moves: Vec<String>,
    name: String,
    comment: String,
    value: Option<Value>,
    mark: Option<Mark>,
    time: Option<std::time::Duration>,
    sets_up: bool,
}

impl Reader {
    fn open(&mut self) -> Result<(), SgfError> {
        self.end_node()?;
        let cursor = self.builder()?.cursor();
        if self.open.len() >= MAX_VARIATIONS {
            return Err(SgfError::Variations);
        }
        self.open.push(cursor);
        Ok(())
    }

    /// The builder; from now on the start position is final.
    fn builder(&mut self) -> Result<&mut Builder, SgfError> {
        match &mut self.builder {
            Some(builder) => Ok(builder),
            none => {
                let builder = none.insert(Builder::new(self.setup.diagram()?));
                *builder.note_mut() = std::mem::take(&mut self.first_note);
                Ok(builder)
            }
        }
    }

    fn finish(mut self) -> Result<Record, SgfError> {
        self.builder()?;
        let mut record = self
            .builder
            .take()
            .map(Builder::finish)
            .expect("made above");
        record.info = self.info;
        if record.game.is_over() {
            record.info.declared = None;
        }
        Ok(record)
    }

    /// Reads a property and returns the rest of the text.
    fn read_property<'a>(&mut self, text: &'a str) -> Result<&'a str, SgfError> {
        let end = text.find(|letter: char| !letter.is_ascii_alphabetic());
        let (name, mut rest) = text.split_at(end.ok_or(SgfError::Truncated)?);
        // Older files write long names, such as `GaMe`; only the capitals count.
        let name: String = name.chars().filter(char::is_ascii_uppercase).collect();
        let mut values = 0;
        while let Some(value) = rest.trim_start().strip_prefix('[') {
            let (value, after) = unescaped(value).ok_or(SgfError::Truncated)?;
            rest = after;
            values += 1;
            self.set(&name, &value)?;
        }
        match rest.trim_start().chars().next() {
            Some(letter) if values == 0 => Err(SgfError::Unexpected(letter)),
            _ => Ok(rest),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SgfError> {
        let info = &mut self.info;
        let node = &mut self.node;
        // Only comments may have line ends.
        let simple = || value.replace(['\n', '\r'], " ");
        match name {
            "GM" if !matches!(value.trim(), "2" | "Othello" | "othello") => {
                return Err(SgfError::OtherGame(moves::shortened(value)));
            }
            "SZ" => {
                // `8:8` is columns and rows; boards are square.
                let side = value.split(':').next().unwrap_or(value).trim();
                self.setup.size = Some(side.parse().map_err(SgfError::Size)?);
            }
            "PB" => info.players.black = simple(),
            "PW" => info.players.white = simple(),
            "BR" => info.ratings.black = decimal(value),
            "WR" => info.ratings.white = decimal(value),
            "EV" => info.event = simple(),
            "PC" => info.place = simple(),
            "RO" => info.round = simple(),
            "DT" => info.date = value.split(',').next().and_then(|day| day.parse().ok()),
            "RE" => info.declared = read_result(value),
            "AB" | "AW" | "AE" | "PL" => {
                node.sets_up = true;
                self.setup.set(name, value)?;
            }
            "B" | "W" => node.moves.push(value.trim().to_string()),
            "N" => node.name = simple(),
            // Any of the line ends in use; what is written has one kind only.
            "C" => node.comment = value.replace("\r\n", "\n").replace('\r', "\n"),
            "V" => node.value = value.parse().ok(),
            "MT" => node.time = seconds(value),
            _ => {
                let strength = value.trim();
                let named = |mark: &&(Mark, &str, &str)| mark.1 == name;
                let mut marks = MARKS.iter().filter(named);
                let exact = marks.clone().find(|mark| mark.2 == strength);
                node.mark = exact
                    .or_else(|| marks.next())
                    .map(|mark| mark.0)
                    .or(node.mark);
            }
        }
        Ok(())
    }

    /// Applies the node that ends here: its moves, then its note.
    fn end_node(&mut self) -> Result<(), SgfError> {
        let node = std::mem::take(&mut self.node);
        if node.sets_up && self.builder.is_some() {
            return Err(SgfError::Setup);
        }
        for word in &node.moves {
            let builder = self.builder()?;
            let word = point_or_pass(word, builder);
            let number = builder.game().turns().len() + 1;
            builder.make(&word).map_err(|error| match error {
                MakeError::Move(error) => SgfError::Move { number, error },
                MakeError::Variations => SgfError::Variations,
            })?;
        }
        let first = self.setup.to_move.unwrap_or(Color::Black);
        let (note, mover) = match &mut self.builder {
            Some(builder) => {
                let last = builder.game().turns().last().map(Turn::color);
                let mover = last.unwrap_or(builder.game().start().to_move());
                (node.has_note().then(|| builder.note_mut()), mover)
            }
            None => (Some(&mut self.first_note), first),
        };
        if let Some(note) = note {
            node.add_to(note, mover);
        }
        Ok(())
    }
}

impl Node {
    /// Whether it has anything for a note.
    fn has_note(&self) -> bool {
        let words = !self.name.is_empty() || !self.comment.is_empty();
        words || self.value.is_some() || self.mark.is_some() || self.time.is_some()
    }

    fn add_to(self, note: &mut Note, mover: Color) {
        for words in [self.name, self.comment] {
            if !words.is_empty() && !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&words);
        }
        // SGF values are for Black, those of notes for the side that moved.
        let own = |Value(value)| Value(if mover == Color::Black { value } else { -value });
        note.value = self.value.map(own).or(note.value);
        note.mark = self.mark.or(note.mark);
        note.time = self.time.or(note.time);
    }
}

/// Black's score from a result such as `B+12`, `W+4.5` or `0`; `None` without a score.
fn read_result(value: &str) -> Option<i32> {
    let value = value.trim();
    match value.split_once('+') {
        Some(("B" | "b", score)) => decimal(score),
        Some(("W" | "w", score)) => decimal(score).map(|score| -score),
        _ if value.eq_ignore_ascii_case("draw") => Some(0),
        _ => decimal(value).filter(|score| *score == 0),
    }
}

/// Converts an SGF move to a square name or a pass.
fn point_or_pass<'a>(word: &'a str, builder: &Builder) -> Cow<'a, str> {
    let game = builder.game();
    let outside = |point: &Point| point.column().max(point.row()) >= game.size().side();
    if word.is_empty() {
        return "pass".into();
    }
    match point(word) {
        // `pa` is also a square of large boards. There it is a pass only after a forced pass.
        Some(point) if moves::is_pass(word) && !outside(&point) && game.passed().is_none() => {
            point.to_string().into()
        }
        _ if moves::is_pass(word) => word.into(),
        // Go programs write a pass as `tt`, a square outside the board.
        Some(point) if word.eq_ignore_ascii_case("tt") && outside(&point) => "pass".into(),
        Some(point) => point.to_string().into(),
        None => word.into(),
    }
}

/// A value up to its closing bracket, unescaped, and the rest of the text.
fn unescaped(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = text.find([']', '\\'])?;
    if text.as_bytes()[end] == b']' {
        return Some((text[..end].into(), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            ']' => return Some((value.into(), letters.as_str())),
            '\\' => match letters.next()? {
                // An escaped line end is removed.
                '\n' => {}
                '\r' => {
                    let rest = letters.as_str();
                    letters = rest.strip_prefix('\n').unwrap_or(rest).chars();
                }
                letter => value.push(letter),
            },
            letter => value.push(letter),
        }
    }
}

//! PGN reader.

use super::{MARKS, PgnError, fen};
use crate::diagram::Diagram;
use crate::formats::lines::{Builder, Cursor, MakeError};
use crate::formats::numbers::{decimal, seconds};
use crate::point::Point;
use crate::record::{Date, Info, Record};
use crate::size::Size;
use crate::wide::Start;

/// Reads the game in a text, in any dialect, with its comments and variations.
///
/// Tags may be in any case. Passes (`--`, `pass`, `pa`) are optional. A result is used only if it
/// counts discs, `34-30`, and the game is not over: `1-0` is a win of Black in some programs and of
/// White in others.
///
/// # Errors
/// At the first invalid part.
///
/// ```
/// use reversi_rules::formats::{pgn, transcript};
/// let text = "[Black \"Ann\"]\n[Result \"34-30\"]\n\n1. F5 d6 {usual} (1... f6 2. e6) 2. C3 34-30";
/// let record = pgn::read(text).unwrap();
/// assert_eq!(record.info.players.black, "Ann");
/// assert_eq!(record.score(), Some(4));
/// assert_eq!(transcript::write(&record.game), "f5d6c3");
/// assert_eq!(transcript::write(&record.game_of(0).unwrap()), "f5f6e6");
/// ```
pub fn read(text: &str) -> Result<Record, PgnError> {
    let (tags, moves) = read_tags(text)?;
    if tags.count == 0 && moves.trim().is_empty() {
        return Err(PgnError::Nothing);
    }
    let mut reader = Reader {
        builder: Builder::new(tags.start),
        open: Vec::new(),
        declared: tags.info.declared,
    };
    reader.read_moves(moves)?;
    if !reader.open.is_empty() {
        return Err(PgnError::Bracket('('));
    }
    let mut record = reader.builder.finish();
    record.info = tags.info;
    record.info.declared = reader.declared.filter(|_| !record.game.is_over());
    Ok(record)
}

/// The content of the tags.
struct Tags {
    info: Info,
    start: Diagram,
    count: usize,
}

/// Reads the tags at the start of a text and returns the rest.
fn read_tags(text: &str) -> Result<(Tags, &str), PgnError> {
    let mut tags = Tags {
        info: Info::default(),
        start: Diagram::start(Size::EIGHT, Start::Standard),
        count: 0,
    };
    let mut time = None;
    let mut rest = text.trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        let wrong = || PgnError::Tag(rest.chars().take_while(|c| *c != '\n').take(40).collect());
        let end = tag.find(['"', '\n', ']']).ok_or_else(wrong)?;
        let name = tag[..end].trim().to_ascii_lowercase();
        let quoted = tag[end..].strip_prefix('"').ok_or_else(wrong)?;
        let (value, after) = unquoted(quoted).ok_or_else(wrong)?;
        let after = after.trim_start_matches([' ', '\t']);
        rest = after.strip_prefix(']').ok_or_else(wrong)?.trim_start();
        tags.count += 1;
        let known = Some(value.as_str()).filter(|value| !matches!(*value, "?" | "-"));
        let known = known.unwrap_or_default().to_string();
        let info = &mut tags.info;
        match name.as_str() {
            "event" => info.event = known,
            "site" => info.place = known,
            "round" => info.round = known,
            "date" => info.date = value.parse().ok(),
            "time" | "utctime" => time = seconds(&value).map(|time| time.as_secs()),
            "black" => info.players.black = known,
            "white" => info.players.white = known,
            "blackelo" => info.ratings.black = decimal(&value),
            "whiteelo" => info.ratings.white = decimal(&value),
            "result" | "score" => info.declared = disc_score(&value).or(info.declared),
            "fen" => tags.start = fen::read(&value).map_err(PgnError::Fen)?,
            _ => {}
        }
    }
    let at = |date: Date| time.map_or(date, |time| date.at(time.min(86_400) as u32));
    tags.info.date = tags.info.date.map(at);
    Ok((tags, rest))
}

/// A value up to its closing quotation mark, unescaped, and the rest of the text.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            '"' => return Some((value, letters.as_str())),
            '\n' => return None,
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
}

/// Black's score from a result in discs, such as `34-30`.
fn disc_score(text: &str) -> Option<i32> {
    let (black, white) = text.trim().split_once('-')?;
    let discs = |text: &str| text.parse().ok().filter(|discs| (0..=676).contains(discs));
    let (black, white): (i32, i32) = (discs(black)?, discs(white)?);
    // `1-0` and `0-1` are chess results: no game ends with one disc.
    (black + white > 1).then_some(black - white)
}

struct Reader {
    builder: Builder,
    /// The open variations: the cursor before each, and the move it replaces.
    open: Vec<(Cursor, Point)>,
    declared: Option<i32>,
}

impl Reader {
    fn read_moves(&mut self, text: &str) -> Result<(), PgnError> {
        let mut rest = text;
        let mut line_begins = true;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            rest = match letter {
                '\n' => {
                    line_begins = true;
                    rest = after;
                    continue;
                }
                letter if letter.is_whitespace() => {
                    rest = after;
                    continue;
                }
                '%' if line_begins => skip_line(after).1,
                '{' => {
                    let (words, after) = after.split_once('}').ok_or(PgnError::Bracket('{'))?;
                    self.builder.comment(words.trim());
                    after
                }
                ';' => {
                    let (words, after) = skip_line(after);
                    self.builder.comment(words.trim());
                    after
                }
                '(' => {
                    self.open
                        .push(self.builder.take_back().ok_or(PgnError::Variation)?);
                    after
                }
                ')' => {
                    let (cursor, point) = self.open.pop().ok_or(PgnError::Bracket(')'))?;
                    self.builder.resume(cursor, point);
                    after
                }
                '}' => return Err(PgnError::Bracket('}')),
                '$' => {
                    let digits = after.find(|letter: char| !letter.is_ascii_digit());
                    let (number, after) = after.split_at(digits.unwrap_or(after.len()));
                    let number: Option<u8> = number.parse().ok();
                    self.mark(|numbers, _| number.is_some_and(|number| numbers.contains(&number)));
                    after
                }
                _ => {
                    let ends = |letter: char| letter.is_whitespace() || "{}();$".contains(letter);
                    let end = rest.find(ends).unwrap_or(rest.len());
                    self.read_word(&rest[..end])?;
                    &rest[end..]
                }
            };
            line_begins = false;
        }
        Ok(())
    }

    /// Marks the last move with the first mark that fits.
    fn mark(&mut self, fits: impl Fn(&[u8], &[&str]) -> bool) {
        let found = MARKS
            .iter()
            .find(|(_, numbers, typed)| fits(numbers, typed));
        if let Some(&(mark, ..)) = found {
            self.builder.note_mut().mark = Some(mark);
        }
    }

    /// Reads a move with or without a number, a number alone, or a result.
    fn read_word(&mut self, word: &str) -> Result<(), PgnError> {
        if matches!(word, "*" | "1/2-1/2" | "½-½") {
            return Ok(());
        }
        let is_result = |(black, white): (&str, &str)| {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            digits(black) && digits(white)
        };
        if word.split_once('-').is_some_and(is_result) {
            self.declared = disc_score(word).or(self.declared);
            return Ok(());
        }
        let numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let word = match numbered.trim_start_matches(['.', '…']) {
            after if after.len() < numbered.len() || numbered.is_empty() => after,
            _ => word,
        };
        let name = word.trim_end_matches(['!', '?']);
        if !name.is_empty() {
            let number = self.builder.game().turns().len() + 1;
            let made = self.builder.make(name);
            made.map_err(|error| match error {
                MakeError::Move(error) => PgnError::Move { number, error },
                MakeError::Variations => PgnError::Variations,
            })?;
        }
        let typed = &word[name.len()..];
        if !typed.is_empty() {
            self.mark(|_, marks| marks.contains(&typed));
        }
        Ok(())
    }
}

/// The rest of the line, and the text after it.
fn skip_line(text: &str) -> (&str, &str) {
    let end = text.find('\n').unwrap_or(text.len());
    text.split_at(end)
}

//! Reads the records of a file of any format.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats::wthor::{self, Entry, Header, Names, WthorError};
use rules::formats::{Format, Piece, detect};
use rules::{Record, Size};

use crate::lookahead::Lookahead;
use crate::wthor::names;

/// Bytes read to detect the format.
const FIRST_BYTES: usize = 1 << 16;

/// Maximum length of a record in bytes.
const LONGEST_RECORD: usize = 16 << 20;

/// Iterates over the records of a file of any format. One record is in memory at a time.
///
/// A bad record is an error with its place and reason; the iteration continues after it.
pub struct Reader {
    name: String,
    source: Lookahead,
    length: Option<u64>,
    content: Content,
    size: Size,
    /// Records read, bad ones included.
    number: usize,
    /// The line of the last record, in a text format.
    last_line: Option<usize>,
    is_done: bool,
}

/// The structure of the file.
enum Content {
    Records(Format),
    /// The whole file is one record.
    Whole(Format),
    Games(Header, Box<Names>),
}

/// A record that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The name of the file.
    pub file: String,
    /// The number of the record, counted from 1, bad ones included.
    pub record: usize,
    /// The line where it begins, in a text format.
    pub line: Option<usize>,
    /// The reason.
    pub reason: String,
    /// Number of records lost: one, or all that are missing at the end of a truncated file.
    pub lost: usize,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadRecord {
            file,
            record,
            reason,
            ..
        } = self;
        match self.line {
            Some(line) => write!(f, "{file}, line {line}: {reason}"),
            None => write!(f, "{file}, record {record}: {reason}"),
        }
    }
}

impl std::error::Error for BadRecord {}

impl Reader {
    /// Opens a file and detects its format.
    ///
    /// # Errors
    /// When the file cannot be read or its format is unknown.
    pub fn open(path: &Path) -> Result<Reader> {
        Reader::open_as(path, None)
    }

    /// Opens a file in a given format, or detects the format.
    ///
    /// # Errors
    /// When the file cannot be read, its format is unknown, or it does not begin like a file of the
    /// given format.
    pub fn open_as(path: &Path, format: Option<Format>) -> Result<Reader> {
        let cannot = || format!("cannot read {}", path.display());
        if fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            bail!("there is no file {}", path.display());
        }
        let metadata = fs::metadata(path).with_context(cannot)?;
        if metadata.is_dir() {
            bail!("cannot read {}: it is a directory", path.display());
        }
        let file = File::open(path).with_context(cannot)?;
        // A damaged file is read in the format of its extension.
        let extension = path.extension().and_then(OsStr::to_str);
        let meant = extension.and_then(Format::of_extension);
        let meant = meant.filter(|format| *format != Format::Transcript);
        let mut reader = Reader::begin(path.display().to_string(), file, format, meant)?;
        reader.length = metadata.is_file().then_some(metadata.len());
        if let Content::Games(_, names) = &mut reader.content {
            **names = names::beside(path)?;
        }
        Ok(reader)
    }

    /// Reads from any source; `name` is used in messages.
    ///
    /// # Errors
    /// As for [`Reader::open`].
    pub fn new(name: String, file: impl Read + 'static, format: Option<Format>) -> Result<Reader> {
        Reader::begin(name, file, format, None)
    }

    fn begin(
        name: String,
        file: impl Read + 'static,
        format: Option<Format>,
        meant: Option<Format>,
    ) -> Result<Reader> {
        let mut source = Lookahead::new(Box::new(file));
        source
            .read_up_to(FIRST_BYTES)
            .with_context(|| format!("cannot read {name}"))?;
        if source.rest().starts_with(b"\xef\xbb\xbf") {
            source.take(3);
        }
        let rest = source.rest();
        if rest.iter().all(u8::is_ascii_whitespace) {
            bail!("there is nothing in {name}");
        }
        let format = format.or_else(|| detect(rest)).or(meant);
        let Some(format) = format else {
            if wthor::is_names(rest) {
                bail!("{name} holds names; the games are in a file that ends with .wtb");
            }
            bail!("{name} is in no format we know: it begins neither with a game nor a board");
        };
        let content = match format {
            Format::Wthor => {
                let header = Header::read(rest).with_context(|| name.clone())?;
                source.take(Header::BYTES);
                Content::Games(header, Box::new(Names::new()))
            }
            _ => Content::Records(format),
        };
        let mut reader = Reader {
            name,
            source,
            length: None,
            content,
            size: Size::EIGHT,
            number: 0,
            last_line: None,
            is_done: false,
        };
        reader.look_for_one();
        Ok(reader)
    }

    /// Sets the board size for formats that do not state it.
    #[must_use]
    pub fn on(mut self, size: Size) -> Reader {
        self.size = size;
        self.look_for_one();
        self
    }

    /// Sets the names that the games of a WTHOR file refer to.
    #[must_use]
    pub fn named(mut self, names: Names) -> Reader {
        if let Content::Games(_, known) = &mut self.content {
            **known = names;
        }
        self
    }

    /// The number of games by the header of a WTHOR file; other formats have none.
    pub fn announced(&self) -> Option<u32> {
        match &self.content {
            Content::Games(header, _) => Some(header.games),
            Content::Records(_) | Content::Whole(_) => None,
        }
    }

    /// Detects a short file that is one record on several lines: a transcript in rows, or a state
    /// file.
    fn look_for_one(&mut self) {
        let rest = self.source.rest();
        if let Content::Records(format) | Content::Whole(format) = self.content
            && self.source.is_at_end()
        {
            let reads = || matches!(format.read(rest, self.size), Ok(Some(_)));
            let whole = format == Format::Rev || format == Format::Transcript && reads();
            self.content = if whole {
                Content::Whole(format)
            } else {
                Content::Records(format)
            };
        }
    }

    /// The format of the file.
    pub fn format(&self) -> Format {
        match &self.content {
            Content::Records(format) | Content::Whole(format) => *format,
            Content::Games(..) => Format::Wthor,
        }
    }

    /// The length of the file in bytes, if it is known.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// The number of bytes read.
    pub fn bytes_read(&self) -> u64 {
        self.source.taken()
    }

    /// An error about the record read last.
    pub fn bad_last(&self, reason: impl fmt::Display) -> BadRecord {
        self.bad(self.last_line, reason)
    }

    fn bad(&self, line: Option<usize>, reason: impl fmt::Display) -> BadRecord {
        BadRecord {
            file: self.name.clone(),
            record: self.number,
            line,
            reason: reason.to_string(),
            lost: 1,
        }
    }

    /// Ends the iteration with an error.
    fn fail(&mut self, reason: impl fmt::Display) -> Option<Result<Record, BadRecord>> {
        self.is_done = true;
        self.number += 1;
        Some(Err(self.bad(None, reason)))
    }

    fn next_text(&mut self, format: Format) -> Option<Result<Record, BadRecord>> {
        loop {
            let rest = self.source.rest();
            let (start, end, is_junk) = match format.first(rest, self.source.is_at_end()) {
                Piece::End => return None,
                Piece::Record { start, end } => (start, end, false),
                Piece::Junk { start, end } => (start, end, true),
                Piece::More if rest.len() > LONGEST_RECORD => {
                    let line = self.source.line();
                    self.number += 1;
                    let bad = self.bad(Some(line), TooLong(format));
                    self.is_done = self.source.skip_line().is_err();
                    return Some(Err(bad));
                }
                Piece::More => {
                    if let Err(error) = self.source.read_more() {
                        return self.fail(format_args!("reading stopped here: {error}"));
                    }
                    continue;
                }
            };
            self.source.take(start);
            let line = self.source.line();
            self.last_line = Some(line);
            let bytes = &self.source.rest()[..end - start];
            let read = if is_junk {
                Some(Err(Unexpected(format).to_string()))
            } else {
                let read = format.read(bytes, self.size);
                read.map_err(|error| error.to_string()).transpose()
            };
            self.source.take(end - start);
            if let Some(read) = read {
                self.number += 1;
                return Some(read.map_err(|reason| self.bad(Some(line), reason)));
            }
        }
    }

    fn next_whole(&mut self, format: Format) -> Option<Result<Record, BadRecord>> {
        self.is_done = true;
        self.number += 1;
        let length = self.source.rest().len();
        let read = format.read(self.source.rest(), self.size);
        self.source.take(length);
        read.map_err(|error| self.bad(None, error)).transpose()
    }

    fn next_game(&mut self) -> Option<Result<Record, BadRecord>> {
        let Content::Games(header, _) = self.content else {
            return None;
        };
        let width = Entry::bytes(header.size);
        if let Err(error) = self.source.read_up_to(width) {
            return self.fail(format_args!("reading stopped here: {error}"));
        }
        let rest = self.source.rest();
        let (announced, whole) = (header.games, self.number as u32);
        if whole == announced {
            if rest.is_empty() {
                return None;
            }
            let left = self
                .length
                .map(|length| length.saturating_sub(self.bytes_read()));
            let bytes = left.unwrap_or(rest.len() as u64);
            return self.fail(WthorError::Extra { announced, bytes });
        }
        let Some(entry) = Entry::read(rest, header.size) else {
            let failed = self.fail(WthorError::Truncated { announced, whole });
            let lost = announced.abs_diff(whole) as usize;
            return failed.map(|bad| bad.map_err(|bad| BadRecord { lost, ..bad }));
        };
        self.source.take(width);
        self.number += 1;
        let Content::Games(header, names) = &self.content else {
            return None;
        };
        let record = entry.to_record(header, names);
        Some(record.map_err(|error| self.bad(None, error)))
    }
}

impl Iterator for Reader {
    type Item = Result<Record, BadRecord>;

    fn next(&mut self) -> Option<Result<Record, BadRecord>> {
        if self.is_done {
            return None;
        }
        let next = match self.content {
            Content::Records(format) => self.next_text(format),
            Content::Whole(format) => self.next_whole(format),
            Content::Games(..) => self.next_game(),
        };
        self.is_done |= next.is_none();
        next
    }
}

/// The error for a record over the maximum length.
struct TooLong(Format);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, format) = (LONGEST_RECORD >> 20, self.0.name());
        write!(
            f,
            "no {format} record is longer than {most} MB, and this one does not end"
        )
    }
}

/// The error for text between records.
struct Unexpected(Format);

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is no {} record; one should begin here",
            self.0.name()
        )
    }
}

//! Writes WTHOR files, with the files of names beside them.

pub mod names;

use std::io::{BufWriter, IntoInnerError, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};
use rules::formats::wthor::{Entry, Header, Names, NoPlace};
use rules::{ByColor, Date, Record, Size};

use crate::files::{self, AtomicFile};
use crate::write_error::WriteError;

/// Writes games into a `.wtb` file. Players go into a `.jou` file and tournaments into a `.trn`
/// file of the same name; names in existing files are kept, since other games refer to them by
/// number.
pub struct WthorFile {
    path: PathBuf,
    file: BufWriter<AtomicFile>,
    names: Names,
    header: Header,
    /// The header fields of all games so far; `None` before the first game.
    common: Option<Common>,
    buffer: Vec<u8>,
}

/// The header fields, which apply to all games of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Common {
    size: Size,
    year: u16,
    /// Number of empty squares from which theoretical scores were computed.
    depth: u8,
    /// True while all games are of the same year.
    one_year: bool,
}

impl Common {
    fn of(record: &Record) -> Common {
        Common {
            size: record.game.size(),
            year: record.info.date.map_or(0, Date::year),
            depth: record.info.theoretical.map_or(0, |known| known.empties),
            one_year: true,
        }
    }

    fn tell(self, header: &mut Header) {
        header.size = self.size;
        header.year = self.year;
        header.depth = self.depth;
    }
}

/// A WTHOR file with one game and no names, since it has no file of names beside it.
///
/// # Errors
/// When WTHOR cannot represent the game.
pub fn wthor_game(record: &Record) -> Result<Vec<u8>, NoPlace> {
    let mut nameless = record.clone();
    nameless.info.players = ByColor::default();
    nameless.info.event.clear();
    let entry = Entry::of_record(&nameless, &mut Names::new())?;
    let mut header = Header {
        games: 1,
        made: today(),
        ..Header::EMPTY
    };
    Common::of(record).tell(&mut header);
    let mut bytes = header.write().to_vec();
    entry.write(&mut bytes);
    Ok(bytes)
}

fn today() -> Option<Date> {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs()))
}

impl WthorFile {
    pub fn create(path: &Path) -> Result<WthorFile> {
        for extension in ["jou", "trn"] {
            files::check_writable(&names::place(path, extension))?;
        }
        let mut file = BufWriter::new(AtomicFile::create(path)?);
        // Overwritten at the end, when the number of games is known.
        file.write_all(&[0; Header::BYTES])
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(WthorFile {
            path: path.to_path_buf(),
            file,
            names: names::already_at(path)?,
            header: Header::EMPTY,
            common: None,
            buffer: Vec::new(),
        })
    }

    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let no_place = |reason: NoPlace| WriteError::NoPlace(reason.to_string());
        let size = record.game.size();
        if self.header.games == u32::MAX {
            return Err(WriteError::NoPlace(
                "a WTHOR file has no room for more".to_string(),
            ));
        }
        if self.common.is_some_and(|common| common.size != size) {
            return Err(no_place(NoPlace::Size(size)));
        }
        let entry = Entry::of_record(record, &mut self.names).map_err(no_place)?;
        self.buffer.clear();
        entry.write(&mut self.buffer);
        self.file.write_all(&self.buffer)?;
        self.header.games += 1;
        let own = Common::of(record);
        let common = self.common.get_or_insert(own);
        // The header has one year and one depth for all games; different values become 0.
        if common.year != own.year {
            (common.year, common.one_year) = (0, false);
        }
        if common.depth != own.depth {
            common.depth = 0;
        }
        Ok(())
    }

    /// Writes the header and the names. Returns a note about lost information, if any.
    pub fn finish(mut self) -> Result<Option<String>> {
        let made = today();
        self.header.made = made;
        let mut notes = Vec::new();
        if let Some(common) = self.common {
            common.tell(&mut self.header);
            if !common.one_year {
                let lost = "the games are not all of one year, so the WTHOR file gives none";
                notes.push(lost.to_string());
            }
        }
        let Names {
            players,
            tournaments,
        } = &self.names;
        match players.misspelt() + tournaments.misspelt() {
            0 => {}
            1 => notes.push("one name is too long for WTHOR or has letters it lacks".to_string()),
            many => notes.push(format!(
                "{many} names are too long for WTHOR or have letters it lacks"
            )),
        }
        let cannot = || format!("cannot write {}", self.path.display());
        let written = self.file.into_inner();
        let mut file = written
            .map_err(IntoInnerError::into_error)
            .with_context(cannot)?;
        file.seek(SeekFrom::Start(0)).with_context(cannot)?;
        file.write_all(&self.header.write()).with_context(cannot)?;
        file.commit()?;
        let list = |extension: &str, bytes: Vec<u8>| {
            files::write_atomically(&names::place(&self.path, extension), &bytes)
        };
        list("jou", players.write(made))?;
        list("trn", tournaments.write(made))?;
        Ok((!notes.is_empty()).then(|| notes.join("; ")))
    }
}

//! The file that games are written down in.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use rules::formats::{Format, detect, ggf};
use rules::{ByColor, Date, Game, Info, Record};

use crate::files;

/// A record file is read and written whole; a larger one is refused.
const LARGEST: usize = 64 << 20;

/// Moves that computers make faster than this are written down together.
const INTERVAL: Duration = Duration::from_secs(1);

/// A file of games in GGF, one a line. The line of the game in progress is rewritten as it goes on;
/// all others are left as they are, also those that another program adds meanwhile.
pub struct RecordFile {
    path: PathBuf,
    info: Info,
    /// The line of the game in progress, as the file has it.
    line: String,
    written: Option<Instant>,
}

impl RecordFile {
    /// Opens a file that games will be added to. It need not exist.
    pub fn open(path: &Path) -> Result<RecordFile> {
        let mut record = RecordFile {
            path: path.to_path_buf(),
            info: Info::default(),
            line: String::new(),
            written: None,
        };
        // Better to find out now than after the game that the file cannot be written.
        record.replace_line(String::new())?;
        Ok(record)
    }

    /// Begins the record of a game.
    pub fn begin(&mut self, names: &ByColor<String>) {
        self.info = played_here(names.clone());
        self.line.clear();
        self.written = None;
    }

    /// Writes down a game between computers, unless that was done a moment ago.
    pub fn update_now_and_then(&mut self, game: &Game) -> Result<()> {
        let fresh = self.written.is_some_and(|then| then.elapsed() < INTERVAL);
        if fresh { Ok(()) } else { self.update(game) }
    }

    /// Writes down the game so far. A game without moves leaves no trace.
    pub fn update(&mut self, game: &Game) -> Result<()> {
        let line = if game.turns().is_empty() {
            String::new()
        } else {
            let mut record = Record::from(game.clone());
            record.info = self.info.clone();
            ggf::write(&record) + "\n"
        };
        if line != self.line {
            self.replace_line(line)?;
        }
        self.written = Some(Instant::now());
        Ok(())
    }

    /// Tells who played a game that is over, and that it was played here and now.
    pub fn introduce(record: &mut Record, names: ByColor<String>) {
        let declared = record.info.declared;
        record.info = Info {
            declared,
            ..played_here(names)
        };
    }

    /// Adds games that are over.
    pub fn add(&mut self, records: &[Record]) -> Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        self.line.clear();
        let lines = records.iter().map(|record| ggf::write(record) + "\n");
        self.replace_line(lines.collect())
    }

    fn replace_line(&mut self, line: String) -> Result<()> {
        let cannot = || format!("cannot record in {}", self.path.display());
        files::update_locked(&self.path, LARGEST, |bytes| {
            let mut text = games(bytes).with_context(cannot)?;
            match text.rfind(&self.line).filter(|_| !self.line.is_empty()) {
                Some(start) => text.replace_range(start..start + self.line.len(), &line),
                None => text.push_str(&line),
            }
            Ok(text.into_bytes())
        })?;
        self.line = line;
        Ok(())
    }
}

/// What is known of every game between two players at this program.
fn played_here(players: ByColor<String>) -> Info {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Info {
        place: "reversi".to_string(),
        date: since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs())),
        players,
        ..Info::default()
    }
}

/// The text of a file of games, ready for another.
fn games(bytes: Vec<u8>) -> Result<String> {
    if bytes.len() > LARGEST {
        bail!("it is too large already");
    }
    let is_ggf = |text: &str| detect(text.as_bytes()) == Some(Format::Ggf);
    let fits = |text: &String| text.trim().is_empty() || is_ggf(text);
    let text = String::from_utf8(bytes).ok().filter(fits);
    let mut text = text.context("it holds something other than GGF games")?;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

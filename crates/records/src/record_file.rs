//! The file that `--record` adds games to.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use rules::formats::{Format, detect, ggf};
use rules::{ByColor, Date, Game, Info, Record};

use crate::files;

/// Maximum size of the file: it is read and written whole.
const LARGEST: usize = 64 << 20;

/// Minimum time between two updates of a game between computers.
const INTERVAL: Duration = Duration::from_secs(1);

/// A GGF file with one game per line. The line of the game in progress is rewritten after each
/// move; other lines are kept, also those that another program adds meanwhile.
pub struct RecordFile {
    path: PathBuf,
    info: Info,
    /// The current line of the game in progress in the file.
    line: String,
    written: Option<Instant>,
}

impl RecordFile {
    /// Opens a file, which may not exist yet.
    pub fn open(path: &Path) -> Result<RecordFile> {
        let mut record = RecordFile {
            path: path.to_path_buf(),
            info: Info::default(),
            line: String::new(),
            written: None,
        };
        // Fails now, not after the game, when the file cannot be written.
        record.replace_line(String::new())?;
        Ok(record)
    }

    /// Starts the record of a new game.
    pub fn begin(&mut self, names: &ByColor<String>) {
        self.info = played_here(names.clone());
        self.line.clear();
        self.written = None;
    }

    /// Writes a game between computers, at most once per interval.
    pub fn update_now_and_then(&mut self, game: &Game) -> Result<()> {
        let fresh = self.written.is_some_and(|then| then.elapsed() < INTERVAL);
        if fresh { Ok(()) } else { self.update(game) }
    }

    /// Writes the game so far. A game without moves is not written.
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

    /// Fills in players, place and date of a finished game.
    pub fn introduce(record: &mut Record, names: ByColor<String>) {
        let declared = record.info.declared;
        record.info = Info {
            declared,
            ..played_here(names)
        };
    }

    /// Adds finished games.
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

/// Place, date and players of a game played by this program.
fn played_here(players: ByColor<String>) -> Info {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Info {
        place: "reversi".to_string(),
        date: since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs())),
        players,
        ..Info::default()
    }
}

/// The content of a GGF file, ending with a newline.
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

//! The file that games are written down in.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use rules::formats::ggf::{self, Header};
use rules::{ByColor, Game};

use crate::files;

/// A record file is read and written whole; a larger one is refused.
const LARGEST: usize = 64 << 20;

/// Moves that come faster than this are written down together.
const INTERVAL: Duration = Duration::from_secs(1);

/// A file of games in GGF, one a line. The line of the game in progress is rewritten as it goes on;
/// all others are left as they are, also those that somebody else adds meanwhile.
pub struct Record {
    path: PathBuf,
    header: Header,
    /// The line of the game in progress, as the file has it.
    line: String,
    written: Option<Instant>,
}

impl Record {
    /// Opens a file that games will be added to. It need not exist.
    pub fn open(path: &Path) -> Result<Record> {
        let record = Record {
            path: path.to_path_buf(),
            header: Header::default(),
            line: String::new(),
            written: None,
        };
        // Better to find out now than after the game that the file cannot be written.
        files::write_whole(path, record.games()?.as_bytes())?;
        Ok(record)
    }

    /// Begins the record of a game.
    pub fn begin(&mut self, names: &ByColor<String>) {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        self.header = Header {
            place: "reversi".to_string(),
            date: now.replace('T', " ").replace('Z', " GMT"),
            players: names.clone(),
        };
        self.line.clear();
        self.written = None;
    }

    /// Writes down the game so far, unless that was done a moment ago and more is to come.
    pub fn update(&mut self, game: &Game) -> Result<()> {
        let fresh = self.written.is_some_and(|then| then.elapsed() < INTERVAL);
        if fresh && !game.is_over() {
            return Ok(());
        }
        self.write(game)
    }

    /// Writes down the game as it was left.
    pub fn end(&mut self, game: &Game) -> Result<()> {
        if game.turns().is_empty() {
            return Ok(());
        }
        self.write(game)
    }

    fn write(&mut self, game: &Game) -> Result<()> {
        let line = ggf::write(game, &self.header) + "\n";
        if line == self.line {
            return Ok(());
        }
        let mut text = self.games()?;
        match text.rfind(&self.line).filter(|_| !self.line.is_empty()) {
            Some(start) => text.replace_range(start..start + self.line.len(), &line),
            None => text.push_str(&line),
        }
        files::write_whole(&self.path, text.as_bytes())?;
        self.line = line;
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The games in the file now.
    fn games(&self) -> Result<String> {
        if !self.path.exists() {
            return Ok(String::new());
        }
        let name = self.path.display();
        let bytes = files::read_up_to(&self.path, LARGEST)?;
        if bytes.len() > LARGEST {
            bail!("cannot record in {name}: it is too large already");
        }
        let is_ggf = |text: &String| {
            let text = text.trim_start();
            text.is_empty() || text.starts_with("(;")
        };
        let mut games = String::from_utf8(bytes)
            .ok()
            .filter(is_ggf)
            .with_context(|| {
                format!("cannot record in {name}: it holds something other than GGF games")
            })?;
        if !games.is_empty() && !games.ends_with('\n') {
            games.push('\n');
        }
        Ok(games)
    }
}

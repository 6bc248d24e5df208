//! The file that games are written down in.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use rules::formats::ggf::{self, Header};
use rules::{ByColor, Game};

use crate::files;

/// A record file is kept in memory while it grows; a larger one is refused.
const LARGEST: usize = 64 << 20;

/// Moves that come faster than this are written down together.
const INTERVAL: Duration = Duration::from_secs(1);

/// A file of games in GGF, one a line. The game in progress is its last line, rewritten as it
/// goes on.
pub struct Record {
    path: PathBuf,
    finished: String,
    header: Header,
    written: Option<Instant>,
}

impl Record {
    /// Opens a file that games will be added to. It need not exist.
    pub fn open(path: &Path) -> Result<Record> {
        let mut finished = String::new();
        if path.exists() {
            let bytes = files::read_up_to(path, LARGEST)?;
            let name = path.display();
            if bytes.len() > LARGEST {
                bail!("cannot record in {name}: it is too large already");
            }
            finished = String::from_utf8(bytes)
                .ok()
                .filter(|text| text.trim().is_empty() || text.trim_start().starts_with("(;"))
                .with_context(|| {
                    format!("cannot record in {name}: it holds something other than GGF games")
                })?;
            if !finished.is_empty() && !finished.ends_with('\n') {
                finished.push('\n');
            }
        }
        // Better to find out now than after the game that the file cannot be written.
        files::write_whole(path, finished.as_bytes())?;
        Ok(Record {
            path: path.to_path_buf(),
            finished,
            header: Header::default(),
            written: None,
        })
    }

    /// Begins the record of a game.
    pub fn begin(&mut self, names: &ByColor<String>) {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        self.header = Header {
            place: "reversi".to_string(),
            date: now.replace('T', " ").replace('Z', " GMT"),
            players: names.clone(),
        };
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

    /// Writes down the game as it is and makes it a line of its own.
    pub fn end(&mut self, game: &Game) -> Result<()> {
        if game.turns().is_empty() {
            return Ok(());
        }
        self.write(game)?;
        self.finished += &self.line(game);
        Ok(())
    }

    fn write(&mut self, game: &Game) -> Result<()> {
        let text = format!("{}{}", self.finished, self.line(game));
        files::write_whole(&self.path, text.as_bytes())?;
        self.written = Some(Instant::now());
        Ok(())
    }

    fn line(&self, game: &Game) -> String {
        ggf::write(game, &self.header) + "\n"
    }
}

//! The files that a match writes: records of its games, and the talk with other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arena::contest::{Pairing, Played};
use records::{RecordFile, Writer, files};
use rules::formats::Format;
use rules::{ByColor, Color, Record};

use crate::cli::{MatchArgs, Usage};

/// Maximum time until games are written into the record file.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);

/// Writes the games of a match in the order of their numbers.
pub struct Outputs {
    names: Vec<String>,
    /// The file that games of this run are added to.
    record: Option<RecordFile>,
    /// Files with all games of the match.
    files: Vec<Writer>,
    talk: Option<PathBuf>,
    /// Ended games that wait for games before them, and whether they were played in this run.
    waiting: BTreeMap<usize, (Record, bool)>,
    /// The number of the next game to write.
    next: usize,
    /// Games to be added to the record file.
    ready: Vec<Record>,
    written: Instant,
}

/// Fails if two outputs of the command line are the same file or folder: one would destroy the other.
pub fn check(args: &MatchArgs) -> Result<(), Usage> {
    let paths = [
        &args.journal,
        &args.record,
        &args.pgn,
        &args.ggf,
        &args.talk,
    ];
    let mut places = BTreeSet::new();
    let mut given = paths.into_iter().flatten();
    match given.all(|path| places.insert(place(path))) {
        true => Ok(()),
        false => Err(Usage(
            "--journal, --record, --pgn, --ggf and --talk need different files",
        )),
    }
}

/// Where a path leads, also if the file does not exist yet.
fn place(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let resolved = whole.canonicalize().ok();
    let in_folder = || {
        let folder = whole.parent()?.canonicalize().ok()?;
        Some(folder.join(whole.file_name()?))
    };
    resolved.or_else(in_folder).unwrap_or_else(|| whole.clone())
}

impl Outputs {
    /// Opens the files that the command line asks for.
    pub fn open(args: &MatchArgs, names: &[String]) -> Result<Outputs> {
        let mut files = Vec::new();
        for (path, format) in [(&args.pgn, Format::Pgn), (&args.ggf, Format::Ggf)] {
            if let Some(path) = path {
                files.push(Writer::create(path, format)?);
            }
        }
        if let Some(folder) = &args.talk {
            let cannot = || format!("cannot create {}", folder.display());
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        Ok(Outputs {
            names: names.to_vec(),
            record: args.record.as_deref().map(RecordFile::open).transpose()?,
            files,
            talk: args.talk.clone(),
            waiting: BTreeMap::new(),
            next: 1,
            ready: Vec::new(),
            written: Instant::now(),
        })
    }

    /// Writes a game that has ended, in this run or before it.
    pub fn add(&mut self, pairing: &Pairing, played: &Played, is_new: bool) -> Result<()> {
        if is_new {
            self.write_talk(pairing, played)?;
        }
        if self.record.is_none() && self.files.is_empty() {
            return Ok(());
        }
        let mut record = played.record();
        let names = ByColor::from_fn(|color| self.names[pairing.seats[color]].clone());
        RecordFile::introduce(&mut record, names);
        record.info.event = self.names.join(" - ");
        record.info.round = pairing.number.to_string();
        self.waiting.insert(pairing.number, (record, is_new));
        while let Some((record, is_new)) = self.waiting.remove(&self.next) {
            self.write(record, is_new)?;
            self.next += 1;
        }
        if self.written.elapsed() >= WRITE_INTERVAL {
            self.add_ready()?;
        }
        Ok(())
    }

    /// Writes the remaining games: all of them, or those up to the one that decided the SPRT.
    pub fn close(mut self, last: Option<usize>) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let counted = |number: usize| last.is_none_or(|last| number <= last);
        for (_, (record, is_new)) in waiting.into_iter().filter(|(number, _)| counted(*number)) {
            self.write(record, is_new)?;
        }
        self.add_ready()?;
        for file in self.files {
            file.finish()?;
        }
        Ok(())
    }

    fn write(&mut self, record: Record, is_new: bool) -> Result<()> {
        for file in &mut self.files {
            let written = file.write(&record);
            written.with_context(|| format!("cannot write {}", file.name()))?;
        }
        if is_new && self.record.is_some() {
            self.ready.push(record);
        }
        Ok(())
    }

    fn add_ready(&mut self) -> Result<()> {
        self.written = Instant::now();
        let ready = std::mem::take(&mut self.ready);
        match &mut self.record {
            Some(file) => file.add(&ready),
            None => Ok(()),
        }
    }

    /// Writes the talk with the programs of a game, if there are any.
    fn write_talk(&self, pairing: &Pairing, played: &Played) -> Result<()> {
        let Some(folder) = &self.talk else {
            return Ok(());
        };
        if played.talk.iter().all(String::is_empty) {
            return Ok(());
        }
        let mut text = format!("Game {}: {}\n", pairing.number, played.transcript());
        for color in Color::ALL {
            let name = crate::input::printable(&self.names[pairing.seats[color]]);
            let talk = &played.talk[color as usize];
            let _ = write!(text, "\n{color}: {name}\n{talk}");
        }
        let path = folder.join(format!("{:06}.txt", pairing.number));
        files::write_atomically(&path, text.as_bytes())
    }
}

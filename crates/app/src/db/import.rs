//! `reversi db import`: games from files into the database.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use rusqlite::{Connection, TransactionBehavior};

use records::db::writer::Writer;
use records::db::{folder, index, store};

use super::show;
use crate::cli::ImportArgs;
use crate::input;
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;
use records::Reader;

/// So many records that cannot be read are named; of the others, only the number is told.
const MOST_COMPLAINTS: usize = 5;

/// How often somebody who waits is told how far it is.
const STEP: usize = 500;

/// Adds the games of all files that the command line names.
///
/// Succeeds when every record could be read. Each file is added whole or not at all, so that
/// whatever ends the program leaves whole files in the database.
pub fn run(args: &ImportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen()?;
    let files = folder::files(&args.files)?;
    let mut connection = store::open_to_write(&args.database)?;
    let mut import = Import {
        progress: Progress::new(Some(files.len())),
        interrupt,
        total: Counts::default(),
        unread: 0,
        complaints: 0,
    };
    for (done, file) in files.iter().enumerate() {
        import.progress.done(done);
        import.add_file(&mut connection, file)?;
        if import.interrupt.is_stopped() {
            break;
        }
    }
    index::catch_up(&mut connection, |done| {
        let progress = &import.progress;
        progress.say(|| format!("looking at positions: {done} games"));
    })?;
    let games: u32 = connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
    let is_stopped = import.interrupt.is_stopped();
    let is_good = import.complaints == 0;
    let name = input::printable(&args.database.display().to_string());
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(
        out,
        "{}{} in {seconds:.1} s\n{name} holds {}",
        if is_stopped { "Stopped: " } else { "" },
        import.finish(),
        show::games(games),
    )?;
    out.flush()?;
    Ok(if is_stopped {
        interrupt::EXIT_CODE.into()
    } else if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What became of records.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    imported: usize,
    known: usize,
    skipped: usize,
}

impl Counts {
    fn all(&self) -> usize {
        self.imported + self.known + self.skipped
    }
}

/// An import under way.
struct Import {
    progress: Progress,
    interrupt: Interrupt,
    total: Counts,
    /// Files in which nothing could be read.
    unread: u32,
    /// Files and records that could not be read.
    complaints: usize,
}

impl Import {
    /// Adds the games of a file, unless somebody stops it: then nothing of it.
    fn add_file(&mut self, connection: &mut Connection, path: &Path) -> Result<()> {
        let mut reader = match Reader::open(path) {
            Ok(reader) if folder::holds_games(reader.format()) => reader,
            Ok(reader) => {
                let format = reader.format().name();
                let path = path.display();
                self.unread += 1;
                self.complain(&format!(
                    "{path} holds no games that were played ({format})"
                ));
                return Ok(());
            }
            Err(error) => {
                self.unread += 1;
                self.complain(&format!("{error:#}"));
                return Ok(());
            }
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy();
        let mut counts = Counts::default();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut writer = Writer::new(&transaction, &name)?;
        while let Some(record) = reader.next() {
            if self.interrupt.is_stopped() {
                return Ok(());
            }
            match record {
                Ok(record) if record.game.turns().is_empty() => {
                    counts.skipped += 1;
                    let path = path.display();
                    self.complain(&format!("{path}: a game has no moves; skipped"));
                }
                Ok(record) if writer.add(&record)? => counts.imported += 1,
                Ok(_) => counts.known += 1,
                Err(bad) => {
                    counts.skipped += bad.lost;
                    self.complain(&format!("{bad}; skipped"));
                }
            }
            if counts.all() % STEP == 0 {
                self.progress.say(|| so_far(&name, &counts, &reader));
            }
        }
        drop(writer);
        transaction.commit()?;
        self.total.imported += counts.imported;
        self.total.known += counts.known;
        self.total.skipped += counts.skipped;
        Ok(())
    }

    /// What has been done, in words.
    fn finish(self) -> String {
        let Counts {
            imported,
            known,
            skipped,
        } = self.total;
        let games = if imported == 1 { "game" } else { "games" };
        let mut text = format!("{imported} {games} imported, {known} already there");
        if skipped > 0 {
            text += &format!(", {skipped} skipped");
        }
        if self.unread > 0 {
            text += &format!(", {} not read", show::count(self.unread, "file"));
        }
        text
    }

    /// Says what cannot be read, if that was not said too often.
    fn complain(&mut self, message: &str) {
        self.complaints += 1;
        let message = match self.complaints {
            ..=MOST_COMPLAINTS => input::shown(message),
            number if number == MOST_COMPLAINTS + 1 => "and so on".to_string(),
            _ => return,
        };
        // If even this cannot be written, the exit code still tells.
        let tell = || writeln!(io::stderr(), "reversi: {message}");
        let _ = self.progress.aside(tell);
    }
}

/// What to tell somebody who waits.
fn so_far(name: &str, counts: &Counts, reader: &Reader) -> String {
    let games = counts.all();
    let name = input::printable(name);
    match reader.length() {
        Some(length) if length > 0 => {
            let percent = 100 * reader.bytes_read() / length;
            format!("{name}: {games} games, {percent}%")
        }
        _ => format!("{name}: {games} games"),
    }
}

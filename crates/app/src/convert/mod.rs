//! `reversi convert`: files of games or positions from one format into another, a record at a time.

mod inputs;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Error, Result, bail};
use rules::formats::Format;

use crate::cli::{ConvertArgs, Usage};
use crate::input;
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;
use inputs::Inputs;
use records::{NeedsFiles, Reader, WriteError, Writer};

/// Maximum number of messages about bad records.
const MOST_NAMED: usize = 20;

/// Number of records between two checks of the clock and the progress bar.
const STRIDE: usize = 256;

/// Converts all records, or counts them if there is no output.
///
/// Succeeds when every record was read and written. Other records are reported on standard error
/// and skipped.
pub fn run(args: &ConvertArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let writer = args.output.as_deref();
    let writer = writer.map(|name| open_output(name, args.to)).transpose()?;
    let inputs = Inputs::of(args)?;
    let mut work = Work {
        progress: inputs.progress(),
        interrupt: Interrupt::listen()?,
        writer,
        to_standard_output: args.output.as_deref() == Some("-"),
        read: 0,
        skipped: 0,
        bytes: 0,
        are_positions: true,
        out,
    };
    for reader in inputs {
        work.convert(reader?)?;
        if work.interrupt.is_stopped() {
            break;
        }
    }
    work.finish(args)
}

/// Opens the output in the format given by option or extension.
fn open_output(name: &str, to: Option<Format>) -> Result<Writer> {
    if name == "-" {
        let format = to.ok_or(Usage("say with --to in what format to write"))?;
        let needs_files = |_: NeedsFiles| {
            Usage("WTHOR games are written into files, not to standard output").into()
        };
        return Writer::standard_output(format).map_err(needs_files);
    }
    let path = Path::new(name);
    let extension = path.extension().and_then(|end| end.to_str());
    let by_name = || extension.and_then(Format::of_extension);
    let Some(format) = to.or_else(by_name) else {
        return Err(
            Usage("the name of OUT tells no format; say with --to in which to write").into(),
        );
    };
    Writer::create(path, format)
}

struct Work {
    progress: Progress,
    interrupt: Interrupt,
    writer: Option<Writer>,
    to_standard_output: bool,
    read: usize,
    skipped: usize,
    /// The length of the finished files.
    bytes: u64,
    /// True while no record with moves was read.
    are_positions: bool,
    out: Box<dyn Write>,
}

impl Work {
    /// Converts the records of a file until its end or Ctrl-C.
    fn convert(&mut self, mut reader: Reader) -> Result<()> {
        self.are_positions &= reader.format().is_of_positions();
        let mut number: usize = 0;
        while let Some(record) = reader.next() {
            let written = match (record, &mut self.writer) {
                (Ok(record), Some(writer)) => match writer.write(&record) {
                    Ok(()) => Ok(()),
                    Err(WriteError::NoPlace(reason)) => Err(reader.bad_last(reason).into()),
                    Err(WriteError::Failed(error)) => {
                        return Err(error)
                            .with_context(|| format!("cannot write {}", writer.name()));
                    }
                },
                (Ok(_), None) => Ok(()),
                (Err(bad), _) => Err(Error::from(bad)),
            };
            match written {
                Ok(()) => self.read += 1,
                Err(error) => self.skip(&error),
            }
            number += 1;
            if number.is_multiple_of(STRIDE) {
                if self.interrupt.is_stopped() {
                    return Ok(());
                }
                self.progress.done_bytes(self.bytes + reader.bytes_read());
                self.progress.say(|| self.count());
            }
        }
        self.bytes += reader.bytes_read();
        self.progress.done_bytes(self.bytes);
        Ok(())
    }

    /// Reports a record that cannot be converted.
    fn skip(&mut self, error: &Error) {
        self.skipped += 1;
        let message = if self.skipped <= MOST_NAMED {
            input::shown(&format!("{error}; skipped"))
        } else if self.skipped == MOST_NAMED + 1 {
            "further ones that are skipped are only counted".to_string()
        } else {
            return;
        };
        self.progress.aside(|| complain(&message));
    }

    fn count(&self) -> String {
        let what = match (self.are_positions, self.read) {
            (true, 1) => "position",
            (true, _) => "positions",
            (false, 1) => "game",
            (false, _) => "games",
        };
        format!("{} {what} read, {} skipped", self.read, self.skipped)
    }

    /// Commits the output and prints the result.
    fn finish(mut self, args: &ConvertArgs) -> Result<ExitCode> {
        let count = self.count();
        drop(self.progress);
        if self.interrupt.is_stopped() {
            complain(&format!("stopped: {count}; nothing was changed"));
            return Ok(interrupt::EXIT_CODE.into());
        }
        if self.read + self.skipped == 0 {
            bail!("there is no game in {}", args.input);
        }
        if let Some(writer) = self.writer {
            if writer.written() == 0 {
                bail!("{count}; nothing was written");
            }
            if let Some(note) = writer.finish()? {
                complain(&note);
            }
        }
        if self.to_standard_output {
            complain(&count);
        } else {
            writeln!(self.out, "{count}")?;
            self.out.flush()?;
        }
        Ok(if self.skipped == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Prints a message beside the progress bar. A failed write is ignored: the exit code reports the
/// problem too.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "reversi: {message}");
}

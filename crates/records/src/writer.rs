//! Writes records into a file.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use rules::Record;
use rules::formats::Format;

use crate::files::AtomicFile;
use crate::write_error::WriteError;
use crate::wthor::WthorFile;

/// The format needs several files, so it cannot be written to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedsFiles;

/// Writes records in one format. The file is replaced atomically by [`Writer::finish`]; until then
/// nothing changes.
pub struct Writer {
    /// Its name in messages.
    name: String,
    format: Format,
    output: Output,
    /// The encoded record.
    buffer: Vec<u8>,
    written: usize,
}

enum Output {
    Text(BufWriter<AtomicFile>),
    Standard(BufWriter<io::Stdout>),
    Wthor(Box<WthorFile>),
}

impl Writer {
    /// Starts to write a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, format: Format) -> Result<Writer> {
        let output = match format {
            Format::Wthor => Output::Wthor(Box::new(WthorFile::create(path)?)),
            _ => Output::Text(BufWriter::new(AtomicFile::create(path)?)),
        };
        Ok(Writer::new(path.display().to_string(), format, output))
    }

    /// Starts to write to standard output.
    ///
    /// # Errors
    /// When the format is one that takes more than one file.
    pub fn standard_output(format: Format) -> Result<Writer, NeedsFiles> {
        if format == Format::Wthor {
            return Err(NeedsFiles);
        }
        let output = Output::Standard(BufWriter::new(io::stdout()));
        Ok(Writer::new("standard output".to_string(), format, output))
    }

    fn new(name: String, format: Format, output: Output) -> Writer {
        Writer {
            name,
            format,
            output,
            buffer: Vec::new(),
            written: 0,
        }
    }

    /// The name of the output in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of records written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Writes a record.
    ///
    /// # Errors
    /// When the format cannot represent it, or writing fails.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        if self.format == Format::Rev && self.written > 0 {
            let reason = "a state file holds one position, and it has one already";
            return Err(WriteError::NoPlace(reason.to_string()));
        }
        self.buffer.clear();
        if !matches!(self.output, Output::Wthor(_)) {
            let written = self.format.write(record, &mut self.buffer);
            written.map_err(|error| WriteError::NoPlace(error.to_string()))?;
        }
        match &mut self.output {
            Output::Text(file) => file.write_all(&self.buffer)?,
            Output::Standard(out) => out.write_all(&self.buffer)?,
            Output::Wthor(file) => file.write(record)?,
        }
        self.written += 1;
        Ok(())
    }

    /// Replaces the file. Returns a note about information that the format lost, if any.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(self) -> Result<Option<String>> {
        match self.output {
            Output::Text(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                file.with_context(|| format!("cannot write {}", self.name))?
                    .commit()?;
                Ok(None)
            }
            Output::Standard(mut out) => {
                out.flush()?;
                Ok(None)
            }
            Output::Wthor(file) => file.finish(),
        }
    }
}

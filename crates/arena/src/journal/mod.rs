//! Journal file: one line for each event, on the disk before the next event, so that a contest that
//! was killed continues.

mod difference;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

pub use difference::differences;

/// An append-only file of lines, locked against other processes while it is open.
///
/// A last line without an end was being written when the process was killed; it does not count.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
    length: u64,
}

/// The reason why a journal file cannot be opened.
#[derive(Debug)]
pub enum OpenJournalError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// Another process has it open.
    Busy,
}

impl JournalFile {
    /// Opens or creates a file. Returns its complete lines too. Nothing is written.
    ///
    /// # Errors
    /// When another process has it open, or it cannot be read or written.
    pub fn open(path: &Path) -> Result<(JournalFile, Vec<u8>), OpenJournalError> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        // It has the standard error of programs, which others need not read.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(OpenJournalError::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenJournalError::Busy),
            // Some file systems have no locks. There the user must not run two processes.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(OpenJournalError::Io(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(OpenJournalError::Io)?;
        bytes.truncate(whole_lines(&bytes).len());
        let length = bytes.len() as u64;
        Ok((JournalFile { file, length }, bytes))
    }

    /// Removes all lines.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub fn clear(&mut self) -> io::Result<()> {
        self.length = 0;
        self.cut_off_partial_line()
    }

    /// Writes the first line, and syncs the folder too, so that it contains the new file after a
    /// crash.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&mut self, header: &str, path: &Path) -> io::Result<()> {
        self.add(header)?;
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Appends a line. When this returns `Ok`, the line is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        self.cut_off_partial_line()?;
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes());
        let added = written.and_then(|()| self.file.sync_data());
        match added {
            Ok(()) => self.length += line.len() as u64,
            // A line that may not be on the disk must not be read again.
            Err(_) => drop(self.cut_off_partial_line()),
        }
        added
    }

    /// Cuts off what an interrupted or failed write left after the last complete line.
    fn cut_off_partial_line(&mut self) -> io::Result<()> {
        if self.file.metadata()?.len() > self.length {
            self.file.set_len(self.length)?;
        }
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

/// The complete lines: everything up to the last line end.
#[must_use]
pub fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

//! Probes: a program is asked again, to find the mistake behind a fault.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Point, Size};

use super::diagnosis::Diagnosis;
use super::positions::random_position;

use crate::contest::launch::Launch;
use crate::contest::program::Program;
use crate::transport::Channel;
use play::{Clock, Player, Watch};

/// The number of positions that a program is asked about.
const POSITIONS: u64 = 8;

/// Folders with more bytes are not copied.
const MAX_COPIED_BYTES: u64 = 256 << 20;

/// The time that a program has at least to show that it is only slow.
const SLOW_TIME: Duration = Duration::from_secs(5);

/// The time in which a program may still show that it is only slow.
const LATE_TIME: Duration = Duration::from_secs(30);

/// Why a program did not answer. It is started again and gets the same input; it has the time of a
/// move, and at least [`SLOW_TIME`]. If it answers now, or works all the time, it is slow. If it
/// answers only when its input ends, it keeps its output in a buffer.
pub(super) fn silence(
    launch: &Launch,
    told: &str,
    said: &str,
    allowed: Option<Duration>,
) -> Option<Diagnosis> {
    let slow = allowed.unwrap_or_default().max(SLOW_TIME);
    let is_more = |bytes: &[u8]| bytes.trim_ascii().len() > said.trim().len();
    let start = || {
        let mut channel = Channel::new(launch.start().ok()?);
        channel.send_line(told.trim_end_matches('\n')).ok()?;
        Some(channel)
    };
    let answered = |channel: &mut Channel, time: Duration| {
        let until = Instant::now().checked_add(time);
        let whole = |bytes: &[u8]| is_more(bytes).then_some(bytes.len());
        let message = channel.read_until(whole, until).ok()?;
        Some(message.is_some_and(|message| is_more(message.text.as_bytes())))
    };
    let mut open = start()?;
    if answered(&mut open, slow)? {
        return Some(Diagnosis::Slow);
    }
    let usage = open.rest().ok()?;
    if usage.cpu.unwrap_or_default() + usage.lost >= slow / 2 {
        return Some(Diagnosis::Slow);
    }
    drop(open);
    // One that is slow without work would be late again.
    let mut closed = start()?;
    closed.close_input();
    if answered(&mut closed, slow)? {
        return Some(Diagnosis::Buffered);
    }
    answered(&mut closed, LATE_TIME)?.then_some(Diagnosis::Slow)
}

/// A copy of a program's folder in which it may write. It is removed when it is dropped.
pub(super) struct WritableCopy {
    folder: tempfile::TempDir,
}

impl WritableCopy {
    /// Copies the files of a folder, unless they are too many or too large. Links are left out.
    pub(super) fn of(folder: &Path) -> Option<WritableCopy> {
        let copy = WritableCopy {
            folder: tempfile::tempdir().ok()?,
        };
        let mut left = MAX_COPIED_BYTES;
        copy_files(folder, copy.folder.path(), &mut left).ok()?;
        Some(copy)
    }

    /// The same program in the copy.
    pub(super) fn launch(&self, launch: &Launch) -> Launch {
        let mut launch = launch.clone();
        launch.folder = Some(self.folder.path().to_path_buf());
        launch.sandbox.writable = true;
        launch
    }
}

fn copy_files(from: &Path, to: &Path, left: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        let bytes = if kind.is_file() {
            entry.metadata()?.len()
        } else {
            0
        };
        // A folder or an empty file counts too.
        let cost = bytes + 4096;
        *left = left.checked_sub(cost).ok_or(io::ErrorKind::StorageFull)?;
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy_files(&entry.path(), &target, left)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// The answers of a program of the simple protocol in some positions, until it fails.
pub(super) fn more_answers(
    program: &mut Program,
    size: Size,
    clock: &Clock,
) -> Vec<(Diagram, Point)> {
    let mut answers = Vec::new();
    let start = Game::new(size);
    if program.begin(&start, Color::Black, clock).is_err() {
        return answers;
    }
    for seed in 0..POSITIONS {
        let game = random_position(size, seed);
        let answer = Watch::unwatched(|watch| program.choose(&game, clock, watch));
        match answer.map(|chosen| chosen.point) {
            Ok(Some(point)) => answers.push((*game.diagram(), point)),
            _ => break,
        }
    }
    // Nothing of this game counts.
    let _ = program.end(&start);
    let _ = program.stderr();
    answers
}

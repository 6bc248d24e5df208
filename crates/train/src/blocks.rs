//! Files of blocks: long runs add to them, and continue them after an interruption.
//!
//! ```text
//! file    magic: [u8; 8]  seed: u64  block…
//! block   number: u32  length: u32  byte…     `length` bytes
//! ```
//!
//! Numbers are little-endian. Blocks are written as they are finished, in any order; a block cut
//! short by a crash is dropped when the file is opened again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};
use jobs::{Batch, Executor, Job, Next};

/// A run that produces the blocks of a file.
pub struct Run<'a> {
    /// The file.
    pub path: &'a Path,
    /// The magic bytes at its start.
    pub magic: &'static [u8; 8],
    /// The seed. A file with another seed is not continued.
    pub seed: u64,
    /// The total number of blocks.
    pub blocks: u32,
    /// Start no more blocks after this many seconds.
    pub seconds: Option<u64>,
}

impl Run<'_> {
    /// Produces the missing blocks. `job` gives the job of a block number, and `read` turns the
    /// answer into the block.
    ///
    /// # Errors
    /// When the file cannot be used, the executor cannot run, or a block could not be produced.
    /// Finished blocks stay in the file.
    pub fn make<J: Job>(
        &self,
        executor: &mut dyn Executor<J>,
        job: impl Fn(u32) -> J,
        read: impl Fn(u32, J::Answer) -> Result<Vec<u8>>,
    ) -> Result<()> {
        let mut missing = Missing {
            run: self,
            writer: Writer::open(self.path, self.magic, self.seed)?,
            rest: 0..self.blocks,
            job,
            read,
            start: Instant::now(),
            failed: 0,
            fault: None,
        };
        let worked = executor.run(&mut missing, &AtomicBool::new(false));
        if let Some(fault) = missing.fault {
            return Err(fault);
        }
        worked.map_err(Error::from_boxed)?;
        ensure!(
            missing.failed == 0,
            "{} of {} blocks could not be made; the same command tries them again",
            missing.failed,
            self.blocks
        );
        executor.finish();
        Ok(())
    }
}

/// The missing blocks of a file, as a batch of one job each.
struct Missing<'a, M, R> {
    run: &'a Run<'a>,
    writer: Writer,
    /// The block numbers that have not been considered yet.
    rest: Range<u32>,
    job: M,
    read: R,
    start: Instant,
    /// The number of failed blocks.
    failed: u32,
    /// The error of the file, after which nothing is written.
    fault: Option<Error>,
}

impl<M, R> Missing<'_, M, R> {
    /// Adds a finished block and reports the progress from time to time.
    fn add(&mut self, number: u32, block: &[u8]) -> Result<()> {
        self.writer
            .add(number, block)
            .with_context(|| format!("cannot write {}", self.run.path.display()))?;
        let done = self.writer.done.len();
        if done.is_multiple_of(100) {
            let seconds = self.start.elapsed().as_secs_f64();
            eprintln!("{done} of {} blocks, {seconds:.0} s", self.run.blocks);
        }
        Ok(())
    }
}

impl<J, M, R> Batch<J> for Missing<'_, M, R>
where
    J: Job,
    M: Fn(u32) -> J,
    R: Fn(u32, J::Answer) -> Result<Vec<u8>>,
{
    fn next(&mut self) -> Next<J> {
        let limit = self.run.seconds.map(Duration::from_secs);
        if limit.is_some_and(|limit| self.start.elapsed() >= limit) {
            return Next::Done;
        }
        let done = &self.writer.done;
        match self.rest.find(|number| !done.contains(number)) {
            Some(number) => Next::Job(number as usize, (self.job)(number)),
            None => Next::Done,
        }
    }

    fn answered(&mut self, number: usize, answer: Result<J::Answer, String>) -> ControlFlow<()> {
        // The executor returns only numbers that were given out.
        let number = number as u32;
        let block = answer
            .map_err(Error::msg)
            .and_then(|answer| (self.read)(number, answer));
        match block {
            Ok(block) => {
                if let Err(fault) = self.add(number, &block) {
                    self.fault = Some(fault);
                    return ControlFlow::Break(());
                }
            }
            Err(reason) => {
                self.failed += 1;
                eprintln!("block {number} could not be made: {reason:#}");
            }
        }
        ControlFlow::Continue(())
    }
}

/// A file that blocks are added to.
struct Writer {
    file: File,
    /// The numbers of the blocks already in the file.
    done: HashSet<u32>,
}

impl Writer {
    /// Opens or creates the file of a seed.
    fn open(path: &Path, magic: &[u8; 8], seed: u64) -> Result<Writer> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            file.write_all(magic)?;
            file.write_all(&seed.to_le_bytes())?;
            return Ok(Writer {
                file,
                done: HashSet::new(),
            });
        }
        ensure!(
            bytes.starts_with(magic),
            "{} is a file of another kind",
            path.display()
        );
        ensure!(
            bytes.get(8..16) == Some(&seed.to_le_bytes()),
            "{} was made with another seed",
            path.display()
        );
        let mut done = HashSet::new();
        let mut end = 16;
        while let Some((number, block)) = first(&bytes[end..]) {
            done.insert(number);
            end += 8 + block.len();
        }
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Writer { file, done })
    }

    /// Adds a finished block.
    fn add(&mut self, number: u32, block: &[u8]) -> Result<()> {
        let mut bytes = Vec::with_capacity(8 + block.len());
        bytes.extend(number.to_le_bytes());
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(block);
        self.file.write_all(&bytes)?;
        self.done.insert(number);
        Ok(())
    }
}

/// The complete blocks of a file, in the order of their numbers.
///
/// # Errors
/// When the file cannot be read or has other magic bytes.
pub fn read_all(path: &Path, magic: &[u8; 8]) -> Result<Vec<Vec<u8>>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        bytes.starts_with(magic),
        "{} is a file of another kind",
        path.display()
    );
    let mut blocks = Vec::new();
    let mut rest = bytes.get(16..).unwrap_or_default();
    while let Some((number, block)) = first(rest) {
        blocks.push((number, block.to_vec()));
        rest = &rest[8 + block.len()..];
    }
    blocks.sort_by_key(|&(number, _)| number);
    Ok(blocks.into_iter().map(|(_, block)| block).collect())
}

/// Whether a file begins with these magic bytes.
///
/// # Errors
/// When the file cannot be read.
pub fn is_kind(path: &Path, magic: &[u8; 8]) -> Result<bool> {
    let mut start = [0; 8];
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(file.read_exact(&mut start).is_ok() && start == *magic)
}

/// The first block of `bytes`, if complete.
fn first(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let block = rest.get(..u32::from_le_bytes(*length) as usize)?;
    Some((u32::from_le_bytes(*number), block))
}

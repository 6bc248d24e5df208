//! Files that long runs add to, block by block.
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
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// A run that makes the blocks of a file.
pub struct Run<'a> {
    /// The file.
    pub path: &'a Path,
    /// What it begins with.
    pub magic: &'static [u8; 8],
    /// What was made with another seed is not continued.
    pub seed: u64,
    /// How many blocks it shall have.
    pub blocks: u32,
    /// Threads that make blocks.
    pub threads: usize,
    /// Begin no more blocks after this many seconds.
    pub seconds: Option<u64>,
}

impl Run<'_> {
    /// Makes the blocks that are missing. Each thread calls `worker` once, and what that returns
    /// for the numbers of blocks.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn make<W>(&self, worker: impl Fn() -> W + Sync) -> Result<()>
    where
        W: FnMut(u32) -> Vec<u8>,
    {
        let writer = Writer::open(self.path, self.magic, self.seed)?;
        let missing: Vec<u32> = (0..self.blocks)
            .filter(|number| !writer.done.contains(number))
            .collect();
        let writer = Mutex::new(writer);
        let next = AtomicU32::new(0);
        let start = Instant::now();
        let over = || {
            let limit = self.seconds.map(Duration::from_secs);
            limit.is_some_and(|limit| start.elapsed() >= limit)
        };
        std::thread::scope(|scope| {
            let work = || -> Result<()> {
                let mut make = worker();
                while !over() {
                    let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&number) = missing.get(place) else {
                        break;
                    };
                    let block = make(number);
                    let mut writer = writer.lock().expect("no writer panics");
                    writer.add(number, &block)?;
                    let done = writer.done.len();
                    if done.is_multiple_of(100) {
                        let seconds = start.elapsed().as_secs_f64();
                        eprintln!("{done} of {} blocks, {seconds:.0} s", self.blocks);
                    }
                }
                Ok(())
            };
            let threads: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(work))
                .collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().expect("no worker panics"))
        })
    }
}

/// A file that blocks are added to.
struct Writer {
    file: File,
    /// The blocks already there.
    done: HashSet<u32>,
}

impl Writer {
    /// Opens or begins the file for a seed.
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

/// The whole blocks of a file, in the order of their numbers.
///
/// # Errors
/// When the file cannot be read or begins with something else.
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

/// Whether a file begins like this.
///
/// # Errors
/// When the file cannot be read.
pub fn is_kind(path: &Path, magic: &[u8; 8]) -> Result<bool> {
    let mut start = [0; 8];
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(file.read_exact(&mut start).is_ok() && start == *magic)
}

/// The first block of `bytes`, when it is whole.
fn first(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let block = rest.get(..u32::from_le_bytes(*length) as usize)?;
    Some((u32::from_le_bytes(*number), block))
}

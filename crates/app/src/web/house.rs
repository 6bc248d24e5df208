//! Everything that requests share.

use std::io;
use std::path::PathBuf;
use std::thread;

use engine::{Engine, Settings};
use play::{Mind, Repertoire};

use super::page::Page;
use super::pool::Pool;
use super::puzzles;
use super::study::Tools;

/// Megabytes that a quick thinker remembers positions in: it looks at few.
const QUICK_MEMORY: usize = 8;

/// Everything that requests share: the page, those who think, and the games.
pub struct House {
    /// The files of the page.
    pub page: Page,
    /// Computers that answer at once.
    pub quick: Pool<Mind>,
    /// Computers that take their time.
    pub deep: Pool<Mind>,
    /// Engines for analyses and reviews.
    pub study: Pool<Tools>,
    /// Who solves puzzles.
    pub puzzles: Pool<Engine>,
    /// Those who read, write and draw.
    pub papers: Pool<()>,
}

impl House {
    /// A house with nobody in it.
    ///
    /// # Errors
    /// When the system has no threads to give.
    pub fn open(page: Option<PathBuf>) -> io::Result<House> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(House {
            page: Page::new(page),
            quick: Pool::new("quick", cores, quick_mind)?,
            deep: Pool::new("deep", cores.div_ceil(2), deep_mind)?,
            study: Pool::new("study", cores.div_ceil(2), Tools::new)?,
            puzzles: Pool::new("puzzles", 1, puzzles::solver)?,
            papers: Pool::new("papers", cores.div_ceil(2), || ())?,
        })
    }
}

fn quick_mind() -> Mind {
    Mind::new(seed()).with_settings(Settings {
        threads: 1,
        hash_mb: QUICK_MEMORY,
    })
}

fn deep_mind() -> Mind {
    let mut mind = Mind::new(seed());
    mind.open_from(Repertoire::Default);
    mind
}

/// Other games each time.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}

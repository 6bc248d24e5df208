//! Everything that requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::Result;
use engine::Engine;

use super::leaving::Leaving;
use super::page::Page;
use super::pool::{self, Pool};
use super::puzzles;
use super::rooms::{Lobby, Minds};
use super::store::Store;
use super::study::Tools;

/// Everything that requests share: the page, those who think, and the games.
pub struct House {
    /// The files of the page.
    pub page: Page,
    /// Computers that play and give advice.
    pub minds: Arc<Minds>,
    /// Engines for analyses and reviews.
    pub study: Pool<Tools>,
    /// Who solves puzzles.
    pub puzzles: Pool<Engine>,
    /// Those who read, write and explain.
    pub papers: Pool<()>,
    /// Those who draw.
    pub pictures: Pool<()>,
    /// The games.
    pub lobby: Arc<Lobby>,
    /// Tells when it is time to leave.
    pub leaving: Leaving,
}

impl House {
    /// A house with nobody in it.
    ///
    /// # Errors
    /// When the system has no threads to give.
    pub fn open(page: Option<PathBuf>, store: Store, leaving: Leaving) -> Result<House> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let minds = Arc::new(Minds::new()?);
        Ok(House {
            page: Page::new(page),
            study: Pool::new("study", cores.div_ceil(2), Tools::new)?,
            puzzles: Pool::new("puzzles", 1, puzzles::solver)?,
            papers: Pool::new("papers", cores.div_ceil(2), || ())?,
            pictures: Pool::new("pictures", 1, pool::give_way)?,
            lobby: Lobby::new(store, Arc::clone(&minds)),
            minds,
            leaving,
        })
    }
}

//! Book builder: searches many positions in parallel.

mod plan;
mod scout;

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use reversi_rules::Board;

use crate::book::{Book, Page};
use crate::engine::{Engine, Settings};
pub use plan::Recipe;

/// Limits on the positions of one round: an eighth of the book, within these. The scores of a round
/// decide which positions the next one searches, and the threads wait for each other in between.
const AT_ONCE: RangeInclusive<usize> = 16..=256;
const SHARE: usize = 8;

/// Makes books. Each thread searches one position at a time with an engine of its own.
pub struct Builder {
    recipe: Recipe,
    engines: Vec<Engine>,
}

/// When a builder stops, and the receiver of its events.
pub struct Orders<'a> {
    /// Set it to stop: unfinished searches are lost.
    pub stop: &'a AtomicBool,
    /// No search starts after this time.
    pub until: Option<Instant>,
    /// Called for every event.
    pub on_event: &'a mut dyn FnMut(Event<'_>),
}

impl Orders<'_> {
    fn are_over(&self) -> bool {
        is_over(self.stop, self.until)
    }
}

fn is_over(stop: &AtomicBool, until: Option<Instant>) -> bool {
    stop.load(Ordering::SeqCst) || until.is_some_and(|until| Instant::now() >= until)
}

/// The progress of a builder.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// One more position was searched.
    Searched(Board),
    /// The positions of a round were added to the book.
    Learned(&'a Book),
}

impl Builder {
    /// A builder that works by a recipe.
    #[must_use]
    pub fn new(recipe: Recipe) -> Builder {
        let settings = Settings {
            threads: 1,
            hash_mb: recipe.hash_mb,
        };
        let engines = (0..recipe.threads.max(1)).map(|_| Engine::new(settings));
        Builder {
            recipe,
            engines: engines.collect(),
        }
    }

    /// Grows a book to a number of positions, and searches again those of it whose depth is too low.
    /// When nothing interrupts it, the result is the same for any number of threads.
    pub fn grow(&mut self, book: &mut Book, positions: usize, orders: &mut Orders<'_>) {
        while !orders.are_over() {
            let room = positions.saturating_sub(book.len());
            let share = (book.len() / SHARE).clamp(*AT_ONCE.start(), *AT_ONCE.end());
            let count = if room > 0 { share.min(room) } else { share };
            let wanted = book.wanted(&self.recipe, room > 0, count);
            if wanted.is_empty() {
                return;
            }
            self.search(book, &wanted, orders);
        }
    }

    /// Adds positions to a book, except those that are in it with sufficient depth or come after too
    /// many moves. Positions that cannot be reached from the start through the book are left out.
    pub fn add(&mut self, book: &mut Book, boards: &[Board], orders: &mut Orders<'_>) {
        let wanted = self.missing(book, boards);
        for some in wanted.chunks(*AT_ONCE.end()) {
            if orders.are_over() {
                return;
            }
            self.search(book, some, orders);
        }
    }

    /// The positions that [`add`](Builder::add) would search, those after fewer moves first.
    #[must_use]
    pub fn missing(&self, book: &Book, boards: &[Board]) -> Vec<Board> {
        let recipe = &self.recipe;
        let mut seen = HashSet::new();
        let mut wanted: Vec<Board> = boards
            .iter()
            .map(|board| board.canonical())
            .filter(|board| !board.legal_moves().is_empty())
            .filter(|board| recipe.reaches(*board))
            .filter(|board| book.depth(*board) < recipe.depth_for(*board))
            .filter(|board| seen.insert(*board))
            .collect();
        wanted.sort_by_key(|board| std::cmp::Reverse(board.empties()));
        wanted
    }

    /// Searches positions in parallel and adds them to the book.
    fn search(&mut self, book: &mut Book, boards: &[Board], orders: &mut Orders<'_>) {
        let (stop, until, recipe) = (orders.stop, orders.until, &self.recipe);
        let turn = &AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel::<(Board, Page)>();
        let found: Vec<(Board, Page)> = thread::scope(|scope| {
            for engine in &mut self.engines {
                let sender = sender.clone();
                scope.spawn(move || {
                    while !is_over(stop, until)
                        && let Some(board) = boards.get(turn.fetch_add(1, Ordering::Relaxed))
                        && let Some(page) = scout::search(engine, *board, recipe, stop)
                        && sender.send((*board, page)).is_ok()
                    {}
                });
            }
            drop(sender);
            let heard = receiver.into_iter();
            heard
                .inspect(|(board, _)| (orders.on_event)(Event::Searched(*board)))
                .collect()
        });
        book.learn(found);
        (orders.on_event)(Event::Learned(book));
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("recipe", &self.recipe)
            .finish_non_exhaustive()
    }
}

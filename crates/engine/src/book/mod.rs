//! Opening book: positions searched in advance, with a score for every move.
//!
//! A book grows from the start of the game: a [`Builder`](crate::book_builder::Builder) searches the
//! positions that both sides reach at the lowest cost, and their scores are propagated back to the
//! start (minimax). One of each set of mirror images is stored. `docs/book.md` describes the file.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use reversi_engine::book::Book;
//! use reversi_engine::book_builder::{Builder, Orders, Recipe};
//! use reversi_rules::{Board, Square};
//!
//! let mut book = Book::default();
//! let stop = AtomicBool::new(false);
//! let recipe = Recipe { depth: 2, ..Recipe::default() };
//! let mut orders = Orders { stop: &stop, until: None, on_event: &mut |_| {} };
//! Builder::new(recipe).grow(&mut book, 5, &mut orders);
//! assert_eq!(book.len(), 5);
//!
//! // Two of them are the start and the position after its only distinct move, here f5.
//! let page = book.look_up(Board::START.play(Square::F5).unwrap()).unwrap();
//! assert_eq!(page.moves.len(), 3);
//! assert_eq!(-page.score(), book.look_up(Board::START).unwrap().score());
//!
//! assert_eq!(Book::read(&book.write()), Ok(book));
//! ```

mod choice;
mod file;
mod next;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use reversi_rules::{Board, Square, Symmetry};

use crate::envelope::fitting;
use crate::score::Score;
pub(crate) use next::{Next, distinct_moves};

pub use choice::MARGIN;
pub use file::{BookError, MOST_POSITIONS};

/// The book of this package; `data/book/README.md` tells how it was made.
static EMBEDDED: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../data/book/reversi.book");
    Arc::new(Book::read(bytes).expect("the book of the program is whole"))
});

/// An opening book. Every position in it can be reached from the start through others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    about: String,
    /// By position in its canonical orientation, which is also that of the page.
    pub(crate) pages: HashMap<Board, Page>,
}

/// What a book says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The depth at which the position itself was searched.
    pub depth: u32,
    /// Every distinct legal move, best first; of mirror images, one.
    pub moves: Vec<Move>,
}

/// What a book says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the disc goes.
    pub square: Square,
    /// The score for the side to move: that of the position after it, if it is in the book, else that
    /// of a search.
    pub score: Score,
    /// The depth of that score, moves in the book included. It is the number of empty squares where the
    /// search went to the end of the game.
    pub depth: u32,
    /// Whether the position after it is in the book.
    pub is_followed: bool,
}

impl Page {
    /// The best score that can be reached, for the side to move.
    #[must_use]
    pub fn score(&self) -> Score {
        self.moves.first().map_or(Score::DRAW, |best| best.score)
    }

    /// Every legal move, best first: those of the page, each among its mirror images, which have its
    /// score.
    #[must_use]
    pub fn all_moves(&self, board: Board) -> Vec<Move> {
        let moves = self.moves.iter().flat_map(|book_move| {
            let images = board.mirror_images(book_move.square).into_iter();
            images.map(|square| Move {
                square,
                ..*book_move
            })
        });
        moves.collect()
    }

    /// The page of the same position laid down another way.
    fn turned(mut self, symmetry: Symmetry) -> Page {
        for book_move in &mut self.moves {
            book_move.square = symmetry.square(book_move.square);
        }
        self
    }

    /// Sorts the moves, best first; of equal moves, the one with the greatest depth.
    fn sort(&mut self) {
        self.moves
            .sort_by_key(|found| (-found.score, Reverse(found.depth), found.square));
    }
}

impl Book {
    /// The book of this package.
    #[must_use]
    pub fn embedded() -> Arc<Book> {
        Arc::clone(&EMBEDDED)
    }

    /// How the book was made.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Sets the text about how the book was made.
    pub fn set_about(&mut self, about: &str) {
        self.about = fitting(about);
    }

    /// How many positions are in it; mirror images are one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The page of a position in any orientation; `None` when it is not in the book.
    #[must_use]
    pub fn look_up(&self, board: Board) -> Option<Page> {
        let (canonical, symmetry) = board.canonical_with();
        let page = self.pages.get(&canonical)?;
        let mut page = page.clone().turned(symmetry.inverse());
        page.sort();
        Some(page)
    }

    /// Its positions, each in one orientation, those after fewer moves first.
    #[must_use]
    pub fn positions(&self) -> Vec<Board> {
        let mut positions = self.walk();
        positions.sort_by_key(|board| Reverse(board.empties()));
        positions
    }

    /// The depth of a position; 0 when it is not in the book.
    pub(crate) fn depth(&self, board: Board) -> u32 {
        let page = self.pages.get(&board.canonical());
        page.map_or(0, |page| page.depth)
    }

    /// Adds the pages of searched positions and updates all scores. A page has every distinct move of
    /// its position. Positions that cannot be reached from the start are left out.
    pub(crate) fn learn(&mut self, found: impl IntoIterator<Item = (Board, Page)>) {
        for (board, page) in found {
            let (canonical, symmetry) = board.canonical_with();
            let mut page = page.turned(symmetry);
            // Of mirror images, the one that comes first in the file.
            for book_move in &mut page.moves {
                let images = canonical.mirror_images(book_move.square);
                book_move.square = images.into_iter().next().unwrap_or(book_move.square);
            }
            self.pages.insert(canonical, page);
        }
        self.settle();
    }

    /// The positions that can be reached from the start, in breadth-first order with moves square by
    /// square.
    fn walk(&self) -> Vec<Board> {
        let mut seen = HashSet::new();
        let mut order = Vec::new();
        let mut meet = |board: Board, order: &mut Vec<Board>| {
            if self.pages.contains_key(&board) && seen.insert(board) {
                order.push(board);
            }
        };
        meet(Board::START.canonical(), &mut order);
        let mut place = 0;
        while let Some(&board) = order.get(place) {
            for (_, next) in distinct_moves(board) {
                if let Next::Position { board, .. } = next {
                    meet(board, &mut order);
                }
            }
            place += 1;
        }
        order
    }

    /// Updates all scores and removes positions that cannot be reached.
    fn settle(&mut self) {
        self.settle_all(self.walk());
    }

    /// Propagates scores from the last of these positions to the first, and removes all others.
    fn settle_all(&mut self, mut order: Vec<Board>) {
        // Every move fills a square, so the positions after it have their scores already.
        order.sort_by_key(|board| board.empties());
        let mut settled: HashMap<Board, Page> = HashMap::with_capacity(order.len());
        for board in order {
            let Some(mut page) = self.pages.remove(&board) else {
                continue;
            };
            for (square, next) in distinct_moves(board) {
                let book_move = page.moves.iter_mut().find(|other| other.square == square);
                let (Some(book_move), Next::Position { board, again }) = (book_move, next) else {
                    continue;
                };
                let Some(best) = settled.get(&board).and_then(|page| page.moves.first()) else {
                    book_move.is_followed = false;
                    continue;
                };
                book_move.score = if again { best.score } else { -best.score };
                book_move.depth = best.depth + 1;
                book_move.is_followed = true;
            }
            page.sort();
            settled.insert(board, page);
        }
        self.pages = settled;
    }
}

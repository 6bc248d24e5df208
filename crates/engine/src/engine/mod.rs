//! The engine: the one way to ask for an analysis, for every board size.
//!
//! Boards up to 8×8 are searched on the 8×8 bitboard with the transposition table, larger ones with
//! textbook alpha-beta. The opening book and the table of solved 6×6 positions are looked up first.

mod known;
mod large_board;
mod request;
mod root;
#[cfg(test)]
mod small_boards;
mod time_management;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reversi_rules::{Point, Size, Symmetry};

use crate::analysis::Analysis;
use crate::book::{Book, MARGIN};
use crate::eval::{Evaluator, Network, Trained};
use crate::geometry::GeometryKind;
use crate::limits::{Goal, Limits};
use crate::random::Random;
use crate::transposition::TranspositionTable;
use known::{of_book, solved_table};
use request::{Request, Search};
pub use root::RootPosition;
use root::{Representation, SmallRoot};

/// The resources of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The number of search threads; at least 1.
    pub threads: usize,
    /// The size of the transposition table in megabytes; the engine never uses more for it.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mb: 64,
        }
    }
}

/// An engine with its transposition table. Analyses of related positions profit from each other.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reversi_engine::{Engine, Limits, Settings};
/// use reversi_rules::{Diagram, Size, Start};
///
/// let mut engine = Engine::new(Settings::default());
/// let stop = AtomicBool::new(false);
/// for side in [6, 8, 10] {
///     let start = Diagram::start(Size::new(side).unwrap(), Start::Standard);
///     let analysis = engine.analyse(&start, &Limits::depth(4), 1, &stop, &mut |_| {});
///     assert!(start.play(analysis.best().point().unwrap()).is_some());
///     // All four first moves are equal by symmetry.
///     assert_eq!(analysis.best_moves, start.legal_moves());
/// }
/// ```
pub struct Engine {
    settings: Settings,
    /// Allocated by the first search.
    table: Option<TranspositionTable>,
    /// The geometry of the positions in the table.
    geometry: GeometryKind,
    /// How positions are turned before they are searched; `None` while the table is empty. The first
    /// search chooses it, so that mirror images of a position get the same search; those after it
    /// keep it, so that they find what the table holds.
    orientation: Option<Symmetry>,
    /// The evaluator of the 8×8 board; `None` until the network of the package is needed.
    evaluator: Option<Box<dyn Search>>,
    book: Option<Arc<Book>>,
    uses_solved_table: bool,
}

impl Engine {
    /// An engine with the network of this package, an empty transposition table and no book.
    #[must_use]
    pub fn new(settings: Settings) -> Engine {
        Engine::with(settings, None)
    }

    /// An engine with trained weights from a file.
    #[must_use]
    pub fn with_weights(settings: Settings, weights: Trained) -> Engine {
        // One search for each kind, so that no node pays for the choice.
        let evaluator: Box<dyn Search> = match weights {
            Trained::Sum(patterns) => Box::new(patterns),
            Trained::Network(network) => Box::new(network),
        };
        Engine::with(settings, Some(evaluator))
    }

    /// An engine that evaluates positions of the 8×8 board in its own way.
    #[must_use]
    pub fn with_evaluator<E: Evaluator + 'static>(settings: Settings, evaluator: E) -> Engine {
        Engine::with(settings, Some(Box::new(evaluator)))
    }

    fn with(settings: Settings, evaluator: Option<Box<dyn Search>>) -> Engine {
        Engine {
            settings: Settings {
                threads: settings.threads.max(1),
                ..settings
            },
            table: None,
            geometry: GeometryKind::Eight,
            orientation: None,
            evaluator,
            book: None,
            uses_solved_table: true,
        }
    }

    /// Sets the opening book. It answers only where [`Limits::book`] allows it; a new engine has none.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Turns the table of solved 6×6 positions on or off; it is on in a new engine. It answers
    /// searches for a good move that would go to the end of the game anyway, never a proof.
    pub fn set_solved_table(&mut self, is_used: bool) {
        self.uses_solved_table = is_used;
    }

    /// Does now what the first analysis of a board size would do first: allocates the transposition
    /// table, unpacks weights. Call it before a clock runs.
    pub fn prepare(&mut self, size: Size) {
        if let Some(geometry) = GeometryKind::of(size) {
            self.ready(geometry);
        }
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.orientation = None;
    }

    /// Analyses a position within limits: the best `lines` moves with their scores.
    ///
    /// The position may be of any size from 4×4 to 26×26. Moves come back in the caller's board.
    /// `on_progress` is called after every finished pass and when bounds tighten. Setting `stop` ends
    /// the analysis within milliseconds, with the best result so far. With one thread and a limit on
    /// depth or nodes, a new engine always returns the same, and for the mirror images of a position the
    /// mirror image of it. Moves that are mirror images of each other stand beside each other with one
    /// score, in every report.
    ///
    /// Boards above 8×8 have scores of the kind [`Heuristic`](crate::Kind::Heuristic), which are not in
    /// discs; there only the lines that are as good as the best one come back.
    pub fn analyse(
        &mut self,
        position: impl Into<RootPosition>,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        match position.into().0 {
            Representation::Large(board) => {
                large_board::analyse(&board, limits, lines, stop, on_progress)
            }
            Representation::Small(root) => {
                let mut report = |analysis: &Analysis| on_progress(&root.finish(analysis.clone()));
                let known = self.known(&root, limits, lines.max(1));
                let analysis = match known {
                    Some(analysis) => {
                        report(&analysis);
                        analysis
                    }
                    None => self.search(&root, limits, lines, stop, &mut report),
                };
                root.finish(analysis)
            }
        }
    }

    /// The move to play, with the analysis it was chosen from; `None` when there is no legal move.
    ///
    /// A position in the book gets a random good book move, if [`Limits::book`] allows it. Else
    /// chance picks one of the equal [best moves](Analysis::best_moves).
    pub fn choose(
        &mut self,
        position: impl Into<RootPosition>,
        limits: &Limits,
        random: &mut Random,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Option<(Point, Analysis)> {
        let position = position.into();
        if limits.book
            && let Some(analysis) = self.book_move(position, random)
        {
            return Some((analysis.best().point()?, analysis));
        }
        let limits = Limits {
            book: false,
            ..limits.clone()
        };
        let analysis = self.analyse(position, &limits, 1, stop, on_progress);
        let best: Vec<Point> = analysis.best_moves.into_iter().collect();
        Some((random.pick(&best)?, analysis))
    }

    /// A random good move from the book; `None` when the engine has no book or the position is not
    /// in it. The only line of the analysis begins with the chosen move.
    pub fn book_move(
        &self,
        position: impl Into<RootPosition>,
        random: &mut Random,
    ) -> Option<Analysis> {
        let (root, book) = self.in_book(position.into())?;
        let chosen = book.choose(root.board, MARGIN, random)?;
        Some(root.finish(of_book(&[chosen])))
    }

    /// The position and the book, on the board that books are for.
    fn in_book(&self, position: RootPosition) -> Option<(SmallRoot, &Book)> {
        match position.0 {
            Representation::Small(root) if root.geometry == GeometryKind::Eight => {
                Some((root, self.book.as_deref()?))
            }
            _ => None,
        }
    }

    /// The answer of the book or of the solved table.
    fn known(&self, root: &SmallRoot, limits: &Limits, lines: usize) -> Option<Analysis> {
        let from_book = || {
            let (root, book) = self.in_book(RootPosition(Representation::Small(*root)))?;
            let page = book.look_up(root.board)?;
            let moves = page.all_moves(root.board);
            Some(of_book(&moves[..moves.len().min(lines)]))
        };
        let may_use_book = limits.book && limits.goal == Goal::Best;
        let may_use_solved = self.uses_solved_table && lines == 1;
        may_use_book
            .then(from_book)
            .flatten()
            .or_else(|| may_use_solved.then(|| solved_table(root, limits)).flatten())
    }

    /// A search on the 8×8 bitboard. Moves are named as on the 8×8 board in the orientation of `root`.
    fn search(
        &mut self,
        root: &SmallRoot,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let threads = self.settings.threads;
        self.ready(root.geometry);
        let orientation = *self.orientation.get_or_insert_with(|| root.canonical());
        let back = orientation.inverse();
        let mut on_progress = |analysis: &Analysis| on_progress(&analysis.clone().turned(back));
        let (table, evaluator) = self.ready(root.geometry);
        table.new_search();
        let request = Request {
            board: orientation.board(root.board),
            limits,
            lines: lines.max(1),
            threads,
            table,
            stop,
            on_progress: &mut on_progress,
        };
        let analysis = match root.geometry {
            GeometryKind::Eight => evaluator.search(request),
            smaller => request.run_smaller(smaller),
        };
        analysis.turned(back)
    }

    /// The transposition table, ready for a geometry, and the evaluator.
    fn ready(&mut self, geometry: GeometryKind) -> (&mut TranspositionTable, &dyn Search) {
        // The same discs are another position in another geometry.
        if geometry != self.geometry {
            self.clear();
            self.geometry = geometry;
        }
        let hash_mb = self.settings.hash_mb;
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(hash_mb));
        let evaluator = self
            .evaluator
            .get_or_insert_with(|| Box::new(Network::embedded()));
        (table, &**evaluator)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

//! The engine: analyses positions with search, transposition table and threads.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rules::{Bitboard, Board};

use crate::analysis::{Analysis, Kind, Line};
use crate::eval::{Evaluator, Handmade, Network};
use crate::geometry::{Arena, Eight, Four, FourByEight, FourBySix, Geometry, Six};
use crate::limits::{Clock, Goal, Limits};
use crate::score::Score;
use crate::search::{
    Budget, EndOfSearch, IterativeDeepening, Node, Pool, Shared, Worker, final_score, passes,
};
use crate::solved;
use crate::transposition::TranspositionTable;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads search; at least 1.
    pub threads: usize,
    /// How much memory the table takes, in megabytes; never more.
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

/// An engine with its memory. Analyses of related positions profit from each other.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use engine::{Engine, Limits, Settings};
/// use rules::Board;
///
/// let mut engine = Engine::new(Settings::default());
/// let stop = AtomicBool::new(false);
/// let analysis = engine.analyse(Board::START, &Limits::depth(6), 1, &stop, &mut |_| {});
/// assert!(Board::START.play(analysis.best().square().unwrap()).is_some());
/// ```
pub struct Engine<E = Network> {
    threads: usize,
    table: TranspositionTable,
    /// The board that the table remembers positions of.
    arena: Arena,
    evaluator: E,
}

impl Engine {
    /// An engine that knows nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Engine {
        Engine::with_evaluator(settings, Network::embedded())
    }
}

impl<E: Evaluator> Engine<E> {
    /// An engine that judges positions of the 8×8 board in its own way.
    #[must_use]
    pub fn with_evaluator(settings: Settings, evaluator: E) -> Engine<E> {
        Engine {
            threads: settings.threads.max(1),
            table: TranspositionTable::new(settings.hash_mb),
            arena: Arena::Eight,
            evaluator,
        }
    }

    /// Forgets every position.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Analyses a position within limits: the best `lines` moves with their scores.
    ///
    /// `on_progress` hears of every pass that is finished and of bounds as they tighten, with lines as
    /// long as they are remembered. Raising
    /// `stop` ends the analysis within milliseconds, with the best that is known by then. With one
    /// thread and a limit on depth or nodes, a new engine always answers the same.
    pub fn analyse(
        &mut self,
        board: Board,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.analyse_on(Arena::Eight, board, limits, lines, stop, on_progress)
    }

    /// The same on a smaller board: see [`Arena`]. Discs beside it do not count.
    pub fn analyse_on(
        &mut self,
        arena: Arena,
        board: Board,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        // The same discs are another position on another board.
        if arena != self.arena {
            self.table.clear();
            self.arena = arena;
        }
        self.table.new_search();
        if lines <= 1
            && let Some(analysis) = looked_up(arena, board, limits)
        {
            on_progress(&analysis);
            return analysis;
        }
        let request = Request {
            board,
            limits,
            lines: lines.max(1),
            threads: self.threads,
            table: &self.table,
            stop,
            on_progress,
        };
        match arena {
            Arena::Eight => self.evaluator.search(request),
            smaller => request.run_on_smaller(smaller),
        }
    }
}

/// The answer that was worked out in advance, for a player who would look to the end anyway.
/// Whoever asks for a proof gets a search, which is how the answers can be checked.
fn looked_up(arena: Arena, board: Board, limits: &Limits) -> Option<Analysis> {
    let start = Instant::now();
    let empties = (board.empty() & arena.squares()).len();
    let to_the_end = limits.depth.is_some_and(|depth| depth >= empties);
    if limits.goal != Goal::Best || !to_the_end {
        return None;
    }
    let (score, square) = solved::look_up(arena, board)?;
    Some(Analysis {
        lines: vec![Line {
            score: Score::from_discs(score),
            kind: Kind::Exact,
            moves: vec![Some(square)],
        }],
        depth: empties,
        nodes: 1,
        time: start.elapsed(),
    })
}
impl<E> fmt::Debug for Engine<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// What is asked of a search. Engines make it, and an [`Evaluator`] runs it.
pub struct Request<'a> {
    board: Board,
    limits: &'a Limits,
    lines: usize,
    threads: usize,
    table: &'a TranspositionTable,
    stop: &'a AtomicBool,
    on_progress: &'a mut dyn FnMut(&Analysis),
}

impl Request<'_> {
    /// Searches the position on the 8×8 board.
    pub fn run<E: Evaluator>(self, evaluator: &E) -> Analysis {
        self.run_on::<E, Eight>(evaluator)
    }

    /// The same on a smaller board, with judgement made by hand.
    fn run_on_smaller(self, arena: Arena) -> Analysis {
        match arena {
            Arena::Four => self.run_handmade::<Four>(),
            Arena::FourBySix => self.run_handmade::<FourBySix>(),
            Arena::FourByEight => self.run_handmade::<FourByEight>(),
            Arena::Six => self.run_handmade::<Six>(),
            Arena::Eight => self.run_handmade::<Eight>(),
        }
    }

    fn run_handmade<G: Geometry>(self) -> Analysis {
        let inside = |discs: Bitboard| discs & Bitboard(G::SQUARES);
        let (own, opponent) = (inside(self.board.own()), inside(self.board.opponent()));
        let request = Request {
            board: Board::new(own, opponent).expect("parts of sets apart are apart"),
            ..self
        };
        request.run_on::<_, G>(&Handmade::<G>::default())
    }

    fn run_on<E: Evaluator, G: Geometry>(self, evaluator: &E) -> Analysis {
        let start = Instant::now();
        let root: Node<E::State> = Node::new::<G, E>(evaluator, self.board);
        if root.moves::<G>() == 0 {
            return self.without_moves::<E, G>(evaluator);
        }
        let allowance = Allowance::new(self.limits, root.empties);
        let shared = Shared {
            evaluator,
            table: self.table,
            budget: Budget::new(
                self.stop,
                // A deadline too far to be told is none.
                allowance.hard.and_then(|hard| start.checked_add(hard)),
                self.limits.nodes,
            ),
            pool: Pool::new(),
        };
        std::thread::scope(|scope| {
            let _end = EndOfSearch(&shared);
            for _ in 1..self.threads {
                scope.spawn(|| Worker::<E, G>::new(&shared).serve());
            }
            let mut worker = Worker::<E, G>::new(&shared);
            let mut deepening = IterativeDeepening {
                worker: &mut worker,
                root,
                lines: self.lines,
                goal: self.limits.goal,
                window: window(self.limits).filter(|_| self.lines == 1),
                start,
                on_progress: self.on_progress,
                analysis: Analysis::default(),
            };
            let passes = passes(root.empties, self.limits);
            deepening.run(&passes, || {
                allowance.soft.is_some_and(|soft| start.elapsed() >= soft)
            });
            deepening.finish()
        })
    }

    /// The side to move has to pass, or the game is over.
    fn without_moves<E: Evaluator, G: Geometry>(self, evaluator: &E) -> Analysis {
        let passed = self.board.pass();
        if passed.legal_moves().0 & G::SQUARES == 0 {
            let score = Score::from_discs(final_score::<G>(self.board));
            let line = Line {
                score,
                kind: Kind::Exact,
                moves: Vec::new(),
            };
            return Analysis {
                lines: vec![line],
                ..Analysis::default()
            };
        }
        let on_progress = self.on_progress;
        let mut turned = |analysis: &Analysis| on_progress(&after_pass(analysis.clone()));
        let turned_window = self.limits.window.map(|(low, high)| (-high, -low));
        let limits = Limits {
            window: turned_window,
            ..self.limits.clone()
        };
        let request = Request {
            board: passed,
            limits: &limits,
            lines: 1,
            on_progress: &mut turned,
            ..self
        };
        after_pass(request.run_on::<E, G>(evaluator))
    }
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("board", &self.board)
            .finish_non_exhaustive()
    }
}

/// The window of an exact search as the search counts. Scores are whole discs, so that one disc wide
/// is the same as one unit wide, which is quicker.
fn window(limits: &Limits) -> Option<(i32, i32)> {
    let (low, high) = limits.window.filter(|_| limits.goal == Goal::Exact)?;
    let low = low.units();
    let high = if high.units() - low <= Score::DISC {
        low + 1
    } else {
        high.units()
    };
    Some((low, high))
}

/// The same from the side that passed.
fn after_pass(mut analysis: Analysis) -> Analysis {
    for line in &mut analysis.lines {
        line.score = -line.score;
        line.moves.insert(0, None);
        if let Kind::Bounds(low, high) = line.kind {
            line.kind = Kind::Bounds(-high, -low);
        }
    }
    analysis
}

/// How long to think: after `soft` no new pass is begun, at `hard` the search ends.
struct Allowance {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Allowance {
    fn new(limits: &Limits, empties: u32) -> Allowance {
        let from_clock = limits
            .clock
            .map(|clock| Allowance::of_clock(clock, empties));
        let (soft, hard) = from_clock.unzip();
        // A pass takes longer than all before it, so past two thirds another one is in vain.
        let whole = limits.time;
        Allowance {
            soft: least(soft, whole.map(|time| time / 3 * 2)),
            hard: least(hard, whole),
        }
    }

    /// A share of the clock: about half of the empty squares are ours to fill, and the last dozen
    /// or so take no time.
    fn of_clock(clock: Clock, empties: u32) -> (Duration, Duration) {
        let moves = (empties.saturating_sub(14) / 2).max(2);
        // Never the last of it: a message takes time as well.
        let reserve = (clock.left / 20).min(Duration::from_millis(500));
        let usable = clock.left.saturating_sub(reserve);
        let share = (usable / moves).saturating_add(clock.increment / 5 * 4);
        let share = share.min(usable);
        (
            share / 3 * 2,
            share.saturating_mul(2).min(usable / 4 * 3).max(share / 2),
        )
    }
}

fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

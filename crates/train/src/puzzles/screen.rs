//! The searches that a position has to pass to become a middle-game puzzle.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Limits, Line, Settings};
use play::people::HumanModel;
use play::puzzle::middle::{self, MARGIN, Puzzle, Try};
use rules::formats::obf::Problem;
use rules::{Bitboard, Board, Diagram, Point, Square};

/// The minimum number of legal moves: with fewer, guessing would be too easy.
const FEWEST_MOVES: u32 = 5;

/// The position must be worth playing: with the best move not lost by more than this, and with the
/// second best not won by more, in discs.
const STILL_OPEN: i32 = 12;

/// A move to a corner is no puzzle if this many people of a hundred or more play it.
const OBVIOUS_CORNER: u8 = 50;

/// With at most this many empty squares, a position is solved to the end.
const SOLVE: u32 = 24;

/// The most moves of a stored line, the first not counted.
const LONGEST_LINE: usize = 6;

/// The depths of the three searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// To sort out most positions.
    pub first: u32,
    /// The search whose scores are stored.
    pub scores: u32,
    /// To confirm the margin.
    pub proof: u32,
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.first, self.scores, self.proof)
    }
}

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Depths, String> {
        let depths: Vec<u32> = text
            .split(',')
            .filter_map(|depth| depth.trim().parse().ok())
            .collect();
        match depths[..] {
            [first, scores, proof] if 0 < first && first < scores && scores <= proof => {
                Ok(Depths {
                    first,
                    scores,
                    proof,
                })
            }
            _ => Err("give three rising depths, such as 10,20,26".to_string()),
        }
    }
}

/// A position that the first search did not sort out.
#[derive(Clone, Debug)]
pub struct Candidate {
    diagram: Diagram,
    best: Point,
    /// How many of a hundred people play the best move.
    pub share: u8,
}

/// Searches positions for puzzles. The result depends on nothing but the position.
pub struct Screen {
    depths: Depths,
    model: HumanModel,
    /// For the first search. Clearing its table takes no time.
    small: Engine,
    large: Engine,
}

impl Screen {
    /// A screen whose transposition table has `hash_mb` megabytes.
    pub fn new(depths: Depths, hash_mb: usize) -> Screen {
        let engine = |hash_mb| {
            Engine::new(Settings {
                threads: 1,
                hash_mb,
            })
        };
        Screen {
            depths,
            model: HumanModel::embedded(),
            small: engine(2),
            large: engine(hash_mb),
        }
    }

    /// Whether a shallow search finds one clearly best move.
    pub fn candidate(&mut self, diagram: &Diagram) -> Option<Candidate> {
        let board = diagram.to_board()?;
        let is_symmetric = board.symmetries()[1..].contains(&board);
        if board.legal_moves().len() < FEWEST_MOVES || is_symmetric {
            return None;
        }
        self.small.clear();
        let limits = Limits::depth(self.depths.first.min(board.empties()));
        let analysis = analyse(&mut self.small, board, &limits, 2);
        let best = clearly_best(&analysis)?;
        let share = middle::share(&self.model, board, best);
        let is_corner = Square::try_from(best).is_ok_and(|best| Bitboard::CORNERS.contains(best));
        (!is_corner || share < OBVIOUS_CORNER).then_some(Candidate {
            diagram: *diagram,
            best,
            share,
        })
    }

    /// The puzzle, if deeper searches agree with the first one.
    pub fn prove(&mut self, candidate: &Candidate) -> Option<Puzzle> {
        let board = candidate.diagram.to_board()?;
        self.large.clear();
        let mut agreed = |limits: &Limits, lines: usize| {
            let analysis = analyse(&mut self.large, board, limits, lines);
            (clearly_best(&analysis)? == candidate.best).then_some(analysis)
        };
        let scores = Limits::depth(self.depths.scores);
        agreed(&scores, 2)?;
        let analysis = if board.empties() <= SOLVE {
            agreed(&Limits::exact(), usize::MAX)?
        } else {
            agreed(&Limits::depth(self.depths.proof), 2)?;
            agreed(&scores, usize::MAX)?
        };
        let mut puzzle = puzzle(candidate, &analysis);
        puzzle.refit(&self.model);
        Some(puzzle)
    }
}

fn analyse(engine: &mut Engine, board: Board, limits: &Limits, lines: usize) -> Analysis {
    let stop = AtomicBool::new(false);
    let lines = lines.min(board.legal_moves().len() as usize);
    engine.analyse(board, limits, lines, &stop, &mut |_| {})
}

/// The first move, if its score leads by the margin and the game is still open.
fn clearly_best(analysis: &Analysis) -> Option<Point> {
    let [best, next, ..] = &analysis.lines[..] else {
        return None;
    };
    let (most, second) = (best.score.rounded(), next.score.rounded());
    let is_open = most >= -STILL_OPEN && second <= STILL_OPEN;
    (most - second >= MARGIN && is_open).then(|| best.point())?
}

/// The puzzle, with shares of 0.
fn puzzle(candidate: &Candidate, analysis: &Analysis) -> Puzzle {
    let known = |line: &Line| {
        let replies = line.moves.iter().skip(1).flatten().copied();
        let line_after = replies.take(LONGEST_LINE).collect();
        Some((line.point()?, line.score.rounded(), line_after))
    };
    let mut moves: Vec<(Point, i32, Vec<Point>)> =
        analysis.lines.iter().filter_map(known).collect();
    // Equal moves in the order of the board, not in the order of the search.
    moves.sort_by_key(|&(point, score, _)| (-score, point.row(), point.column()));
    Puzzle {
        problem: Problem {
            scores: moves
                .iter()
                .map(|&(point, score, _)| (point, score))
                .collect(),
            ..Problem::unknown(candidate.diagram)
        },
        tries: moves
            .into_iter()
            .map(|(_, _, line)| Try { share: 0, line })
            .collect(),
    }
}

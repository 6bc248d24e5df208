//! Book search: all moves at low depth, the good ones at full depth.

use std::sync::atomic::{AtomicBool, Ordering};

use reversi_rules::{Board, Square};

use super::plan::Recipe;
use crate::analysis::{Analysis, Kind, Line};
use crate::book::{Move, Page, distinct_moves};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;

/// The depth at which all moves are searched, to select those for the full depth: some milliseconds,
/// where the full depth takes a second.
pub(super) const SELECTION_DEPTH: u32 = 10;

/// Moves this much worse than the best one are not searched deeper.
const SELECTION_MARGIN: i32 = 3 * Score::DISC;

/// Searches a position: good moves at the depth of the recipe, the others at [`SELECTION_DEPTH`].
/// `None` when `stop` was set meanwhile.
///
/// The transposition table is cleared first, so the result depends on the position and the depth only.
pub(super) fn search(
    engine: &mut Engine,
    board: Board,
    recipe: &Recipe,
    stop: &AtomicBool,
) -> Option<Page> {
    engine.clear();
    let mut analyse = |depth: u32, lines: usize| -> Option<Analysis> {
        let limits = Limits::depth(depth);
        let analysis = engine.analyse(board, &limits, lines, stop, &mut |_| {});
        (!stop.load(Ordering::SeqCst)).then_some(analysis)
    };
    let depth = recipe.depth_for(board);
    let all = analyse(
        SELECTION_DEPTH.min(depth),
        board.legal_moves().len() as usize,
    )?;
    let floor = all.best().score.units() - SELECTION_MARGIN;
    let good = all.lines.iter().filter(|line| line.score.units() >= floor);
    let close = if depth > SELECTION_DEPTH {
        analyse(depth, good.count())?
    } else {
        Analysis::default()
    };
    // No other move is better than the last of these.
    let most = close.lines.last().map_or(Score::MAX, |line| line.score);
    let moves = distinct_moves(board).into_iter().map(|(square, _)| {
        let (line, most) = match line_of(&close, board, square) {
            Some(line) => (line, Score::MAX),
            None => (line_of(&all, board, square)?, most),
        };
        Some(Move {
            square,
            score: line.score.min(most),
            depth: match line.kind {
                Kind::Estimate(depth) => depth,
                _ => board.empties(),
            },
            is_followed: false,
        })
    });
    let moves = moves.collect::<Option<Vec<Move>>>()?;
    Some(Page { depth, moves })
}

/// The best line that begins with a move or one of its mirror images.
fn line_of(analysis: &Analysis, board: Board, square: Square) -> Option<&Line> {
    let images = board.mirror_images(square);
    let begins = |line: &&Line| line.square().is_some_and(|other| images.contains(other));
    analysis.lines.iter().find(begins)
}

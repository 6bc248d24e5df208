//! How the positions of a book are searched.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{Board, Square};

use super::next::distinct_moves;
use super::plan::Recipe;
use super::{Move, Page};
use crate::analysis::{Analysis, Kind, Line};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;

/// How many moves ahead all moves are searched, to find out which of them deserve more: some
/// milliseconds, where the rest takes a second.
pub(super) const GLANCE: u32 = 10;

/// Moves that look worse than the best one by more than this deserve no more.
const WIDTH: i32 = 3 * Score::DISC;

/// Searches a position: the moves that look good as deep as the recipe says, the others at a
/// glance. `None` when `stop` was raised meanwhile.
///
/// The engine forgets all it knew, so that the answer depends on nothing but the position and the
/// depth.
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
    let glance = analyse(GLANCE.min(depth), board.legal_moves().len() as usize)?;
    let floor = glance.best().score.units() - WIDTH;
    let good = glance
        .lines
        .iter()
        .filter(|line| line.score.units() >= floor);
    let close = if depth > GLANCE {
        analyse(depth, good.count())?
    } else {
        Analysis::default()
    };
    // No other move was found to be better than the last of these.
    let most = close.lines.last().map_or(Score::MAX, |line| line.score);
    let moves = distinct_moves(board).into_iter().map(|(square, _)| {
        let (line, most) = match line_of(&close, board, square) {
            Some(line) => (line, Score::MAX),
            None => (line_of(&glance, board, square)?, most),
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

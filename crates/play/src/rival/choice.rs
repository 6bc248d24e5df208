//! The move of a rival on a board of any size.

use engine::{Analysis, Engine, Random};
use rules::{Game, Point};

use super::rung::Rung;
use super::sampling::pick;
use crate::player::Watch;

/// A rival's move, with the search it comes from if it searched; `None` when there is no legal move. `random`
/// settles which of the probable moves it plays.
pub fn choose(
    rung: Rung,
    game: &Game,
    engine: &mut Engine,
    random: &mut Random,
    watch: &mut Watch<'_>,
) -> Option<(Point, Option<Analysis>)> {
    let Some(board) = game.diagram().to_board() else {
        let diagram = game.diagram();
        let point = rung
            .sight(diagram.size())
            .choose(diagram, engine, random, watch)?;
        return Some((point, None));
    };
    let (shares, analysis) = rung.strength().shares(board, engine, watch);
    Some((pick(&shares, random)?.into(), analysis))
}

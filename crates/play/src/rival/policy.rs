//! The choice of a move on 8×8: what a person would play, corrected by greed or by a search.

use engine::{Analysis, Engine, Limits, Random};
use rules::{Board, Square};

use super::sampling::{pick, softmax};
use super::strength::Strength;
use crate::people::{HumanModel, Rating};
use crate::player::Watch;

impl Strength {
    /// A move; `None` when there is no legal one.
    pub fn choose(
        &self,
        board: Board,
        engine: &mut Engine,
        random: &mut Random,
        watch: &mut Watch<'_>,
    ) -> Option<Square> {
        pick(&self.shares(board, engine, watch).0, random)
    }

    /// The probability of every legal move of a position, and the search it comes from.
    pub fn shares(
        &self,
        board: Board,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> (Vec<(Square, f64)>, Option<Analysis>) {
        let chances = HumanModel::embedded().chances(board, Rating::new(self.rating));
        let most = chances.first().map_or(0.0, |chance| chance.probability);
        // What hardly anybody would play is not played: a rival errs, it does not throw the game away.
        let considered = chances
            .iter()
            .filter(|chance| chance.probability >= LEAST_SHARE * most);
        let considered: Vec<(Square, f64)> = considered
            .map(|chance| (chance.square, f64::from(chance.probability)))
            .collect();
        let searches = self.depth > 0 && considered.len() > 1;
        let analysis = searches.then(|| {
            let limits = Limits::depth(self.depth);
            engine.analyse(board, &limits, chances.len(), watch.stop, watch.on_progress)
        });
        let score = |square: Square| {
            let lines = analysis
                .as_ref()
                .map_or(&[][..], |analysis| &analysis.lines);
            let line = lines.iter().find(|line| line.square() == Some(square));
            line.map_or(0.0, |line| line.score.discs())
        };
        let weights = considered.iter().map(|&(square, probability)| {
            let flips = f64::from(board.flips(square).len());
            let weight =
                self.human * probability.ln() + self.trust * score(square) + self.greed * flips;
            (square, weight)
        });
        (softmax(&weights.collect::<Vec<_>>()), analysis)
    }
}

/// A move less probable than this share of the most probable one is not played.
const LEAST_SHARE: f32 = 0.002;

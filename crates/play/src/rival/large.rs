//! Rivals on boards other than 8×8: there people's games are unknown, so rungs are made from search and chance.

use engine::{Analysis, Engine, Evaluation, Limits, Random};
use rules::{Diagram, Point, Size, WideBoard};

use super::rung::Rung;
use super::sampling::{pick, softmax};
use crate::player::Watch;

/// How a rival chooses a move where people's games are unknown: it scores every move by a search, and plays one by
/// chance. A move as much worse than the best as the average move is has e to the power of −`care` times its
/// probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The search depth after the move.
    pub depth: u32,
    /// How much the search matters.
    pub care: f64,
}

impl Rung {
    /// How it plays on a board of this size; on 8×8 it plays by its [strength](Rung::strength) instead. Large
    /// boards are not searched as deep, so that moves come at once.
    #[must_use]
    pub fn sight(self, size: Size) -> Sight {
        let most = match size.side() {
            ..=8 => 8,
            9..=12 => 4,
            13..=16 => 3,
            _ => 2,
        };
        let step = f64::from(self.number() - 1);
        Sight {
            depth: (1 + self.number() * 2 / 5).min(most),
            care: 0.25 * 1.35_f64.powf(step),
        }
    }
}

/// The score of an analysis in the units of a search. Above 8×8 these are not discs; only a game that is over
/// has a score in discs, which is turned into them.
fn units(position: &Diagram, analysis: &Analysis) -> i32 {
    let best = analysis.best();
    if position.size() > Size::EIGHT && best.kind.is_in_discs() {
        let house: Evaluation<WideBoard> = Evaluation::house(position.size());
        return house.final_value(position.board());
    }
    best.score.units()
}

impl Sight {
    /// A move; `None` when there is no legal one.
    pub fn choose(
        &self,
        diagram: &Diagram,
        engine: &mut Engine,
        random: &mut Random,
        watch: &mut Watch<'_>,
    ) -> Option<Point> {
        let limits = Limits::depth(self.depth);
        let scores: Vec<(Point, f64)> = diagram
            .legal_moves()
            .into_iter()
            .filter_map(|point| {
                let next = diagram.play(point)?;
                let analysis = engine.analyse(&next, &limits, 1, watch.stop, &mut |_| {});
                let units = f64::from(units(&next, &analysis));
                let same_side = next.to_move() == diagram.to_move();
                Some((point, if same_side { units } else { -units }))
            })
            .collect();
        let count = scores.len() as f64;
        let best = scores
            .iter()
            .map(|&(_, score)| score)
            .fold(f64::MIN, f64::max);
        let mean = scores.iter().map(|&(_, score)| score).sum::<f64>() / count;
        let spread = (best - mean).max(1.0);
        let weigh = |&(point, score): &(Point, f64)| (point, self.care * (score - best) / spread);
        let weights: Vec<(Point, f64)> = scores.iter().map(weigh).collect();
        pick(&softmax(&weights), random)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use engine::Settings;
    use rules::Game;

    use super::*;

    /// The last move of a game is worth what the position after it is worth, above 8×8 and below.
    #[test]
    fn a_finished_game_has_the_score_that_the_search_before_it_saw() {
        let stop = AtomicBool::new(false);
        let mut engine = Engine::new(Settings {
            threads: 1,
            hash_mb: 1,
        });
        let mut units_of = |position: &Diagram| {
            let analysis = engine.analyse(position, &Limits::depth(2), 1, &stop, &mut |_| {});
            units(position, &analysis)
        };
        let mut random = Random::new(3);
        for side in [6, 10] {
            let size = Size::new(side).expect("a size");
            for _ in 0..10 {
                let mut game = Game::new(size);
                while !game.is_over() {
                    let legal: Vec<Point> = game.legal_moves().into_iter().collect();
                    let point = random.pick(&legal).expect("a legal move");
                    game.play(point).expect("it is legal");
                }
                let last = game.turns().last().expect("a move").before();
                if last.legal_moves().len() > 1 {
                    continue;
                }
                let same_side = last.to_move() == game.diagram().to_move();
                let end = units_of(game.diagram());
                let end = if same_side { end } else { -end };
                assert_eq!(units_of(last), end, "{last:?}");
            }
        }
    }
}

//! Simple predictors of people's moves, to compare the model with.

use std::sync::atomic::AtomicBool;

use engine::{Engine, Evaluator, Level, Network, Settings};
use rules::{Board, Size, Square};

/// Moves with their probabilities, the most probable first.
pub type Prediction = Vec<(Square, f32)>;

/// The levels of the engine that predict.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;

/// Heats of a softmax of the evaluation, in discs: the best one is found by looking.
const HEATS: [f32; 6] = [1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

/// What a player of a square table thinks of each square of a quarter, row by row (positive is good).
const SQUARES: [[i32; 4]; 4] = [
    [100, -20, 10, 5],
    [-20, -50, -2, -2],
    [10, -2, -1, -1],
    [5, -2, -1, -1],
];

/// The predictors.
pub struct Baselines {
    engine: Engine,
    network: Network,
}

impl Baselines {
    /// Predictors with an empty table.
    #[must_use]
    pub fn new() -> Baselines {
        let settings = Settings {
            threads: 1,
            hash_mb: 8,
        };
        Baselines {
            engine: Engine::new(settings),
            network: Network::embedded(),
        }
    }

    /// What each of them says of a position. The engine's are there only where it is to search.
    pub fn predict(&mut self, board: Board, searched: bool) -> Vec<(String, Prediction)> {
        let moves: Vec<Square> = board.legal_moves().into_iter().collect();
        let by = |value: &dyn Fn(Square) -> f32| sorted(&moves, value);
        let flips = by(&|square| board.flips(square).len() as f32);
        let table = by(&|square| {
            let fold = |place: usize| place.min(7 - place);
            let (row, column) = (fold(square.index() / 8), fold(square.index() % 8));
            SQUARES[row][column] as f32 / 10.0
        });
        let mut predictions = vec![("most flips".into(), flips), ("square table".into(), table)];
        for heat in HEATS {
            let evaluated = by(&|square| {
                let next = board.play_unchecked(square);
                let units = self.network.evaluate(&self.network.state(next), next);
                -units as f32 / 128.0 / heat
            });
            predictions.push((format!("softmax {heat}"), evaluated));
        }
        if searched {
            for level in LEVELS {
                let best = self.best(board, level);
                let choice = by(&|square| if square == best { 8.0 } else { 0.0 });
                predictions.push((format!("level {level:2}"), choice));
            }
        }
        predictions
    }

    fn best(&mut self, board: Board, level: u32) -> Square {
        let level = Level::new(level).expect("a level of the list");
        let mut limits = level.limits(Size::EIGHT, board.empties());
        limits.book = false;
        let stop = AtomicBool::new(false);
        self.engine.clear();
        let analysis = self.engine.analyse(board, &limits, 1, &stop, &mut |_| {});
        analysis.best().square().expect("there is a legal move")
    }
}

impl Default for Baselines {
    fn default() -> Baselines {
        Baselines::new()
    }
}

/// The softmax of the values of some moves.
fn sorted(moves: &[Square], value: &dyn Fn(Square) -> f32) -> Prediction {
    let values: Vec<f32> = moves.iter().map(|square| value(*square)).collect();
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = values.iter().map(|value| (value - most).exp()).sum();
    let share = |value: &f32| (value - most).exp() / sum;
    let mut prediction: Prediction = moves
        .iter()
        .copied()
        .zip(values.iter().map(share))
        .collect();
    prediction.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    prediction
}

//! What is good in Reversi: evaluations, searches and the opponents built from them. Nothing here
//! prints or knows a protocol.
//!
//! ```
//! use engine::{Level, Opponent, Random};
//! use rules::{Game, Size};
//!
//! let game = Game::new(Size::EIGHT);
//! let level = Level::new(3).unwrap();
//! let decision = Opponent::Walle
//!     .choose(game.diagram(), level, &mut Random::new(1))
//!     .unwrap();
//! assert!(game.legal_moves().contains(decision.point));
//! // All four first moves are equal; chance picked one of them.
//! assert_eq!(decision.choice.best.len(), 4);
//! ```

mod analysis;
mod bench;
pub mod book;
mod engine;
mod envelope;
mod eval;
mod explain;
mod geometry;
mod level;
mod limits;
mod opponent;
mod probcut;
mod random;
mod score;
mod search;
mod solved;
mod stability;
mod transposition;

pub use analysis::{Analysis, Kind, Line};
pub use bench::{BenchReport, bench};
pub use engine::{Engine, Request, Settings};
pub use eval::{
    Evaluation, Evaluator, Network, NetworkWeights, PatternState, Patterns, Region, Trained,
    Weights, WeightsError, pattern,
};
pub use explain::{
    Branch, Chooser, Cut, GameTree, Known, Limit, PositionNode, PositionTree, TreeTooLarge, explain,
};
pub use geometry::Arena;
pub use level::{Level, LevelError};
pub use limits::{Clock, Goal, Limits};
pub use opponent::{Decision, Opponent, ParseOpponentError};
pub use random::Random;
pub use score::Score;
pub use search::{Choice, Method, Textbook};

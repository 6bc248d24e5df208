#![doc = include_str!("../README.md")]

#[cfg(test)]
extern crate self as reversi_engine;

mod analysis;
mod bench;
pub mod book;
pub mod book_builder;
mod classic;
mod engine;
pub mod envelope;
mod eval;
mod explain;
mod geometry;
mod level;
mod limits;
mod opponent;
mod prefetch;
mod probcut;
mod random;
mod score;
mod search;
#[cfg(feature = "serde")]
mod serde_impls;
mod solved;
mod stability;
mod transposition;

pub use analysis::{Analysis, Kind, Line};
pub use bench::{BenchReport, bench, signature};
pub use classic::{Classic, Decision};
pub use engine::{Engine, RootPosition, Settings};
pub use eval::{
    Evaluation, Evaluator, Network, NetworkWeights, PatternState, Patterns, Region, Trained,
    Weights, WeightsError, pattern,
};
pub use explain::{
    Branch, Chooser, Cut, GameTree, Known, Limit, PositionNode, PositionTree, TreeTooLarge, explain,
};
pub use level::{Level, LevelError};
pub use limits::{Clock, Goal, Limits};
pub use opponent::{Opponent, ParseOpponentError};
pub use random::Random;
pub use score::Score;
pub use search::{Choice, Method, Textbook};

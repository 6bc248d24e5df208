//! Judging a position without looking ahead.

mod classic;
mod evaluator;
mod label;
mod network;
pub mod pattern;
mod region;
mod squares;
mod trained;
mod weights;

pub(crate) use classic::Classic;
pub use evaluator::Evaluator;
pub use label::WeightsError;
pub use network::{Network, NetworkWeights};
pub use pattern::{PatternState, Patterns};
pub use region::Region;
pub use squares::Evaluation;
pub use trained::Trained;
pub use weights::Weights;

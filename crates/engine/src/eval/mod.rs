//! Evaluation: trained networks and pattern weights, and handmade evaluations.

mod evaluation;
mod evaluator;
mod handmade;
mod network;
pub mod pattern;
mod patterns;
mod region;
mod trained;
mod weights;
mod weights_file;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub(crate) use handmade::Handmade;
pub use network::{Network, NetworkWeights};
pub use pattern::PatternState;
pub use patterns::Patterns;
pub use region::Region;
pub use trained::Trained;
pub use weights::Weights;
pub use weights_file::WeightsError;

//! The evaluator of a training job: trained weights, or the heuristic before there are any.

use engine::Trained;

use crate::heuristic::Heuristic;

/// What evaluates positions in training.
#[derive(Clone)]
pub enum AnyEvaluator {
    /// Hand-made rules.
    Heuristic(Heuristic),
    /// Weights or a network.
    Trained(Trained),
}

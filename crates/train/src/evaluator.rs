//! The evaluator of a training job: trained weights, or the heuristic before there are any.

use engine::{Engine, Network, Settings, Trained};

use crate::heuristic::Heuristic;

/// The evaluator of a training command.
#[derive(Clone)]
pub enum AnyEvaluator {
    /// Hand-made rules.
    Heuristic(Heuristic),
    /// Weights or a network.
    Trained(Trained),
}

impl AnyEvaluator {
    /// An engine that uses this evaluator.
    pub fn engine(&self, settings: Settings) -> Engine {
        match self {
            AnyEvaluator::Heuristic(heuristic) => Engine::with_evaluator(settings, *heuristic),
            AnyEvaluator::Trained(trained) => Engine::with_weights(settings, trained.clone()),
        }
    }
}

impl From<Heuristic> for AnyEvaluator {
    fn from(heuristic: Heuristic) -> AnyEvaluator {
        AnyEvaluator::Heuristic(heuristic)
    }
}

impl From<Trained> for AnyEvaluator {
    fn from(trained: Trained) -> AnyEvaluator {
        AnyEvaluator::Trained(trained)
    }
}

impl From<Network> for AnyEvaluator {
    fn from(network: Network) -> AnyEvaluator {
        Trained::Network(network).into()
    }
}

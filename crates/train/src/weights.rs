//! The weights that a training command uses.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use engine::{Network, Trained};
use jobs::{Build, Queue, Weights};

/// The weights or the network of a file; without one, the network inside the program.
///
/// # Errors
/// When the file cannot be read or holds neither weights nor a network.
pub fn read_weights(path: Option<&Path>) -> Result<Trained> {
    match path {
        None => Ok(Trained::Network(Network::embedded())),
        Some(path) => Ok(play::weights::read(path)?),
    }
}

/// The queue for these weights on a farm. Training jobs have separate queues, so that workers for
/// players do not take them.
///
/// # Errors
/// When the file cannot be read.
pub fn farm_queue(path: Option<&Path>) -> Result<Queue> {
    let weights = match path {
        None => Weights::of(Network::embedded_bytes()),
        Some(path) => {
            let bytes = fs::read(path);
            Weights::of(&bytes.with_context(|| format!("cannot read {}", path.display()))?)
        }
    };
    Ok(Queue {
        weights: weights.for_program("train"),
        build: Build::of(env!("CARGO_PKG_VERSION"), engine::signature()),
    })
}

//! How entrants come to a table.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::Trained;

use super::contestant::Contestant;
use super::entrant::{Entrant, Protocol};
use super::inside::Inside;
use crate::weights::{self, ReadWeightsError};

/// Brings another program to a table: its name, how to talk to it, its command, and the table.
pub type Outside = dyn Fn(&str, Protocol, &str, usize) -> Box<dyn Contestant> + Send + Sync;

/// The entrants of a contest, ready to sit down: they have names and their weights are read.
pub struct Seats {
    ready: Vec<Ready>,
    seed: u64,
    stop: Arc<AtomicBool>,
    outside: Box<Outside>,
}

/// An entrant that can sit down.
struct Ready {
    name: String,
    entrant: Entrant,
    weights: Option<Trained>,
}

impl Seats {
    /// Makes entrants ready, each with the name it will have. The seed settles what the computers of
    /// this program leave to chance, the flag ends their thinking, and `outside` starts other
    /// programs.
    ///
    /// # Errors
    /// When weights cannot be read.
    pub fn new(
        entrants: Vec<(String, Entrant)>,
        seed: u64,
        stop: Arc<AtomicBool>,
        outside: Box<Outside>,
    ) -> Result<Seats, ReadWeightsError> {
        let ready = |(name, entrant): (String, Entrant)| {
            let file = match &entrant {
                Entrant::Engine(options) => options.weights.as_deref(),
                _ => None,
            };
            Ok(Ready {
                name,
                weights: file.map(weights::read).transpose()?,
                entrant,
            })
        };
        Ok(Seats {
            ready: entrants.into_iter().map(ready).collect::<Result<_, _>>()?,
            seed,
            stop,
            outside,
        })
    }

    /// Brings an entrant to a table.
    ///
    /// # Panics
    /// When there is no such entrant.
    #[must_use]
    pub fn sit(&self, entrant: usize, table: usize) -> Box<dyn Contestant> {
        let ready = &self.ready[entrant];
        let name = &ready.name;
        let seed = self.seed.wrapping_add(entrant as u64);
        let stop = Arc::clone(&self.stop);
        match &ready.entrant {
            Entrant::Classic(opponent, level) => {
                Box::new(Inside::classic(name, *opponent, *level, seed).stopped_by(stop))
            }
            Entrant::Engine(options) => {
                let weights = ready.weights.clone();
                let engine = Inside::engine(name, options.clone(), weights, seed);
                Box::new(engine.stopped_by(stop))
            }
            Entrant::Program(protocol, command) => (self.outside)(name, *protocol, command, table),
        }
    }
}

/// Names that can be told apart: equal ones are numbered.
///
/// ```
/// use play::contest::told_apart;
/// let names = ["greedy", "walle:5", "greedy"].map(str::to_string);
/// assert_eq!(told_apart(&names), ["greedy 1", "walle:5", "greedy 2"]);
/// ```
#[must_use]
pub fn told_apart(names: &[String]) -> Vec<String> {
    let equal = |name: &String, among: &[String]| among.iter().filter(|one| *one == name).count();
    let told = |(place, name): (usize, &String)| match equal(name, names) {
        1 => name.clone(),
        _ => format!("{name} {}", equal(name, &names[..=place])),
    };
    names.iter().enumerate().map(told).collect()
}

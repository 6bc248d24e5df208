//! Entrants of a contest, ready to play.

use engine::Trained;

use super::entrant::Entrant;
use crate::protocol::Protocol;
use play::Player;
use play::weights::{self, ReadWeightsError};

/// Makes a player of another program: its name, protocol and command, and the number of its chair, two
/// for each table.
pub type Outside = dyn Fn(&str, Protocol, &str, usize) -> Box<dyn Player> + Send + Sync;

/// The entrants of a contest with their names, their weights read from files.
pub struct Seats {
    ready: Vec<Ready>,
    seed: u64,
    outside: Box<Outside>,
}

/// An entrant with its weights.
struct Ready {
    name: String,
    entrant: Entrant,
    weights: Option<Trained>,
}

impl Seats {
    /// Prepares entrants, each with its name. `seed` breaks ties between equal moves; `outside`
    /// starts other programs.
    ///
    /// # Errors
    /// When weights cannot be read.
    pub fn new(
        entrants: Vec<(String, Entrant)>,
        seed: u64,
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
            outside,
        })
    }

    /// A player for an entrant, on a chair. Each table has two.
    ///
    /// # Panics
    /// When there is no such entrant.
    #[must_use]
    pub fn sit(&self, entrant: usize, chair: usize) -> Box<dyn Player> {
        let ready = &self.ready[entrant];
        let name = &ready.name;
        if let Entrant::Program(protocol, command) = &ready.entrant {
            return (self.outside)(name, *protocol, command, chair);
        }
        let seed = luck(self.seed, entrant);
        let player = ready.entrant.player(name, ready.weights.clone(), seed);
        player.expect("all others are players of this program")
    }
}

/// The seed of an entrant in a contest with a seed.
pub(super) fn luck(seed: u64, entrant: usize) -> u64 {
    seed.wrapping_add(entrant as u64)
}

/// The number of processor cores that this process may use.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The processor core of a chair where programs are pinned: each side of a table has its own if there
/// are two for each table, otherwise both share one.
#[must_use]
pub fn pinned_core(chair: usize, tables: usize) -> usize {
    if 2 * tables <= cores() {
        chair
    } else {
        chair / 2
    }
}

/// Distinct names: equal ones are numbered.
///
/// ```
/// use arena::contest::told_apart;
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

//! `reversi worker` and `reversi farm`: work that is done on many machines.
//!
//! How jobs travel is the crate `farm`. Here is what a `worker` of ours can do, how the `status` of a
//! farm looks, and the `crew` of a command.

mod crew;
mod status;
mod words;
mod worker;

pub use crew::crew;
pub use status::run;
pub use worker::run as work;

use engine::Network;
use jobs::{Link, Weights};

use crate::cli::Usage;

/// The weights inside the program.
pub fn own_weights() -> Weights {
    Weights::of(Network::embedded_bytes())
}

/// The farm that a command is about: as it was told, or as the environment says.
fn place(link: &Link) -> Result<Link, Usage> {
    let link = link.or_environment();
    match link.url {
        Some(_) => Ok(link),
        None => Err(Usage(
            "where is the farm? Say --farm nats://host:4222, or set REVERSI_FARM",
        )),
    }
}

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
use farm::{Link, Weights};

use crate::cli::Usage;

/// The weights inside the program.
pub fn own_weights() -> Weights {
    Weights::of(Network::embedded_bytes())
}

/// Objects to a command that was not told where the farm is.
fn check(link: &Link) -> Result<(), Usage> {
    match link.url {
        Some(_) => Ok(()),
        None => Err(Usage(
            "where is the farm? Say --farm nats://host:4222, or set REVERSI_FARM",
        )),
    }
}

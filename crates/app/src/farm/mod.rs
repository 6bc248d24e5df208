//! `reversi worker` and `reversi farm`: work that is done on many machines.
//!
//! The crate `jobs` has the farm itself. Here are the kinds of jobs of our `worker`, the view of the
//! `status`, the setup of a server (`init`), and the `executor` of a command.

mod executor;
mod init;
mod status;
mod text;
mod worker;

pub use executor::executor;
pub use status::run;
pub use worker::run as work;

use engine::Network;
use jobs::cli::NoFarm;
use jobs::{Build, Link, Queue, Weights};

use crate::cli::Usage;

/// The queue of this program: the weights inside it, and its build.
pub fn own_queue() -> Queue {
    Queue {
        weights: Weights::of(Network::embedded_bytes()),
        build: Build::of(env!("CARGO_PKG_VERSION"), engine::signature()),
    }
}

/// The farm that a command line or the environment names.
fn place(link: &Link) -> Result<Link, Usage> {
    link.or_environment().map_err(|NoFarm| Usage(NoFarm::TEXT))
}

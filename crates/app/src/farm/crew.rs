//! Who does the work of a command: the farm, where one was named, or threads of this program.

use std::io::{self, Write};

use jobs::FarmArgs;
use jobs::batch::{Crew, Pool, Work};

use super::own_weights;
use crate::input::shown;

/// The crew that the command line asks for. The title says in words what the work is: the same
/// command has the same, and takes up what was broken off.
pub fn crew<W, F>(args: &FarmArgs, title: &str, local: impl FnOnce() -> Pool<F>) -> Box<dyn Crew<W>>
where
    W: Work + 'static,
    F: Fn() -> W + Sync + 'static,
{
    let tell = |text: &str| {
        // If it cannot be written, the result still comes.
        let _ = writeln!(io::stderr(), "reversi: {}", shown(text));
    };
    args.crew(own_weights, title, tell, local)
}

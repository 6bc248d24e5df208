//! What `reversi openings` is told.

use clap::Args;

/// Options of the list of openings.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// Moves such as f5d6c3, or a position in any other way: what openings lie ahead. Or a name,
    /// or part of one: where it is. Without any, all openings
    #[arg(value_name = "MOVES|NAME", allow_hyphen_values = true)]
    pub wanted: Vec<String>,
}

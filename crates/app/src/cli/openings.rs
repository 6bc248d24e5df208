//! Options of `reversi openings`.

use clap::Args;

/// Options of `reversi openings`.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// Moves such as f5d6c3, or a position in any other form: lists the openings that follow. A
    /// name or a part of one: lists the matching openings. Without it, all openings
    #[arg(value_name = "MOVES|NAME", allow_hyphen_values = true)]
    pub wanted: Vec<String>,
}

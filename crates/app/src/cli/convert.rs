//! Options of `reversi convert`.

use clap::Args;
use rules::formats::Format;

use super::SizeArg;

/// Options of `reversi convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The input: a file in any format, a folder of such files, or - for standard input
    #[arg(value_name = "IN")]
    pub input: String,
    /// The output: a file whose extension selects the format, or - for standard output; without it,
    /// records are only counted
    #[arg(value_name = "OUT")]
    pub output: Option<String>,
    /// The input format, if it cannot be detected
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// The output format, if the file extension does not select it: transcript, board, obf, ggf,
    /// sgf, pgn, pgn-rating, wthor, logistello, openings, positions, bitboards or rev
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub to: Option<Format>,
    /// The board size of a game given by moves.
    #[command(flatten)]
    pub size: SizeArg,
}

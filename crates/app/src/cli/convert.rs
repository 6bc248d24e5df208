//! What `reversi convert` is told.

use clap::Args;
use rules::formats::Format;

use super::SizeArg;

/// Options of the converter.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// What to read: a file in any format, a folder of such files, or - for standard input
    #[arg(value_name = "IN")]
    pub input: String,
    /// What to write: a file, whose name tells the format, or - for standard output; without it,
    /// what there is to read is only counted
    #[arg(value_name = "OUT")]
    pub output: Option<String>,
    /// The format to read, where the files do not tell
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// The format to write, where the name of the file does not tell: transcript, board, obf, ggf,
    /// sgf, pgn, pgn-rating, wthor, logistello, openings, positions, bitboards or rev
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub to: Option<Format>,
    /// How large the board of a game given by moves is.
    #[command(flatten)]
    pub size: SizeArg,
}

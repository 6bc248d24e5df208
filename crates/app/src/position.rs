//! Start positions given on the command line.

use anyhow::Result;
use rules::{Diagram, Game, Size, Start};

use crate::cli::GameArgs;

pub use records::read_position as read;

/// The start position of a game.
pub fn starting(args: &GameArgs) -> Result<Game> {
    let size = args.size.get();
    match &args.position {
        Some(text) => read(text, size),
        None if args.mirrored => Ok(begin(size, Start::Mirrored)),
        None => Ok(begin(size, Start::Standard)),
    }
}

fn begin(size: Size, start: Start) -> Game {
    Game::from_diagram(Diagram::start(size, start))
}

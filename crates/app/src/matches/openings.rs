//! The openings that `--openings` selects.

use std::collections::HashSet;

use anyhow::{Context, Error, Result, bail};
use arena::matches::{Openings, OpeningsError};
use rules::{Game, Size};

use crate::cli::{MatchArgs, OpeningsArg, Usage};
use records::Reader;
use records::files;

/// Maximum number of openings.
const MOST: usize = 1_000_000;

/// The selected openings.
pub fn read(args: &MatchArgs) -> Result<Openings> {
    let size = args.size.get();
    Ok(match &args.openings {
        None => Openings::usual(size),
        Some(OpeningsArg::Start) => Openings::Start,
        Some(OpeningsArg::Balanced) => Openings::Balanced,
        Some(OpeningsArg::Random(None)) => Openings::random(size),
        Some(OpeningsArg::Random(Some(moves))) => Openings::Random(*moves),
        Some(OpeningsArg::File(name)) => Openings::List(list(name, size, args.plies)?),
    })
}

/// The openings of a file without duplicates.
fn list(name: &str, size: Size, plies: Option<usize>) -> Result<Vec<Game>> {
    let path = files::expand_home(name);
    let words = "openings are start, random, random:8, balanced or a file";
    let mut reader = Reader::open(&path).context(words)?.on(size);
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    while let Some(record) = reader.next() {
        let game = beginning(record?.game, plies);
        if game.size() != size {
            let sizes = format!(
                "the board is {0}×{0}, but {size}×{size} is played",
                game.size()
            );
            return Err(reader.bad_last(sizes).into());
        }
        if game.is_over() {
            let over = "the game is over; --plies 8 takes only the first 8 moves of each";
            return Err(reader.bad_last(over).into());
        }
        if seen.insert(*game.diagram()) {
            games.push(game);
        }
        if games.len() > MOST {
            bail!("{name} has more than {MOST} openings; --plies 8 makes them fewer");
        }
    }
    if games.is_empty() {
        bail!("there is no opening in {name}");
    }
    Ok(games)
}

/// The first moves of a game.
fn beginning(game: Game, plies: Option<usize>) -> Game {
    let mut first = Game::from_diagram(*game.start());
    for turn in game.turns().iter().take(plies.unwrap_or(usize::MAX)) {
        if first.play(turn.point()).is_err() {
            break;
        }
    }
    first
}

/// Replaces an error by a message with the option to use instead.
pub fn explained(error: OpeningsError) -> Error {
    match error {
        OpeningsError::NoBalance(_) => {
            Usage("balanced openings are found on 6×6 and 8×8 only; say --openings random").into()
        }
        OpeningsError::TooLong(..) => Usage(
            "so many random moves leave too little to play: they may fill half the board at most",
        )
        .into(),
        other => other.into(),
    }
}

//! `reversi openings`: names and moves of openings.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use play::opening::{self, Ahead, Opening};
use rules::{Board, Game, Size};

use crate::cli::OpeningsArgs;
use crate::position;

/// Prints moves and names of openings, one line each.
pub fn run(args: &OpeningsArgs, mut out: Box<dyn Write>) -> Result<()> {
    let wanted = args.wanted.join(" ");
    let named: Vec<&Opening> = opening::called(&wanted).collect();
    if named.is_empty() {
        let (game, board) = position_of(&wanted)?;
        tell_ahead(&game, board, &mut *out)?;
    } else {
        let rows = named
            .iter()
            .map(|opening| (opening.line().to_string(), *opening));
        list(rows.collect(), &mut *out)?;
    }
    Ok(out.flush()?)
}

/// Reads text that is not a name as a position.
fn position_of(text: &str) -> Result<(Game, Board)> {
    let game = match position::read(text, Size::EIGHT) {
        Ok(game) => game,
        // Moves contain digits; text without any is probably a name.
        Err(error) if text.contains(|letter: char| letter.is_ascii_digit()) => return Err(error),
        Err(error) => {
            let wrong = format!("no opening is called `{}`", records::quote::shortened(text));
            match nearest(text) {
                Some(name) => bail!("{wrong}; did you mean {name}?"),
                None => return Err(error.context(wrong + "; `reversi openings` lists them all")),
            }
        }
    };
    let board = game.diagram().to_board();
    let board = board.ok_or_else(|| anyhow!("only openings on 8×8 have names"))?;
    Ok((game, board))
}

/// The most similar name.
fn nearest(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let names = opening::all().iter().flat_map(Opening::names);
    let distances = names.map(|name| {
        let distance = strsim::damerau_levenshtein(&name.to_lowercase(), &text);
        (distance, *name)
    });
    let (distance, name) = distances.min()?;
    (distance <= 1 + name.len() / 4).then_some(name)
}

/// Prints the opening of a game and the openings that can follow.
fn tell_ahead(game: &Game, board: Board, out: &mut dyn Write) -> Result<()> {
    let so_far = match opening::of_game(game) {
        Some(opening) => format!("Opening: {opening}"),
        None => "Nothing played so far has a name".to_string(),
    };
    let mut ahead = opening::ahead(board);
    ahead.retain(|ahead| !ahead.moves.is_empty());
    if ahead.is_empty() {
        return Ok(writeln!(out, "{so_far}. No named opening lies ahead.")?);
    }
    writeln!(out, "{so_far}. Ahead:")?;
    let line = |ahead: &Ahead| ahead.moves.iter().map(ToString::to_string).collect();
    let rows = ahead.iter().map(|ahead| (line(ahead), ahead.opening));
    list(rows.collect(), out)
}

/// Prints moves and names in two columns.
fn list(rows: Vec<(String, &Opening)>, out: &mut dyn Write) -> Result<()> {
    let width = rows.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    for (line, opening) in rows {
        writeln!(out, "{line:width$}  {opening}")?;
    }
    Ok(())
}

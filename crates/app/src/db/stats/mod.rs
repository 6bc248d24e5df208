//! `reversi db stats`: statistics of a database or of one player.

mod json;
mod text;

use std::io::Write;

use anyhow::Result;

use records::db::stats::{Career, Overview};
use records::db::{player, store};

use crate::cli::StatsArgs;

/// Number of openings, players and opponents listed.
const MOST_LISTED: usize = 10;

/// Prints statistics.
///
/// # Errors
/// When there is no such database or player.
pub fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<()> {
    let connection = store::open_to_read(&args.database)?;
    let text = match &args.player {
        Some(name) => {
            let player = player::find(&connection, name)?;
            let career = Career::of(&connection, player, MOST_LISTED)?;
            if args.json {
                json::career(&career)
            } else {
                text::career(&career)
            }
        }
        None => {
            let overview = Overview::of(&connection, MOST_LISTED)?;
            if args.json {
                json::overview(&overview)
            } else {
                text::overview(&overview)
            }
        }
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

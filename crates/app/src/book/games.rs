//! The positions of given games, for a book.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};

use anyhow::{Result, bail};
use engine::book::MOST_POSITIONS;
use rules::{Board, Diagram, Game, Size, Turn};

use crate::input;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use records::files;
use records::{self, Reader};

/// Maximum number of messages about skipped games.
const MOST_COMPLAINTS: usize = 10;

/// Games between two progress messages.
const STRIDE: usize = 1000;

/// The frequent positions of some games.
pub struct Lines {
    /// The positions, in no order.
    pub positions: Vec<Board>,
    /// Games that could not be read or do not begin at the usual start.
    pub skipped: usize,
}

/// The positions reached by at least `at_least` of the games within `plies` moves. Games are file
/// names, or moves as typed. Unusable games of a file are reported on standard error and skipped.
///
/// # Errors
/// When a file cannot be read, typed text is not a game from the usual start, or there are too many
/// positions for a book.
pub fn lines(
    games: &[String],
    plies: u32,
    at_least: usize,
    interrupt: &Interrupt,
) -> Result<Lines> {
    let mut count = Count {
        plies,
        positions: HashMap::new(),
        skipped: 0,
    };
    let progress = Progress::spinner();
    for text in games {
        let path = files::expand_home(text);
        if !path.is_file() {
            count.add(&records::read_game(text, Size::EIGHT)?.game)?;
            continue;
        }
        for (number, record) in Reader::open(&path)?.enumerate() {
            if interrupt.is_stopped() {
                break;
            }
            if number % STRIDE == 0 {
                progress.say(|| format!("{number} games read"));
            }
            match record {
                Ok(record) if is_usual(&record.game) => count.add(&record.game)?,
                Ok(_) => {
                    let place = format!("{}, game {}", path.display(), number + 1);
                    progress.aside(|| count.skip(&format!("{place}: {UNUSUAL}")));
                }
                Err(error) => progress.aside(|| count.skip(&error)),
            }
        }
    }
    drop(progress);
    let often = count.positions.into_iter();
    let often = often.filter(|(_, games)| *games >= at_least);
    Ok(Lines {
        positions: often.map(|(board, _)| board).collect(),
        skipped: count.skipped,
    })
}

const UNUSUAL: &str = "books are for games from the usual start on 8×8";

fn is_usual(game: &Game) -> bool {
    let start = game.start().to_board().map(Board::canonical);
    start == Some(Board::START.canonical())
}

/// Counts of positions.
struct Count {
    plies: u32,
    /// Number of games through each position.
    positions: HashMap<Board, usize>,
    skipped: usize,
}

impl Count {
    /// Counts the first positions of a game.
    fn add(&mut self, game: &Game) -> Result<()> {
        if !is_usual(game) {
            bail!(UNUSUAL);
        }
        let before = game.turns().iter().map(Turn::before);
        let diagrams = before.chain([game.diagram()]);
        let first = diagrams.take(self.plies as usize + 1);
        for board in first.filter_map(Diagram::to_board) {
            *self.positions.entry(board.canonical()).or_default() += 1;
        }
        if self.positions.len() > MOST_POSITIONS {
            bail!(
                "more than {MOST_POSITIONS} positions; take fewer moves of each game with --plies"
            );
        }
        Ok(())
    }

    /// Skips a game and prints the reason.
    fn skip(&mut self, why: &dyn Display) {
        self.skipped += 1;
        if self.skipped <= MOST_COMPLAINTS {
            let message = input::shown(&format!("{why}; skipped"));
            // A failed write is ignored: the exit code reports the problem too.
            let _ = writeln!(io::stderr(), "reversi: {message}");
        }
    }
}

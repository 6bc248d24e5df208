//! `reversi db explore`: moves played in a position, their frequency and results.

mod json;
mod table;

use std::io::Write;

use anyhow::{Result, bail};
use play::opening::{self, Opening};
use rules::{Board, Diagram, Game, Size};

use records::db::explore::{Answer, By, Filter, Label, Played, Row};
use records::db::game_summary::GameSummary;
use records::db::tally::Tally;
use records::db::{player, store};

use crate::cli::ExploreArgs;
use crate::position;

/// A position and the games that went through it.
struct Exploration {
    diagram: Diagram,
    /// The opening that leads to it.
    opening: Option<&'static Opening>,
    filter: Filter,
    total: Tally,
    by: By,
    rows: Vec<Row>,
    newest: Vec<(GameSummary, Played)>,
}

impl Exploration {
    /// The name of the position that a row's move leads to.
    fn opening_after(&self, row: &Row) -> Option<&'static Opening> {
        match row.label {
            Label::Move(Some(square)) => {
                let board = self.diagram.to_board()?;
                opening::of_board(board.play(square)?)
            }
            _ => None,
        }
    }
}

/// Prints the games of a position.
///
/// # Errors
/// When there is no such database, position or player.
pub fn run(args: &ExploreArgs, out: &mut dyn Write) -> Result<()> {
    let text = args.position.join(" ");
    let game = if text.trim().is_empty() {
        Game::new(Size::EIGHT)
    } else {
        position::read(&text, Size::EIGHT)?
    };
    let board = board(&game)?;
    let connection = store::open_to_read(&args.database)?;
    let filter = Filter {
        player: match &args.player {
            Some(name) => Some(player::find(&connection, name)?),
            None => None,
        },
        color: args.color,
        years: args.year,
    };
    let answer = Answer::find(&connection, board, &filter)?;
    let rows = answer.rows(&connection, args.by)?;
    let mut total = Tally::default();
    for row in &rows {
        total.add_all(&row.tally);
    }
    let exploration = Exploration {
        diagram: *game.diagram(),
        opening: opening::of_game(&game),
        filter,
        total,
        by: args.by,
        rows,
        newest: answer.newest(&connection, args.games)?,
    };
    let text = if args.json {
        json::object(&exploration)
    } else {
        table::text(&exploration)
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn board(game: &Game) -> Result<Board> {
    match game.diagram().to_board() {
        Some(board) => Ok(board),
        None => {
            let size = game.size();
            bail!("positions of the 8×8 board can be explored, and this one is {size}×{size}")
        }
    }
}

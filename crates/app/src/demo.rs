//! Computer against computer, to watch.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use engine::{Level, Opponent};
use play::Player;
use rules::{ByColor, Game};

use crate::cli::{ConsoleArgs, DemoArgs};
use crate::completion::Completion;
use crate::draw::Style;
use crate::guided::table::Table;
use crate::guided::text::{Language, Message};
use crate::guided::{open_table, starting_position};
use crate::input::{Closed, Input, printable};
use crate::paint::Paint;
use crate::roster;

/// How long to pause after a move on a terminal, unless told otherwise.
const PAUSE: Duration = Duration::from_millis(700);

/// Plays the game that the command line asks for.
pub fn run(args: &DemoArgs, out: Box<dyn Write>) -> Result<()> {
    let players = ByColor {
        black: args.black,
        white: args.white,
    };
    if players.black.is_human() || players.white.is_human() {
        bail!("a demo is played by computers; for people there is reversi play");
    }
    let game = starting_position(&args.game)?;
    let mut table = open_table(&args.game, out)?;
    let mut input = Input::open(Completion::new(Vec::new()))?;
    if args.game.pause.is_none() && input.is_terminal() {
        table.pause = PAUSE;
    }
    table.play(
        game,
        &roster::seats(players),
        args.game.seed.seed(),
        &mut input,
    )?;
    Ok(table.out.flush()?)
}

/// WALL-E against R2-D2, both at a level that is asked for unless the command line gives it.
pub fn run_robots(args: &ConsoleArgs, out: Box<dyn Write>) -> Result<()> {
    let mut input = Input::open(Completion::new(Vec::new()))?;
    let paint = Paint::detect();
    let mut table = Table {
        language: Language::detect(),
        style: Style::preferred(paint),
        paint,
        pause: if input.is_terminal() {
            PAUSE
        } else {
            Duration::ZERO
        },
        record: None,
        out,
    };
    let level = match args.level {
        Some(level) => level,
        None => ask_level(&mut table, &mut input)?,
    };
    let robot = Player::Computer(Opponent::Walle, level);
    let players = ByColor {
        black: robot,
        white: robot,
    };
    table.play(
        Game::new(args.size),
        &roster::seats(players),
        args.seed.seed(),
        &mut input,
    )?;
    Ok(table.out.flush()?)
}

/// Asks for the robots' level; without an answer it is the usual one.
fn ask_level(table: &mut Table, input: &mut Input) -> Result<Level> {
    table.tell(&Message::AskLevel)?;
    loop {
        let line = match input.line("> ", &mut *table.out) {
            Ok(line) => line,
            Err(error) if error.is::<Closed>() && !input.is_terminal() => {
                return Ok(Level::DEFAULT);
            }
            Err(error) => return Err(error),
        };
        let answer = printable(line.trim());
        match answer.parse::<Level>() {
            Ok(level) => {
                table.tell(&Message::LevelSet {
                    level: level.plies(),
                })?;
                return Ok(level);
            }
            Err(_) => table.object(&Message::BadLevel { answer: &answer })?,
        }
    }
}

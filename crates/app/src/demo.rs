//! `reversi demo`: games between computers at the terminal.

use std::io::Write;

use anyhow::Result;
use engine::{Classic, Level};
use play::{Computer, PlayerSpec};
use rules::ByColor;

use crate::cli::{ConsoleArgs, DemoArgs, GameArgs};
use crate::input::Closed;
use crate::terminal::Terminal;
use crate::{position, seats};

/// Plays one game.
pub fn run(args: &DemoArgs, out: Box<dyn Write>) -> Result<()> {
    let players = ByColor {
        black: args.black.into(),
        white: args.white.into(),
    };
    watch(Terminal::open(&args.game, out)?, players, &args.game)
}

/// WALL-E against R2-D2. The level is asked for unless the command line gives it.
pub fn run_robots(args: &ConsoleArgs, out: Box<dyn Write>) -> Result<()> {
    let game = GameArgs::plain(args.size, args.seed);
    let mut terminal = Terminal::open(&game, out)?;
    let level = match args.level {
        Some(level) => level,
        None => match terminal.ask_level() {
            // Without a person the default level is used.
            Err(error) if error.is::<Closed>() && !terminal.has_person() => Level::DEFAULT,
            answer => answer?,
        },
    };
    let robot = PlayerSpec::Computer(Computer::Classic(Classic::Walle, level));
    let players = ByColor {
        black: robot,
        white: robot,
    };
    watch(terminal, players, &game)
}

fn watch(mut terminal: Terminal, players: ByColor<PlayerSpec>, args: &GameArgs) -> Result<()> {
    let seats = seats::seats(players, terminal.language);
    terminal.play(position::starting(args)?, &seats, args.seed.seed())?;
    terminal.close()
}

//! Computer against computer, to watch.

use std::io::Write;

use anyhow::Result;
use engine::{Classic, Level};
use play::PlayerSpec;
use rules::ByColor;

use crate::cli::{ConsoleArgs, DemoArgs, GameArgs};
use crate::input::Closed;
use crate::table::Table;
use crate::{position, roster};

/// Plays the game that the command line asks for.
pub fn run(args: &DemoArgs, out: Box<dyn Write>) -> Result<()> {
    let players = ByColor {
        black: args.black.into(),
        white: args.white.into(),
    };
    watch(Table::open(&args.game, out)?, players, &args.game)
}

/// WALL-E against R2-D2, both at a level that is asked for unless the command line gives it.
pub fn run_robots(args: &ConsoleArgs, out: Box<dyn Write>) -> Result<()> {
    let game = GameArgs::plain(args.size, args.seed);
    let mut table = Table::open(&game, out)?;
    let level = match args.level {
        Some(level) => level,
        None => match table.ask_level() {
            // Nobody to ask: the usual level.
            Err(error) if error.is::<Closed>() && !table.has_person() => Level::DEFAULT,
            answer => answer?,
        },
    };
    let robot = PlayerSpec::Computer(Classic::Walle.into(), level);
    let players = ByColor {
        black: robot,
        white: robot,
    };
    watch(table, players, &game)
}

fn watch(mut table: Table, players: ByColor<PlayerSpec>, args: &GameArgs) -> Result<()> {
    let seats = roster::seats(players, table.language);
    table.play(position::starting(args)?, &seats, args.seed.seed())?;
    table.close()
}

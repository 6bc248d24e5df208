//! Other programs as players of a match.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use arena::contest::{Entrant, Launch, Outside, Seats};
use arena::protocol::Protocol;
use play::Player;
use play::{Clock, Fault, TimeControl, Watch};
use rules::{Color, Game, Size};

use crate::cli::MatchArgs;
use crate::input::shown;

/// The function that starts the programs of the command line.
pub fn starter(args: &MatchArgs, stop: Arc<AtomicBool>) -> Result<Box<Outside>> {
    if programs(args).next().is_some()
        && let Some(notice) = args.sandbox.notice()?
    {
        // A failed write is ignored: docs/match.md has the warning too.
        let _ = writeln!(io::stderr(), "reversi: {}", shown(&notice));
    }
    let sandbox = args.sandbox.clone();
    Ok(Box::new(move |name, protocol, command, table| {
        let launch = Launch {
            protocol,
            command: command.to_string(),
            folder: None,
            sandbox: sandbox.limits_at(table),
        };
        let program = launch.program().named(name);
        Box::new(program.stopped_by(Arc::clone(&stop)))
    }))
}

/// The programs among the players: index and protocol.
fn programs(args: &MatchArgs) -> impl Iterator<Item = (usize, Protocol)> {
    let players = [&args.first, &args.second].into_iter().enumerate();
    players.filter_map(|(place, entrant)| match entrant {
        Entrant::Program(protocol, _) => Some((place, *protocol)),
        _ => None,
    })
}

/// Starts a game with each program, so that one that cannot be started is found before the match.
pub fn try_out(args: &MatchArgs, seats: &Seats, names: &[String; 2]) -> Result<()> {
    for (place, protocol) in programs(args) {
        let mut program = seats.sit(place, 0);
        let time = args.time_control();
        if let Err(fault) = try_one(&mut *program, protocol, args.size.get(), time) {
            let mut told = format!("{} {fault}", names[place]);
            let stderr = program.stderr();
            if !stderr.trim().is_empty() {
                told += &format!("; it said: {}", stderr.trim());
            }
            bail!("{told}");
        }
    }
    Ok(())
}

fn try_one(
    program: &mut dyn Player,
    protocol: Protocol,
    size: Size,
    time: TimeControl,
) -> Result<(), Fault> {
    let (game, clock) = (Game::new(size), Clock::new(time));
    program.begin(&game, Color::Black, &clock)?;
    if protocol == Protocol::Once {
        // This protocol starts the program for each move. Whether the move is good does not matter
        // here.
        let answer = Watch::unwatched(|watch| program.choose(&game, &clock, watch));
        if let Err(fault @ (Fault::Start(_) | Fault::Died(_))) = answer {
            return Err(fault);
        }
    }
    // Errors at the end of this test game do not matter.
    let _ = program.end(&game);
    Ok(())
}

//! Other programs as players of a match.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use arena::contest::{Entrant, Launch, Outside, Seats, pinned_core, try_start};

use super::field::Field;
use crate::cli::MatchArgs;
use crate::input::shown;

/// The function that starts the programs of the command line.
pub fn starter(args: &MatchArgs, field: &Field, stop: Arc<AtomicBool>) -> Result<Box<Outside>> {
    if programs(field).next().is_some()
        && let Some(notice) = args.sandbox.notice()?
    {
        // A failed write is ignored: docs/match.md has the warning too.
        let _ = writeln!(io::stderr(), "reversi: {}", shown(&notice));
    }
    let (sandbox, tables) = (args.sandbox.clone(), args.jobs);
    Ok(Box::new(move |name, protocol, command, chair| {
        let launch = Launch {
            protocol,
            command: command.to_string(),
            folder: None,
            sandbox: sandbox.limits_at(pinned_core(chair, tables)),
        };
        let program = launch.program().named(name);
        Box::new(program.stopped_by(Arc::clone(&stop)))
    }))
}

/// The indices of the programs among the players.
fn programs(field: &Field) -> impl Iterator<Item = usize> {
    let players = field.entrants.iter().enumerate();
    let programs = players.filter(|(_, entrant)| matches!(entrant, Entrant::Program(..)));
    programs.map(|(place, _)| place)
}

/// Starts a game with each program, so that one that cannot be started is found before the match.
pub fn try_out(args: &MatchArgs, field: &Field, seats: &Seats) -> Result<()> {
    for place in programs(field) {
        let mut program = seats.sit(place, 0);
        let time = field.time(place, args);
        if let Err(fault) = try_start(&mut *program, args.size.get(), time) {
            let mut told = format!("{} {fault}", field.names[place]);
            let stderr = program.stderr();
            if !stderr.trim().is_empty() {
                told += &format!("; it said: {}", stderr.trim());
            }
            bail!("{told}");
        }
    }
    Ok(())
}

//! Prepares a cup: reads its file and journal, and creates its players.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Result, bail};
use arena::contest::{Launch, Manners, Seats};
use arena::cup::config::{Config, OpeningChoice};
use arena::cup::journal::Journal;
use arena::cup::{OpeningPlan, SandboxPlan, Tournament};
use rules::Date;

use crate::input::shown;
use crate::interrupt::Interrupt;
use records::Reader;

/// Opens a cup to play on or to rule on, with the games played so far.
pub fn open(file: &Path) -> Result<Tournament> {
    let config = Config::open(file)?;
    let openings = openings(&config)?;
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let today = since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs()));
    let (journal, contents) = Journal::open(&config, today)?;
    Ok(Tournament::new(config, openings, contents, journal)?)
}

/// Opens a cup to show it, with the games played so far.
pub fn look(file: &Path) -> Result<Tournament> {
    let config = Config::open(file)?;
    let contents = Journal::read(&config)?;
    Ok(Tournament::shown(config, contents)?)
}

fn openings(config: &Config) -> Result<OpeningPlan> {
    let mut games = Vec::new();
    if let OpeningChoice::File(file) = &config.openings {
        for record in Reader::open(file)?.on(config.size) {
            games.push(record?.game);
        }
        if games.is_empty() {
            let name = shown(&file.display().to_string());
            bail!("there is no opening in {name}");
        }
    }
    Ok(OpeningPlan::new(config, games)?)
}

/// The players.
pub fn seats(config: &Config, interrupt: &Interrupt) -> Result<Seats> {
    let named = config.participants.iter();
    let named = named.map(|one| (one.name.clone(), one.entrant.clone()));
    let flag = interrupt.shared();
    let participants = config.participants.clone();
    let plan = SandboxPlan::of(config)?;
    // A new process for every game: games do not depend on each other.
    let manners = Manners {
        startup: config.startup,
        stays: false,
        ..Manners::default()
    };
    let outside = Box::new(move |name: &str, protocol, command: &str, chair: usize| {
        let place = participants.iter().position(|one| one.name == name);
        let place = place.expect("only participants sit down");
        let launch = Launch {
            protocol,
            command: command.to_string(),
            folder: participants[place].folder.clone(),
            sandbox: plan.around(place, chair),
        };
        let program = launch.program().named(name).with_manners(manners);
        Box::new(program.stopped_by(Arc::clone(&flag))) as _
    });
    Ok(Seats::new(named.collect(), config.rules.seed, outside)?)
}

//! Prepares a cup: reads its file and journal, and creates its players.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Result, anyhow, bail};
use arena::contest::{Entrant, Launch, Manners, Seats};
use arena::cup::config::{Beginning, Config, Participant};
use arena::cup::journal::Journal;
use arena::cup::{Course, SandboxPlan};
use arena::matches::{Openings, Supply};
use arena::protocol::Protocol;
use arena::sandbox::SandboxOptions;
use rules::Date;

use crate::input::shown;
use crate::interrupt::Interrupt;
use records::Reader;
use records::files;

/// Maximum length of a cup file.
const LARGEST: usize = 1 << 20;

/// Reads a cup file.
fn read(file: &Path) -> Result<Config> {
    let name = shown(&file.display().to_string());
    let bytes = files::read_up_to(file, LARGEST)?;
    if bytes.len() > LARGEST {
        bail!("{name} is too long for a cup");
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name} is not a text in UTF-8"))?;
    Config::read(&text, file).map_err(|error| anyhow!("{name}: {error}"))
}

/// Opens a cup to play on, with the games played so far.
pub fn open(file: &Path) -> Result<Course> {
    let config = read(file)?;
    let supply = supply(&config)?;
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let today = since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs()));
    let (journal, pages) = Journal::open(&config, today)?;
    Ok(Course::new(config, supply, pages, Some(journal))?)
}

/// Opens a cup to show it, with the games played so far.
pub fn look(file: &Path) -> Result<Course> {
    let config = read(file)?;
    let pages = Journal::look(&config)?;
    let supply = Supply::new(Openings::Start, config.size, config.terms.seed)?;
    Ok(Course::new(config, supply, pages, None)?)
}

fn supply(config: &Config) -> Result<Supply> {
    let openings = match &config.openings {
        Beginning::Start => Openings::Start,
        Beginning::Balanced => Openings::Balanced,
        Beginning::Random(None) => Openings::random(config.size),
        Beginning::Random(Some(moves)) => Openings::Random(*moves),
        Beginning::File(file) => {
            let name = shown(&file.display().to_string());
            let mut games = Vec::new();
            for record in Reader::open(file)?.on(config.size) {
                games.push(record?.game);
            }
            if games.is_empty() {
                bail!("there is no opening in {name}");
            }
            Openings::List(games)
        }
    };
    Ok(Supply::new(openings, config.size, config.terms.seed)?)
}

/// The players.
pub fn seats(config: &Config, interrupt: &Interrupt) -> Result<Seats> {
    let named = config.participants.iter();
    let named = named.map(|one| (one.name.clone(), one.entrant.clone()));
    let flag = interrupt.shared();
    let participants = config.participants.clone();
    let fences = SandboxPlan::of(config)?;
    // A new process for every game: games do not depend on each other.
    let manners = Manners {
        startup: config.startup,
        stays: false,
        ..Manners::default()
    };
    let outside = Box::new(move |name: &str, protocol, command: &str, table: usize| {
        let place = participants.iter().position(|one| one.name == name);
        let place = place.expect("only participants sit down");
        let fences = fences.around(place, table);
        let launch = launch(&participants[place], protocol, command, fences);
        let program = launch.program().named(name).with_manners(manners);
        Box::new(program.stopped_by(Arc::clone(&flag))) as _
    });
    Ok(Seats::new(named.collect(), config.terms.seed, outside)?)
}

/// Fails if a program does not exist, before it loses its first game.
pub fn check(config: &Config) -> Result<()> {
    let fences = SandboxPlan::of(config)?;
    for (place, participant) in config.participants.iter().enumerate() {
        if let Entrant::Program(protocol, command) = &participant.entrant {
            let launch = launch(participant, *protocol, command, fences.around(place, 0));
            if let Err(fault) = launch.find() {
                bail!("`{}` {fault}", participant.name);
            }
        }
    }
    Ok(())
}

fn launch(
    participant: &Participant,
    protocol: Protocol,
    command: &str,
    fences: SandboxOptions,
) -> Launch {
    Launch {
        protocol,
        command: command.to_string(),
        folder: participant.folder.clone(),
        sandbox: fences,
    }
}

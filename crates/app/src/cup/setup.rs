//! Prepares a cup: reads its file and journal, and creates its players.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Result, anyhow, bail};
use arena::contest::{Entrant, Launch, Manners, Seats};
use arena::cup::config::{Config, OpeningChoice, Participant};
use arena::cup::journal::Journal;
use arena::cup::{SandboxPlan, Tournament};
use arena::matches::{OpeningSupply, Openings};
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
pub fn open(file: &Path) -> Result<Tournament> {
    let config = read(file)?;
    let supply = supply(&config)?;
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let today = since_1970.map_or(None, |time| Date::of_unix_time(time.as_secs()));
    let (journal, pages) = Journal::open(&config, today)?;
    Ok(Tournament::new(config, supply, pages, Some(journal))?)
}

/// Opens a cup to show it, with the games played so far.
pub fn look(file: &Path) -> Result<Tournament> {
    let config = read(file)?;
    let pages = Journal::read(&config)?;
    let supply = OpeningSupply::new(Openings::Start, config.size, config.rules.seed)?;
    Ok(Tournament::new(config, supply, pages, None)?)
}

fn supply(config: &Config) -> Result<OpeningSupply> {
    let openings = match &config.openings {
        OpeningChoice::Start => Openings::Start,
        OpeningChoice::Balanced => Openings::Balanced,
        OpeningChoice::Random(None) => Openings::random(config.size),
        OpeningChoice::Random(Some(moves)) => Openings::Random(*moves),
        OpeningChoice::File(file) => {
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
    Ok(OpeningSupply::new(
        openings,
        config.size,
        config.rules.seed,
    )?)
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
    let outside = Box::new(move |name: &str, protocol, command: &str, table: usize| {
        let place = participants.iter().position(|one| one.name == name);
        let place = place.expect("only participants sit down");
        let sandbox = plan.around(place, table);
        let launch = launch(&participants[place], protocol, command, sandbox);
        let program = launch.program().named(name).with_manners(manners);
        Box::new(program.stopped_by(Arc::clone(&flag))) as _
    });
    Ok(Seats::new(named.collect(), config.rules.seed, outside)?)
}

/// Fails if a program does not exist, before it loses its first game.
pub fn check(config: &Config) -> Result<()> {
    let plan = SandboxPlan::of(config)?;
    for (place, participant) in config.participants.iter().enumerate() {
        if let Entrant::Program(protocol, command) = &participant.entrant {
            let launch = launch(participant, *protocol, command, plan.around(place, 0));
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
    sandbox: SandboxOptions,
) -> Launch {
    Launch {
        protocol,
        command: command.to_string(),
        folder: participant.folder.clone(),
        sandbox,
    }
}

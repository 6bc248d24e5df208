//! Reader of `cup.toml`, key by key.

use std::path::Path;
use std::time::Duration;

use engine::Random;
use rules::Size;
use toml::de::DeTable;

use super::cup_config::{Config, OpeningChoice};
use super::format;
use super::keys::{ConfigError, Found, Keys, error_at};
use super::participant::Participant;
use super::values::{bytes, clock, positive, span};
use crate::contest::Entrant;
use crate::cup::pairing_rules::PairingRules;
use crate::sandbox::{Fence, Sandbox};
use play::TimeControl;

/// The form of a time, for error messages.
const TIME_FORM: &str = "a time such as \"5s\", \"200ms\" or \"2m\"";

impl Config {
    /// Parses a `cup.toml`. Folders are relative to the folder of `path`, and the default results
    /// folder is beside it, named after it.
    ///
    /// # Errors
    /// The first error in the file, with its line.
    ///
    /// ```
    /// use std::path::Path;
    /// use arena::cup::config::{Config, EXAMPLE};
    /// assert!(Config::read(EXAMPLE, Path::new("cup.toml")).is_ok());
    /// let error = Config::read("gamse = 2", Path::new("cup.toml")).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: a cup has no key `gamse`; did you mean `games`?");
    /// ```
    pub fn read(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            error_at(text, at, error.message())
        })?;
        let mut keys = Keys::new(text, table.get_ref(), 0..0);
        let config = config(&mut keys, path);
        // A misspelt key is often the reason why another one is missing.
        match (keys.finish("a cup"), config) {
            (Err(unknown), Err(error)) if error.line.is_none() => Err(unknown),
            (Err(unknown), Ok(_)) => Err(unknown),
            (_, config) => config,
        }
    }
}

fn config(keys: &mut Keys<'_>, path: &Path) -> Result<Config, ConfigError> {
    let base = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let stem = stem.unwrap_or_default();
    let title = keys.get("title").map(|title| title.line()).transpose()?;
    let place = keys.get("place").map(|place| place.text()).transpose()?;
    let size = match keys.get("size") {
        None => Size::EIGHT,
        Some(found) => found.read("an even number from 4 to 26", |text| text.parse().ok())?,
    };
    let time = time(keys)?;
    let startup = match keys.get("startup") {
        None => Duration::from_secs(10),
        Some(found) => found.read(TIME_FORM, positive)?,
    };
    let openings = match keys.get("openings") {
        None => OpeningChoice::Usual,
        Some(found) => openings(&found, base)?,
    };
    let tables = keys.number("tables", 1..=256)?.unwrap_or(1) as usize;
    let memory = match keys.get("memory") {
        None => None,
        Some(found) => Some(found.read(
            "an amount with its unit such as \"512M\" or \"2G\", at least 16 MiB",
            bytes,
        )?),
    };
    let processes = keys
        .number("processes", 1..=100_000)?
        .map(|count| count as u32);
    let threads = keys
        .number("threads", 1..=100_000)?
        .map(|count| count as u32);
    let sandbox = match keys.get("sandbox") {
        None => None,
        Some(found) => {
            let wanted = "\"required\", \"auto\" or \"off\", or what it is made of: \
                          \"namespaces\", \"bubblewrap\" or \"landlock\"";
            Some(found.read(wanted, |text| match text {
                "auto" => Some(Sandbox::Auto),
                "off" => Some(Sandbox::Off),
                "required" => Some(Sandbox::Required),
                "namespaces" => Some(Sandbox::Only(Fence::Namespaces)),
                "bubblewrap" => Some(Sandbox::Only(Fence::Bubblewrap)),
                "landlock" => Some(Sandbox::Only(Fence::Landlock)),
                _ => None,
            })?)
        }
    };
    let pin = keys.get("pin").map(|pin| pin.choice()).transpose()?;
    let ponder = keys.get("ponder").map(|it| it.choice()).transpose()?;
    let public_stderr = match keys.get("stderr") {
        None => false,
        Some(found) => found.read("\"private\" or \"public\"", |text| match text {
            "private" => Some(false),
            "public" => Some(true),
            _ => None,
        })?,
    };
    let results = match keys.get("results") {
        None => base.join(format!("{stem}-results")),
        Some(found) => base.join(found.line()?),
    };
    let mut rules = format::pairing_rules(keys)?;
    let lot = match keys.get("draw") {
        None => false,
        Some(found) => found.read("\"listed\" or \"lot\"", |text| match text {
            "listed" => Some(false),
            "lot" => Some(true),
            _ => None,
        })?,
    };
    let mut participants = entrants(keys, base)?;
    rules.entrants = participants.len();
    format::rounds(keys, &mut rules)?;
    format::qualifier(keys, &mut rules)?;
    participants = seeded(participants, lot, &rules);
    if let Some(found) = keys.get("house") {
        let mut house = found.table()?;
        let participant = Participant::read(&mut house, "the house program", base)?;
        let games = house.number("games", 1..=1000)?;
        house.finish("the house program")?;
        if participants
            .iter()
            .any(|other| is_same(&other.name, &participant.name))
        {
            let message = format!("an entrant is called `{}` too", participant.name);
            return Err(found.error(message));
        }
        rules.house = Some(games.map_or(rules.games, |games| games as usize));
        participants.push(participant);
    }
    let is_program = |one: &Participant| matches!(one.entrant, Entrant::Program(..));
    let usual = match participants.iter().any(is_program) {
        true => Sandbox::Required,
        false => Sandbox::Auto,
    };
    Ok(Config {
        title: title.unwrap_or_else(|| "Reversi Cup".to_string()),
        place: place.unwrap_or_default(),
        rules,
        size,
        time,
        startup,
        openings,
        tables,
        memory,
        processes,
        threads,
        sandbox: sandbox.unwrap_or(usual),
        pin: pin.unwrap_or(false),
        ponder: ponder.unwrap_or(false),
        public_stderr,
        participants,
        results,
    })
}

/// The openings: a word, or a file.
fn openings(found: &Found<'_>, base: &Path) -> Result<OpeningChoice, ConfigError> {
    let text = found.line()?;
    match text.split_once(':') {
        None if text == "start" => Ok(OpeningChoice::Start),
        None if text == "random" => Ok(OpeningChoice::Random(None)),
        None if text == "balanced" => Ok(OpeningChoice::Balanced),
        Some(("random", moves)) => {
            let wanted = "\"random:6\", say: a number of moves after the colon";
            found.read(wanted, |_| {
                Some(OpeningChoice::Random(Some(moves.parse().ok()?)))
            })
        }
        _ => {
            let file = base.join(&text);
            if !file.is_file() {
                return Err(found.error(format!(
                    "there is no file {}; it must be a file, \"start\", \"random:6\" or \
                     \"balanced\"",
                    file.display()
                )));
            }
            Ok(OpeningChoice::File(file))
        }
    }
}

/// The time control; the default is five seconds for each move.
fn time(keys: &mut Keys<'_>) -> Result<TimeControl, ConfigError> {
    let per_move = match keys.get("time") {
        None => None,
        Some(found) => Some(found.read(TIME_FORM, positive)?),
    };
    let game = match keys.get("clock") {
        None => None,
        Some(found) => Some(found.read(
            "the time for a game and what each move adds, such as \"60s+1s\" or \"5m\"",
            clock,
        )?),
    };
    let margin = match keys.get("margin") {
        None => Duration::from_millis(200),
        Some(found) => found.read(TIME_FORM, span)?,
    };
    let usual = Duration::from_secs(5);
    Ok(TimeControl {
        per_move: per_move.or_else(|| game.is_none().then_some(usual)),
        per_game: game.map(|(time, _)| time),
        increment: game.map_or(Duration::ZERO, |(_, increment)| increment),
        margin,
    })
}

/// The entrants in the order of the file.
fn entrants(keys: &mut Keys<'_>, base: &Path) -> Result<Vec<Participant>, ConfigError> {
    let few = "a cup needs at least two entrants, each written as [[entrant]] with name and player; \
               `reversi cup example` shows how";
    let Some(found) = keys.get("entrant") else {
        return Err(ConfigError {
            line: None,
            message: few.to_string(),
        });
    };
    let mut participants: Vec<Participant> = Vec::new();
    for mut keys in found.tables()? {
        let mut participant = Participant::read(&mut keys, "every entrant", base)?;
        let seed = keys.get("seed");
        let same = |other: &&Participant| is_same(&other.name, &participant.name);
        if let Some(other) = participants.iter().find(same) {
            return Err(keys.error(format!("two entrants are called `{}`", other.name)));
        }
        if let Some(seed) = seed {
            let number = seed.number(1..=1_000_000)? as usize;
            if let Some(other) = participants.iter().find(|one| one.seed == Some(number)) {
                let message = format!("`{}` has the seed {number} already", other.name);
                return Err(seed.error(message));
            }
            participant.seed = Some(number);
        }
        keys.finish("an entrant")?;
        participants.push(participant);
    }
    if participants.len() < 2 {
        return Err(found.error(few));
    }
    Ok(participants)
}

/// Whether two names differ only in case.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The entrants in the order of seeding: those with a seed number, then the others in the order of the
/// file or in random order.
fn seeded(participants: Vec<Participant>, lot: bool, rules: &PairingRules) -> Vec<Participant> {
    let (mut first, mut rest): (Vec<_>, Vec<_>) = participants
        .into_iter()
        .partition(|participant| participant.seed.is_some());
    first.sort_by_key(|participant| participant.seed);
    if lot {
        let mut random = Random::new(rules.random_number(&[0]));
        for end in (1..rest.len()).rev() {
            rest.swap(end, random.below(end + 1));
        }
    }
    first.into_iter().chain(rest).collect()
}

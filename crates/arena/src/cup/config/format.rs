//! The format of a cup in a `cup.toml`: pairing rules, rounds and the qualifier.

use super::keys::{ConfigError, Found, Keys};
use crate::cup::event::Format;
use crate::cup::pairing_rules::{PairingRules, Qualifier};

/// The pairing rules, without the number of entrants.
pub fn pairing_rules(keys: &mut Keys<'_>) -> Result<PairingRules, ConfigError> {
    let formats = "\"knockout\", \"round-robin\", \"swiss\" or \"gauntlet\"";
    let format = match keys.get("format") {
        None => Format::Knockout,
        Some(found) => found.read(formats, |text| match text {
            "knockout" | "knock-out" => Some(Format::Knockout),
            "round-robin" => Some(Format::RoundRobin),
            "swiss" => Some(Format::Swiss),
            "gauntlet" => Some(Format::Gauntlet),
            _ => None,
        })?,
    };
    let only_knockout = |found: &Found<'_>| {
        (format == Format::Knockout)
            .then_some(())
            .ok_or_else(|| found.error("only a knock-out has it"))
    };
    let extra = match keys.get("extra") {
        None => usize::from(format == Format::Knockout),
        Some(found) => {
            only_knockout(&found)?;
            found.number(0..=100)? as usize
        }
    };
    let third_place = match keys.get("third_place") {
        None => false,
        Some(found) => {
            only_knockout(&found)?;
            found.choice()?
        }
    };
    Ok(PairingRules {
        format,
        entrants: 0,
        games: keys.number("games", 1..=1000)?.unwrap_or(2) as usize,
        extra,
        rounds: 0,
        third_place,
        qualifier: None,
        house: None,
        seed: keys.number("seed", 0..=u64::MAX)?.unwrap_or(1),
    })
}

/// The rounds of a Swiss system. The default is the number that finds a single winner.
pub fn rounds(keys: &mut Keys<'_>, rules: &mut PairingRules) -> Result<(), ConfigError> {
    rules.rounds = swiss_rounds(keys, rules.format, rules.entrants)?;
    Ok(())
}

/// The rounds of a stage; 0 unless it is a Swiss system.
fn swiss_rounds(
    keys: &mut Keys<'_>,
    format: Format,
    entrants: usize,
) -> Result<usize, ConfigError> {
    let most = entrants - 1 + entrants % 2;
    let usual = (entrants.next_power_of_two().trailing_zeros() as usize).clamp(1, most);
    match keys.get("rounds") {
        None if format == Format::Swiss => Ok(usual),
        None => Ok(0),
        Some(found) if format != Format::Swiss => {
            Err(found.error("only a Swiss system has it: format = \"swiss\""))
        }
        Some(found) => {
            let rounds = found.number(1..=u64::MAX)?;
            if rounds > most as u64 {
                return Err(found.error(format!(
                    "{entrants} entrants have all met after {most} rounds; it must be at \
                     most that"
                )));
            }
            Ok(rounds as usize)
        }
    }
}

/// The number of entrants that advance from a qualifier by default, at most.
const USUAL_ADVANCE: usize = 16;

/// The stage before a knock-out, if the file has one.
pub fn qualifier(keys: &mut Keys<'_>, rules: &mut PairingRules) -> Result<(), ConfigError> {
    let Some(found) = keys.get("qualifier") else {
        return Ok(());
    };
    if rules.format != Format::Knockout {
        return Err(found.error("only a knock-out has it: format = \"knockout\""));
    }
    let mut stage = found.table()?;
    let entrants = rules.entrants;
    let formats = "\"swiss\", \"groups\" or \"round-robin\"";
    let (format, has_groups) = match stage.get("format") {
        None => (Format::Swiss, false),
        Some(found) => found.read(formats, |text| match text {
            "swiss" => Some((Format::Swiss, false)),
            "groups" => Some((Format::RoundRobin, true)),
            "round-robin" => Some((Format::RoundRobin, false)),
            _ => None,
        })?,
    };
    let rounds = swiss_rounds(&mut stage, format, entrants)?;
    let groups = match stage.get("groups") {
        None if has_groups => {
            return Err(stage.error("a qualifier in groups needs their number, as in groups = 4"));
        }
        None => 1,
        Some(found) if !has_groups => {
            return Err(found.error("only groups have it: format = \"groups\""));
        }
        Some(found) => {
            let groups = found.number(2..=u64::MAX)?;
            if groups > entrants as u64 / 2 {
                let most = entrants / 2;
                let noun = if most == 1 { "group" } else { "groups" };
                return Err(found.error(format!(
                    "{entrants} entrants make at most {most} {noun} of two or more"
                )));
            }
            groups as usize
        }
    };
    let games = stage.number("games", 1..=1000)?;
    let advance = match stage.get("advance") {
        // A full bracket, and at least one entrant is out.
        None => {
            let most = (entrants - 1).clamp(2, USUAL_ADVANCE);
            let places = 1 << most.ilog2();
            places.max(groups.next_power_of_two()) / groups * groups
        }
        Some(found) => {
            let advance = found.number(2..=u64::MAX)?;
            if advance > entrants as u64 {
                return Err(found.error(format!("there are only {entrants} entrants")));
            }
            if advance % groups as u64 != 0 {
                return Err(found.error(format!(
                    "the same number advances from each of {groups} groups: it must be a multiple \
                     of {groups}"
                )));
            }
            if advance / groups as u64 > (entrants / groups) as u64 {
                return Err(found.error(format!(
                    "the smallest of {groups} groups has {} entrants",
                    entrants / groups
                )));
            }
            advance as usize
        }
    };
    stage.finish("a qualifier")?;
    rules.qualifier = Some(Qualifier {
        format,
        groups,
        rounds,
        games: games.map_or(rules.games, |games| games as usize),
        advance,
    });
    Ok(())
}

//! Fingerprint of a configuration: the settings that must not change while a cup is played.

use serde_json::{Map, Value, json};

use crate::cup::config::{Config, OpeningChoice};
use crate::journal::differences;

/// The settings that must not change while a cup is played, as JSON.
pub fn of(config: &Config) -> Value {
    let rules = &config.rules;
    let ms = |time: std::time::Duration| format!("{} ms", time.as_millis());
    let mut seeds = config.participants.iter();
    let house = rules.house.and_then(|_| seeds.next_back());
    let players: Map<String, Value> = seeds
        .clone()
        .map(|one| (one.name.clone(), json!(one.player)))
        .collect();
    let order: Vec<&str> = seeds.map(|one| one.name.as_str()).collect();
    json!({
        "format": rules.format,
        "games": rules.games,
        "extra": rules.extra,
        "rounds": rules.rounds,
        "third_place": rules.third_place,
        "qualifier": rules.qualifier.map(|stage| json!({
            "format": stage.format,
            "groups": stage.groups,
            "rounds": stage.rounds,
            "games": stage.games,
            "advance": stage.advance,
        })),
        "seed": rules.seed,
        "size": config.size.side(),
        "time": config.time.per_move.map(ms),
        "clock": config.time.per_game.map(ms),
        "increment": ms(config.time.increment),
        "margin": ms(config.time.margin),
        "openings": openings(&config.openings),
        "memory": config.memory,
        "processes": config.processes,
        "threads": config.threads,
        "ponder": config.ponder.then_some(true),
        "order of seeding": order,
        "entrants": players,
        "house": house.map(|house| json!({
            "name": house.name, "player": house.player, "games": rules.house,
        })),
    })
}

fn openings(beginning: &OpeningChoice) -> String {
    match beginning {
        OpeningChoice::Usual => "start first".to_string(),
        OpeningChoice::Start => "start".to_string(),
        OpeningChoice::Random(None) => "random".to_string(),
        OpeningChoice::Random(Some(moves)) => format!("random:{moves}"),
        OpeningChoice::Balanced => "balanced".to_string(),
        OpeningChoice::File(file) => {
            let name = file.file_name().unwrap_or_default();
            let length = std::fs::metadata(file).map_or(0, |file| file.len());
            format!("{} of {length} bytes", name.to_string_lossy())
        }
    }
}

/// The differences between two fingerprints, in words.
pub fn changes(before: &Value, now: &Value) -> Vec<String> {
    let mut changes = Vec::new();
    let empty = Map::new();
    let (before, now) = (
        before.as_object().unwrap_or(&empty),
        now.as_object().unwrap_or(&empty),
    );
    let entrants = |cup: &Map<String, Value>| {
        let entrants = cup.get("entrants").and_then(Value::as_object);
        entrants.cloned().unwrap_or_default()
    };
    let (old, new) = (entrants(before), entrants(now));
    for (name, player) in &old {
        match new.get(name) {
            None => changes.push(format!("`{name}` is missing")),
            Some(other) if other != player => {
                changes.push(format!("`{name}` was {player} and is {other}"));
            }
            Some(_) => {}
        }
    }
    let fresh = new.keys().filter(|name| !old.contains_key(*name));
    changes.extend(fresh.map(|name| format!("`{name}` is new")));
    let same_field = changes.is_empty();
    if same_field && before.get("order of seeding") != now.get("order of seeding") {
        changes.push("the entrants are in another order".to_string());
    }
    let of_the_field = |key: &str| ["entrants", "order of seeding"].contains(&key);
    changes.extend(differences(before, now, of_the_field));
    changes
}

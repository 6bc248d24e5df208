//! What must stay as it is while a cup is played.

use serde_json::{Map, Value, json};

use crate::cup::config::{Beginning, Config};

/// What must stay as it is while a cup is played, so that its games belong together.
pub fn of(config: &Config) -> Value {
    let terms = &config.terms;
    let ms = |time: std::time::Duration| format!("{} ms", time.as_millis());
    let mut seeds = config.participants.iter();
    let house = terms.house.and_then(|_| seeds.next_back());
    let players: Map<String, Value> = seeds
        .clone()
        .map(|one| (one.name.clone(), json!(one.player)))
        .collect();
    let order: Vec<&str> = seeds.map(|one| one.name.as_str()).collect();
    json!({
        "format": terms.format,
        "games": terms.games,
        "extra": terms.extra,
        "rounds": terms.rounds,
        "third_place": terms.third_place,
        "seed": terms.seed,
        "size": config.size.side(),
        "time": config.time.per_move.map(ms),
        "clock": config.time.per_game.map(ms),
        "increment": ms(config.time.increment),
        "margin": ms(config.time.margin),
        "openings": openings(&config.openings),
        "memory": config.memory,
        "processes": config.processes,
        "order of seeding": order,
        "entrants": players,
        "house": house.map(|house| json!({
            "name": house.name, "player": house.player, "games": terms.house,
        })),
    })
}

fn openings(beginning: &Beginning) -> String {
    match beginning {
        Beginning::Start => "start".to_string(),
        Beginning::Random(None) => "random".to_string(),
        Beginning::Random(Some(moves)) => format!("random:{moves}"),
        Beginning::Balanced => "balanced".to_string(),
        Beginning::File(file) => {
            let name = file.file_name().unwrap_or_default();
            let length = std::fs::metadata(file).map_or(0, |file| file.len());
            format!("{} of {length} bytes", name.to_string_lossy())
        }
    }
}

/// What is different, in words.
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
    for key in before
        .keys()
        .chain(now.keys().filter(|key| !before.contains_key(*key)))
    {
        let [was, is] = [before, now].map(|cup| cup.get(key).unwrap_or(&Value::Null));
        match key.as_str() {
            _ if was == is => {}
            "entrants" => {}
            "order of seeding" if same_field => {
                changes.push("the entrants are in another order".to_string());
            }
            "order of seeding" => {}
            _ => changes.push(format!("`{key}` was {} and is {}", said(was), said(is))),
        }
    }
    changes
}

fn said(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_string(),
        value => value.to_string(),
    }
}

//! The players of a match with their names and times, and the settings that make it the same match.

use anyhow::Result;
use arena::contest::{Entrant, told_apart};
use arena::matches::Openings;
use play::TimeControl;
use serde_json::{Map, Value, json};

use crate::cli::{Contender, MatchArgs, Usage};

/// The players of a match.
pub struct Field {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Their names, all different.
    pub names: Vec<String>,
    /// The time limits of those that have their own.
    pub own_times: Vec<Option<TimeControl>>,
    /// How they were typed.
    texts: Vec<String>,
}

impl Field {
    /// The players of the command line.
    pub fn new(args: &MatchArgs) -> Result<Field, Usage> {
        let contenders = args.contenders()?;
        let name = |contender: &Contender| {
            let name = contender.name.clone();
            name.unwrap_or_else(|| contender.entrant.to_string())
        };
        let names: Vec<String> = contenders.iter().map(name).collect();
        let times = contenders.iter().map(|contender| args.own_time(contender));
        Ok(Field {
            names: told_apart(&names),
            own_times: times.collect(),
            texts: contenders.iter().map(|one| one.text.clone()).collect(),
            entrants: contenders.into_iter().map(|one| one.entrant).collect(),
        })
    }

    /// The time limits of a player.
    pub fn time(&self, player: usize, args: &MatchArgs) -> TimeControl {
        self.own_times[player].unwrap_or_else(|| args.time_control())
    }

    /// All that decides which games are played and how. The number of games is not part of it: a
    /// match may be made longer.
    pub fn settings(&self, args: &MatchArgs, openings: &Openings, seed: u64) -> Map<String, Value> {
        let mut settings = Map::new();
        let mut set = |key: &str, value: Value| {
            if !value.is_null() {
                settings.insert(key.to_string(), value);
            }
        };
        for (place, text) in self.texts.iter().enumerate() {
            set(&format!("player {}", place + 1), json!(text));
        }
        if self.entrants.len() > 2 {
            set("format", json!(args.format.name()));
        }
        let TimeControl {
            per_move,
            per_game,
            increment,
            margin,
        } = args.time_control();
        let ms = |time: std::time::Duration| format!("{} ms", time.as_millis());
        let limits = args.sandbox.limits();
        set("seed", json!(seed));
        set("size", json!(args.size.get().side()));
        set("openings", json!(openings_text(args, openings)));
        set("time", json!(per_move.map(ms)));
        set("clock", json!(per_game.map(ms)));
        set("increment", json!(per_game.map(|_| ms(increment))));
        set("margin", json!(ms(margin)));
        if let Some(sprt) = args.sprt {
            let ((elo0, elo1), scale) = (sprt.hypotheses(), sprt.scale());
            set("sprt", json!(format!("{elo0},{elo1} {scale}")));
            set("alpha", json!(args.alpha));
            set("beta", json!(args.beta));
        }
        set("adjudicate", json!(args.adjudicate));
        set("memory", json!(limits.memory));
        set("processes", json!(limits.processes));
        settings
    }
}

fn openings_text(args: &MatchArgs, openings: &Openings) -> String {
    let name = args.openings.as_ref().map(ToString::to_string);
    let plies = args.plies.map(|plies| format!(", {plies} moves"));
    match openings {
        Openings::List(games) => format!(
            "{}, {} openings{}",
            name.unwrap_or_default(),
            games.len(),
            plies.unwrap_or_default()
        ),
        Openings::Start => "start".to_string(),
        Openings::Balanced => "balanced".to_string(),
        Openings::Random(moves) => format!("random:{moves}"),
    }
}

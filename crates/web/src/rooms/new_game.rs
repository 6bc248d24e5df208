//! The request for a new game.

use std::time::Duration;

use play::{PlayerSpec, Session};
use rules::{ByColor, Game};
use serde::{Deserialize, Serialize};

use super::snapshot::Told;
use crate::game::clock::Clock;
use crate::game::key::{Key, new_name};
use crate::game::state::{State, unix_seconds};
use crate::problem::Problem;
use crate::wire::{Begin, Sides};

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 60;

/// The most time on a clock, and the most that a move adds, in seconds.
const MOST_SECONDS: u64 = 24 * 60 * 60;
const MOST_INCREMENT: u64 = 60 * 60;

/// A new game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "NewGame"))]
#[serde(deny_unknown_fields)]
pub struct Wish {
    #[serde(default = "Begin::usual")]
    begin: Begin,
    /// `human`, or a computer's name with or without a level.
    #[cfg_attr(test, schemars(example = &"human", example = &"rival:5"))]
    black: String,
    /// The same for White.
    #[cfg_attr(test, schemars(example = &"walle:3", example = &"random"))]
    white: String,
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Sides<Name>"))]
    names: Sides<String>,
    /// Two people at one screen: one key plays for both.
    #[serde(default)]
    shared: bool,
    #[serde(default)]
    clock: Option<Times>,
}

/// The clock of a new game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "NewClock"))]
#[serde(deny_unknown_fields)]
struct Times {
    #[cfg_attr(test, schemars(range(min = 1, max = MOST_SECONDS)))]
    seconds: u64,
    /// Seconds that a move adds.
    #[serde(default)]
    #[cfg_attr(test, schemars(range(max = MOST_INCREMENT)))]
    increment: u64,
}

/// A player's name, for the description.
#[cfg(test)]
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)]
struct Name(#[schemars(length(max = LONGEST_NAME))] String);

/// A new game with its keys, for its creator.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Created"))]
pub struct CreatedGame<'s> {
    pub id: &'s str,
    /// The secret key of each person's seat, which is needed to play. A computer's seat has none,
    /// unless both players are computers.
    pub keys: Sides<Option<String>>,
    pub game: Told<'s>,
}

impl Wish {
    /// The state of the new game.
    ///
    /// # Errors
    /// When the request is invalid.
    pub fn state(self) -> Result<State, Problem> {
        let game = Game::from_diagram(self.begin.diagram()?);
        if game.is_over() {
            return Err(Problem::bad(
                "game_over",
                "nobody can move in that position; choose another one",
            ));
        }
        let players = ByColor {
            black: player(&self.black)?,
            white: player(&self.white)?,
        };
        let people = [players.black, players.white].map(PlayerSpec::is_human);
        let shared = self.shared && people == [true, true];
        let has_person = people != [false, false];
        let clock = self.clock.filter(|_| has_person).map(|times| times.clock());
        Ok(State {
            id: new_name()?,
            version: 1,
            created: unix_seconds(),
            session: Session::new(game, players, 0),
            names: ByColor {
                black: name(self.names.black)?,
                white: name(self.names.white)?,
            },
            keys: keys(people, shared)?,
            shared,
            arrived: ByColor::default(),
            early: None,
            clock: clock.transpose()?,
            undo_asked_by: None,
            rematch: None,
        })
    }
}

impl Times {
    fn clock(&self) -> Result<Clock, Problem> {
        let possible = (1..=MOST_SECONDS).contains(&self.seconds);
        if !possible || self.increment > MOST_INCREMENT {
            return Err(Problem::bad(
                "bad_clock",
                format!(
                    "a clock has 1 to {MOST_SECONDS} seconds, and a move adds 0 to {MOST_INCREMENT}"
                ),
            ));
        }
        let [at_first, increment] = [self.seconds, self.increment].map(Duration::from_secs);
        Ok(Clock::new(at_first, increment))
    }
}

/// One key if one person controls the game; else one for each person.
fn keys(people: [bool; 2], shared: bool) -> Result<ByColor<Option<Key>>, Problem> {
    if shared || people == [false, false] {
        let key = Key::new()?;
        return Ok(ByColor {
            black: Some(key.clone()),
            white: Some(key),
        });
    }
    let key = |is_person: bool| is_person.then(Key::new).transpose();
    Ok(ByColor {
        black: key(people[0])?,
        white: key(people[1])?,
    })
}

fn player(text: &str) -> Result<PlayerSpec, Problem> {
    text.parse()
        .map_err(|error: play::ParsePlayerError| Problem::bad("bad_player", error))
}

fn name(text: String) -> Result<String, Problem> {
    let text = text.trim();
    if text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control) {
        return Err(Problem::bad(
            "bad_name",
            format!("a name has at most {LONGEST_NAME} letters, on one line"),
        ));
    }
    Ok(text.to_string())
}

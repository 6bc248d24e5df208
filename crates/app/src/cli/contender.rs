//! The players of a match, as typed: each may be followed by its own options.

use std::str::FromStr;
use std::time::Duration;

use arena::contest::Entrant;

use super::times::{ClockArg, seconds};
use super::values::{self, Usage};

/// The maximum number of players.
const MOST: usize = 100;

/// The maximum number of characters of a name.
const LONGEST_NAME: usize = 60;

/// A word in the list of players: a player, or an option of the player before it.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerWord {
    /// A player, and how it was typed.
    Player(Entrant, String),
    /// `name=New`
    Name(String),
    /// `time=0.1`
    Time(Duration),
    /// `clock=60+0.5`
    Clock(ClockArg),
    /// `nodes=100000`
    Nodes(u64),
}

impl FromStr for PlayerWord {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerWord, String> {
        let told = |option: &str, why: String| format!("`{option}=`: {why}");
        match text.split_once('=') {
            Some(("name", name)) => name_of(name)
                .map(PlayerWord::Name)
                .map_err(|why| told("name", why)),
            Some(("time", time)) => seconds(time)
                .map(PlayerWord::Time)
                .map_err(|why| told("time", why)),
            Some(("clock", clock)) => clock
                .parse()
                .map(PlayerWord::Clock)
                .map_err(|why| told("clock", why)),
            Some(("nodes", nodes)) => values::within(nodes, 1, u64::MAX)
                .map(PlayerWord::Nodes)
                .map_err(|why| told("nodes", why)),
            _ => {
                let entrant: Entrant = text.parse().map_err(|error| format!("{error}"))?;
                Ok(PlayerWord::Player(entrant, text.to_string()))
            }
        }
    }
}

fn name_of(text: &str) -> Result<String, String> {
    let name = text.trim();
    let length = name.chars().count();
    if (1..=LONGEST_NAME).contains(&length) && !name.contains(char::is_control) {
        return Ok(name.to_string());
    }
    Err(format!("it must be 1 to {LONGEST_NAME} characters"))
}

/// A player with its own options.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The player.
    pub entrant: Entrant,
    /// The player and its options, as typed.
    pub text: String,
    /// Its name in results.
    pub name: Option<String>,
    /// Its time for each move.
    pub time: Option<Duration>,
    /// Its clock for each game.
    pub clock: Option<ClockArg>,
}

impl Contender {
    /// The players of a list of words.
    ///
    /// # Errors
    /// When there are too few or too many, or an option has no player or does not fit.
    pub fn list(words: &[PlayerWord]) -> Result<Vec<Contender>, Usage> {
        let mut list: Vec<Contender> = Vec::new();
        for word in words {
            let first = Usage("options such as name=New come after their player");
            match (word, list.last_mut()) {
                (PlayerWord::Player(entrant, text), _) => list.push(Contender {
                    entrant: entrant.clone(),
                    text: text.clone(),
                    name: None,
                    time: None,
                    clock: None,
                }),
                (_, None) => return Err(first),
                (option, Some(player)) => player.set(option)?,
            }
        }
        match list.len() {
            0 | 1 => Err(Usage("a match needs two players or more: A B")),
            2..=MOST => Ok(list),
            _ => Err(Usage("a match has 100 players at most")),
        }
    }

    /// Whether it has its own time.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    fn set(&mut self, option: &PlayerWord) -> Result<(), Usage> {
        self.drop_default_level(option);
        let text = match option {
            PlayerWord::Player(..) => return Ok(()),
            PlayerWord::Name(name) => {
                once(&mut self.name, name.clone())?;
                format!("name={name}")
            }
            PlayerWord::Time(time) => {
                once(&mut self.time, *time)?;
                format!("time={}", time.as_secs_f64())
            }
            PlayerWord::Clock(clock) => {
                once(&mut self.clock, *clock)?;
                format!("clock={clock}")
            }
            PlayerWord::Nodes(nodes) => {
                let Entrant::Engine(options) = &mut self.entrant else {
                    return Err(Usage(
                        "nodes= is for our engine; other programs get such limits in their \
                         commands",
                    ));
                };
                once(&mut options.nodes, *nodes)?;
                format!("nodes={nodes}")
            }
        };
        self.text = format!("{} {text}", self.text);
        Ok(())
    }

    /// The name `engine` alone means its default level. With a limit it means this limit only.
    fn drop_default_level(&mut self, option: &PlayerWord) {
        let name = self.text.split_whitespace().next().unwrap_or_default();
        let is_limit = !matches!(option, PlayerWord::Player(..) | PlayerWord::Name(_));
        if let Entrant::Engine(options) = &mut self.entrant
            && is_limit
            && name.eq_ignore_ascii_case("engine")
        {
            options.level = None;
        }
    }
}

/// Sets an option that is not set yet.
fn once<T>(option: &mut Option<T>, value: T) -> Result<(), Usage> {
    match option.replace(value) {
        None => Ok(()),
        Some(_) => Err(Usage("an option of a player is given twice")),
    }
}

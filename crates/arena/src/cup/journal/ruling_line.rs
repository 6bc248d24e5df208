//! Journal line of a ruling, one line of JSON.

use rules::ByColor;
use serde::{Deserialize, Serialize};

use super::entry::place;
use crate::cup::config::Config;
use crate::cup::ruling::{Action, Ruling};
use crate::cup::score::Slot;

/// The beginning of a line with a ruling.
pub const START: &[u8] = br#"{"ruling":"#;

/// A line of the journal with a ruling. Its first field is `ruling`.
#[derive(Serialize, Deserialize)]
pub struct RulingLine {
    ruling: String,
    /// The round of the game; of a withdrawal, the first round without the entrant.
    round: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meeting: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    /// The entrant that loses or withdraws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entrant: Option<String>,
    reason: String,
}

impl RulingLine {
    /// The line of a ruling.
    pub fn of(ruling: &Ruling, config: &Config) -> RulingLine {
        let name = |entrant: usize| config.participants[entrant].name.clone();
        let slot = ruling.action.slot();
        let round = match ruling.action {
            Action::Withdraw { round, .. } => round,
            _ => slot.map_or(0, |slot| slot.round),
        };
        RulingLine {
            ruling: ruling.action.name().to_string(),
            round,
            meeting: slot.map(|slot| slot.meeting),
            game: slot.map(|slot| slot.game),
            black: ruling.seats.map(|seats| name(seats.black)),
            white: ruling.seats.map(|seats| name(seats.white)),
            entrant: ruling.action.entrant().map(name),
            reason: ruling.reason.clone(),
        }
    }

    /// The ruling of the line.
    ///
    /// # Errors
    /// The reason why the line is invalid.
    pub fn ruling(self, config: &Config) -> Result<Ruling, String> {
        let place = |name: &Option<String>| match name {
            Some(name) => place(name, config),
            None => Err(format!("a ruling `{}` without an entrant", self.ruling)),
        };
        let slot = match (self.meeting, self.game) {
            (Some(meeting), Some(game)) => Ok(Slot {
                round: self.round,
                meeting,
                game,
            }),
            _ => Err(format!("a ruling `{}` without a game", self.ruling)),
        };
        let action = match self.ruling.as_str() {
            "annul" => Action::Annul(slot?),
            "replay" => Action::Replay(slot?),
            "forfeit" => Action::Forfeit {
                slot: slot?,
                loser: place(&self.entrant)?,
            },
            "withdraw" => {
                let entrant = place(&self.entrant)?;
                if entrant >= config.rules.entrants {
                    return Err("the house program cannot withdraw".to_string());
                }
                Action::Withdraw {
                    entrant,
                    round: self.round,
                }
            }
            other => return Err(format!("there is no ruling `{other}`")),
        };
        let seats = match action.slot() {
            None => None,
            Some(_) => Some(ByColor {
                black: place(&self.black)?,
                white: place(&self.white)?,
            }),
        };
        if let (Action::Forfeit { loser, .. }, Some(seats)) = (action, seats)
            && seats.black != loser
            && seats.white != loser
        {
            return Err("the loser of a ruling does not play in the game".to_string());
        }
        Ok(Ruling {
            action,
            seats,
            reason: self.reason,
            superseded: false,
        })
    }
}

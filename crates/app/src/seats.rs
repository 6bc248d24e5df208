//! The players of a game at the terminal, with their display names.

use engine::{Classic, Opponent};
use play::{Computer, ComputerSpec, PlayerSpec};
use rules::ByColor;

use crate::text::{Language, Message};

/// A player at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The name used in messages.
    pub name: String,
    /// The kind of player.
    pub player: PlayerSpec,
}

/// The display name of a computer.
pub fn display_name(computer: Computer, language: Language) -> String {
    let name = match computer {
        Computer::Engine(_) => return language.say(&Message::Computer),
        Computer::Rival(rung) => return language.say(&Message::Rival { rung }),
        Computer::Classic(classic, _) => match classic {
            Classic::Discs => "Discs",
            Classic::CornersEdges => "Corners-Edges",
            Classic::Positional => "Positional",
            Classic::Roxanne => "Roxanne",
            Classic::Walle => "WALL-E",
            Classic::Greedy => "Greedy",
            Classic::Random => "Random",
        },
    };
    name.to_string()
}

/// A list of all computers for a person to choose from, a line each; rivals share the first.
pub fn list(language: Language) -> String {
    let line = |name: &str, about: Message| format!("{name:14} {}", language.say(&about));
    let rivals = line(Computer::RIVAL, Message::AboutRivals);
    let others = Opponent::ALL.map(|opponent| line(opponent.name(), Message::About { opponent }));
    [rivals]
        .into_iter()
        .chain(others)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The name of a computer as it is typed, without its level.
pub fn typed_name(spec: ComputerSpec) -> String {
    match spec {
        ComputerSpec::Opponent(opponent, _) => opponent.to_string(),
        ComputerSpec::Rival(rung) => Computer::Rival(rung).to_string(),
        ComputerSpec::AutoRival => format!("{}:auto", Computer::RIVAL),
    }
}

/// Both players with different names; people get an empty name to be filled in.
pub fn seats(players: ByColor<PlayerSpec>, language: Language) -> ByColor<Seat> {
    let mut seats = ByColor::from_fn(|color| Seat {
        name: match players[color] {
            PlayerSpec::Human => String::new(),
            PlayerSpec::Computer(computer) => display_name(computer, language),
        },
        player: players[color],
    });
    if let PlayerSpec::Computer(computer) = players.black
        && seats.black.name == seats.white.name
    {
        if players.black != players.white {
            seats.black.name = players.black.to_string();
            seats.white.name = players.white.to_string();
        } else if matches!(computer, Computer::Classic(Classic::Walle, _)) {
            // The two robots of the original program.
            seats.white.name = "R2-D2".to_string();
        } else if computer.rung().is_some() {
            seats.black.name += " (1)";
            seats.white.name += " (2)";
        } else {
            seats.black.name += " 1";
            seats.white.name += " 2";
        }
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The console indents the list by two columns.
    #[test]
    fn the_list_fits_eighty_columns() {
        for language in [Language::En, Language::El] {
            for line in list(language).lines() {
                assert!(line.chars().count() <= 78, "{line}");
            }
        }
    }
}

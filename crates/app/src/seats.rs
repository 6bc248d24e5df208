//! The players of a game at the terminal, with their display names.

use engine::{Classic, Opponent};
use play::PlayerSpec;
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

/// The display name of an opponent.
pub fn display_name(opponent: Opponent, language: Language) -> String {
    match opponent {
        Opponent::Engine => language.say(&Message::Computer),
        Opponent::Classic(Classic::Discs) => "Discs".to_string(),
        Opponent::Classic(Classic::CornersEdges) => "Corners-Edges".to_string(),
        Opponent::Classic(Classic::Positional) => "Positional".to_string(),
        Opponent::Classic(Classic::Roxanne) => "Roxanne".to_string(),
        Opponent::Classic(Classic::Walle) => "WALL-E".to_string(),
        Opponent::Classic(Classic::Greedy) => "Greedy".to_string(),
        Opponent::Classic(Classic::Random) => "Random".to_string(),
    }
}

/// Both players with different names; people get an empty name to be filled in.
pub fn seats(players: ByColor<PlayerSpec>, language: Language) -> ByColor<Seat> {
    let mut seats = ByColor::from_fn(|color| Seat {
        name: match players[color] {
            PlayerSpec::Human => String::new(),
            PlayerSpec::Computer(opponent, _) => display_name(opponent, language),
        },
        player: players[color],
    });
    if let PlayerSpec::Computer(opponent, _) = players.black
        && seats.black.name == seats.white.name
    {
        if players.black != players.white {
            seats.black.name = players.black.to_string();
            seats.white.name = players.white.to_string();
        } else if opponent == Opponent::Classic(Classic::Walle) {
            // The two robots of the original program.
            seats.white.name = "R2-D2".to_string();
        } else {
            seats.black.name += " 1";
            seats.white.name += " 2";
        }
    }
    seats
}

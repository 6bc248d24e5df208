//! The opponents as they are introduced to people.

use engine::Opponent;
use play::Player;
use rules::ByColor;

use crate::guided::table::Seat;

/// An opponent in a few words.
pub fn summary(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Engine => "the house player: mobility and corners, exact near the end",
        Opponent::Discs => "counts discs, nothing else",
        Opponent::CornersEdges => "discs, with more for borders and corners (AUEB, 2018)",
        Opponent::Positional => "weighs squares by attack and safety (menu game, 2020)",
        Opponent::Roxanne => "square priorities and mobility (modes game, 2020)",
        Opponent::Walle => "corners, then borders, then discs (WALL-E, 2022)",
        Opponent::Greedy => "turns as many discs as it can, now",
        Opponent::Random => "any legal move",
    }
}

/// What an opponent is called at the board.
pub fn display_name(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Engine => "Computer",
        Opponent::Discs => "Discs",
        Opponent::CornersEdges => "Corners-Edges",
        Opponent::Positional => "Positional",
        Opponent::Roxanne => "Roxanne",
        Opponent::Walle => "WALL-E",
        Opponent::Greedy => "Greedy",
        Opponent::Random => "Random",
    }
}

/// Two computers at a board, by name.
pub fn seats(players: ByColor<Player>) -> ByColor<Seat> {
    let names = names(&players);
    ByColor::from_fn(|color| Seat {
        name: names[color].clone(),
        player: players[color],
    })
}

/// What the computers at a board are called: their names, with what tells two of a kind apart.
pub fn names(players: &ByColor<Player>) -> ByColor<String> {
    let name = |player| match player {
        Player::Human => String::new(),
        Player::Computer(opponent, _) => display_name(opponent).to_string(),
    };
    let ByColor { black, white } = *players;
    let mut names = ByColor {
        black: name(black),
        white: name(white),
    };
    if names.black == names.white {
        names = match (black, white) {
            // The two robots of the original.
            (Player::Computer(Opponent::Walle, own), Player::Computer(_, other))
                if own == other =>
            {
                names.white = "R2-D2".to_string();
                names
            }
            _ if black != white => ByColor {
                black: black.to_string(),
                white: white.to_string(),
            },
            _ => ByColor {
                black: format!("{} 1", names.black),
                white: format!("{} 2", names.white),
            },
        };
    }
    names
}

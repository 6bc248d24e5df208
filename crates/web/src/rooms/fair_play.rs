//! Fair play: no engine helps a player while their game against another person is on.
//!
//! A player's own key and live connection get no help at all; the handlers refuse it. Other clients of
//! the player's network, perhaps a whole class, are refused only the position of the game.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::{Diagram, Game, Symmetry};

use super::handle::{GameView, RoomHandle};
use crate::problem::Problem;

/// The position of a game is refused from this number of moves on. Before, it is an opening that many
/// know.
const FIRST_PLY: usize = 12;

/// At most this many games are followed for one network, the newest ones.
const MOST_GAMES: usize = 256;

/// Networks without such games are forgotten when there are this many.
const MOST_NETWORKS: usize = 4096;

/// The games between two people that are on, by the networks of their players.
#[derive(Debug, Default)]
pub struct FairPlay {
    networks: Mutex<HashMap<u128, Vec<Followed>>>,
}

#[derive(Debug)]
struct Followed {
    id: String,
    view: GameView,
}

impl Followed {
    /// Whether its game is on.
    fn is_on(&self) -> bool {
        self.view.is_between_people()
    }

    /// Whether no engine may judge a position because of this game.
    fn shows(&self, diagram: &Diagram) -> bool {
        self.view.look().is_some_and(|game| {
            game.is_between_people()
                && game.ply() >= FIRST_PLY
                && is_same_position(&game.diagram, diagram)
        })
    }
}

impl FairPlay {
    /// A key of this game was used from a network.
    pub fn follow(&self, network: u128, id: &str, room: &RoomHandle) {
        let followed = Followed {
            id: id.to_string(),
            view: room.view(),
        };
        if !followed.is_on() {
            return;
        }
        let mut networks = self.lock();
        if networks.len() >= MOST_NETWORKS {
            networks.retain(|_, games| games.iter().any(Followed::is_on));
        }
        let games = networks.entry(network).or_default();
        games.retain(|game| game.id != id && game.is_on());
        if games.len() >= MOST_GAMES {
            games.remove(0);
        }
        games.push(followed);
    }

    /// Checks that an engine may judge a position for a client of a network.
    ///
    /// # Errors
    /// When it is the position of a game between two people, in any orientation, and a player of that
    /// game has come from the same network.
    pub fn check(&self, network: u128, diagram: &Diagram) -> Result<(), Problem> {
        let networks = self.lock();
        let mut games = networks.get(&network).into_iter().flatten();
        if games.any(|game| game.shows(diagram)) {
            return Err(Problem::no_help());
        }
        Ok(())
    }

    /// Checks all positions of a game.
    ///
    /// # Errors
    /// As [`check`](FairPlay::check).
    pub fn check_game(&self, network: u128, game: &Game) -> Result<(), Problem> {
        for turn in game.turns() {
            self.check(network, turn.before())?;
        }
        self.check(network, game.diagram())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, Vec<Followed>>> {
        // A panic under the lock cannot leave this half changed.
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two positions are the same for the side to move, in any of the eight orientations.
fn is_same_position(one: &Diagram, other: &Diagram) -> bool {
    let sides = |diagram: &Diagram| {
        let mover = diagram.to_move();
        [mover, mover.opponent()].map(|color| diagram.discs(color))
    };
    let ([own, theirs], wanted) = (sides(one), sides(other));
    let size = one.size();
    if size != other.size() || own.len() != wanted[0].len() || theirs.len() != wanted[1].len() {
        return false;
    }
    let turned = |symmetry: Symmetry| [own, theirs].map(|discs| symmetry.points(discs, size));
    Symmetry::ALL
        .into_iter()
        .any(|symmetry| turned(symmetry) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Size, Start};

    fn after(moves: &[&str]) -> Diagram {
        let mut game = Game::new(Size::EIGHT);
        for name in moves {
            game.play(name.parse().unwrap()).unwrap();
        }
        *game.diagram()
    }

    #[test]
    fn a_position_is_known_in_every_orientation() {
        let line = after(&["f5", "d6", "c3"]);
        // The same line, mirrored and rotated, and the colours exchanged.
        for same in [
            ["f5", "d6", "c3"],
            ["e6", "f4", "c3"],
            ["c4", "e3", "f6"],
            ["d3", "c5", "f6"],
        ] {
            assert!(is_same_position(&line, &after(&same)), "{same:?}");
        }
        let mut mirrored = Game::from_diagram(Diagram::start(Size::EIGHT, Start::Mirrored));
        for name in ["c5", "e6", "f3"] {
            mirrored.play(name.parse().unwrap()).unwrap();
        }
        assert!(is_same_position(&line, mirrored.diagram()));
        for other in [["f5", "d6", "c4"], ["f5", "f6", "e6"]] {
            assert!(!is_same_position(&line, &after(&other)), "{other:?}");
        }
        assert!(!is_same_position(&line, &line.pass()));
    }
}

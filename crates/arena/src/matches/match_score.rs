//! The score of a match: games, pairs (pentanomial), discs, times and faults.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::{ByColor, Color};

use crate::contest::{Ending, Played};
use crate::rating::{Estimate, Pentanomial, Spread, Trinomial};

/// The score of a match so far, from the view of the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    games: Trinomial,
    pairs: Pentanomial,
    discs: Spread,
    thought: [(Duration, u64); 2],
    faults: BTreeMap<(usize, String), u64>,
}

/// The result of a game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The first player's points: 1, ½ or 0.
    points: f64,
    /// Its tournament score.
    discs: i32,
    /// The thinking time and the number of moves of each player.
    thought: [(Duration, u64); 2],
    /// The player that lost by a fault, and the kind of fault.
    fault: Option<(usize, String)>,
}

impl GameResult {
    /// The result of a game. `seats` holds the players by colour; the first player is 0.
    #[must_use]
    pub fn of(played: &Played, seats: ByColor<usize>) -> GameResult {
        let first = if seats.black == 0 {
            Color::Black
        } else {
            Color::White
        };
        let points = match played.winner() {
            None => 0.5,
            Some(winner) if winner == first => 1.0,
            Some(_) => 0.0,
        };
        let discs = match first {
            Color::Black => played.score(),
            Color::White => -played.score(),
        };
        let mut thought = [(Duration::ZERO, 0); 2];
        let turns = played.game.turns().iter().skip(played.opening);
        for (turn, made) in turns.zip(&played.moves) {
            let (time, moves) = &mut thought[seats[turn.color()]];
            *time = time.saturating_add(made.spent);
            *moves += 1;
        }
        let fault = match &played.ending {
            Ending::Board => None,
            Ending::Fault { black, reason } => {
                let who = if *black { seats.black } else { seats.white };
                Some((who, kind(reason)))
            }
        };
        GameResult {
            points,
            discs,
            thought,
            fault,
        }
    }
}

/// The kind of a fault: its reason without details, with `…` for quoted text and numbers.
fn kind(reason: &str) -> String {
    let mut short = String::new();
    for (place, part) in reason.split('`').enumerate() {
        let said = place % 2 == 1;
        for letter in part.chars() {
            let number = letter.is_ascii_digit() || letter == '.';
            if !said && !number {
                short.push(letter);
            } else if !short.ends_with('…') {
                short.push('…');
            }
        }
    }
    let (kind, _) = short.split_once(": ").unwrap_or((&short, ""));
    kind.trim().to_string()
}

impl MatchScore {
    /// Counts a pair of games from the same opening.
    pub fn add_pair(&mut self, pair: &[GameResult; 2]) {
        let mean = |of: fn(&GameResult) -> f64| (of(&pair[0]) + of(&pair[1])) / 2.0;
        self.pairs.add(mean(|result| result.points));
        self.discs.add(mean(|result| result.discs.into()));
        for result in pair {
            self.add_game(result);
        }
    }

    /// Counts a game whose pair is not complete: for the score, but not for the pairs.
    pub fn add_game(&mut self, result: &GameResult) {
        self.games.add(result.points);
        for (sum, one) in self.thought.iter_mut().zip(&result.thought) {
            sum.0 = sum.0.saturating_add(one.0);
            sum.1 += one.1;
        }
        if let Some(fault) = &result.fault {
            *self.faults.entry(fault.clone()).or_default() += 1;
        }
    }

    /// The games that the first player lost, drew and won (trinomial).
    #[must_use]
    pub fn games(&self) -> &Trinomial {
        &self.games
    }

    /// Complete pairs of games by their points (pentanomial).
    #[must_use]
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// The disc difference per game, over the complete pairs.
    #[must_use]
    pub fn discs(&self) -> &Spread {
        &self.discs
    }

    /// The error of the disc difference at 95 % confidence; `None` when there are too few pairs.
    #[must_use]
    pub fn discs_error(&self) -> Option<f64> {
        (self.pairs.total() > 1).then(|| self.discs.error())
    }

    /// The estimated strength from the pairs or, while there are none, from the games.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate().or_else(|| self.games.estimate())
    }

    /// The mean thinking time of a player per move; `None` when it made no move.
    #[must_use]
    pub fn time_per_move(&self, player: usize) -> Option<Duration> {
        let (time, moves) = self.thought[player];
        (moves > 0).then(|| time.div_f64(moves as f64))
    }

    /// The number of faults by player and kind.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<(usize, String), u64> {
        &self.faults
    }
}

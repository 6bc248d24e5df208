//! The score of a match.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::{ByColor, Color};

use crate::contest::{Ending, Played};
use crate::rating::{Estimate, Pentanomial, Spread, Trinomial};

/// What is known of a match of two after some of its games, seen from the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    games: Trinomial,
    pairs: Pentanomial,
    discs: Spread,
    thought: [(Duration, u64); 2],
    faults: BTreeMap<(usize, String), u64>,
}

/// What came of a game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The first player's points: 1, ½ or 0.
    points: f64,
    /// Its tournament score.
    discs: i32,
    /// How long the two players thought together, and in how many moves.
    thought: [(Duration, u64); 2],
    /// Who broke down, and how.
    fault: Option<(usize, String)>,
}

impl GameResult {
    /// What came of a game, with the players, the first one 0, in their seats.
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

/// What sort of fault it is: with `…` for what was said and for numbers, and without details.
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

impl Tally {
    /// Counts a pair of games from the same opening.
    pub fn add_pair(&mut self, pair: &[GameResult; 2]) {
        let mean = |of: fn(&GameResult) -> f64| (of(&pair[0]) + of(&pair[1])) / 2.0;
        self.pairs.add(mean(|result| result.points));
        self.discs.add(mean(|result| result.discs.into()));
        for result in pair {
            self.add_game(result);
        }
    }

    /// Counts a game whose pair is not complete: for the score, but not for what it says.
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

    /// How many games the first player lost, drew and won.
    #[must_use]
    pub fn games(&self) -> &Trinomial {
        &self.games
    }

    /// Complete pairs of games, by the points they brought.
    #[must_use]
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// Disc difference a game, over the complete pairs.
    #[must_use]
    pub fn discs(&self) -> &Spread {
        &self.discs
    }

    /// The error of that at 95 %; `None` when there are too few pairs to tell.
    #[must_use]
    pub fn discs_error(&self) -> Option<f64> {
        (self.pairs.total() > 1).then(|| self.discs.error())
    }

    /// What the results say: those of the pairs or, as long as there are none, of the games.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate().or_else(|| self.games.estimate())
    }

    /// How long a player thought about a move on average; `None` when it made none.
    #[must_use]
    pub fn time_per_move(&self, player: usize) -> Option<Duration> {
        let (time, moves) = self.thought[player];
        (moves > 0).then(|| time.div_f64(moves as f64))
    }

    /// How often each player broke down, by what sort of fault it was.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<(usize, String), u64> {
        &self.faults
    }
}

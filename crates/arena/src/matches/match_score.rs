//! The score of a match: games, pairs (pentanomial), discs, times and faults.

use std::collections::BTreeMap;
use std::time::Duration;

use super::fault_group::FaultGroup;
use super::game_result::{GameResult, Thought};
use crate::rating::{Estimate, Pentanomial, Spread, Trinomial};

/// A move that is later than this is not explained by a busy machine.
const NARROW: Duration = Duration::from_millis(500);

/// The score of a match so far, from the view of the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    games: Trinomial,
    pairs: Pentanomial,
    discs: Spread,
    thought: [Thought; 2],
    faults: BTreeMap<(usize, String), FaultGroup>,
    narrow_losses: NarrowLosses,
    adjudicated: u64,
    void: u64,
}

/// Games that a busy machine may have decided: lost on time by less than half a second, or while the
/// game was disturbed from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NarrowLosses {
    /// The number of these games.
    pub games: u64,
    /// How much longer than allowed the slowest move took that was late by less than half a second.
    pub late_by: Duration,
}

impl NarrowLosses {
    /// Adds other games.
    pub fn add(&mut self, other: NarrowLosses) {
        self.games += other.games;
        self.late_by = self.late_by.max(other.late_by);
    }

    fn of(result: &GameResult) -> NarrowLosses {
        let fault = result.fault.as_ref().map(|(_, fault)| fault);
        let late_by = fault
            .and_then(FaultGroup::late_by)
            .filter(|late| *late <= NARROW);
        let lost_on_time = fault.is_some_and(FaultGroup::is_on_time);
        let counts = late_by.is_some() || (lost_on_time && result.is_disturbed);
        NarrowLosses {
            games: counts.into(),
            late_by: late_by.unwrap_or_default(),
        }
    }
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
            sum.add(one);
        }
        if let Some((player, fault)) = &result.fault {
            let group = self.faults.entry((*player, fault.kind()));
            group
                .and_modify(|group| group.add(fault.clone()))
                .or_insert_with(|| fault.clone());
        }
        self.narrow_losses.add(NarrowLosses::of(result));
        self.adjudicated += u64::from(result.is_adjudicated);
        self.void += u64::from(result.is_void);
    }

    /// The games that the first player lost, drew and won (trinomial).
    #[must_use]
    pub fn games(&self) -> &Trinomial {
        &self.games
    }

    /// The points of the first player: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        let [_, drawn, won] = self.games.counts();
        won as f64 + drawn as f64 / 2.0
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
        let thought = &self.thought[player];
        mean(thought.time, thought.moves)
    }

    /// The mean processor time of a player per move, over the moves where it was measured.
    #[must_use]
    pub fn cpu_per_move(&self, player: usize) -> Option<Duration> {
        let (moves, time) = self.thought[player].measured;
        mean(time, moves)
    }

    /// The faults of each player, by their kind.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &FaultGroup)> {
        let faults = self.faults.iter();
        faults.map(|((player, _), group)| (*player, group))
    }

    /// The games that a busy machine may have decided.
    #[must_use]
    pub fn narrow_losses(&self) -> NarrowLosses {
        self.narrow_losses
    }

    /// The number of games that were adjudicated.
    #[must_use]
    pub fn adjudicated(&self) -> u64 {
        self.adjudicated
    }

    /// The number of games that were ended from outside and count as drawn.
    #[must_use]
    pub fn void(&self) -> u64 {
        self.void
    }
}

fn mean(time: Duration, moves: u64) -> Option<Duration> {
    (moves > 0).then(|| time.div_f64(moves as f64))
}

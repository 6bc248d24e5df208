//! Totals of entrants, and tables by points and tie-breaks: Buchholz, Sonneborn-Berger, direct
//! encounter, discs.

use super::event::{Format, Standing};
use super::pairing_rules::PairingRules;
use super::score::{Score, Scores, Slot};

/// A criterion between entrants with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Points divided by games, for a gauntlet, where entrants play different numbers of games. It
    /// comes before the points.
    Share,
    /// The sum of the points of all opponents.
    Buchholz,
    /// For each game, the opponent's points for a win and half of them for a draw.
    SonnebornBerger,
    /// The points in games between the equal entrants, if all of them have met.
    Direct,
    /// Disc difference over all games.
    Discs,
}

impl TieBreak {
    /// The tie-breaks of a format, in order. A knock-out has none: each tie is decided by itself.
    #[must_use]
    pub fn of(format: Format) -> &'static [TieBreak] {
        match format {
            Format::Knockout => &[],
            Format::RoundRobin => &[TieBreak::Direct, TieBreak::SonnebornBerger, TieBreak::Discs],
            Format::Swiss => &[
                TieBreak::Buchholz,
                TieBreak::SonnebornBerger,
                TieBreak::Direct,
                TieBreak::Discs,
            ],
            Format::Gauntlet => &[TieBreak::Share, TieBreak::Discs],
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::Share => "share of points",
            TieBreak::Buchholz => "Buchholz",
            TieBreak::SonnebornBerger => "Sonneborn-Berger",
            TieBreak::Direct => "direct encounter",
            TieBreak::Discs => "discs",
        }
    }
}

/// Splits groups of equal entrants by a value, the highest value first.
fn split(groups: Vec<Vec<usize>>, value: impl Fn(&[usize], usize) -> f64) -> Vec<Vec<usize>> {
    let parts = groups.into_iter().flat_map(|group| {
        let whole = group.clone();
        let value = |entrant: &usize| value(&whole, *entrant);
        let mut group = group;
        group.sort_by(|one, other| value(other).total_cmp(&value(one)));
        let parts = group.chunk_by(|one, other| value(one) == value(other));
        parts.map(<[usize]>::to_vec).collect::<Vec<_>>()
    });
    parts.collect()
}

/// The totals of one entrant.
#[derive(Clone, Debug, Default)]
struct EntrantTotals {
    halves: u32,
    played: usize,
    won: usize,
    drawn: usize,
    discs: i64,
    faults: usize,
    /// Opponents, without duplicates.
    met: Vec<usize>,
    games: Vec<(usize, Score)>,
}

/// The totals of all entrants.
pub(super) struct Totals {
    entrants: Vec<EntrantTotals>,
}

impl Totals {
    /// The totals of the games up to a round. In a Swiss system a bye counts as a meeting won.
    pub(super) fn new(
        rules: &PairingRules,
        byes: &[(usize, usize)],
        scores: &Scores,
        last_round: usize,
    ) -> Totals {
        let mut entrants = vec![EntrantTotals::default(); rules.entrants];
        let format = rules.qualifier.map_or(rules.format, |stage| stage.format);
        if format == Format::Swiss {
            for (round, entrant) in byes {
                entrants[*entrant].halves += 2 * rules.games_in(*round) as u32;
            }
        }
        let counted = |(slot, score): &(&Slot, &Score)| slot.round <= last_round && !score.annulled;
        for (_, score) in scores.iter().filter(counted) {
            let seats = [score.seats.black, score.seats.white];
            for (entrant, opponent) in [(seats[0], seats[1]), (seats[1], seats[0])] {
                let own = &mut entrants[entrant];
                own.halves += score.halves(entrant);
                own.played += 1;
                own.won += usize::from(score.halves(entrant) == 2);
                own.drawn += usize::from(score.halves(entrant) == 1);
                own.discs += i64::from(score.discs(entrant));
                own.faults += usize::from(score.is_fault_of(entrant));
                own.games.push((opponent, *score));
                if !own.met.contains(&opponent) {
                    own.met.push(opponent);
                }
            }
        }
        Totals { entrants }
    }

    /// The table of a field of entrants that all play each other in one format.
    pub(super) fn table(&self, field: Vec<usize>, format: Format) -> Vec<Standing> {
        let mut values = vec![Vec::new(); self.entrants.len()];
        let mut groups = vec![field];
        let points = |entrant: usize| f64::from(self.entrants[entrant].halves);
        // In a gauntlet, points alone mean nothing: its first tie-break comes before them.
        if format != Format::Gauntlet {
            groups = split(groups, |_, entrant| points(entrant));
        }
        for tie_break in TieBreak::of(format) {
            for group in &groups {
                for entrant in group {
                    values[*entrant].push(self.value(*tie_break, *entrant, group));
                }
            }
            groups = split(groups, |_, entrant| {
                *values[entrant].last().expect("just found")
            });
        }
        self.ranked(groups, &values)
    }

    /// The value of a tie-break for an entrant of a group of equal entrants.
    fn value(&self, tie_break: TieBreak, entrant: usize, equals: &[usize]) -> f64 {
        let own = &self.entrants[entrant];
        let points = |entrant: usize| f64::from(self.entrants[entrant].halves) / 2.0;
        match tie_break {
            TieBreak::Share if own.played == 0 => 0.0,
            TieBreak::Share => points(entrant) / own.played as f64,
            TieBreak::Buchholz => own.met.iter().map(|opponent| points(*opponent)).sum(),
            TieBreak::SonnebornBerger => {
                let games = own.games.iter();
                let worth = |(opponent, score): &(usize, Score)| {
                    points(*opponent) * f64::from(score.halves(entrant)) / 2.0
                };
                games.map(worth).sum()
            }
            TieBreak::Direct => {
                let all_met = equals.iter().all(|one| {
                    let met = &self.entrants[*one].met;
                    equals
                        .iter()
                        .all(|other| one == other || met.contains(other))
                });
                let games = own.games.iter().filter(|(who, _)| equals.contains(who));
                let halves: u32 = games.map(|(_, score)| score.halves(entrant)).sum();
                if all_met {
                    f64::from(halves) / 2.0
                } else {
                    0.0
                }
            }
            TieBreak::Discs => own.discs as f64,
        }
    }

    /// The rows of the standings, from groups in order and the tie-break values of each entrant.
    pub(super) fn ranked(&self, groups: Vec<Vec<usize>>, values: &[Vec<f64>]) -> Vec<Standing> {
        let mut standings = Vec::new();
        for group in groups {
            let rank = standings.len() + 1;
            for entrant in group {
                let own = &self.entrants[entrant];
                standings.push(Standing {
                    entrant,
                    rank,
                    won: own.won,
                    drawn: own.drawn,
                    lost: own.played - own.won - own.drawn,
                    points: f64::from(own.halves) / 2.0,
                    discs: own.discs,
                    tie_breaks: values[entrant].clone(),
                    faults: own.faults,
                });
            }
        }
        standings
    }
}

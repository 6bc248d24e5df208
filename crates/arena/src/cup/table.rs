//! Standings, and what decides between equals.

use super::event::{Format, Standing};
use super::fixtures::Fixtures;
use super::format::knockout;
use super::meeting::Decider;
use super::score::{Score, Scores};

/// What decides between entrants with equally many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The share of points won of those played for: in a gauntlet, where not all play equally many
    /// games. It comes before the points.
    Share,
    /// The points of all opponents together.
    Buchholz,
    /// The points of the opponents beaten, and half of those drawn with, game by game.
    SonnebornBerger,
    /// The points of the games among those who are equal, if all of them have met.
    Direct,
    /// Disc difference over all games.
    Discs,
}

impl TieBreak {
    /// Those of a format, in order. A knock-out has none: its ties are decided one by one.
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

    /// It in words.
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

/// What decides between equals in a cup, in words: between entrants of a table, or the two of a tie.
#[must_use]
pub fn rules_of_ties(fixtures: &Fixtures) -> Vec<String> {
    let terms = fixtures.terms();
    if terms.format != Format::Knockout {
        let names = TieBreak::of(terms.format).iter();
        return names
            .map(|tie_break| tie_break.name().to_string())
            .collect();
    }
    let extra = match terms.extra {
        0 => None,
        1 => Some("an extra pair of games".to_string()),
        pairs => Some(format!("up to {pairs} extra pairs of games")),
    };
    let rest = [Decider::Discs, Decider::Faults, Decider::Seed];
    let rest = rest.map(|decider| decider.name().to_string());
    extra.into_iter().chain(rest).collect()
}

/// The table, first place first. The house program is not in it.
#[must_use]
pub fn standings(fixtures: &Fixtures, scores: &Scores) -> Vec<Standing> {
    let terms = fixtures.terms();
    let sheet = Sheet::new(fixtures, scores);
    if terms.format == Format::Knockout {
        let tree = knockout::tree(terms, scores);
        let groups = knockout::ranking(terms, &tree);
        return sheet.ranked(groups, &vec![Vec::new(); terms.entrants]);
    }
    let everybody: Vec<usize> = (0..terms.entrants).collect();
    let mut values = vec![Vec::new(); terms.entrants];
    let mut groups = vec![everybody];
    let points = |entrant: usize| f64::from(sheet.lines[entrant].halves);
    // In a gauntlet, points alone say nothing: its first tie-break comes before them.
    let by_points = terms.format != Format::Gauntlet;
    if by_points {
        groups = split(groups, |_, entrant| points(entrant));
    }
    for tie_break in TieBreak::of(terms.format) {
        for group in &groups {
            for entrant in group {
                values[*entrant].push(sheet.value(*tie_break, *entrant, group));
            }
        }
        groups = split(groups, |_, entrant| {
            *values[entrant].last().expect("just found")
        });
    }
    sheet.ranked(groups, &values)
}

/// The first of the table; of several whom nothing tells apart, the better seed.
pub(super) fn first(fixtures: &Fixtures, scores: &Scores) -> usize {
    standings(fixtures, scores)[0].entrant
}

/// Splits groups of equals by a value, the highest first.
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

/// What a table needs of an entrant.
#[derive(Clone, Debug, Default)]
struct Line {
    halves: u32,
    played: usize,
    won: usize,
    drawn: usize,
    discs: i64,
    faults: usize,
    /// Opponents, each one once.
    met: Vec<usize>,
    games: Vec<(usize, Score)>,
}

struct Sheet {
    lines: Vec<Line>,
}

impl Sheet {
    fn new(fixtures: &Fixtures, scores: &Scores) -> Sheet {
        let terms = fixtures.terms();
        let mut lines = vec![Line::default(); terms.entrants];
        if terms.format == Format::Swiss {
            for (_, entrant) in fixtures.byes() {
                lines[*entrant].halves += 2 * terms.games as u32;
            }
        }
        let house = fixtures.house_round();
        for (_, score) in scores.iter().filter(|(slot, _)| slot.round < house) {
            let seats = [score.seats.black, score.seats.white];
            for (entrant, opponent) in [(seats[0], seats[1]), (seats[1], seats[0])] {
                let line = &mut lines[entrant];
                line.halves += score.halves(entrant);
                line.played += 1;
                line.won += usize::from(score.halves(entrant) == 2);
                line.drawn += usize::from(score.halves(entrant) == 1);
                line.discs += i64::from(score.discs(entrant));
                line.faults += usize::from(score.is_fault_of(entrant));
                line.games.push((opponent, *score));
                if !line.met.contains(&opponent) {
                    line.met.push(opponent);
                }
            }
        }
        Sheet { lines }
    }

    fn value(&self, tie_break: TieBreak, entrant: usize, equals: &[usize]) -> f64 {
        let line = &self.lines[entrant];
        let points = |entrant: usize| f64::from(self.lines[entrant].halves) / 2.0;
        match tie_break {
            TieBreak::Share if line.played == 0 => 0.0,
            TieBreak::Share => points(entrant) / line.played as f64,
            TieBreak::Buchholz => line.met.iter().map(|opponent| points(*opponent)).sum(),
            TieBreak::SonnebornBerger => {
                let games = line.games.iter();
                let worth = |(opponent, score): &(usize, Score)| {
                    points(*opponent) * f64::from(score.halves(entrant)) / 2.0
                };
                games.map(worth).sum()
            }
            TieBreak::Direct => {
                let all_met = equals.iter().all(|one| {
                    let met = &self.lines[*one].met;
                    equals
                        .iter()
                        .all(|other| one == other || met.contains(other))
                });
                let games = line.games.iter().filter(|(who, _)| equals.contains(who));
                let halves: u32 = games.map(|(_, score)| score.halves(entrant)).sum();
                if all_met {
                    f64::from(halves) / 2.0
                } else {
                    0.0
                }
            }
            TieBreak::Discs => line.discs as f64,
        }
    }

    fn ranked(&self, groups: Vec<Vec<usize>>, values: &[Vec<f64>]) -> Vec<Standing> {
        let mut standings = Vec::new();
        for group in groups {
            let rank = standings.len() + 1;
            for entrant in group {
                let line = &self.lines[entrant];
                standings.push(Standing {
                    entrant,
                    rank,
                    won: line.won,
                    drawn: line.drawn,
                    lost: line.played - line.won - line.drawn,
                    points: f64::from(line.halves) / 2.0,
                    discs: line.discs,
                    tie_breaks: values[entrant].clone(),
                    faults: line.faults,
                });
            }
        }
        standings
    }
}

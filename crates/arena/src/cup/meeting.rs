//! Meeting: a match of several games between two entrants of a cup.

use rules::ByColor;

use super::score::{Score, Scores, Slot};

/// The match of two entrants in a round. They swap colours after every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The round, counted from 1.
    pub round: usize,
    /// The meeting in that round, counted from 1.
    pub number: usize,
    /// The name of the round.
    pub label: String,
    /// The two entrants.
    pub entrants: [usize; 2],
    /// The side, 0 or 1, that has Black in the first game.
    pub first: usize,
    /// The number of games.
    pub length: MeetingLength,
}

/// The number of games of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingLength {
    /// All of this many games are played.
    All(usize),
    /// Games are played until the winner is certain.
    BestOf {
        /// The maximum number of games.
        games: usize,
        /// The maximum number of extra pairs of games while the two are equal.
        extra: usize,
        /// The side, 0 or 1, that has the better seed.
        favourite: usize,
    },
}

/// The criterion that decided a knock-out tie, in the order of application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// Points of the games.
    Points,
    /// Points of an extra pair.
    ExtraPair,
    /// Disc difference over all their games.
    Discs,
    /// Fewer games lost by a fault.
    Faults,
    /// The better seed.
    Seed,
}

impl Decider {
    /// Its name; empty for points.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Decider::Points => "",
            Decider::ExtraPair => "extra pair",
            Decider::Discs => "discs",
            Decider::Faults => "fewer faults",
            Decider::Seed => "better seed",
        }
    }
}

/// The score of a meeting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeetingScore {
    /// Half points of each side.
    pub halves: [u32; 2],
    /// Disc difference for side 0.
    pub discs: i64,
    /// Games that each side lost by a fault.
    pub faults: [usize; 2],
    /// The number of games that have ended.
    pub played: usize,
    /// The games that must be played whatever the results of the unfinished ones, in order.
    pub open: Vec<usize>,
    /// In a knock-out, the side that advances (0 or 1), and the criterion.
    pub decided: Option<(usize, Decider)>,
    /// Whether no game is left to play.
    pub over: bool,
}

impl Meeting {
    /// The slot of a game of this meeting.
    #[must_use]
    pub fn slot(&self, game: usize) -> Slot {
        Slot {
            round: self.round,
            meeting: self.number,
            game,
        }
    }

    /// The entrants of a game by colour.
    #[must_use]
    pub fn seats(&self, game: usize) -> ByColor<usize> {
        let black = (self.first + game + 1) % 2;
        ByColor {
            black: self.entrants[black],
            white: self.entrants[1 - black],
        }
    }

    /// The pair of games that a game belongs to, counted from 0. The games of a pair have the same
    /// opening, with colours swapped. The last pair before the extra ones may have one game only.
    #[must_use]
    pub fn pair(&self, game: usize) -> usize {
        let games = match self.length {
            MeetingLength::All(games) | MeetingLength::BestOf { games, .. } => games,
        };
        match game.checked_sub(games + 1) {
            Some(extra) => games.div_ceil(2) + extra / 2,
            None => game.saturating_sub(1) / 2,
        }
    }

    /// The number of the last game that it may have.
    #[must_use]
    pub fn last_game(&self) -> usize {
        match self.length {
            MeetingLength::All(games) => games,
            MeetingLength::BestOf { games, extra, .. } => games + 2 * extra,
        }
    }

    /// Its score so far.
    #[must_use]
    pub fn tally(&self, scores: &Scores) -> MeetingScore {
        let mut tally = MeetingScore::default();
        for (_, score) in scores.range(self.slot(0)..=self.slot(usize::MAX)) {
            tally.add(score, self.entrants);
        }
        match self.length {
            MeetingLength::All(games) => {
                let missing = |game: &usize| !scores.contains_key(&self.slot(*game));
                tally.open = (1..=games).filter(missing).collect();
                tally.over = tally.open.is_empty();
            }
            MeetingLength::BestOf {
                games,
                extra,
                favourite,
            } => {
                self.decide((games, extra), favourite, scores, &mut tally);
                tally.over = tally.decided.is_some();
            }
        }
        tally
    }

    /// Finds the games that are still needed, or the side that advances. A game is needed if no
    /// possible results of the games before it decide the tie. So the same games are played on one
    /// table as on ten.
    fn decide(
        &self,
        (games, extra): (usize, usize),
        favourite: usize,
        scores: &Scores,
        tally: &mut MeetingScore,
    ) {
        // The smallest and the largest possible lead of side 0, in half points.
        let (mut least, mut most) = (0_i64, 0_i64);
        for game in 1..=games {
            let left = 2 * (games - game + 1) as i64;
            if most > left || -least > left {
                break;
            }
            match self.lead(game, scores) {
                Some(lead) => (least, most) = (least + lead, most + lead),
                None => {
                    tally.open.push(game);
                    (least, most) = (least - 2, most + 2);
                }
            }
        }
        if !tally.open.is_empty() {
            return;
        }
        if most != 0 {
            tally.decided = Some((usize::from(most < 0), Decider::Points));
            return;
        }
        for pair in 0..extra {
            let pair = [1, 2].map(|game| games + 2 * pair + game);
            let leads = pair.map(|game| self.lead(game, scores));
            if let [Some(one), Some(other)] = leads {
                if one + other != 0 {
                    let ahead = usize::from(one + other < 0);
                    tally.decided = Some((ahead, Decider::ExtraPair));
                    return;
                }
            } else {
                let missing = pair.into_iter().zip(leads);
                let missing = missing.filter(|(_, lead)| lead.is_none());
                tally.open = missing.map(|(game, _)| game).collect();
                return;
            }
        }
        tally.decided = Some(if tally.discs != 0 {
            (usize::from(tally.discs < 0), Decider::Discs)
        } else if tally.faults[0] != tally.faults[1] {
            let ahead = usize::from(tally.faults[1] < tally.faults[0]);
            (ahead, Decider::Faults)
        } else {
            (favourite, Decider::Seed)
        });
    }

    /// The half points that side 0 leads by after a game, once it has ended.
    fn lead(&self, game: usize, scores: &Scores) -> Option<i64> {
        let score = scores.get(&self.slot(game))?;
        Some(2 * i64::from(score.discs(self.entrants[0]).signum()))
    }
}

impl MeetingScore {
    fn add(&mut self, score: &Score, entrants: [usize; 2]) {
        if score.annulled {
            return;
        }
        self.played += 1;
        self.discs += i64::from(score.discs(entrants[0]));
        for (side, entrant) in entrants.into_iter().enumerate() {
            self.halves[side] += score.halves(entrant);
            self.faults[side] += usize::from(score.is_fault_of(entrant));
        }
    }
}

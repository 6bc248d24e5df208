//! Two entrants who meet: which games they play, and who comes out ahead.

use rules::ByColor;

use super::score::{Score, Scores, Slot};

/// Two entrants who meet in a round. They swap colours after every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The round, counted from 1.
    pub round: usize,
    /// The meeting in that round, counted from 1.
    pub number: usize,
    /// What the round is called.
    pub label: String,
    /// Who meets.
    pub entrants: [usize; 2],
    /// Which of the two has Black in the first game: 0 or 1.
    pub first: usize,
    /// How long it takes.
    pub length: Length,
}

/// How many games a meeting has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many.
    All(usize),
    /// As many as are needed until one is ahead for good.
    BestOf {
        /// At most so many.
        games: usize,
        /// Then, while they are equal, at most so many pairs more.
        extra: usize,
    },
}

/// What decides between two entrants of a knock-out, in this order.
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
    /// It in words; empty for points.
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

/// How a meeting stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Half points of the two.
    pub halves: [u32; 2],
    /// Disc difference for the first of the two.
    pub discs: i64,
    /// Games that each lost by a fault.
    pub faults: [usize; 2],
    /// How many games have ended.
    pub played: usize,
    /// The games that are to be played whatever comes of those not ended yet, the first one first.
    pub open: Vec<usize>,
    /// In a knock-out, which of the two goes on (0 or 1), and what decided it.
    pub decided: Option<(usize, Decider)>,
    /// Whether no game is left to be played.
    pub over: bool,
}

impl Meeting {
    /// Where a game of this meeting belongs.
    #[must_use]
    pub fn slot(&self, game: usize) -> Slot {
        Slot {
            round: self.round,
            meeting: self.number,
            game,
        }
    }

    /// Who plays which colour in a game.
    #[must_use]
    pub fn seats(&self, game: usize) -> ByColor<usize> {
        let black = (self.first + game + 1) % 2;
        ByColor {
            black: self.entrants[black],
            white: self.entrants[1 - black],
        }
    }

    /// How it stands.
    #[must_use]
    pub fn tally(&self, scores: &Scores) -> Tally {
        let mut tally = Tally::default();
        for (_, score) in scores.range(self.slot(0)..=self.slot(usize::MAX)) {
            tally.add(score, self.entrants);
        }
        match self.length {
            Length::All(games) => {
                let missing = |game: &usize| !scores.contains_key(&self.slot(*game));
                tally.open = (1..=games).filter(missing).collect();
                tally.over = tally.open.is_empty();
            }
            Length::BestOf { games, extra } => {
                self.judge(games, extra, scores, &mut tally);
                tally.over = tally.decided.is_some();
            }
        }
        tally
    }

    /// Finds the games that are still needed, or who goes on. A game is needed if no results of the
    /// ones before it can settle the matter: so the games that are played are the same on one table
    /// as on ten.
    fn judge(&self, games: usize, extra: usize, scores: &Scores, tally: &mut Tally) {
        // The lead of the first of the two in half points, between these two for all that we know.
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
            let ahead = usize::from(self.entrants[1] < self.entrants[0]);
            (ahead, Decider::Seed)
        });
    }

    /// By how many half points a game puts the first of the two ahead, once it has ended.
    fn lead(&self, game: usize, scores: &Scores) -> Option<i64> {
        let score = scores.get(&self.slot(game))?;
        Some(2 * i64::from(score.discs(self.entrants[0]).signum()))
    }
}

impl Tally {
    fn add(&mut self, score: &Score, entrants: [usize; 2]) {
        self.played += 1;
        self.discs += i64::from(score.discs(entrants[0]));
        for (side, entrant) in entrants.into_iter().enumerate() {
            self.halves[side] += score.halves(entrant);
            self.faults[side] += usize::from(score.is_fault_of(entrant));
        }
    }
}

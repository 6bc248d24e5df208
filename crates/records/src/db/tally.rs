//! Counts of games and their results.

/// Counts of games from the view of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: u32,
    /// Games that the side won.
    pub won: u32,
    /// Draws.
    pub drawn: u32,
    /// Games that the side lost.
    pub lost: u32,
    /// The sum of the scores.
    sum: i64,
    /// The first and the last year.
    pub years: Option<(u16, u16)>,
}

impl Tally {
    /// Counts a game with its score for the side, if it is known.
    pub fn add(&mut self, score: Option<i32>, year: Option<u16>) {
        self.games += 1;
        if let Some(score) = score {
            self.sum += i64::from(score);
            *match score.signum() {
                1 => &mut self.won,
                0 => &mut self.drawn,
                _ => &mut self.lost,
            } += 1;
        }
        if let Some(year) = year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Adds the counts of another tally.
    pub fn add_all(&mut self, other: &Tally) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.sum += other.sum;
        self.years = match (self.years, other.years) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
    }

    /// Number of games with a known result.
    pub fn ended(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Wins plus half the draws, divided by the games with a known result, from 0 to 1; `None` when
    /// no result is known.
    pub fn win_rate(&self) -> Option<f64> {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        self.per_game(points)
    }

    /// The mean score; `None` when no result is known.
    pub fn average(&self) -> Option<f64> {
        self.per_game(self.sum as f64)
    }

    fn per_game(&self, sum: f64) -> Option<f64> {
        (self.ended() > 0).then(|| sum / f64::from(self.ended()))
    }

    /// The fraction of other games that these games are, from 0 to 1.
    pub fn share_of(&self, all: &Tally) -> f64 {
        f64::from(self.games) / f64::from(all.games.max(1))
    }
}

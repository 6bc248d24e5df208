//! Games counted: how many, how they ended, and when they were played.

/// Some games, seen from one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub games: u32,
    /// Those that the side won.
    pub won: u32,
    /// Those that nobody won.
    pub drawn: u32,
    /// Those that the side lost.
    pub lost: u32,
    /// The scores, added up.
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

    /// Adds what another has counted.
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

    /// How many games have a known end.
    pub fn ended(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The part of the games that the side won, from 0 to 1, a draw being half a win; `None` when
    /// no end is known.
    pub fn win_rate(&self) -> Option<f64> {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        self.per_game(points)
    }

    /// The average score; `None` when no end is known.
    pub fn average(&self) -> Option<f64> {
        self.per_game(self.sum as f64)
    }

    fn per_game(&self, sum: f64) -> Option<f64> {
        (self.ended() > 0).then(|| sum / f64::from(self.ended()))
    }

    /// The part that these games are of others, from 0 to 1.
    pub fn share_of(&self, all: &Tally) -> f64 {
        f64::from(self.games) / f64::from(all.games.max(1))
    }
}

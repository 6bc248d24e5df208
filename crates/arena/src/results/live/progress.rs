//! Progress: how many games are left, and how long they may take.

use std::time::Duration;

use crate::results::words;

/// How far a cup is. The figures of the future are estimates: a knock-out may need fewer games, and
/// games differ in length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that have ended.
    pub played: usize,
    /// Games that are left to play, about.
    pub left: usize,
    /// The time that they take, if it can be told.
    pub time: Option<Duration>,
}

impl Progress {
    /// The progress after `elapsed`, in which `ended` games have ended.
    #[must_use]
    pub fn estimated(played: usize, left: usize, ended: usize, elapsed: Duration) -> Progress {
        let each = u32::try_from(ended).ok().filter(|&ended| ended > 0);
        let each = each.map(|ended| elapsed / ended);
        Progress {
            played,
            left,
            time: each.map(|each| each.saturating_mul(u32::try_from(left).unwrap_or(u32::MAX))),
        }
    }

    /// The progress in a sentence.
    pub(in crate::results) fn sentence(&self) -> String {
        let played = format!("{} played", words::count(self.played, "game"));
        match (self.left, self.time) {
            (0, _) => format!("{played}, none left."),
            (left, None) => {
                format!("{played}, about {left} left. The time left is not known yet.")
            }
            (left, Some(time)) => format!(
                "{played}, about {left} left. Estimated time left: {}.",
                rounded(time)
            ),
        }
    }
}

/// A time as an estimate tells it: no more exact than it is.
fn rounded(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    match minutes {
        0..=1 => "about a minute".to_string(),
        2..=90 => format!("about {minutes} minutes"),
        _ => format!("about {} hours", (minutes + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_games_of_this_run() {
        let none = Progress::estimated(7, 3, 0, Duration::from_secs(9));
        assert_eq!(none.time, None);
        assert!(none.sentence().contains("not known yet"));
        let some = Progress::estimated(10, 6, 3, Duration::from_secs(60));
        assert_eq!(some.time, Some(Duration::from_secs(120)));
        assert_eq!(
            some.sentence(),
            "10 games played, about 6 left. Estimated time left: about 2 minutes."
        );
        let over = Progress::estimated(1, 0, 1, Duration::from_secs(1));
        assert_eq!(over.sentence(), "1 game played, none left.");
        let huge = Progress::estimated(1, usize::MAX, 1, Duration::MAX);
        assert!(huge.sentence().contains("hours"));
    }
}

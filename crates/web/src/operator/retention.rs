//! Retention: old games are deleted by themselves.

use std::time::Duration;

use tokio::time;

use crate::store::{Phase, Store};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time between two searches for old games.
const INTERVAL: Duration = Duration::from_secs(60 * 60);

/// A game without moves is kept for at most this long.
const UNPLAYED: Duration = DAY.saturating_mul(14);

/// How long games are kept after their last change; `None` is for ever. A game that somebody has open
/// is never deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Unfinished games. Those without a move go after 14 days at the latest.
    pub unfinished: Option<Duration>,
    /// Finished games.
    pub finished: Option<Duration>,
}

impl Retention {
    /// So many days for each; 0 is for ever.
    pub fn days(unfinished: u32, finished: u32) -> Retention {
        let age = |days: u32| (days > 0).then(|| DAY.saturating_mul(days));
        Retention {
            unfinished: age(unfinished),
            finished: age(finished),
        }
    }

    /// The age at which games of each phase are deleted.
    fn ages(self) -> [(Phase, Option<Duration>); 3] {
        let unplayed = self.unfinished.map_or(UNPLAYED, |age| age.min(UNPLAYED));
        [
            (Phase::New, Some(unplayed)),
            (Phase::Playing, self.unfinished),
            (Phase::Over, self.finished),
        ]
    }

    /// Deletes old games now and every hour.
    pub async fn keep(self, store: Store) {
        let mut hours = time::interval(INTERVAL);
        loop {
            hours.tick().await;
            for (phase, age) in self.ages() {
                let Some(age) = age else { continue };
                let days = age.as_secs() / DAY.as_secs();
                match store.prune(&[phase], age).await {
                    Ok(pruned) if pruned.deleted > 0 => {
                        let (deleted, stored) = (pruned.deleted, pruned.stored);
                        tracing::info!(?phase, days, deleted, stored, "old games were deleted");
                    }
                    Ok(_) => {}
                    Err(why) => tracing::warn!(why, "old games cannot be deleted"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_keeps_empty_games_for_ever() {
        let ages = |unfinished, finished| {
            Retention::days(unfinished, finished)
                .ages()
                .map(|age| age.1)
        };
        assert_eq!(ages(90, 0), [Some(UNPLAYED), Some(DAY * 90), None]);
        assert_eq!(
            ages(7, 365),
            [Some(DAY * 7), Some(DAY * 7), Some(DAY * 365)]
        );
        assert_eq!(ages(0, 0), [Some(UNPLAYED), None, None]);
    }
}

//! Ratings of people and of rivals, on one scale.

use std::fmt;
use std::str::FromStr;

/// A rating on the scale of `docs/people.md`, which people, rivals and other opponents share. Like Elo: who
/// has 200 more scores 76 %.
///
/// ```
/// use play::people::Rating;
/// let rating: Rating = "1500".parse().unwrap();
/// assert_eq!(rating.elo(), 1500);
/// assert!("strong".parse::<Rating>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rating(i32);

impl Rating {
    /// The lowest rating.
    pub const MIN: Rating = Rating(0);

    /// The highest rating.
    pub const MAX: Rating = Rating(3500);

    /// Hardly any games are known of people below and above this rating and the next one.
    const LOWEST_KNOWN: Rating = Rating(1500);

    /// The upper end.
    const HIGHEST_KNOWN: Rating = Rating(2700);

    /// The nearest rating to a number of points.
    #[must_use]
    pub fn new(elo: i32) -> Rating {
        Rating(elo.clamp(Rating::MIN.0, Rating::MAX.0))
    }

    /// The nearest rating that the human-move model knows people of.
    #[must_use]
    pub fn known(self) -> Rating {
        self.clamp(Rating::LOWEST_KNOWN, Rating::HIGHEST_KNOWN)
    }

    /// The points.
    #[must_use]
    pub const fn elo(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text was not a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRatingError(pub String);

impl fmt::Display for ParseRatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a rating; it is a number from {} to {}, such as 1500",
            self.0,
            Rating::MIN,
            Rating::MAX
        )
    }
}

impl std::error::Error for ParseRatingError {}

impl FromStr for Rating {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<Rating, ParseRatingError> {
        let number = text.parse().ok();
        let in_range = number.filter(|elo| (Rating::MIN.0..=Rating::MAX.0).contains(elo));
        in_range
            .map(Rating)
            .ok_or_else(|| ParseRatingError(text.to_string()))
    }
}

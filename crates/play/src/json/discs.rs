//! Scores as JSON.

use engine::Score;
use serde::Serialize;

/// A score in discs: a whole number where possible.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(untagged)]
pub enum Discs {
    /// No fractions.
    Whole(i32),
    /// With fractions.
    Broken(f64),
}

impl From<Score> for Discs {
    fn from(score: Score) -> Discs {
        if score.units() % Score::DISC == 0 {
            Discs::Whole(score.units() / Score::DISC)
        } else {
            Discs::Broken(score.discs())
        }
    }
}

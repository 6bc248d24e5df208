//! Serde: `Serialize` and `Deserialize` of scores and levels, feature `serde`. The other types derive
//! them.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::level::Level;
use crate::score::Score;

/// A score is a number of discs; all its fractions are exact in binary.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.discs().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let units = f64::deserialize(deserializer)? * f64::from(Score::DISC);
        if units.abs() > f64::from(i32::MAX) || units.is_nan() {
            return Err(D::Error::custom("a score is a number of discs"));
        }
        Ok(Score::from_units(units.round() as i32))
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.moves().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let moves = u32::deserialize(deserializer)?;
        Level::new(moves).ok_or_else(|| D::Error::custom("a level is 1 or more"))
    }
}

//! The kind of a score as JSON.

use engine::Kind;
use serde::Serialize;

/// The kind of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certainty {
    /// Whether the score is proven.
    pub exact: bool,
    /// The kind as a word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["exact", "wld", "bounds", "probable", "estimate"])))]
    pub kind: &'static str,
    /// The search depth of an estimate.
    pub depth: Option<u32>,
    /// The selectivity of a selective search to the end, in percent.
    pub percent: Option<u8>,
}

impl From<Kind> for Certainty {
    fn from(kind: Kind) -> Certainty {
        let (name, depth, percent) = match kind {
            Kind::Exact => ("exact", None, None),
            Kind::WinLossDraw => ("wld", None, None),
            Kind::Bounds(..) => ("bounds", None, None),
            Kind::Probable(percent) => ("probable", None, Some(percent)),
            Kind::Estimate(depth) | Kind::Book(depth) | Kind::Heuristic(depth) => {
                ("estimate", Some(depth), None)
            }
        };
        Certainty {
            exact: kind.is_exact(),
            kind: name,
            depth,
            percent,
        }
    }
}

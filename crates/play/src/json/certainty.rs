//! What scores mean, as programs read it.

use engine::Kind;
use serde::Serialize;

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certainty {
    /// Whether it is proven.
    pub exact: bool,
    /// In a word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["exact", "wld", "bounds", "probable", "estimate"])))]
    pub kind: &'static str,
    /// Moves looked ahead, for an estimate.
    pub depth: Option<u32>,
    /// How sure a selective search to the end is.
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

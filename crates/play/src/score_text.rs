//! Scores as text for people: the one rule of rounding, and the mark of what a score is.
//!
//! An exact score is a whole number. All others have one decimal, and halves go away from zero. The web
//! page follows the same rule (`web/js/analyse/score.js`); a test of each reads
//! `tests/web/help/scores.json`. Files and protocols for programs keep scores unrounded.

use engine::{Kind, Line, Score};

/// A score with its sign: `+6` if it is exact, else with one decimal, such as `-13.5`.
///
/// ```
/// use engine::{Kind, Score};
/// use play::score_text::signed;
/// assert_eq!(signed(Score::from_discs(6), Kind::Exact), "+6");
/// assert_eq!(signed(Score::from_discs(6), Kind::Estimate(12)), "+6.0");
/// assert_eq!(signed(Score::from_units(-32), Kind::Book(20)), "-0.3");
/// ```
#[must_use]
pub fn signed(score: Score, kind: Kind) -> String {
    if kind.is_exact() {
        return format!("{:+}", score.rounded());
    }
    format!("{:+.1}", tenths(score.discs()))
}

/// The loss of a move, without a sign.
#[must_use]
pub fn lost(score: Score, kind: Kind) -> String {
    let text = signed(score, kind);
    text.trim_start_matches('+').to_string()
}

/// A sum of discs over moves, some of them estimated: one decimal, without a sign.
#[must_use]
pub fn sum(discs: f64) -> String {
    format!("{:.1}", tenths(discs))
}

/// The nearest tenth. Formatting alone would round halves to even numbers.
pub(crate) fn tenths(discs: f64) -> f64 {
    // Adding 0.0 turns −0.0 into 0.0.
    (discs * 10.0).round() / 10.0 + 0.0
}

/// A score marked with its kind: `+6` is exact, `~+1.5` an estimate, `+1.5 book` from the opening
/// book, `+1.5@95%` probable, `-2..+4` between bounds, and `win` only known to be won. On boards above
/// 8×8 it is a value without a unit.
#[must_use]
pub fn marked(line: &Line) -> String {
    let score = line.score;
    match line.kind {
        Kind::Exact => signed(score, line.kind),
        Kind::WinLossDraw => result(score.rounded()).to_string(),
        Kind::Bounds(lower, upper) => {
            let [low, high] = [lower, upper].map(|bound| signed(bound, Kind::Exact));
            match (lower > -Score::MAX, upper < Score::MAX) {
                (true, true) => format!("{low}..{high}"),
                (true, false) => format!("≥{low}"),
                (false, true) => format!("≤{high}"),
                (false, false) => "?".to_string(),
            }
        }
        Kind::Probable(percent) => format!("{}@{percent}%", signed(score, line.kind)),
        Kind::Estimate(_) => format!("~{}", signed(score, line.kind)),
        Kind::Book(_) => format!("{} book", signed(score, line.kind)),
        Kind::Heuristic(_) => format!("{:+}", score.units()),
    }
}

/// The sign of a score as a word.
#[must_use]
pub fn result(score: i32) -> &'static str {
    match score.signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has the same table: numbers of 128ths of a disc, whether the score is exact, and the
    /// text.
    #[test]
    fn scores_are_rounded_as_on_the_page() {
        let table = include_str!("../../../tests/web/help/scores.json");
        let table: Vec<(i32, bool, String)> = serde_json::from_str(table).expect("a table");
        assert!(table.len() > 20);
        for (units, is_exact, text) in table {
            let score = Score::from_units(units);
            let kinds = match is_exact {
                true => vec![Kind::Exact],
                false => vec![Kind::Estimate(9), Kind::Book(20), Kind::Probable(95)],
            };
            for kind in kinds {
                assert_eq!(signed(score, kind), text, "{units} {kind:?}");
                let size = Score::from_units(units.abs());
                assert_eq!(lost(size, kind), text[1..], "{units} {kind:?}");
            }
            if !is_exact {
                assert_eq!(sum(score.discs().abs()), text[1..], "{units}");
            }
        }
    }

    /// No two kinds look alike, whatever the score.
    #[test]
    fn kinds_are_told_apart_by_text() {
        for units in [-8192, -128, 0, 32, 768] {
            let score = Score::from_units(units);
            let bounds = Kind::Bounds(Score::from_discs(-2), Score::from_discs(4));
            let kinds = [
                Kind::Exact,
                Kind::WinLossDraw,
                bounds,
                Kind::Probable(95),
                Kind::Estimate(8),
                Kind::Book(20),
            ];
            let texts = kinds.map(|kind| {
                let moves = Vec::new();
                marked(&Line { score, kind, moves })
            });
            for (place, text) in texts.iter().enumerate() {
                assert!(!texts[..place].contains(text), "{texts:?}");
            }
        }
    }
}

//! A problem with its answer, ready to be printed.

use engine::Analysis;
use play::solve::Comparison;
use rules::formats::obf::Problem;

/// A problem and its answer.
pub struct Answer<'a> {
    /// What the problem's source is called.
    pub source: &'a str,
    /// The problem's place there.
    pub number: usize,
    /// The problem.
    pub problem: &'a Problem,
    /// The answer.
    pub analysis: &'a Analysis,
    /// Whether the file agrees with it, if the file says anything.
    pub comparison: Option<Comparison>,
}

//! A problem with its answer, ready to be printed.

use engine::Analysis;
use play::solve::Comparison;
use rules::formats::obf::Problem;

/// A problem and its answer.
pub struct Answer<'a> {
    /// The name of the problem's source.
    pub source: &'a str,
    /// The number of the problem in its source.
    pub number: usize,
    /// The problem.
    pub problem: &'a Problem,
    /// The answer.
    pub analysis: &'a Analysis,
    /// The comparison with the file's answer, if it has one.
    pub comparison: Option<Comparison>,
}

//! A mistake as the finders of reasons see it: both lines replayed.

use rules::{Board, Diagram, Point, Square};

use super::counts::Field;
use super::fact::{Fact, Pair};
use super::track::Track;
use crate::review::Judged;

/// The two lines of a mistake.
pub(super) struct Case {
    pub(super) field: Field,
    pub(super) played: Track,
    pub(super) best: Track,
    /// The number of the mistake in its game.
    pub(super) number: usize,
    pub(super) empties: u32,
    pub(super) played_square: Square,
    pub(super) best_square: Square,
    pub(super) best_point: Point,
}

/// A possible reason with its rank.
pub(super) struct Cause {
    pub(super) fact: Fact,
    pub(super) theme: Theme,
    /// How strongly it speaks for being the reason. The thresholds and weights of the finders were chosen so
    /// that a reason is found several times as often for mistakes as for moves that lose next to nothing:
    /// `docs/review.md` has the figures.
    pub(super) weight: f64,
    /// How many entries of the played line and of the best one prove the fact.
    pub(super) plies: [usize; 2],
}

/// What a reason is about. An explanation has one reason of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    Corners,
    Mobility,
    Shape,
    Squares,
    Passes,
    Parity,
    Stability,
    Result,
}

impl Case {
    /// The case of a judged move; `None` when a line is missing or not legal, or both begin alike.
    pub(super) fn new(before: &Diagram, judged: &Judged) -> Option<Case> {
        let field = Field::of(before.size())?;
        let played = Track::new(field, before, &judged.played)?;
        let best = Track::new(field, before, &judged.line)?;
        let first = |track: &Track| track.steps.first().and_then(|step| step.square);
        let (played_square, best_square) = (first(&played)?, first(&best)?);
        (played_square != best_square).then_some(Case {
            field,
            played_square,
            best_square,
            best_point: judged.best(),
            played,
            best,
            number: judged.number,
            empties: judged.empties,
        })
    }

    /// The position before the move, for us to move.
    pub(super) fn start(&self) -> Board {
        self.played.start
    }

    /// The number of entries that both lines have; all of a line that ends the game counts as long enough.
    pub(super) fn horizon(&self) -> usize {
        let (played, best) = (self.played.len(), self.best.len());
        match (self.played.is_over(), self.best.is_over()) {
            (true, true) => played.max(best),
            (true, false) => best,
            (false, true) => played,
            (false, false) => played.min(best),
        }
    }

    /// The number in its game of the move at an entry of a line.
    pub(super) fn number_at(&self, track: &Track, index: usize) -> usize {
        self.number + track.moves_in(index + 1) - 1
    }

    /// A count after this many entries of both lines.
    pub(super) fn pair(&self, plies: usize, count: impl Fn(Board) -> u32) -> Option<Pair> {
        Some(Pair {
            played: count(self.played.position(plies)?),
            best: count(self.best.position(plies)?),
        })
    }

    /// How the two lines differ in a count on the whole: after these numbers of entries, as far as both lines
    /// go and without the last entries of a search, which are the least certain.
    pub(super) fn trend(&self, plies: &[usize], count: impl Fn(Board) -> u32) -> Option<Trend> {
        let last = self.horizon().saturating_sub(2).max(2);
        let known = plies.iter().copied().filter(|plies| *plies <= last);
        let pairs = known.filter_map(|plies| Some((plies, self.pair(plies, &count)?)));
        let pairs: Vec<(usize, Pair)> = pairs.collect();
        let gaps = pairs.iter().map(|(_, pair)| pair.gap());
        let mean = gaps.sum::<f64>() / pairs.len() as f64;
        Some(Trend { pairs, mean }).filter(|trend| !trend.pairs.is_empty())
    }

    /// The name of a square.
    pub(super) fn point(&self, square: Square) -> Option<Point> {
        self.field.inset().point(square)
    }
}

/// A count at several moments of both lines.
pub(super) struct Trend {
    /// The pairs, with the number of entries before each.
    pub(super) pairs: Vec<(usize, Pair)>,
    /// The mean of the best line minus that of the played one.
    pub(super) mean: f64,
}

impl Trend {
    /// A moment that shows what the mistake lowers: the earliest with nearly the largest difference.
    pub(super) fn lowest(&self) -> Option<(usize, Pair)> {
        earliest(&self.pairs, |(_, pair)| pair.gap())
    }

    /// The same for a count that the mistake raises.
    pub(super) fn highest(&self) -> Option<(usize, Pair)> {
        earliest(&self.pairs, |(_, pair)| -pair.gap())
    }
}

/// The share of the largest difference that is nearly as good.
const NEARLY: f64 = 0.75;

/// The moment when a difference of two counts shows most: the earliest with nearly the largest one.
pub(super) fn strongest(
    ours: &Trend,
    theirs: &Trend,
    gap: impl Fn(Pair, Pair) -> f64,
) -> Option<(usize, Pair, Pair)> {
    let both = ours.pairs.iter().zip(&theirs.pairs);
    let moments = both.map(|((plies, ours), (_, theirs))| (*plies, *ours, *theirs));
    let moments: Vec<(usize, Pair, Pair)> = moments.collect();
    earliest(&moments, |(_, ours, theirs)| gap(*ours, *theirs))
}

/// The first of some moments whose difference is nearly the largest of all.
fn earliest<T: Copy>(moments: &[T], gap: impl Fn(&T) -> f64) -> Option<T> {
    let largest = moments.iter().map(&gap).fold(f64::MIN, f64::max);
    let near = |moment: &&T| gap(moment) >= largest - (1.0 - NEARLY) * largest.abs();
    moments.iter().find(near).copied()
}

//! Transposition table entries: the stored fields, and how two results are merged.

use reversi_rules::Square;

/// The stored result of a search: bounds in units of a 128th of a disc, the depth and selectivity of
/// the search, and the best and second-best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u32,
    /// The number of the `Selectivity`: 0 is the most selective search.
    pub(crate) selectivity: u8,
    pub(super) age: u8,
    pub(crate) best: Option<Square>,
    pub(crate) second: Option<Square>,
}

impl Entry {
    /// The bound of a position that nothing is known about.
    pub(super) const WIDEST: i32 = 64 * 128;

    /// Whether the entry is from a search at least this deep and at most this selective.
    #[inline]
    pub(crate) fn serves(&self, depth: u32, selectivity: u8) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }

    pub(super) fn pack(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        u64::from(self.lower as i16 as u16)
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.depth as u8) << 32
            | u64::from(self.selectivity & 7 | self.age << 3) << 40
            | square(self.best) << 48
            | square(self.second) << 56
    }

    pub(super) fn unpack(data: u64) -> Entry {
        let square = |shift: u32| Square::new((data >> shift & 0xff) as usize);
        Entry {
            lower: i32::from(data as u16 as i16),
            upper: i32::from((data >> 16) as u16 as i16),
            depth: (data >> 32) as u32 & 0xff,
            selectivity: (data >> 40) as u8 & 7,
            age: (data >> 43) as u8 & 31,
            best: square(48),
            second: square(56),
        }
    }

    /// The replacement priority: the entry with the lowest value is replaced first. Entries of earlier
    /// searches come before all entries of the current one.
    pub(super) fn worth(self, age: u8) -> u32 {
        let fresh = if self.age == age { 256 } else { 0 };
        fresh + 4 * self.depth + u32::from(self.selectivity)
    }
}

/// The new entry, completed with the facts of the old one that still hold; `None` when the old entry
/// is the better one and must stay.
pub(super) fn merge(mut new: Entry, old: Entry) -> Option<Entry> {
    let failed_low = new.lower == -Entry::WIDEST;
    if (new.depth, new.selectivity) == (old.depth, old.selectivity) {
        // Both bounds hold, unless two selective searches disagree; then the newer one counts.
        let lower = new.lower.max(old.lower);
        let upper = new.upper.min(old.upper);
        if lower <= upper {
            (new.lower, new.upper) = (lower, upper);
        }
    } else if new.age == old.age && new.depth < old.depth && new.selectivity <= old.selectivity {
        return None;
    }
    // The best move of a search that failed low is only a guess.
    if failed_low && old.best.is_some() {
        new.best = None;
    }
    match new.best {
        Some(best) if Some(best) != old.best => new.second = old.best,
        Some(_) => new.second = old.second,
        None => (new.best, new.second) = (old.best, old.second),
    }
    Some(new)
}

#[cfg(test)]
mod tests {
    use reversi_rules::Square;

    use super::{Entry, merge};

    const SQUARES: [Option<Square>; 4] =
        [None, Some(Square::A1), Some(Square::D6), Some(Square::H8)];

    fn entry(lower: i32, upper: i32, depth: u32, selectivity: u8) -> Entry {
        Entry {
            lower,
            upper,
            depth,
            selectivity,
            age: 1,
            best: None,
            second: None,
        }
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let scores = [-65 * 128, -64 * 128, -1, 0, 1, 77, 64 * 128, 65 * 128];
        for (lower, upper) in scores
            .into_iter()
            .flat_map(|low| scores.map(|high| (low, high)))
        {
            for (best, second) in SQUARES.into_iter().flat_map(|a| SQUARES.map(|b| (a, b))) {
                for (depth, selectivity, age) in [(0, 0, 0), (3, 5, 1), (60, 7, 31), (255, 1, 16)] {
                    let entry = Entry {
                        lower,
                        upper,
                        depth,
                        selectivity,
                        age,
                        best,
                        second,
                    };
                    assert_eq!(Entry::unpack(entry.pack()), entry);
                }
            }
        }
    }

    #[test]
    fn bounds_of_equal_searches_are_joined() {
        let merged = merge(entry(0, 8192, 10, 5), entry(-8192, 256, 10, 5)).expect("better");
        assert_eq!((merged.lower, merged.upper), (0, 256));
        // They cannot both be right: the newer one is believed.
        let merged = merge(entry(512, 8192, 10, 2), entry(-8192, 256, 10, 2)).expect("newer");
        assert_eq!((merged.lower, merged.upper), (512, 8192));
        // Another depth or selectivity says something else.
        for other in [entry(-8192, 256, 9, 5), entry(-8192, 256, 10, 4)] {
            let merged = merge(entry(0, 8192, 10, 5), other).expect("surer");
            assert_eq!((merged.lower, merged.upper), (0, 8192));
        }
    }

    #[test]
    fn a_deeper_and_surer_entry_is_kept_while_it_is_young() {
        let old = entry(-128, 128, 12, 5);
        assert_eq!(merge(entry(0, 0, 8, 0), old), None);
        assert_eq!(merge(entry(0, 0, 11, 5), old), None);
        assert!(merge(entry(0, 0, 13, 0), old).is_some());
        let aged = Entry { age: 30, ..old };
        assert!(merge(entry(0, 0, 8, 0), aged).is_some());
    }

    #[test]
    fn the_best_move_becomes_the_second_when_another_does_better() {
        let with = |best, second| Entry {
            best,
            second,
            ..entry(0, 8192, 10, 5)
        };
        let [_, a, d, h] = SQUARES;
        let moves = |new, old| {
            let merged = merge(new, old).expect("as deep");
            (merged.best, merged.second)
        };
        assert_eq!(moves(with(a, None), with(d, h)), (a, d));
        assert_eq!(moves(with(d, None), with(d, h)), (d, h));
        assert_eq!(moves(with(None, None), with(d, h)), (d, h));
        // A search that failed low only guessed its move.
        let failed = Entry {
            best: a,
            ..entry(-Entry::WIDEST, 0, 10, 5)
        };
        assert_eq!(moves(failed, with(d, h)), (d, h));
        assert_eq!(moves(failed, with(None, None)), (a, None));
    }
}

//! What all threads remember of the positions they searched.
//!
//! Entries are two words: the data, and the hash of the position combined with the data. A reader
//! that meets a half-written entry computes a wrong hash and takes it for another position, so no
//! locks are needed. Four entries share a cache line.

mod memory;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memory::Memory;
use rules::{Board, Square};

/// What is known about a position: bounds in units of a 128th of a disc, from a search of a depth
/// and a selectivity, and the moves that did best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u32,
    /// 0 for the most selective search; [`Selectivity`](crate::probcut::Selectivity) as a number.
    pub(crate) selectivity: u8,
    age: u8,
    pub(crate) best: Option<Square>,
    pub(crate) second: Option<Square>,
}

impl Entry {
    /// Bounds that say nothing.
    const WIDEST: i32 = 64 * 128;

    fn pack(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        u64::from(self.lower as i16 as u16)
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.depth as u8) << 32
            | u64::from(self.selectivity & 7 | self.age << 3) << 40
            | square(self.best) << 48
            | square(self.second) << 56
    }

    fn unpack(data: u64) -> Entry {
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

    /// How much is lost by forgetting it; what is old is worth less.
    fn worth(self, age: u8) -> u32 {
        let fresh = if self.age == age { 256 } else { 0 };
        fresh + 4 * self.depth + u32::from(self.selectivity)
    }
}

/// The result of a search, to be remembered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) depth: u32,
    pub(crate) selectivity: u8,
    /// The window searched.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// What came of it: a bound when outside the window.
    pub(crate) score: i32,
    pub(crate) best: Option<Square>,
}

/// An entry as it is kept.
struct Slot {
    /// The hash of the position, combined with the data.
    key: AtomicU64,
    data: AtomicU64,
}

/// A position may be in one of so many neighbouring slots: a cache line of them.
const CLUSTER: usize = 64 / size_of::<Slot>();

const _: () = assert!(CLUSTER == 4, "a slot is two words");

/// More megabytes than this are not asked of any system.
const MOST_MEGABYTES: usize = 1 << 20;

/// The hash of a position, all of whose bits depend on all of the board.
#[inline]
pub(crate) fn hash(board: Board) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        // The factors as well: a factor of 0 must not wipe out the other.
        a ^ b ^ product as u64 ^ (product >> 64) as u64
    };
    let (own, opponent) = (board.own().0, board.opponent().0);
    let mixed = fold(
        own ^ 0x9e37_79b9_7f4a_7c15,
        opponent ^ 0xd1b5_4a32_d192_ed03,
    );
    fold(
        mixed ^ 0x8cb9_2ba7_2f3d_8dd7,
        own.rotate_left(29) ^ 0xaef1_7502_108e_f2d9,
    )
}

/// A table shared by all threads of an engine.
pub(crate) struct Table {
    memory: Memory,
    clusters: usize,
    age: u8,
}

impl Table {
    /// A table of at most so many megabytes, and at least one cluster.
    pub(crate) fn new(megabytes: usize) -> Table {
        let clusters = (megabytes.min(MOST_MEGABYTES) << 20) / 64;
        let memory = Memory::new(clusters.max(1) * CLUSTER, CLUSTER);
        Table {
            clusters: memory.slots().len() / CLUSTER,
            memory,
            age: 1,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.memory.clear();
        self.age = 1;
    }

    /// Marks what is remembered so far as old: the first to be forgotten.
    pub(crate) fn grow_old(&mut self) {
        self.age = (self.age + 1) & 31;
    }

    #[inline]
    fn cluster(&self, hash: u64) -> &[Slot] {
        let index = (u128::from(hash) * self.clusters as u128) >> 64;
        let start = CLUSTER * index as usize;
        &self.memory.slots()[start..start + CLUSTER]
    }

    /// What is known about the position with this hash.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        self.cluster(hash).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key.load(Relaxed) ^ data == hash && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Remembers a finding, if it is worth more than what it would push out.
    pub(crate) fn put(&self, hash: u64, finding: &Finding) {
        let mut entry = Entry {
            lower: -Entry::WIDEST,
            upper: Entry::WIDEST,
            depth: finding.depth,
            selectivity: finding.selectivity,
            age: self.age,
            best: finding.best,
            second: None,
        };
        if finding.score > finding.alpha {
            entry.lower = finding.score;
        }
        if finding.score < finding.beta {
            entry.upper = finding.score;
        }
        let cluster = self.cluster(hash);
        let mut slot = &cluster[0];
        let mut least = u32::MAX;
        for candidate in cluster {
            let data = candidate.data.load(Relaxed);
            if data != 0 && candidate.key.load(Relaxed) ^ data == hash {
                let Some(merged) = merge(entry, Entry::unpack(data)) else {
                    return;
                };
                entry = merged;
                slot = candidate;
                break;
            }
            let worth = if data == 0 {
                0
            } else {
                Entry::unpack(data).worth(self.age)
            };
            if worth < least {
                least = worth;
                slot = candidate;
            }
        }
        let data = entry.pack();
        slot.data.store(data, Relaxed);
        slot.key.store(hash ^ data, Relaxed);
    }
}

/// The new entry with what stays true of the old one; `None` when the old one is better.
fn merge(mut new: Entry, old: Entry) -> Option<Entry> {
    let failed_low = new.lower == -Entry::WIDEST;
    if (new.depth, new.selectivity) == (old.depth, old.selectivity) {
        // Both bounds hold, unless selective searches disagreed; then the newer one is believed.
        let lower = new.lower.max(old.lower);
        let upper = new.upper.min(old.upper);
        if lower <= upper {
            (new.lower, new.upper) = (lower, upper);
        }
    } else if new.age == old.age && new.depth < old.depth && new.selectivity <= old.selectivity {
        return None;
    }
    // A search that failed low has no best move, only a guess.
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
    use std::collections::HashSet;

    use rules::{Bitboard, Board, Square};

    use super::{Entry, Finding, Table, hash, merge};
    use crate::random::Random;

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

    fn finding(alpha: i32, beta: i32, score: i32) -> Finding {
        Finding {
            depth: 10,
            selectivity: 5,
            alpha,
            beta,
            score,
            best: Some(Square::F5),
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
    fn a_score_within_the_window_is_both_bounds_and_outside_one() {
        let table = Table::new(1);
        let cases = [
            (-128, 128, 0, (0, 0)),
            (-128, 128, 128, (128, Entry::WIDEST)),
            (-128, 128, 500, (500, Entry::WIDEST)),
            (-128, 128, -128, (-Entry::WIDEST, -128)),
            (-128, 128, -900, (-Entry::WIDEST, -900)),
        ];
        for (key, (alpha, beta, score, bounds)) in (1_u64 << 60..).zip(cases) {
            assert_eq!(table.get(key), None);
            table.put(key, &finding(alpha, beta, score));
            let entry = table.get(key).expect("just put there");
            assert_eq!((entry.lower, entry.upper), bounds);
            assert_eq!(
                (entry.depth, entry.selectivity, entry.best),
                (10, 5, Some(Square::F5))
            );
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

    #[test]
    fn a_table_is_never_larger_than_asked_for() {
        for megabytes in [0, 1, 2, 3, 17, 64, 100, 1_000] {
            let size = size_of_val(Table::new(megabytes).memory.slots());
            let limit = (megabytes << 20).max(64);
            assert!(
                limit / 2 < size && size <= limit,
                "{size} of {megabytes} MB"
            );
        }
    }

    #[test]
    fn the_smallest_table_remembers_the_last_four_at_most() {
        let mut table = Table::new(0);
        let mut random = Random::new(1);
        let halves: Vec<u64> = (1..1_000).collect();
        for _ in 0..1_000 {
            let key = random
                .pick(&halves)
                .expect("one")
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.put(key, &finding(-1, 1, 0));
            assert!(
                table
                    .get(key)
                    .is_some_and(|entry| entry.lower == 0 && entry.upper == 0)
            );
        }
        let held = halves
            .iter()
            .map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(held.filter(|key| table.get(*key).is_some()).count(), 4);
        table.clear();
        let held = halves
            .iter()
            .map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(held.filter(|key| table.get(*key).is_some()).count(), 0);
    }

    #[test]
    fn what_is_old_is_forgotten_first() {
        let mut table = Table::new(0);
        let deep = |depth| Finding {
            depth,
            ..finding(-1, 1, 0)
        };
        (1..=4).for_each(|key| table.put(key, &deep(30)));
        table.grow_old();
        (5..=7).for_each(|key| table.put(key, &deep(4)));
        assert!((5..=7).all(|key| table.get(key).is_some()));
        for _ in 0..100 {
            table.grow_old();
        }
        assert!((5..=7).all(|key| table.get(key).is_some()));
    }

    /// Discs equal to a constant of the hash must not wipe out what the others say.
    #[test]
    fn the_hash_depends_on_both_sides_whatever_the_other_is() {
        let constants = [
            0,
            !0,
            0x9e37_79b9_7f4a_7c15,
            0xd1b5_4a32_d192_ed03,
            0x8cb9_2ba7_2f3d_8dd7,
            0xaef1_7502_108e_f2d9,
            0xaef1_7502_108e_f2d9_u64.rotate_right(29),
        ];
        for one in constants {
            let mut seen = HashSet::new();
            let mut boards = 0;
            for square in Bitboard(!one) {
                for next in Bitboard(!one) {
                    let other = Bitboard::from(square) | next.into();
                    if square < next {
                        let board = Board::new(Bitboard(one), other).expect("no square twice");
                        seen.extend([hash(board), hash(board.pass())]);
                        boards += 2;
                    }
                }
            }
            assert_eq!(seen.len(), boards, "{one:#x} and others");
        }
    }
}

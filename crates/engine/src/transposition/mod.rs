//! Transposition table: the results of searched positions, shared by all threads without locks.
//!
//! An entry is two words: the data, and the hash of the position XORed with the data. A thread that
//! reads a half-written entry computes a wrong hash and treats it as another position, so no lock is
//! needed. Four entries share a cache line.

mod entry;
mod growth;
mod memory;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use reversi_rules::{Board, Square};

pub(crate) use entry::Entry;
use entry::merge;
use memory::Memory;

use crate::prefetch::prefetch;

/// The result of a search, to be stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchResult {
    pub(crate) depth: u32,
    pub(crate) selectivity: u8,
    /// The lower end of the search window.
    pub(crate) alpha: i32,
    /// Its upper end.
    pub(crate) beta: i32,
    /// The score; only a bound when it lies outside of the window.
    pub(crate) score: i32,
    pub(crate) best: Option<Square>,
}

/// An entry as it is stored.
struct Slot {
    /// The hash of the position XOR the data.
    key: AtomicU64,
    data: AtomicU64,
}

/// Slots per cluster. A position is stored in any slot of its cluster, which fills one cache line.
const CLUSTER: usize = 64 / size_of::<Slot>();

const _: () = assert!(CLUSTER == 4, "a slot is two words");

/// The largest table size, in megabytes.
const MAX_MEGABYTES: usize = 1 << 20;

/// The hash of a position. Every bit of it depends on the whole board.
#[inline]
pub(crate) fn hash(board: Board) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        // The factors are XORed in as well: a factor of 0 must not hide the other one.
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

/// The place of a position's cluster in a table of `clusters`.
#[inline]
fn place(hash: u64, clusters: usize) -> usize {
    ((u128::from(hash) * clusters as u128) >> 64) as usize
}

/// The transposition table of an engine, shared by all its threads.
///
/// It uses no more of its memory than the searches need: a small table stays in the caches of the
/// processor, and memory that is never touched costs nothing. Before each pass of a search it
/// [grows](TranspositionTable::make_room) by doubling.
pub(crate) struct TranspositionTable {
    memory: Memory,
    /// The number of clusters in use. It changes only while no thread searches.
    clusters: AtomicUsize,
    /// The number of clusters in use after clearing: the largest number divided by a power of two.
    least: usize,
    /// How many clusters were in use at most: those beyond are empty.
    touched: AtomicUsize,
    age: u8,
}

/// A table larger than this, in clusters, begins smaller: 8 MB.
const FIRST_CLUSTERS: usize = 1 << 17;

impl TranspositionTable {
    /// A table of at most `megabytes`, and at least one cluster.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let clusters = (megabytes.min(MAX_MEGABYTES) << 20) / 64;
        let memory = Memory::new(clusters.max(1) * CLUSTER, CLUSTER);
        let mut least = memory.slots().len() / CLUSTER;
        while least > FIRST_CLUSTERS {
            least /= 2;
        }
        TranspositionTable {
            memory,
            clusters: AtomicUsize::new(least),
            least,
            touched: AtomicUsize::new(least),
            age: 1,
        }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        // What lies beyond is written before it is used again.
        self.memory.clear(self.least * CLUSTER);
        *self.clusters.get_mut() = self.least;
        self.age = 1;
    }

    /// Starts a new search: entries stored so far count as old and are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.age = (self.age + 1) & 31;
    }

    #[inline]
    fn cluster(&self, hash: u64) -> &[Slot] {
        self.slots_of(place(hash, self.clusters.load(Relaxed)))
    }

    #[inline]
    fn slots_of(&self, cluster: usize) -> &[Slot] {
        let start = CLUSTER * cluster;
        &self.memory.slots()[start..start + CLUSTER]
    }

    /// Loads the cluster of a position ahead of its use.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        if let Some(slot) = self.cluster(hash).first() {
            prefetch(slot);
        }
    }

    /// Transposition table lookup: the entry of the position with this hash.
    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        self.cluster(hash).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key.load(Relaxed) ^ data == hash && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores a result in the slot of its position, or else in the least valuable slot of the cluster.
    pub(crate) fn store(&self, hash: u64, result: &SearchResult) {
        let mut entry = Entry {
            lower: -Entry::WIDEST,
            upper: Entry::WIDEST,
            depth: result.depth,
            selectivity: result.selectivity,
            age: self.age,
            best: result.best,
            second: None,
        };
        if result.score > result.alpha {
            entry.lower = result.score;
        }
        if result.score < result.beta {
            entry.upper = result.score;
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use reversi_rules::{Bitboard, Board, Square};

    use super::{Entry, SearchResult, TranspositionTable, hash};
    use crate::random::Random;

    fn result(alpha: i32, beta: i32, score: i32) -> SearchResult {
        SearchResult {
            depth: 10,
            selectivity: 5,
            alpha,
            beta,
            score,
            best: Some(Square::F5),
        }
    }

    #[test]
    fn a_score_within_the_window_is_both_bounds_and_outside_one() {
        let table = TranspositionTable::new(1);
        let cases = [
            (-128, 128, 0, (0, 0)),
            (-128, 128, 128, (128, Entry::WIDEST)),
            (-128, 128, 500, (500, Entry::WIDEST)),
            (-128, 128, -128, (-Entry::WIDEST, -128)),
            (-128, 128, -900, (-Entry::WIDEST, -900)),
        ];
        for (key, (alpha, beta, score, bounds)) in (1_u64 << 60..).zip(cases) {
            assert_eq!(table.probe(key), None);
            table.store(key, &result(alpha, beta, score));
            let entry = table.probe(key).expect("just put there");
            assert_eq!((entry.lower, entry.upper), bounds);
            assert_eq!(
                (entry.depth, entry.selectivity, entry.best),
                (10, 5, Some(Square::F5))
            );
        }
    }

    #[test]
    fn a_table_is_never_larger_than_asked_for() {
        for megabytes in [0, 1, 2, 3, 17, 64, 100, 1_000] {
            let size = size_of_val(TranspositionTable::new(megabytes).memory.slots());
            let limit = (megabytes << 20).max(64);
            assert!(
                limit / 2 < size && size <= limit,
                "{size} of {megabytes} MB"
            );
        }
    }

    #[test]
    fn the_smallest_table_remembers_the_last_four_at_most() {
        let mut table = TranspositionTable::new(0);
        let mut random = Random::new(1);
        let halves: Vec<u64> = (1..1_000).collect();
        for _ in 0..1_000 {
            let key = random
                .pick(&halves)
                .expect("one")
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.store(key, &result(-1, 1, 0));
            assert!(
                table
                    .probe(key)
                    .is_some_and(|entry| entry.lower == 0 && entry.upper == 0)
            );
        }
        let held = halves
            .iter()
            .map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(held.filter(|key| table.probe(*key).is_some()).count(), 4);
        table.clear();
        let held = halves
            .iter()
            .map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(held.filter(|key| table.probe(*key).is_some()).count(), 0);
    }

    #[test]
    fn what_is_old_is_forgotten_first() {
        let mut table = TranspositionTable::new(0);
        let deep = |depth| SearchResult {
            depth,
            ..result(-1, 1, 0)
        };
        (1..=4).for_each(|key| table.store(key, &deep(30)));
        table.new_search();
        (5..=7).for_each(|key| table.store(key, &deep(4)));
        assert!((5..=7).all(|key| table.probe(key).is_some()));
        for _ in 0..100 {
            table.new_search();
        }
        assert!((5..=7).all(|key| table.probe(key).is_some()));
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

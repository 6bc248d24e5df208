//! Growth of the transposition table: it is as large as the searches need.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::{CLUSTER, Entry, Slot, TranspositionTable, place};

/// A table grows when more than this share of its slots is taken by the current search.
const CROWDED: usize = 8;

/// The number of clusters from which on several threads move the entries when the table grows.
const PARALLEL_CLUSTERS: usize = 1 << 18;

impl TranspositionTable {
    /// Lets the table grow if it is crowded, or has fewer than four slots for each of `entries` expected.
    /// To be called while no thread searches; `threads` are used for it.
    pub(crate) fn make_room(&self, entries: usize, threads: usize) {
        let clusters = self.clusters.load(Relaxed);
        let crowded = if self.is_crowded() { 4 * clusters } else { 0 };
        let wanted = crowded.max(entries);
        let mut larger = clusters;
        while larger < wanted && 2 * larger * CLUSTER <= self.memory.slots().len() {
            larger *= 2;
        }
        if larger > clusters {
            self.grow(larger / clusters, threads);
        }
    }

    /// Whether the current search has taken a large share of the slots, by a sample of clusters.
    fn is_crowded(&self) -> bool {
        const SAMPLE: usize = 128;
        let clusters = self.clusters.load(Relaxed);
        let step = (clusters / SAMPLE).max(1);
        let sample = (0..clusters).step_by(step).flat_map(|it| self.slots_of(it));
        let is_fresh = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && Entry::unpack(data).age == self.age
        };
        let (mut fresh, mut all) = (0, 0);
        for slot in sample {
            all += 1;
            fresh += usize::from(is_fresh(&slot));
        }
        fresh * CROWDED > all
    }

    /// Multiplies the number of clusters. A cluster is chosen by the highest bits of the hash, so the
    /// entries of each are moved to those from `factor` times its place on.
    fn grow(&self, factor: usize, threads: usize) {
        let clusters = self.clusters.load(Relaxed);
        // From the last part to the free memory, then from the last part of the rest to what has become
        // free, and so on: so all clusters of a part can be moved at the same time.
        let mut end = clusters;
        while end > 0 {
            let start = end / factor;
            if end - start >= PARALLEL_CLUSTERS && threads > 1 {
                let share = (end - start).div_ceil(threads);
                std::thread::scope(|scope| {
                    for first in (start..end).step_by(share) {
                        let last = end.min(first + share);
                        scope.spawn(move || self.move_apart(first..last, factor));
                    }
                });
            } else {
                self.move_apart(start..end, factor);
            }
            end = start;
        }
        self.clusters.store(factor * clusters, Relaxed);
        self.touched.fetch_max(factor * clusters, Relaxed);
    }

    /// Moves the entries of clusters to their places in a table `factor` times as large.
    fn move_apart(&self, from: Range<usize>, factor: usize) {
        let clusters = factor * self.clusters.load(Relaxed);
        let touched = self.touched.load(Relaxed);
        for cluster in from.rev() {
            let entries: [(u64, u64); CLUSTER] = std::array::from_fn(|place| {
                let slot = &self.slots_of(cluster)[place];
                let data = slot.data.load(Relaxed);
                (slot.key.load(Relaxed) ^ data, data)
            });
            for target in factor * cluster..factor * (cluster + 1) {
                let slots = self.slots_of(target);
                for (slot, (hash, data)) in slots.iter().zip(entries) {
                    if data != 0 && place(hash, clusters) == target {
                        slot.data.store(data, Relaxed);
                        slot.key.store(hash ^ data, Relaxed);
                    } else if target < touched {
                        slot.data.store(0, Relaxed);
                        slot.key.store(0, Relaxed);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::transposition::{SearchResult, TranspositionTable};

    fn result() -> SearchResult {
        SearchResult {
            depth: 10,
            selectivity: 5,
            alpha: -1,
            beta: 1,
            score: 0,
            best: None,
        }
    }

    /// Growing keeps every entry, with one thread and with several, and what was cleared stays so.
    #[test]
    fn a_table_grows_as_it_fills_and_loses_nothing() {
        for threads in [1, 3] {
            let mut table = TranspositionTable::new(64);
            for round in 0..3 {
                let first = *table.clusters.get_mut();
                assert!(first * 64 <= 8 << 20, "{first} clusters at first");
                let key = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 + round);
                (0..20_000).for_each(|n| table.store(key(n), &result()));
                table.make_room(0, threads);
                assert_eq!(*table.clusters.get_mut(), first, "enough room");
                table.make_room(3 * first, threads);
                assert_eq!(*table.clusters.get_mut(), 4 * first);
                (0..90_000).for_each(|n| table.store(key(n), &result()));
                table.make_room(usize::MAX, threads);
                assert_eq!(*table.clusters.get_mut() * 64, 64 << 20);
                let found = (0..90_000)
                    .filter(|n| table.probe(key(*n)).is_some())
                    .count();
                assert!(found > 89_900, "{found} of 90,000 after growing");
                table.clear();
                table.make_room(usize::MAX, threads);
                let found = (0..90_000)
                    .filter(|n| table.probe(key(*n)).is_some())
                    .count();
                assert_eq!(found, 0);
                table.clear();
            }
        }
    }

    #[test]
    fn a_crowded_table_grows() {
        let mut table = TranspositionTable::new(64);
        let first = *table.clusters.get_mut();
        let key = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..first as u64).for_each(|n| table.store(key(n), &result()));
        table.make_room(0, 1);
        assert_eq!(*table.clusters.get_mut(), 4 * first);
        // What earlier searches left does not count.
        table.new_search();
        table.make_room(0, 1);
        assert_eq!(*table.clusters.get_mut(), 4 * first);
    }
}

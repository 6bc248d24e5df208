//! Random numbers from a seed (SplitMix64).

/// A random number generator (SplitMix64). The same seed gives the same numbers on every machine and in
/// every version: recorded games depend on it. Not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 random bits.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// One of `items`, each as likely as the others; `None` when there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// A number under `count`, each as likely as the others; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The high half of a product maps 64 random bits onto 0..count without a visible bias.
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }
}

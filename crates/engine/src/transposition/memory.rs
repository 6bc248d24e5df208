//! Memory of the transposition table: zeroed pages, large ones where the system has them.

use memmap2::{MmapMut, MmapOptions};

use super::Slot;

/// Empty slots at the beginning of a cache line.
///
/// The system gives out zeroed pages lazily, so a large table costs nothing until it is used. Large
/// pages are requested: a search reads all over the table, and with pages of 4 KB almost every read
/// misses the TLB. Measured on FFO #45, #48 and #53 with
/// 256 MB: 7, 9 and 1 % more positions a second.
pub(super) struct Memory {
    map: MmapMut,
    slots: usize,
}

impl Memory {
    /// Memory for `slots` slots. While the system refuses, half as many are tried, down to `least`.
    pub(super) fn new(mut slots: usize, least: usize) -> Memory {
        loop {
            let bytes = slots * size_of::<Slot>();
            match MmapOptions::new().len(bytes).map_anon() {
                Ok(map) => {
                    // Only advice: a system without large pages works as well.
                    #[cfg(target_os = "linux")]
                    let _ = map.advise(memmap2::Advice::HugePage);
                    return Memory { map, slots };
                }
                Err(_) if slots / 2 >= least => slots /= 2,
                Err(error) => panic!("no memory for {bytes} bytes: {error}"),
            }
        }
    }

    /// Makes the first slots empty.
    pub(super) fn clear(&mut self, slots: usize) {
        let bytes = slots.min(self.slots) * size_of::<Slot>();
        self.map[..bytes].fill(0);
    }

    #[inline]
    #[allow(unsafe_code, reason = "the table that all threads share")]
    pub(super) fn slots(&self) -> &[Slot] {
        // SAFETY: the map is as long as `slots` of them, begins at a page, so is aligned, and lives
        // as long as `self`. A slot is made of atomic integers, for which any bits are a value, and
        // nothing else looks at the map.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Slot>(), self.slots) }
    }
}

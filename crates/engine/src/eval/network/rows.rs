//! Network input rows (embedding): what each pattern configuration adds to the sums.

use memmap2::{MmapMut, MmapOptions};

use super::DIMENSIONS;
use super::kernels::{Sums, sums};
use crate::eval::pattern::{Lanes, SPACE, classes};

/// The row of every configuration, in the same layout as the tables of
/// [`Patterns`](crate::Patterns).
///
/// Pages of the system are aligned, so no row crosses a cache line.
pub(super) struct Rows(MmapMut);

impl Rows {
    /// The tables of rows that are given by class.
    ///
    /// # Panics
    /// When there is not enough memory.
    pub fn new(by_class: &[i8]) -> Rows {
        let size = SPACE * DIMENSIONS;
        let mut map = match MmapOptions::new().len(size).map_anon() {
            Ok(map) => map,
            Err(error) => panic!("no memory for {size} bytes: {error}"),
        };
        // A position reads from all over the tables. Only advice: it works with small pages as well.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let (by_class, _) = by_class.as_chunks::<DIMENSIONS>();
        let (rows, _) = map.as_chunks_mut::<DIMENSIONS>();
        for (row, &class) in rows.iter_mut().zip(classes()) {
            *row = by_class[class as usize].map(i8::cast_unsigned);
        }
        Rows(map)
    }

    /// The sums of a position, starting from `bias`.
    ///
    /// Rows of 16-bit numbers would not have to be widened but take twice the cache: no faster in a
    /// search, and 1.6 times the time for positions unlike each other.
    #[inline]
    pub fn sum(&self, lanes: &Lanes, bias: &Sums) -> Sums {
        let (rows, _) = self.0.as_chunks::<DIMENSIONS>();
        let (tables, _) = rows.as_chunks::<SPACE>();
        sums(&tables[0], lanes, bias)
    }
}

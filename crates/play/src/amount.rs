//! Amounts of memory and of data, in words.

/// A number of bytes in the largest unit that fits: `1 GiB`, `64 MiB`, `512 MB`.
///
/// ```
/// assert_eq!(play::bytes(1 << 30), "1 GiB");
/// assert_eq!(play::bytes(512_000_000), "512 MB");
/// ```
#[must_use]
pub fn bytes(bytes: u64) -> String {
    let units = [
        (1 << 30, "GiB"),
        (1_000_000_000, "GB"),
        (1 << 20, "MiB"),
        (1_000_000, "MB"),
        (1 << 10, "KiB"),
        (1_000, "kB"),
    ];
    let whole = units
        .iter()
        .find(|(unit, _)| bytes.is_multiple_of(*unit) && bytes > 0);
    match whole {
        Some((unit, name)) => format!("{} {name}", bytes / unit),
        None => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_in_the_largest_unit_that_fits() {
        let shown = [1 << 30, 512_000_000, 64 << 20, 2_000_000_000, 1_234_567].map(bytes);
        assert_eq!(shown, ["1 GiB", "512 MB", "64 MiB", "2 GB", "1.2 MB"]);
        assert_eq!([32 << 10, 32_000].map(bytes), ["32 KiB", "32 kB"]);
    }
}

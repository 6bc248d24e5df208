//! Limits of what is unpacked.

/// What a hand-in may hold at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// Bytes of the archive itself.
    pub archive: u64,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files, folders and links.
    pub entries: usize,
    /// Folders within each other.
    pub depth: usize,
    /// Bytes of the path of a file.
    pub path: usize,
    /// Unpacked bytes for each packed byte, once [`FREE_BYTES`](Self::FREE_BYTES) were unpacked.
    pub ratio: u64,
}

impl UnpackLimits {
    /// Up to this many bytes, files may be packed as well as they can: long runs of zeros are
    /// usual in small amounts.
    pub const FREE_BYTES: u64 = 16 << 20;

    /// Bytes of a name in a path, as file systems have it.
    pub const NAME_BYTES: usize = 255;
}

impl Default for UnpackLimits {
    /// More than a student's program with an opening book needs.
    fn default() -> UnpackLimits {
        UnpackLimits {
            archive: 64 << 20,
            bytes: 256 << 20,
            entries: 10_000,
            depth: 32,
            path: 1000,
            ratio: 200,
        }
    }
}

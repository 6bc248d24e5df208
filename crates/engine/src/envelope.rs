//! File envelope: magic number, version, compression and checksum of all binary files.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The version of every kind of file.
pub(crate) const VERSION: u8 = 1;

/// What is wrong with a file of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvelopeError {
    /// It begins as another kind of file does.
    OtherKind,
    /// It was written by a later version of the program.
    Version(u8),
    /// It ends too early.
    Truncated,
    /// Its bytes are not those that were written.
    Damaged,
}

/// The header of a file.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// A byte whose meaning depends on the kind of file.
    pub first: u8,
    /// More such bytes; their number depends on the kind of file.
    pub more: &'a [u8],
    /// A text for people: how the content was made.
    pub about: &'a str,
}

impl<'a> Envelope<'a> {
    /// A file that begins with `magic` and holds `payload`, compressed.
    pub fn seal(&self, magic: &[u8; 8], payload: &[u8]) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        bytes.push(VERSION);
        bytes.push(self.first);
        bytes.extend((self.about.len() as u16).to_le_bytes());
        bytes.extend(self.more);
        bytes.extend(self.about.as_bytes());
        bytes.extend(compress_to_vec(payload, 9));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// The header of a file with `more` bytes of its own kind, and the payload, still compressed. `fits`
    /// checks these bytes before the checksum, so that a file for another version of the program is
    /// not reported as damaged.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn open<E: From<EnvelopeError>>(
        magic: &[u8; 8],
        more: usize,
        bytes: &'a [u8],
        fits: impl FnOnce(u8, &[u8]) -> Result<(), E>,
    ) -> Result<(Envelope<'a>, &'a [u8]), E> {
        let short = || E::from(EnvelopeError::Truncated);
        let rest = bytes
            .strip_prefix(magic)
            .ok_or(E::from(EnvelopeError::OtherKind))?;
        let (&[version, first], rest) = rest.split_first_chunk().ok_or_else(short)?;
        if version != VERSION {
            return Err(EnvelopeError::Version(version).into());
        }
        let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
        let (more, rest) = rest.split_at_checked(more).ok_or_else(short)?;
        fits(first, more)?;
        let length = u16::from_le_bytes(*length).into();
        let (about, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        let (packed, checksum) = rest.split_last_chunk().ok_or_else(short)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(EnvelopeError::Damaged.into());
        }
        let about = str::from_utf8(about).map_err(|_| EnvelopeError::Damaged)?;
        Ok((Envelope { first, more, about }, packed))
    }
}

/// A text, cut to the length that fits in a file.
pub(crate) fn fitting(about: &str) -> String {
    about.chars().take(usize::from(u16::MAX) / 4).collect()
}

/// Decompresses at most `most` bytes; no more memory than that is used.
///
/// # Errors
/// When there are more bytes, or the data is damaged.
pub fn unpack(packed: &[u8], most: usize) -> Result<Vec<u8>, EnvelopeError> {
    decompress_to_vec_with_limit(packed, most).map_err(|_| EnvelopeError::Damaged)
}

/// The usual CRC-32 (IEEE 802.3).
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = (crc >> 1) ^ ((crc & 1) * 0xedb8_8320);
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize]
    })
}

//! Readers of archives: tar, plain or packed with gzip or xz, and zip.

use std::cell::Cell;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use tar::EntryType;
use zip::ZipArchive;
use zip::result::ZipError;

use super::entry_path::EntryPath;
use super::limits::UnpackLimits;
use super::refusal::Refusal;
use super::sink::Sink;

/// Memory for the dictionary of xz, in KiB: that of its strongest preset.
const XZ_MEMORY_KIB: u32 = 80 << 10;

/// Where a tar has its magic word.
const TAR_MAGIC: usize = 257;

/// Bits of a file's mode that tell its kind, and the kinds.
const KIND_BITS: u32 = 0o170_000;
const KIND_LINK: u32 = 0o120_000;
const KIND_FILE: u32 = 0o100_000;
const KIND_FOLDER: u32 = 0o040_000;

/// Kinds of archives that are recognised and not read.
const UNSUPPORTED: [(&[u8], &str); 4] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"BZh", "packed with bzip2"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd"),
];

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveKind {
    /// A plain tar.
    Tar,
    /// A tar packed with gzip.
    TarGz,
    /// A tar packed with xz.
    TarXz,
    /// A zip.
    Zip,
}

impl ArchiveKind {
    /// The kind of an archive, from its first bytes; `None` if it is not an archive.
    ///
    /// # Errors
    /// When it is an archive that is not supported.
    pub fn of(head: &[u8]) -> Result<Option<ArchiveKind>, Refusal> {
        let known = UNSUPPORTED
            .iter()
            .find(|(magic, _)| head.starts_with(magic));
        if let Some((_, kind)) = known {
            return Err(Refusal::Unknown(Some(kind)));
        }
        let is_tar = head
            .get(TAR_MAGIC..)
            .is_some_and(|rest| rest.starts_with(b"ustar"));
        Ok(if head.starts_with(b"\x1f\x8b") {
            Some(ArchiveKind::TarGz)
        } else if head.starts_with(b"\xfd7zXZ\0") {
            Some(ArchiveKind::TarXz)
        } else if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(ArchiveKind::Zip)
        } else if is_tar {
            Some(ArchiveKind::Tar)
        } else {
            None
        })
    }
}

/// Reads an archive into a sink.
///
/// # Errors
/// At the first entry that is not acceptable, or when the archive is damaged or too large.
pub fn read(
    kind: ArchiveKind,
    mut archive: impl Read + Seek,
    limits: &UnpackLimits,
    sink: &mut Sink,
) -> Result<(), Refusal> {
    let broken = |error: io::Error| Refusal::Broken(error.to_string());
    let length = archive.seek(SeekFrom::End(0)).map_err(broken)?;
    archive.rewind().map_err(broken)?;
    if length > limits.archive {
        return Err(Refusal::LargeArchive(limits.archive));
    }
    // Whatever an archive claims, not more than this is unpacked: names of a tar are read into
    // memory before they can be checked.
    let by_ratio = length
        .saturating_mul(limits.ratio)
        .max(UnpackLimits::FREE_BYTES);
    sink.allow(by_ratio);
    let packed = BufReader::new(archive);
    match kind {
        ArchiveKind::Zip => read_zip(packed, limits, sink),
        ArchiveKind::Tar => read_tar(packed, limits, sink),
        ArchiveKind::TarGz => read_packed(MultiGzDecoder::new(packed), by_ratio, limits, sink),
        ArchiveKind::TarXz => {
            let unpacked = XzReader::new_mem_limit(packed, true, XZ_MEMORY_KIB);
            read_packed(unpacked, by_ratio, limits, sink)
        }
    }
}

/// Reads a packed tar, of which at most `most` bytes are unpacked.
fn read_packed(
    unpacked: impl Read,
    most: u64,
    limits: &UnpackLimits,
    sink: &mut Sink,
) -> Result<(), Refusal> {
    let exceeded = Rc::new(Cell::new(false));
    let metered = Metered {
        reader: unpacked,
        left: most,
        exceeded: Rc::clone(&exceeded),
    };
    let read = read_tar(metered, limits, sink);
    // The reader of the tar may have given the error another name.
    match read {
        Err(_) if exceeded.get() => Err(Refusal::Bomb(limits.ratio)),
        read => read,
    }
}

/// A reader that fails after a number of bytes.
struct Metered<R> {
    reader: R,
    left: u64,
    exceeded: Rc<Cell<bool>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        match self.left.checked_sub(length as u64) {
            Some(left) => {
                self.left = left;
                Ok(length)
            }
            None => {
                self.exceeded.set(true);
                Err(io::Error::other("it unpacks to more than it may"))
            }
        }
    }
}

fn read_tar(tar: impl Read, limits: &UnpackLimits, sink: &mut Sink) -> Result<(), Refusal> {
    let broken = |error: io::Error| Refusal::Broken(error.to_string());
    let mut archive = tar::Archive::new(tar);
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            continue;
        }
        let name = text(&entry.path_bytes())?;
        let path = EntryPath::new(&name, limits)?;
        match kind {
            EntryType::Directory => sink.folder(&path)?,
            // Old archives mark folders by the end of their names.
            EntryType::Regular if name.ends_with('/') => sink.folder(&path)?,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
                sink.file(&path, executable, &mut entry)?;
            }
            EntryType::Symlink | EntryType::Link => {
                let target = entry.link_name_bytes().unwrap_or_default();
                let target = text(&target)?;
                if kind == EntryType::Symlink {
                    sink.symbolic_link(&path, &target)?;
                } else {
                    sink.hard_link(&path, &EntryPath::new(&target, limits)?)?;
                }
            }
            _ => return Err(Refusal::Special(path.to_string())),
        }
    }
    Ok(())
}

fn read_zip(zip: impl Read + Seek, limits: &UnpackLimits, sink: &mut Sink) -> Result<(), Refusal> {
    let mut archive = ZipArchive::new(zip).map_err(|error| refusal(error, ""))?;
    if archive.len() > limits.entries {
        return Err(Refusal::TooMany(limits.entries));
    }
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index);
        let entry = entry.map_err(|error| refusal(error, ""))?;
        let name = entry.name().map_err(|error| refusal(error, ""))?;
        // Some tools on Windows write the wrong separator.
        let name = name.replace('\\', "/");
        let is_folder = entry.is_dir();
        let mode = entry.unix_mode().unwrap_or_default();
        drop(entry);
        let path = EntryPath::new(&name, limits)?;
        if is_folder {
            sink.folder(&path)?;
            continue;
        }
        let entry = archive.by_index(index);
        let mut entry = entry.map_err(|error| refusal(error, &path.to_string()))?;
        match mode & KIND_BITS {
            KIND_LINK => {
                let mut target = Vec::new();
                let read = entry.take(limits.path as u64).read_to_end(&mut target);
                read.map_err(|error| Refusal::Broken(error.to_string()))?;
                sink.symbolic_link(&path, &text(&target)?)?;
            }
            0 | KIND_FILE | KIND_FOLDER => sink.file(&path, mode & 0o111 != 0, &mut entry)?,
            _ => return Err(Refusal::Special(path.to_string())),
        }
    }
    Ok(())
}

/// A name of an archive as a text.
fn text(bytes: &[u8]) -> Result<String, Refusal> {
    String::from_utf8(bytes.to_vec()).map_err(|_| {
        let name = String::from_utf8_lossy(bytes);
        Refusal::BadName(records::quote::shortened(&name))
    })
}

/// The refusal for an error of the reader of zips, in the entry `name`.
fn refusal(error: ZipError, name: &str) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Refusal::Encrypted(name.to_string())
        }
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            Refusal::Packing(name.to_string())
        }
        error => Refusal::Broken(error.to_string()),
    }
}

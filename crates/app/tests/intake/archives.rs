//! Archives for tests, written byte by byte where writers would refuse.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;

/// A tar that may hold anything.
#[derive(Default)]
pub struct RawTar(Vec<u8>);

impl RawTar {
    /// Adds an entry without any check of its names.
    pub fn entry(mut self, name: &[u8], kind: EntryType, link: &[u8], content: &[u8]) -> RawTar {
        let mut header = Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o755);
        header.set_entry_type(kind);
        let old = header.as_old_mut();
        let length = name.len().min(100);
        old.name[..length].copy_from_slice(&name[..length]);
        old.linkname[..link.len()].copy_from_slice(link);
        header.set_cksum();
        self.0.extend_from_slice(header.as_bytes());
        self.0.extend_from_slice(content);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    /// Adds a file.
    pub fn file(self, name: &str, content: &str) -> RawTar {
        self.entry(name.as_bytes(), EntryType::Regular, b"", content.as_bytes())
    }

    /// Adds a file with nothing but a hole in it.
    pub fn hole(mut self, name: &str, bytes: u64) -> RawTar {
        let mut header = Header::new_gnu();
        header.set_path(name).unwrap();
        header.set_size(0);
        header.set_entry_type(EntryType::GNUSparse);
        let sparse = header.as_gnu_mut().unwrap();
        sparse.set_real_size(bytes);
        sparse.sparse[0].set_offset(bytes);
        sparse.sparse[0].set_length(0);
        header.set_cksum();
        self.0.extend_from_slice(header.as_bytes());
        self
    }

    /// The archive.
    pub fn bytes(mut self) -> Vec<u8> {
        self.0.resize(self.0.len() + 1024, 0);
        self.0
    }
}

/// Packs with gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A zip of these files.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A zip with a symbolic link.
pub fn zip_with_link(name: &str, target: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    writer.add_symlink(name, target, options).unwrap();
    writer.finish().unwrap().into_inner()
}

/// The bytes with a part replaced by another of the same length, wherever it is.
pub fn patched(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut found = 0;
    for at in 0..=bytes.len() - from.len() {
        if &bytes[at..at + from.len()] == from {
            bytes[at..at + from.len()].copy_from_slice(to);
            found += 1;
        }
    }
    assert!(found > 0, "nothing to replace");
    bytes
}

/// A zip whose only file claims to be encrypted.
pub fn encrypted_zip() -> Vec<u8> {
    let mut bytes = zip(&[("bot.sh", b"echo f5")]);
    for magic in [b"PK\x03\x04", b"PK\x01\x02"] {
        let at = bytes.windows(4).position(|part| part == magic).unwrap();
        // The flags are after the versions.
        let flags = if magic[2] == 1 { at + 8 } else { at + 6 };
        bytes[flags] |= 1;
    }
    bytes
}

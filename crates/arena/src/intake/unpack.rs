//! Unpacks a hand-in, which may be hostile, into an empty folder.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use super::archive::{self, ArchiveKind};
use super::entry_path::EntryPath;
use super::limits::UnpackLimits;
use super::permissions::is_executable;
use super::refusal::Refusal;
use super::sink::Sink;

/// The number of bytes that tell the kind of a file.
const HEAD_BYTES: u64 = 512;

/// Endings of source files that are a whole hand-in by themselves.
const SOURCES: [&str; 10] = [
    "c", "cpp", "cc", "cxx", "go", "java", "js", "mjs", "py", "rs",
];

/// Endings of archives that are accepted.
const ARCHIVES: [&str; 5] = ["zip", "gz", "tgz", "xz", "txz"];

/// Unpacks an archive, or copies a folder or a source file, into `target`, which is empty. Returns
/// the folder with the program: where everything is in one folder, that folder.
///
/// Nothing outside of `target` is written, no link leads outside, and no file becomes more than
/// executable.
///
/// # Errors
/// When the hand-in is not acceptable. What was unpacked until then is still in `target`.
pub fn unpack(source: &Path, target: &Path, limits: &UnpackLimits) -> Result<PathBuf, Refusal> {
    let about = fs::symlink_metadata(source).map_err(|error| machine(&error))?;
    let mut sink = Sink::new(target, *limits);
    if about.is_dir() {
        copy_folder(source, limits, &mut sink)?;
        return sink.finish();
    }
    if !about.is_file() {
        return Err(Refusal::Special(name_of(source)));
    }
    let mut file = File::open(source).map_err(|error| machine(&error))?;
    let mut head = Vec::new();
    let read = (&mut file).take(HEAD_BYTES).read_to_end(&mut head);
    read.map_err(|error| machine(&error))?;
    let ending = source.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_lowercase();
    let kind = match ArchiveKind::of(&head)? {
        None if head.is_empty() => return Err(Refusal::Empty),
        // Archives of the first tars have no magic word.
        None if ending == "tar" => Some(ArchiveKind::Tar),
        kind => kind,
    };
    match kind {
        Some(kind) => archive::read(kind, file, limits, &mut sink)?,
        None if SOURCES.contains(&ending.as_str()) => {
            let path = EntryPath::new(&name_of(source), limits)?;
            let mut file = File::open(source).map_err(|error| machine(&error))?;
            sink.file(&path, false, &mut file)?;
        }
        None if ARCHIVES.contains(&ending.as_str()) => {
            let how = format!("it does not begin like a .{ending}");
            return Err(Refusal::Broken(how));
        }
        None => return Err(Refusal::Unknown(None)),
    }
    sink.finish()
}

/// Reads an archive and writes nothing: whether it would be accepted.
///
/// # Errors
/// As [`unpack`].
pub fn inspect(bytes: &[u8], limits: &UnpackLimits) -> Result<(), Refusal> {
    let mut sink = Sink::dry(*limits);
    let kind = ArchiveKind::of(bytes)?.ok_or(Refusal::Unknown(None))?;
    archive::read(kind, Cursor::new(bytes), limits, &mut sink)?;
    sink.finish().map(drop)
}

/// Copies a folder into a sink. Links are copied as links.
fn copy_folder(top: &Path, limits: &UnpackLimits, sink: &mut Sink) -> Result<(), Refusal> {
    let mut folders = vec![(top.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| machine(&error))?;
        let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
        if entries.len() > limits.entries {
            return Err(Refusal::TooMany(limits.entries));
        }
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let name = name.to_string_lossy();
                return Err(Refusal::BadName(records::quote::shortened(&name)));
            };
            let text = format!("{prefix}{name}");
            let path = EntryPath::new(&text, limits)?;
            let about = entry.metadata().map_err(|error| machine(&error))?;
            if about.is_dir() {
                sink.folder(&path)?;
                folders.push((entry.path(), text + "/"));
            } else if about.is_symlink() {
                let target = fs::read_link(entry.path()).map_err(|error| machine(&error))?;
                sink.symbolic_link(&path, &target.to_string_lossy())?;
            } else if about.is_file() {
                let mut file = File::open(entry.path()).map_err(|error| machine(&error))?;
                sink.file(&path, is_executable(&about), &mut file)?;
            } else {
                return Err(Refusal::Special(path.to_string()));
            }
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn machine(error: &io::Error) -> Refusal {
    Refusal::Machine(error.to_string())
}

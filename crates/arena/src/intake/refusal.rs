//! Refusal: why a hand-in is not unpacked.

use std::fmt;

/// Why a hand-in is not unpacked, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not an archive, a folder or a source file; the kind of file, if it is known.
    Unknown(Option<&'static str>),
    /// It holds nothing.
    Empty,
    /// It is damaged: how.
    Broken(String),
    /// A file in it is protected by a password.
    Encrypted(String),
    /// A file in it is packed in a way that is not supported.
    Packing(String),
    /// The archive itself is larger than this many bytes.
    LargeArchive(u64),
    /// Its files are larger than this many bytes together.
    TooLarge(u64),
    /// It grows more than this many times when it is unpacked.
    Bomb(u64),
    /// It has more than this many files and folders.
    TooMany(usize),
    /// A path with more than this many folders within each other.
    TooDeep(String, usize),
    /// A name or a path that is too long.
    LongName(String),
    /// A path that leads outside, by `..` or from the root.
    Outside(String),
    /// A name that is not a text in UTF-8, or holds control characters.
    BadName(String),
    /// Two entries with this name; upper and lower case count as the same.
    Twice(String),
    /// A link that leads outside of the hand-in, and its target.
    LinkOutside(String, String),
    /// A hard link to a file that is not in the archive before it.
    HardLink(String, String),
    /// A device, a pipe or a socket.
    Special(String),
    /// It cannot be read or written here: an error of this machine.
    Machine(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AGAIN: &str = "pack it again as .zip or .tar.gz";
        match self {
            Refusal::Unknown(Some(kind)) => {
                write!(f, "it is {kind}, which is not supported; {AGAIN}")
            }
            Refusal::Unknown(None) => write!(
                f,
                "it is neither an archive nor a folder nor a source file; {AGAIN}"
            ),
            Refusal::Empty => f.write_str("it holds no files; pack the folder of the program"),
            Refusal::Broken(how) => write!(f, "it is damaged or incomplete ({how}); {AGAIN}"),
            Refusal::Encrypted(name) => {
                write!(
                    f,
                    "`{name}` is protected by a password; pack it without one"
                )
            }
            Refusal::Packing(name) => {
                write!(
                    f,
                    "`{name}` is packed in a way that is not supported; {AGAIN}"
                )
            }
            Refusal::LargeArchive(most) => write!(
                f,
                "it is larger than {}; hand in sources, not what is built from them",
                play::bytes(*most)
            ),
            Refusal::TooLarge(most) => write!(
                f,
                "its files are larger than {} together; hand in sources, not what is built from \
                 them",
                play::bytes(*most)
            ),
            Refusal::Bomb(ratio) => write!(
                f,
                "its files are more than {ratio} times as large as the archive, like those of an \
                 archive bomb; leave large files out"
            ),
            Refusal::TooMany(most) => {
                write!(
                    f,
                    "it holds more than {most} files and folders; leave out what is not needed"
                )
            }
            Refusal::TooDeep(path, most) => write!(
                f,
                "`{path}` is more than {most} folders deep; use fewer folders within each other"
            ),
            Refusal::LongName(path) => {
                write!(f, "the name `{path}` is too long; use a shorter one")
            }
            Refusal::Outside(path) => write!(
                f,
                "`{path}` leads out of the folder it is unpacked to; pack relative names without `..`"
            ),
            Refusal::BadName(path) => write!(
                f,
                "the name `{path}` is not a plain text; use letters, numbers, points and dashes"
            ),
            Refusal::Twice(path) => write!(
                f,
                "`{path}` is in it twice; upper and lower case count as the same name"
            ),
            Refusal::LinkOutside(path, target) => write!(
                f,
                "`{path}` is a link to `{target}`, outside of the hand-in; pack the file itself"
            ),
            Refusal::HardLink(path, target) => write!(
                f,
                "`{path}` is a hard link to `{target}`, which is not in it; pack the file itself"
            ),
            Refusal::Special(path) => {
                write!(
                    f,
                    "`{path}` is a device, a pipe or a socket; pack files only"
                )
            }
            Refusal::Machine(why) => write!(f, "it cannot be unpacked here: {why}"),
        }
    }
}

impl std::error::Error for Refusal {}

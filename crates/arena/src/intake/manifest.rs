//! Manifest: the file `reversi.toml` in which a hand-in tells how it is built and started.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use crate::contest::Entrant;
use crate::protocol::Protocol;

/// The name of the file.
pub const MANIFEST: &str = "reversi.toml";

/// Maximum length of the file.
const MAX_BYTES: u64 = 16 << 10;

/// Maximum length of a name, as in a cup file.
const MAX_NAME_CHARS: usize = 60;

/// What a hand-in tells about itself. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The name of the program.
    pub name: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// How it is started.
    pub player: Option<(Protocol, String)>,
    /// The command that builds it; an empty one builds nothing.
    pub build: Option<String>,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Option<String>,
    author: Option<String>,
    player: Option<String>,
    build: Option<String>,
}

/// What is wrong with a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError(String);

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{MANIFEST}: {}; it may have name, author, player = \"simple:./bot\" and build = \"make\"",
            self.0
        )
    }
}

impl std::error::Error for ManifestError {}

impl Manifest {
    /// The manifest in a folder; an empty one if there is none.
    ///
    /// # Errors
    /// When there is one that makes no sense.
    pub fn of(folder: &Path) -> Result<Manifest, ManifestError> {
        let path = folder.join(MANIFEST);
        if !path.is_file() {
            return Ok(Manifest::default());
        }
        let mut bytes = Vec::new();
        let read =
            File::open(&path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| ManifestError(error.to_string()))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ManifestError("it is too long".to_string()));
        }
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| ManifestError("it is not a text in UTF-8".to_string()))?;
        Manifest::read(&text)
    }

    /// Parses a manifest.
    ///
    /// # Errors
    /// When it makes no sense.
    ///
    /// ```
    /// use arena::intake::Manifest;
    /// use arena::protocol::Protocol;
    /// let manifest = Manifest::read("player = \"simple:./bot\"").unwrap();
    /// assert_eq!(manifest.player, Some((Protocol::Simple, "./bot".to_string())));
    /// assert!(Manifest::read("player = \"greedy\"").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Manifest, ManifestError> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let index = error.span().map_or(0, |span| {
                let before = text.get(..span.start).unwrap_or_default();
                before.matches('\n').count()
            });
            let line = text.lines().nth(index).unwrap_or_default().trim();
            let line = records::quote::shortened(line);
            let number = index + 1;
            ManifestError(format!("line {number}, `{line}`: {}", error.message()))
        })?;
        let player = match written.player.as_deref().map(str::parse) {
            None => None,
            Some(Ok(Entrant::Program(protocol, command))) => {
                if shlex::split(&command).is_none_or(|words| words.is_empty()) {
                    let why = format!("`{command}` has a quotation mark without an end");
                    return Err(ManifestError(why));
                }
                Some((protocol, command))
            }
            Some(Ok(_)) => {
                let why = "the player must be the program that was handed in".to_string();
                return Err(ManifestError(why));
            }
            Some(Err(error)) => return Err(ManifestError(error.to_string())),
        };
        for line in [&written.name, &written.author, &written.build] {
            let is_plain = |line: &String| {
                line.chars().count() <= 4 * MAX_NAME_CHARS && !line.contains(char::is_control)
            };
            if !line.as_ref().is_none_or(is_plain) {
                let why = "a value must be a short text on one line".to_string();
                return Err(ManifestError(why));
            }
        }
        let short = |text: String| -> Option<String> {
            let text: String = text.trim().chars().take(MAX_NAME_CHARS).collect();
            (!text.is_empty()).then_some(text)
        };
        Ok(Manifest {
            name: written.name.and_then(short),
            author: written.author.and_then(short),
            player,
            build: written.build.map(|build| build.trim().to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_manifests_say_what_is_wrong() {
        for (text, words) in [
            ("player = 3", "line 1"),
            (
                "\nplayr = \"simple:./bot\"",
                "line 2, `playr = \"simple:./bot\"`: unknown field",
            ),
            ("player = simple:./bot", "line 1, `player = simple:./bot`: "),
            ("player = \"./bot\"", "not a player"),
            ("player = \"walle:3\"", "handed in"),
            ("player = \"simple:'./bot\"", "quotation mark"),
            ("name = \"a\\nb\"", "one line"),
        ] {
            let error = Manifest::read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
            assert!(error.starts_with("reversi.toml: "), "{error}");
        }
        assert_eq!(Manifest::read(""), Ok(Manifest::default()));
    }
}

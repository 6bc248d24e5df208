//! Paths inside of an archive, which are not trusted.

use std::path::{Path, PathBuf};

use super::limits::UnpackLimits;
use super::refusal::Refusal;

/// Folders of archive tools, which hold nothing of the student's.
const JUNK: [&str; 2] = ["__MACOSX", ".DS_Store"];

/// A path below the top of a hand-in: plain names, none of them `.` or `..`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntryPath {
    names: Vec<String>,
}

impl EntryPath {
    /// Checks a path of an archive. The top itself has no names.
    ///
    /// # Errors
    /// When it leads outside, or is no plain text, or is too long or too deep.
    pub fn new(text: &str, limits: &UnpackLimits) -> Result<EntryPath, Refusal> {
        let quoted = || records::quote::shortened(text);
        if text.len() > limits.path {
            return Err(Refusal::LongName(quoted()));
        }
        if text.contains(char::is_control) {
            return Err(Refusal::BadName(quoted()));
        }
        let drive = text.as_bytes().get(1) == Some(&b':');
        if text.starts_with('/') || drive {
            return Err(Refusal::Outside(quoted()));
        }
        let mut names = Vec::new();
        for name in text.split('/') {
            match name {
                "" | "." => {}
                ".." => return Err(Refusal::Outside(quoted())),
                _ if name.len() > UnpackLimits::NAME_BYTES => {
                    return Err(Refusal::LongName(quoted()));
                }
                _ => names.push(name.to_string()),
            }
        }
        if names.len() > limits.depth {
            return Err(Refusal::TooDeep(quoted(), limits.depth));
        }
        Ok(EntryPath { names })
    }

    /// Whether it is the top itself.
    #[must_use]
    pub fn is_top(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether an archive tool made it, and not the student.
    #[must_use]
    pub fn is_junk(&self) -> bool {
        self.names.iter().any(|name| JUNK.contains(&name.as_str()))
    }

    /// The folder it is in; `None` for the top.
    #[must_use]
    pub fn parent(&self) -> Option<EntryPath> {
        let (_, above) = self.names.split_last()?;
        let names = above.to_vec();
        Some(EntryPath { names })
    }

    /// The number of names.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.names.len()
    }

    /// The path on disk below `root`.
    #[must_use]
    pub fn below(&self, root: &Path) -> PathBuf {
        let mut path = root.to_path_buf();
        path.extend(&self.names);
        path
    }

    /// The path that a link at this path leads to, if it stays below the folder that has `above`
    /// names: `..` only at its beginning, because a name before it could be a link itself.
    #[must_use]
    pub fn target(&self, link: &str, above: usize) -> Option<EntryPath> {
        if link.is_empty() || link.starts_with('/') || link.contains(char::is_control) {
            return None;
        }
        let mut names = self.parent()?.names;
        let mut down = false;
        for name in link.split('/') {
            match name {
                "" | "." => {}
                ".." if down || names.len() <= above => return None,
                ".." => drop(names.pop()),
                _ => {
                    down = true;
                    names.push(name.to_string());
                }
            }
        }
        Some(EntryPath { names })
    }
}

impl std::fmt::Display for EntryPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.names.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Result<EntryPath, Refusal> {
        EntryPath::new(text, &UnpackLimits::default())
    }

    #[test]
    fn plain_paths_are_accepted() {
        for (text, plain) in [
            ("bot.py", "bot.py"),
            ("./src//bot.c", "src/bot.c"),
            ("src/", "src"),
            ("Ρεβέρσι/bot …", "Ρεβέρσι/bot …"),
            ("...", "..."),
            ("", ""),
        ] {
            assert_eq!(path(text).unwrap().to_string(), plain);
        }
        assert!(path("./").unwrap().is_top());
        assert!(path("__MACOSX/._bot.py").unwrap().is_junk());
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        for text in ["/etc/passwd", "../x", "a/../../x", "a/..", "C:/x", "c:x"] {
            assert!(matches!(path(text), Err(Refusal::Outside(_))), "{text}");
        }
        for text in ["a\nb", "a\0", "\u{1b}[2J"] {
            assert!(matches!(path(text), Err(Refusal::BadName(_))), "{text:?}");
        }
        let long = "n".repeat(256);
        assert!(matches!(path(&long), Err(Refusal::LongName(_))));
        let deep = "d/".repeat(40);
        assert!(matches!(path(&deep), Err(Refusal::TooDeep(..))));
    }

    #[test]
    fn links_stay_inside() {
        let link = path("top/src/link").unwrap();
        let inside = |to: &str| link.target(to, 0).map(|path| path.to_string());
        assert_eq!(inside("bot.py"), Some("top/src/bot.py".to_string()));
        assert_eq!(inside("../../x"), Some("x".to_string()));
        for to in ["../../../x", "/etc/passwd", "a/../../../x", "a/..", ""] {
            assert_eq!(inside(to), None, "{to}");
        }
        // Below the only folder of the archive, which is entered, less is inside.
        assert_eq!(link.target("../../x", 1), None);
        assert!(link.target("../x", 1).is_some());
    }
}

//! View: the part of the file system that a program in a sandbox sees.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::environment::tool_folders;
use super::options::SandboxOptions;

/// Folders of the system that programs need. They hold no secrets of a user.
const SYSTEM_FOLDERS: [&str; 11] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix",
    "/run/current-system",
    "/sys/devices/system/cpu",
];

/// Files and folders of `/etc` that programs need: for the loader, languages, time zones and names.
const SETTINGS: [&str; 30] = [
    "alternatives",
    "debian_version",
    "default/locale",
    "fonts",
    "gai.conf",
    "group",
    "host.conf",
    "hosts",
    "java",
    "java-11-openjdk",
    "java-17-openjdk",
    "java-21-openjdk",
    "java-25-openjdk",
    "jvm",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "locale.conf",
    "localtime",
    "magic",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "perl",
    "protocols",
    "ssl/certs",
    "terminfo",
    "timezone",
];

/// Folders that each program has for itself.
const PRIVATE_FOLDERS: [&str; 3] = ["/tmp", "/run", "/dev"];

/// The scratch folder of a program in namespaces.
pub(super) const PRIVATE_HOME: &str = "/tmp";

/// What a program in a sandbox sees. Everything else does not exist for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct View {
    /// The folder that it is started in, with links resolved.
    pub folder: PathBuf,
    /// Whether it may write there.
    pub writable: bool,
    /// The files and folders that it may read, parents before what is in them; its folder among
    /// them, if it may see it.
    pub shown: Vec<PathBuf>,
    /// Symbolic links among the shown paths: where they are, and what they hold.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Hidden files and folders within the shown ones.
    pub covered: Vec<PathBuf>,
}

impl View {
    /// The view of a program that is started in `folder` with `command`.
    pub fn new(folder: &Path, command: &[OsString], options: &SandboxOptions) -> View {
        let hidden: Vec<PathBuf> = options
            .hidden
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .filter(|path| path != folder && !is_system(path))
            .collect();
        let mut view = View {
            folder: folder.to_path_buf(),
            writable: options.writable,
            shown: Vec::new(),
            links: Vec::new(),
            covered: Vec::new(),
        };
        let settings = SETTINGS.iter().map(|name| Path::new("/etc").join(name));
        for path in SYSTEM_FOLDERS.iter().map(PathBuf::from).chain(settings) {
            view.show_with_links(&path);
        }
        for tools in tool_folders() {
            view.show(&tools);
        }
        // A folder such as the home folder would show far too much. Then only the files that the
        // command names are shown.
        if !is_broad(folder) && !options.narrow {
            view.show(folder);
        }
        for path in command
            .iter()
            .filter_map(|word| existing_path(word, folder))
        {
            let too_much = |place: &Path| options.narrow && folder.starts_with(place);
            view.show_named(&path, &hidden, too_much);
        }
        view.shown.sort();
        view.shown.dedup();
        let inside = |path: &PathBuf| view.is_shown(path);
        view.covered = hidden.into_iter().filter(inside).collect();
        view
    }

    /// Whether a path is within a shown one.
    pub fn is_shown(&self, path: &Path) -> bool {
        self.shown.iter().any(|shown| path.starts_with(shown))
    }

    /// The shown paths without the covered ones: a folder with a covered path in it is replaced by
    /// its other contents.
    pub fn uncovered(&self) -> Vec<PathBuf> {
        let mut open: Vec<PathBuf> = self.shown.clone();
        let mut clear = Vec::new();
        while let Some(path) = open.pop() {
            if self.covered.contains(&path) {
                continue;
            }
            if self
                .covered
                .iter()
                .any(|covered| covered.starts_with(&path))
            {
                let inside = fs::read_dir(&path).into_iter().flatten().flatten();
                open.extend(inside.map(|entry| entry.path()));
            } else {
                clear.push(path);
            }
        }
        clear
    }

    fn show(&mut self, path: &Path) {
        if path.exists() {
            self.shown.push(path.to_path_buf());
        }
    }

    /// Shows a path of the system; a link is made again, and what it leads to is shown.
    fn show_with_links(&mut self, path: &Path) {
        match fs::read_link(path) {
            Ok(target) => {
                self.links.push((path.to_path_buf(), target));
                if let Ok(real) = path.canonicalize()
                    && !SYSTEM_FOLDERS.iter().any(|system| real.starts_with(system))
                {
                    self.shown.push(real);
                }
            }
            Err(_) => self.show(path),
        }
    }

    /// Shows a path that the command names. A file is shown with its whole folder, unless that
    /// folder holds too much.
    fn show_named(&mut self, path: &Path, hidden: &[PathBuf], too_much: impl Fn(&Path) -> bool) {
        if self.is_shown(path) || hidden.iter().any(|hidden| path.starts_with(hidden)) {
            // The executable itself is always visible.
            return self.show_file(path);
        }
        let holds_hidden = |folder: &Path| hidden.iter().any(|path| path.starts_with(folder));
        let folder = path.parent().filter(|_| path.is_file());
        let holds_more = |folder: &Path| is_broad(folder) || too_much(folder);
        let folder = folder.filter(|folder| !holds_more(folder) && !holds_hidden(folder));
        let place = folder.unwrap_or(path).to_path_buf();
        if place.is_file() || !holds_more(&place) {
            self.show(&place);
        }
    }

    fn show_file(&mut self, path: &Path) {
        if !self.is_shown(path) && path.is_file() {
            self.show(path);
        }
    }
}

/// The file or folder that a word of a command names, if it exists. A word that is not a path may be
/// the name of a file in the program's folder. A link in that folder must not lead out of it: it may be
/// an author's, who must not choose what is shown.
fn existing_path(word: &OsStr, folder: &Path) -> Option<PathBuf> {
    let named = folder.join(word);
    let real = fs::canonicalize(&named).ok()?;
    let climbs = named.components().any(|part| part == Component::ParentDir);
    let leads_out = named.starts_with(folder) && !climbs && !real.starts_with(folder);
    (!leads_out).then_some(real)
}

/// Whether a folder is needed by every program.
fn is_system(path: &Path) -> bool {
    path.parent().is_none() || SYSTEM_FOLDERS.iter().any(|system| path.starts_with(system))
}

/// Whether a folder holds more than one program: the home folder, folders above it, and folders for
/// temporary files.
fn is_broad(folder: &Path) -> bool {
    let home = env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    let temporary = env::temp_dir();
    let above = |place: &Path| place.starts_with(folder);
    folder.parent().is_none()
        || home.is_some_and(|home| above(&home))
        || above(&temporary)
        || PRIVATE_FOLDERS.iter().any(|place| above(Path::new(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(folder: &Path, hidden: &[PathBuf]) -> View {
        let options = SandboxOptions {
            hidden: hidden.to_vec(),
            ..SandboxOptions::default()
        };
        View::new(folder, &[], &options)
    }

    #[test]
    fn the_system_is_shown_and_secrets_are_not() {
        let here = env::current_dir()
            .and_then(fs::canonicalize)
            .expect("a folder");
        let view = seen(&here, &[]);
        assert!(view.is_shown(&here.join("Cargo.toml")));
        assert!(view.is_shown(Path::new("/usr/bin/env")));
        for secret in [
            "/etc/shadow",
            "/etc/ssh",
            "/root/.ssh",
            "/home",
            "/var",
            "/proc/1",
        ] {
            assert!(!view.is_shown(Path::new(secret)), "{secret}");
        }
        let home = env::var("HOME").expect("a home folder");
        assert!(!view.is_shown(Path::new(&home)));
    }

    #[test]
    fn a_broad_folder_is_not_shown() {
        let home = PathBuf::from(env::var("HOME").expect("a home folder"));
        for folder in [Path::new("/"), Path::new("/tmp"), &home] {
            assert!(!seen(folder, &[]).shown.contains(&folder.to_path_buf()));
        }
    }

    #[test]
    fn of_a_shared_folder_only_named_files_are_shown() {
        let here = env::current_dir()
            .and_then(fs::canonicalize)
            .expect("a folder");
        let command = ["/bin/sh", "Cargo.toml", "src/sandbox/view.rs"].map(OsString::from);
        let options = SandboxOptions {
            narrow: true,
            ..SandboxOptions::default()
        };
        let view = View::new(&here, &command, &options);
        assert!(view.is_shown(&here.join("Cargo.toml")));
        assert!(
            view.is_shown(&here.join("src/sandbox/gate.rs")),
            "beside a named file"
        );
        assert!(!view.is_shown(&here) && !view.is_shown(&here.join("src/lib.rs")));
    }

    #[test]
    fn hidden_folders_inside_are_covered() {
        let here = env::current_dir()
            .and_then(fs::canonicalize)
            .expect("a folder");
        let hidden = here.join("src/sandbox");
        let view = seen(&here, &[hidden.clone(), PathBuf::from("/usr/bin")]);
        assert_eq!(view.covered, std::slice::from_ref(&hidden));
        let clear = view.uncovered();
        assert!(clear.contains(&here.join("Cargo.toml")) && clear.contains(&here.join("src/cup")));
        assert!(!clear.iter().any(|path| hidden.starts_with(path)));
    }
}

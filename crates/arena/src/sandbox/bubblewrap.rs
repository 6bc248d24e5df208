//! Bubblewrap around a program, where it works.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::Sandbox;
use super::place::{SESSION, executable, named};

/// How many processes of its own a sandbox has.
pub(super) const OWN_PROCESSES: u32 = 2;

/// Parts of the system that no program can do without.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/nix"];

/// What is private in a sandbox: there, the system has something else.
const PRIVATE: [&str; 2] = ["/tmp", "/run"];

impl Sandbox {
    /// Where `bwrap` is, if sandboxes work on this machine; it is tried out once.
    ///
    /// # Errors
    /// Why they do not work, to be shown to whoever relies on them.
    pub fn available() -> Result<&'static Path, &'static str> {
        static TRIED: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let tried = TRIED.get_or_init(try_out);
        tried.as_deref().map_err(String::as_str)
    }

    /// Where `bwrap` is, if it is to be used.
    pub(super) fn wanted(self) -> Result<Option<&'static Path>, &'static str> {
        match self {
            Sandbox::Off => Ok(None),
            Sandbox::Auto => Ok(Sandbox::available().ok()),
            Sandbox::Required => Sandbox::available().map(Some),
        }
    }
}

/// Runs a program that does nothing in a sandbox.
fn try_out() -> Result<PathBuf, String> {
    let root = Path::new("/");
    let bwrap = executable("bwrap", root)
        .map_err(|_| "bwrap is not installed; the package is called bubblewrap".to_string())?;
    let nothing = executable("true", root).map_err(|fault| fault.to_string())?;
    let view = View {
        folder: root,
        scratch: Path::new("/dev/null"),
        hidden: &[],
    };
    let mut arguments = view.isolation();
    arguments.extend(["--".into(), nothing.into_os_string()]);
    let output = Command::new(&bwrap)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", bwrap.display()))?;
    if output.status.success() {
        return Ok(bwrap);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().next().unwrap_or_default();
    Err(format!(
        "bwrap does not work here: {}, {first}",
        output.status
    ))
}

/// What a program in a sandbox sees.
pub(super) struct View<'a> {
    /// Its folder, without links.
    pub folder: &'a Path,
    /// The folder that it may write to.
    pub scratch: &'a Path,
    /// What it must not see.
    pub hidden: &'a [PathBuf],
}

impl View<'_> {
    /// Where the program finds its scratch folder.
    pub fn home(&self) -> &Path {
        if self.is_everywhere() {
            self.scratch
        } else {
            Path::new("/tmp")
        }
    }

    /// The command that runs another one in a sandbox.
    pub fn wrap(&self, bwrap: &Path, command: &[OsString]) -> Vec<OsString> {
        let mut all = vec![OsString::from(bwrap)];
        all.extend(self.isolation());
        all.extend(self.folders(command));
        all.push("--".into());
        all.extend(command.iter().cloned());
        all
    }

    /// The program's folder is so high up that nothing can be laid over the system.
    fn is_everywhere(&self) -> bool {
        Path::new("/tmp").starts_with(self.folder)
    }

    /// Everything but folders: namespaces, devices, rights, environment.
    fn isolation(&self) -> Vec<OsString> {
        let mut all = words(&[
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
            "--cap-drop",
            "ALL",
            "--ro-bind",
            "/",
            "/",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
        ]);
        for name in SESSION {
            all.extend(words(&["--unsetenv", name]));
        }
        all
    }

    fn folders(&self, command: &[OsString]) -> Vec<OsString> {
        let mut all = Vec::new();
        let mut sealed = vec![PathBuf::from("/dev")];
        all.extend(mount("--bind", self.scratch, Path::new("/dev/shm")));
        if self.is_everywhere() {
            all.extend(mount("--bind", self.scratch, self.scratch));
        } else {
            all.extend(mount("--bind", self.scratch, Path::new("/tmp")));
            let run = Path::new("/run");
            if run.is_dir() && !run.starts_with(self.folder) {
                all.extend([OsString::from("--tmpfs"), run.into()]);
                all.extend(mount_try("/run/current-system"));
                sealed.push(run.into());
            }
        }
        let (inside, outside): (Vec<PathBuf>, Vec<PathBuf>) = self
            .covered()
            .partition(|hidden| hidden.starts_with(self.folder));
        for hidden in outside {
            all.extend(cover(&hidden, &mut sealed));
        }
        all.extend(mount("--ro-bind", self.folder, self.folder));
        for hidden in inside {
            all.extend(cover(&hidden, &mut sealed));
        }
        for path in command.iter().filter_map(|word| named(word)) {
            all.extend(self.shown(&path).into_iter().flatten());
        }
        // What is started is seen in any case.
        let program = command.first().map(Path::new);
        let unseen = |path: &&Path| self.is_hidden(path) && !path.starts_with(self.folder);
        if let Some(program) = program.filter(unseen) {
            all.extend(mount("--ro-bind", program, program));
        }
        // At the end, when all that is mounted in them is there.
        for folder in sealed {
            all.extend([OsString::from("--remount-ro"), folder.into()]);
        }
        all.extend([OsString::from("--chdir"), self.folder.into()]);
        all
    }

    /// The hidden folders that are there and can be done without, without links.
    fn covered(&self) -> impl Iterator<Item = PathBuf> {
        let needed = |path: &PathBuf| {
            path.parent().is_none() || SYSTEM.iter().any(|system| path.starts_with(system))
        };
        let found = self
            .hidden
            .iter()
            .filter_map(|path| path.canonicalize().ok());
        found.filter(move |path| !needed(path) && path != self.folder)
    }

    /// Shows what the command names although it is in a private place: a file with its folder, unless
    /// that is a place for many things.
    fn shown(&self, path: &Path) -> Option<[OsString; 3]> {
        let private = PRIVATE.map(Path::new);
        let within = |place: &Path| path.starts_with(place);
        if within(self.folder) || self.is_hidden(path) || !private.into_iter().any(within) {
            return None;
        }
        let shared = |folder: &Path| {
            let hidden = self.covered().any(|hidden| hidden.starts_with(folder));
            hidden || private.iter().any(|place| place.starts_with(folder))
        };
        let folder = path.parent().filter(|_| path.is_file());
        let place = folder.filter(|folder| !shared(folder)).unwrap_or(path);
        Some(mount("--ro-bind", place, place))
    }

    fn is_hidden(&self, path: &Path) -> bool {
        self.covered().any(|hidden| path.starts_with(hidden))
    }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn mount(how: &str, what: &Path, place: &Path) -> [OsString; 3] {
    [how.into(), what.into(), place.into()]
}

/// What some systems have their programs in.
fn mount_try(place: &str) -> [OsString; 3] {
    ["--ro-bind-try".into(), place.into(), place.into()]
}

/// Lays something empty over what is hidden.
fn cover(hidden: &Path, sealed: &mut Vec<PathBuf>) -> Vec<OsString> {
    if hidden.is_dir() {
        sealed.push(hidden.to_path_buf());
        vec!["--tmpfs".into(), hidden.into()]
    } else {
        mount("--ro-bind", OsStr::new("/dev/null").as_ref(), hidden).to_vec()
    }
}

//! Bubblewrap (`bwrap`): the command line that runs a program in namespaces with a read-only system.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::environment::SESSION_VARIABLES;
use super::executable::{executable, existing_path};
use super::options::Sandbox;

/// The number of processes that `bwrap` itself needs.
pub(super) const BWRAP_PROCESSES: u32 = 2;

/// System folders that every program needs. They are never hidden.
const SYSTEM_FOLDERS: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/nix"];

/// Folders that are replaced by private ones inside the sandbox.
const PRIVATE_FOLDERS: [&str; 2] = ["/tmp", "/run"];

impl Sandbox {
    /// The path of `bwrap`, if it works on this machine. The first call tries it; the result is kept.
    ///
    /// # Errors
    /// The reason why it does not work, as a text for the user.
    pub fn available() -> Result<&'static Path, &'static str> {
        static TRIED: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let tried = TRIED.get_or_init(try_out);
        tried.as_deref().map_err(String::as_str)
    }

    /// The path of `bwrap` if this mode uses it.
    pub(super) fn bwrap(self) -> Result<Option<&'static Path>, &'static str> {
        match self {
            Sandbox::Off => Ok(None),
            Sandbox::Auto => Ok(Sandbox::available().ok()),
            Sandbox::Required => Sandbox::available().map(Some),
        }
    }
}

/// Runs `true` in a sandbox, as a test whether bubblewrap works.
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
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first = stderr.lines().next().unwrap_or_default();
    Err(format!(
        "bwrap does not work here: {}, {first}",
        output.status
    ))
}

/// The file system that a program in the sandbox sees.
pub(super) struct View<'a> {
    /// The program's folder, with links resolved.
    pub folder: &'a Path,
    /// The folder that it may write to.
    pub scratch: &'a Path,
    /// Files and folders that it must not see.
    pub hidden: &'a [PathBuf],
}

impl View<'_> {
    /// The path of the scratch folder inside the sandbox.
    pub fn home(&self) -> &Path {
        if self.contains_tmp() {
            self.scratch
        } else {
            Path::new("/tmp")
        }
    }

    /// The `bwrap` command that runs `command` in the sandbox.
    pub fn wrap(&self, bwrap: &Path, command: &[OsString]) -> Vec<OsString> {
        let mut all = vec![OsString::from(bwrap)];
        all.extend(self.isolation());
        all.extend(self.folders(command));
        all.push("--".into());
        all.extend(command.iter().cloned());
        all
    }

    /// True when the program's folder contains `/tmp`, so that nothing can be mounted over `/tmp`.
    fn contains_tmp(&self) -> bool {
        Path::new("/tmp").starts_with(self.folder)
    }

    /// The options for namespaces, devices, capabilities and environment.
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
        for name in SESSION_VARIABLES {
            all.extend(words(&["--unsetenv", name]));
        }
        all
    }

    /// The options for mounted and hidden folders.
    fn folders(&self, command: &[OsString]) -> Vec<OsString> {
        let mut all = Vec::new();
        let mut sealed = vec![PathBuf::from("/dev")];
        all.extend(mount("--bind", self.scratch, Path::new("/dev/shm")));
        if self.contains_tmp() {
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
        for path in command.iter().filter_map(|word| existing_path(word)) {
            all.extend(self.shown(&path).into_iter().flatten());
        }
        // The executable itself is always visible.
        let program = command.first().map(Path::new);
        let unseen = |path: &&Path| self.is_hidden(path) && !path.starts_with(self.folder);
        if let Some(program) = program.filter(unseen) {
            all.extend(mount("--ro-bind", program, program));
        }
        // Last, because the mounts below them need them writable.
        for folder in sealed {
            all.extend([OsString::from("--remount-ro"), folder.into()]);
        }
        all.extend([OsString::from("--chdir"), self.folder.into()]);
        all
    }

    /// The hidden paths that exist and that no program needs, with links resolved.
    fn covered(&self) -> impl Iterator<Item = PathBuf> {
        let needed = |path: &PathBuf| {
            path.parent().is_none() || SYSTEM_FOLDERS.iter().any(|system| path.starts_with(system))
        };
        let found = self
            .hidden
            .iter()
            .filter_map(|path| path.canonicalize().ok());
        found.filter(move |path| !needed(path) && path != self.folder)
    }

    /// The mount that shows a path named by the command although it is in a private folder. A file is
    /// shown with its whole folder, unless that folder is a private or a hidden one.
    fn shown(&self, path: &Path) -> Option<[OsString; 3]> {
        let private = PRIVATE_FOLDERS.map(Path::new);
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

/// Mounts a folder read-only if it exists.
fn mount_try(place: &str) -> [OsString; 3] {
    ["--ro-bind-try".into(), place.into(), place.into()]
}

/// Mounts something empty over a hidden path.
fn cover(hidden: &Path, sealed: &mut Vec<PathBuf>) -> Vec<OsString> {
    if hidden.is_dir() {
        sealed.push(hidden.to_path_buf());
        vec!["--tmpfs".into(), hidden.into()]
    } else {
        mount("--ro-bind", OsStr::new("/dev/null").as_ref(), hidden).to_vec()
    }
}

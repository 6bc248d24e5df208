//! Bubblewrap (`bwrap`): the command line that runs a program in namespaces with a view.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::executable::executable;
use super::view::{PRIVATE_HOME, View};

/// The path of `bwrap`, if it is installed.
///
/// # Errors
/// The reason why there is none, as a text for the user.
pub(super) fn path() -> Result<&'static Path, &'static str> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(|| executable("bwrap", Path::new("/")).ok());
    let missing = "bwrap is not installed; the package is called bubblewrap";
    found.as_deref().ok_or(missing)
}

/// The `bwrap` options that show a view, and `size` bytes of files in the home folder. `program` is
/// shown too: it runs first, and restricts itself before it runs the command.
pub(super) fn options(view: &View, size: u64, program: &Path) -> Vec<OsString> {
    let mut all = words(&[
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
    ]);
    for place in [PRIVATE_HOME, "/dev/shm"] {
        all.extend(words(&[
            "--size",
            &(size.saturating_add(1 << 20)).to_string(),
            "--tmpfs",
            place,
        ]));
    }
    for path in &view.shown {
        let writable = view.writable && *path == view.folder;
        all.extend(mount(
            if writable { "--bind" } else { "--ro-bind" },
            path,
            path,
        ));
    }
    for (link, target) in &view.links {
        all.extend(mount("--symlink", target, link));
    }
    for hidden in &view.covered {
        all.extend(cover(hidden));
    }
    if !view.is_shown(program) {
        all.extend(mount("--ro-bind", program, program));
    }
    // A folder that is not shown exists all the same: the program is started in it.
    if !view.is_shown(&view.folder) {
        all.extend([OsString::from("--dir"), view.folder.clone().into()]);
    }
    // Last, because the mounts below it need it writable.
    all.extend(words(&["--remount-ro", "/dev", "--remount-ro", "/"]));
    all.extend([OsString::from("--chdir"), view.folder.clone().into()]);
    all
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn mount(how: &str, what: &Path, place: &Path) -> [OsString; 3] {
    [how.into(), what.into(), place.into()]
}

/// Mounts something empty over a hidden path.
fn cover(hidden: &Path) -> Vec<OsString> {
    if hidden.is_dir() {
        let place = || OsString::from(hidden);
        vec!["--tmpfs".into(), place(), "--remount-ro".into(), place()]
    } else {
        mount("--ro-bind", OsStr::new("/dev/null").as_ref(), hidden).to_vec()
    }
}

//! Where a program is and what it is told about its surroundings.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use play::Fault;

/// The variable that holds a program's scratch folder, and by which its processes are known.
pub(super) const MARK: &str = "REVERSI_SCRATCH";

/// Ways to the user's session, which is none of a program's business.
pub(super) const SESSION: [&str; 6] = [
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "SSH_AUTH_SOCK",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
];

/// Tools that many people have in their home folder: the variable that tells where, and where they
/// are when it does not. A program has another home, and would not find what it is started with.
const TOOLS: [(&str, &str); 7] = [
    ("PYENV_ROOT", ".pyenv"),
    ("PYTHONUSERBASE", ".local"),
    ("RBENV_ROOT", ".rbenv"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("RUSTUP_HOME", ".rustup"),
    ("SDKMAN_DIR", ".sdkman"),
    ("NVM_DIR", ".nvm"),
];

/// Where tools are, for those that would look for them at home.
pub(super) fn tools() -> Vec<(&'static str, PathBuf)> {
    let Some(home) = env::var_os("HOME").map(PathBuf::from) else {
        return Vec::new();
    };
    let missing = TOOLS.iter().filter(|(name, _)| env::var_os(name).is_none());
    let places = missing.map(|(name, place)| (*name, home.join(place)));
    places.filter(|(_, place)| place.is_dir()).collect()
}

/// A program's folder without links; where we are, when none is given.
pub(crate) fn folder(folder: Option<&Path>) -> Result<PathBuf, Fault> {
    let folder = folder.unwrap_or(Path::new("."));
    let wrong = |why: String| Fault::Start(format!("its folder {}: {why}", folder.display()));
    let found = fs::canonicalize(folder).map_err(|error| wrong(error.to_string()))?;
    if !found.is_dir() {
        return Err(wrong("this is not a folder".to_string()));
    }
    Ok(found)
}

/// The file that a command starts: a name is looked up as a shell does, a path is taken from the
/// program's folder.
pub(crate) fn executable(name: &str, folder: &Path) -> Result<PathBuf, Fault> {
    if name.contains('/') {
        let path = folder.join(name);
        return match fs::metadata(&path) {
            Err(error) => Err(Fault::Start(format!("{}: {error}", path.display()))),
            Ok(_) if runs(&path) => Ok(path),
            Ok(about) if about.is_dir() => {
                Err(Fault::Start(format!("{} is a folder", path.display())))
            }
            Ok(_) => Err(Fault::Start(format!(
                "{0} is not executable; `chmod +x {0}` makes it so",
                path.display()
            ))),
        };
    }
    let path = env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/bin:/bin"));
    let found = env::split_paths(&path).find(|place| runs(&place.join(name)));
    if let Some(place) = found {
        // An entry may be relative to where we are, which is not where the program will be.
        return Ok(std::path::absolute(place.join(name)).unwrap_or_else(|_| place.join(name)));
    }
    let beside = if folder.join(name).exists() {
        format!("; the one in its folder is ./{name}")
    } else {
        String::new()
    };
    Err(Fault::Start(format!(
        "there is no program `{name}` on this machine{beside}"
    )))
}

fn runs(path: &Path) -> bool {
    let executable =
        |about: fs::Metadata| about.is_file() && about.permissions().mode() & 0o111 != 0;
    fs::metadata(path).is_ok_and(executable)
}

/// Whether a word of a command names something that is there: an absolute path.
pub(super) fn named(word: &OsStr) -> Option<PathBuf> {
    let path = Path::new(word);
    path.is_absolute().then(|| fs::canonicalize(path).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(found: Result<PathBuf, Fault>) -> String {
        found.expect_err("a fault").to_string()
    }

    #[test]
    fn programs_are_looked_up_as_a_shell_does() {
        let here = folder(None).expect("a folder");
        let shell = executable("sh", &here).expect("a shell");
        assert!(shell.is_absolute() && shell.ends_with("sh"));
        assert_eq!(
            executable("./sh", shell.parent().expect("a folder")),
            Ok(shell.parent().expect("a folder").join("./sh"))
        );
    }

    #[test]
    fn what_cannot_be_started_is_explained() {
        let here = folder(None).expect("a folder");
        assert!(
            here.join("Cargo.toml").exists(),
            "tests run in the folder of the crate"
        );
        let missing = why(executable("./no-such-program", &here));
        assert!(
            missing.contains("no-such-program: No such file"),
            "{missing}"
        );
        let text = why(executable("./Cargo.toml", &here));
        assert!(text.contains("chmod +x"), "{text}");
        let source = why(executable("./src", &here));
        assert!(source.ends_with("is a folder"), "{source}");
        let name = why(executable("no-such-program", &here));
        assert!(name.contains("no program `no-such-program`"), "{name}");
        let beside = why(executable("Cargo.toml", &here));
        assert!(beside.contains("./Cargo.toml"), "{beside}");
        assert!(why(folder(Some(Path::new("nowhere")))).contains("its folder nowhere"));
        assert!(why(folder(Some(Path::new("Cargo.toml")))).contains("not a folder"));
    }
}

//! Executable lookup: the file that a command starts, and the folder it is started in.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use play::Fault;

/// The working folder of a program, with links resolved. `None` means the current folder.
///
/// # Errors
/// When it does not exist or is not a folder.
pub(crate) fn folder(folder: Option<&Path>) -> Result<PathBuf, Fault> {
    let folder = folder.unwrap_or(Path::new("."));
    let wrong = |why: String| Fault::Start(format!("its folder {}: {why}", folder.display()));
    let found = fs::canonicalize(folder).map_err(|error| wrong(error.to_string()))?;
    if !found.is_dir() {
        return Err(wrong("this is not a folder".to_string()));
    }
    Ok(found)
}

/// The file that a command starts. A plain name is looked up in `PATH`, as a shell does. A path is
/// relative to the program's folder.
///
/// # Errors
/// When there is no such file, or it is not executable.
pub(crate) fn executable(name: &str, folder: &Path) -> Result<PathBuf, Fault> {
    if name.contains('/') {
        let path = folder.join(name);
        return match fs::metadata(&path) {
            Err(error) => Err(Fault::Start(format!("{}: {error}", path.display()))),
            Ok(_) if is_executable(&path) => Ok(path),
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
    let found = env::split_paths(&path).find(|entry| is_executable(&entry.join(name)));
    if let Some(entry) = found {
        // An entry of PATH may be relative to our current folder, which is not the program's.
        return Ok(std::path::absolute(entry.join(name)).unwrap_or_else(|_| entry.join(name)));
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

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let executable =
        |about: fs::Metadata| about.is_file() && about.permissions().mode() & 0o111 != 0;
    fs::metadata(path).is_ok_and(executable)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
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

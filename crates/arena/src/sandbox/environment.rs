//! Environment variables of a program: an allow-list, and folders of its own.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that holds the program's scratch folder. The processes of a program are recognised
/// by it after their supervisor has died.
pub(super) const SCRATCH_VARIABLE: &str = "REVERSI_SCRATCH";

/// Variables that are passed on: where tools are, language and time zone.
const PASSED: [&str; 6] = ["PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "GOROOT"];

/// Language tools that are often installed in the home folder: the variable that names their folder,
/// and the default below the home folder. A program gets another `HOME`, so without these variables
/// its interpreter would not find its files.
const TOOL_FOLDERS: [(&str, &str); 6] = [
    ("PYENV_ROOT", ".pyenv"),
    ("RBENV_ROOT", ".rbenv"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("RUSTUP_HOME", ".rustup"),
    ("SDKMAN_DIR", ".sdkman"),
    ("NVM_DIR", ".nvm"),
];

/// Folders of tools below the home folder that no variable names.
const OTHER_TOOLS: [&str; 4] = [".cargo/bin", ".local/bin", ".local/lib", "go/bin"];

/// The environment of a program: nothing else of ours is passed on.
pub(super) fn variables(home: &Path, scratch: &Path) -> Vec<(OsString, OsString)> {
    let passed = env::vars_os().filter(|(name, _)| {
        let name = name.to_string_lossy();
        PASSED.contains(&&*name) || name.starts_with("LC_")
    });
    let tools = named_tools().map(|(name, folder)| (name.into(), folder.into()));
    let own = [
        ("HOME", home),
        ("TMPDIR", home),
        ("USER", Path::new("reversi")),
        (SCRATCH_VARIABLE, scratch),
    ];
    let own = own.map(|(name, value)| (name.into(), value.into()));
    passed.chain(tools).chain(own).collect()
}

/// The folders of language tools that exist, wherever they are.
pub(super) fn tool_folders() -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from);
    let others = home.map(|home| OTHER_TOOLS.map(|folder| home.join(folder)));
    let tools = named_tools().map(|(_, folder)| folder);
    let all = tools.chain(others.into_iter().flatten());
    all.filter(|folder| folder.is_dir()).collect()
}

/// The variables of [`TOOL_FOLDERS`] and their folders, as they are set or by default, if they
/// exist.
fn named_tools() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let home = env::var_os("HOME").map(PathBuf::from);
    TOOL_FOLDERS.iter().filter_map(move |(name, folder)| {
        let set = env::var_os(name).map(PathBuf::from);
        let place = set.or_else(|| Some(home.as_ref()?.join(folder)))?;
        place.is_dir().then_some((*name, place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_variables_are_passed_on() {
        let all = variables(Path::new("/tmp"), Path::new("/scratch"));
        let known = |name: &str| {
            let tool = TOOL_FOLDERS.iter().any(|(tool, _)| *tool == name);
            let own = ["HOME", "TMPDIR", "USER", SCRATCH_VARIABLE].contains(&name);
            tool || own || PASSED.contains(&name) || name.starts_with("LC_")
        };
        for (name, _) in &all {
            assert!(known(&name.to_string_lossy()), "{name:?}");
        }
        let value = |name: &str| {
            all.iter()
                .find(|(one, _)| one == name)
                .map(|(_, value)| value)
        };
        assert_eq!(value("HOME"), Some(&OsString::from("/tmp")));
        // Cargo sets this one for tests; it stays here.
        assert!(env::var_os("CARGO_MANIFEST_DIR").is_some());
        assert_eq!(value("CARGO_MANIFEST_DIR"), None);
    }
}

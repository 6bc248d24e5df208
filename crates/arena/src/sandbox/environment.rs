//! Environment variables of a program in the sandbox.

use std::env;
use std::path::PathBuf;

/// The variable that holds the program's scratch folder. The processes of a program are recognised
/// by it after their supervisor has died.
pub(super) const SCRATCH_VARIABLE: &str = "REVERSI_SCRATCH";

/// Variables that give access to the user's desktop session. They are removed.
pub(super) const SESSION_VARIABLES: [&str; 6] = [
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "SSH_AUTH_SOCK",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
];

/// Language tools that are often installed in the home folder: the variable that names their folder,
/// and the default below the home folder. A program gets another `HOME`, so without these variables
/// its interpreter would not find its files.
const TOOL_FOLDERS: [(&str, &str); 7] = [
    ("PYENV_ROOT", ".pyenv"),
    ("PYTHONUSERBASE", ".local"),
    ("RBENV_ROOT", ".rbenv"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("RUSTUP_HOME", ".rustup"),
    ("SDKMAN_DIR", ".sdkman"),
    ("NVM_DIR", ".nvm"),
];

/// The variables of [`TOOL_FOLDERS`] that are not set and whose default folder exists.
pub(super) fn tool_variables() -> Vec<(&'static str, PathBuf)> {
    let Some(home) = env::var_os("HOME").map(PathBuf::from) else {
        return Vec::new();
    };
    let missing = TOOL_FOLDERS
        .iter()
        .filter(|(name, _)| env::var_os(name).is_none());
    let folders = missing.map(|(name, folder)| (*name, home.join(folder)));
    folders.filter(|(_, folder)| folder.is_dir()).collect()
}

//! Permissions of files: executable or not.

use std::fs;
use std::io;

/// Makes a file executable, and no more than that.
#[cfg(unix)]
pub(super) fn make_executable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub(super) fn make_executable(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Whether a file is executable for anyone.
#[cfg(unix)]
pub(super) fn is_executable(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub(super) fn is_executable(_about: &fs::Metadata) -> bool {
    false
}

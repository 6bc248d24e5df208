//! Path rules (Landlock): the files that a process may read and write, whatever the file system
//! shows. Network and signals to others are denied too where the kernel can.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};

/// The rules that we know of: files, TCP, devices, signals and abstract sockets.
const KNOWN: ABI = ABI::V6;

/// Devices that a program may use.
const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Whether the kernel knows all rules, so that they are a sandbox by themselves.
///
/// # Errors
/// The reason why they are not, as a text for the user.
pub(super) fn are_complete() -> Result<(), String> {
    let rules = || -> Result<(), landlock::RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(KNOWN))?
            .handle_access(AccessNet::from_all(KNOWN))?
            .scope(Scope::from_all(KNOWN))?
            .create()?;
        Ok(())
    };
    let old = |_| "Landlock needs Linux 6.12 with Landlock switched on".to_string();
    rules().map_err(old)
}

/// Restricts this process and its children for ever: they read `readable` and write `writable`,
/// and what is in them. A kernel that knows fewer rules enforces those.
pub(super) fn restrict(readable: &[PathBuf], writable: &[PathBuf]) -> io::Result<()> {
    let failed = |error: landlock::RulesetError| io::Error::other(error.to_string());
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(KNOWN)))
        .and_then(|rules| rules.scope(Scope::from_all(KNOWN)))
        .and_then(Ruleset::create)
        .map_err(failed)?;
    let read = AccessFs::from_read(KNOWN);
    let write = AccessFs::from_all(KNOWN);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let readable = readable.iter().map(|path| (path.as_path(), read));
    let writable = writable.iter().map(|path| (path.as_path(), write));
    let devices = DEVICES.iter().map(|path| (Path::new(*path), device));
    for (path, access) in readable.chain(writable).chain(devices) {
        let Ok(opened) = PathFd::new(path) else {
            continue;
        };
        // Rights of folders mean nothing for a file.
        let access = if path.is_dir() {
            access
        } else {
            access & AccessFs::from_file(KNOWN)
        };
        rules = rules
            .add_rule(PathBeneath::new(opened, access))
            .map_err(failed)?;
    }
    rules.restrict_self().map_err(failed)?;
    Ok(())
}

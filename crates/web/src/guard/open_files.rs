//! The limit of open files, which bounds the connections.

/// Files that are open besides connections.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// The number of connections that the system allows, of those wanted. Raises the limit of open files
/// if it can.
pub fn allowed_connections(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let needed = wanted as u64 + OTHER_FILES;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            let most = limit.maximum.map_or(needed, |most| most.min(needed));
            limit.current = Some(most);
            // If it cannot be raised, the old limit holds.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let given = getrlimit(Resource::Nofile).current;
        let given = given.map_or(usize::MAX, |given| {
            usize::try_from(given.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
        });
        wanted.min(given.max(1))
    }
    #[cfg(not(unix))]
    wanted
}

//! Resource limits (rlimits) and CPU affinity. A gate sets them on itself; the program and its
//! children inherit them.

use rustix::io;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::system_counters::SystemCounters;

/// The number of open files, for each process.
const MAX_OPEN_FILES: u64 = 4096;

/// The number of processes and threads that a program may start before the kernel refuses, on top of
/// those that exist. It only stops a fork bomb until the supervisor has counted its processes.
const MAX_NEW_TASKS: u64 = 2048;

/// Lowers a limit. A limit that is lower already stays.
fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let now = getrlimit(resource).maximum;
    let most = now.map_or(most, |now| now.min(most));
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(resource, limit)
}

/// Sets the limits that the kernel enforces: core dumps, file size, open files, data and tasks.
///
/// A limit of the address space could not be exceeded even for a moment, but programs in Java, Go or
/// JavaScript reserve far more of it than they use. So the supervisor counts memory, and the kernel
/// refuses only private writable memory (`RLIMIT_DATA`) far beyond the limit.
pub(super) fn set(memory: Option<u64>, file: u64) -> io::Result<()> {
    lower(Resource::Core, 0)?;
    lower(Resource::Fsize, file)?;
    lower(Resource::Nofile, MAX_OPEN_FILES)?;
    if let Some(memory) = memory {
        lower(Resource::Data, memory.saturating_mul(4).max(8 << 30))?;
    }
    lower(Resource::Nproc, SystemCounters::now().tasks + MAX_NEW_TASKS)
}

/// Limits the number of threads in a new user namespace, where the kernel counts those of the
/// program alone. A few more than allowed can be started, so that the supervisor finds them. Root is
/// not bound by it.
pub(super) fn set_tasks(threads: u64) -> io::Result<()> {
    lower(Resource::Nproc, threads.saturating_add(16))
}

/// Moves this process to one core. `core` counts the cores that it may use; beyond the last, counting
/// starts again.
pub(super) fn pin(core: Option<usize>) {
    if core.is_none() {
        return;
    }
    let mut one = CpuSet::new();
    for core in cores(core) {
        one.set(core);
    }
    // The game is played even if the affinity cannot be set.
    let _ = sched_setaffinity(None, &one);
}

/// The cores that this process may use; with `core`, the one that [`pin`] chooses.
pub(super) fn cores(core: Option<usize>) -> Vec<usize> {
    let all = sched_getaffinity(None).unwrap_or_default();
    let ours: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|core| all.is_set(*core))
        .collect();
    match core {
        Some(core) if !ours.is_empty() => vec![ours[core % ours.len()]],
        _ => ours,
    }
}

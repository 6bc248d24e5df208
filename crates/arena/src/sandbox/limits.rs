//! The limits that a supervisor puts on itself, so that the program and all it starts have them too.

use rustix::io;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::system::System;

/// How many files a program may have open, each of its processes for itself.
const OPEN_FILES: u64 = 4096;

/// How many processes and threads a program may start before the system refuses, over those that
/// there are. It only holds off the worst until they are counted.
const NEWCOMERS: u64 = 2048;

/// Lowers a limit, or leaves it where it is lower already.
fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let now = getrlimit(resource).maximum;
    let most = now.map_or(most, |now| now.min(most));
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(resource, limit)
}

/// Limits what the system itself can limit.
///
/// A limit of the address space would be a limit of memory that cannot be passed even for an instant,
/// but programs in Java, Go or JavaScript reserve far more of it than they use. So memory is
/// counted, and what the system refuses is only what is far beyond: private memory that may be
/// written to.
pub(super) fn set(memory: Option<u64>, file: u64) -> io::Result<()> {
    lower(Resource::Core, 0)?;
    lower(Resource::Fsize, file)?;
    lower(Resource::Nofile, OPEN_FILES)?;
    if let Some(memory) = memory {
        lower(Resource::Data, memory.saturating_mul(4).max(8 << 30))?;
    }
    lower(Resource::Nproc, System::now().tasks + NEWCOMERS)
}

/// Does something that starts a process, which will run on one core only, the one of this number
/// among those that we may use.
pub(super) fn on_core<T>(core: Option<usize>, start: impl FnOnce() -> T) -> T {
    let Some((core, all)) = core.zip(sched_getaffinity(None).ok()) else {
        return start();
    };
    let ours: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|core| all.is_set(*core))
        .collect();
    let mut one = CpuSet::new();
    if let Some(core) = ours.get(core % ours.len().max(1)) {
        one.set(*core);
    }
    // Not being pinned is no reason not to play.
    let _ = sched_setaffinity(None, &one);
    let started = start();
    let _ = sched_setaffinity(None, &all);
    started
}

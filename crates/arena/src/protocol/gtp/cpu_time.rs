//! Processor time of this program, for `cputime`.

use std::time::Duration;

/// The time that all processors together have worked for this program.
#[cfg(unix)]
pub(super) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The time since the first call, where the system does not tell the processor time.
#[cfg(not(unix))]
pub(super) fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static SINCE: LazyLock<Instant> = LazyLock::new(Instant::now);
    SINCE.elapsed()
}

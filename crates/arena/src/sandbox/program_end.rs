//! How a program ended, from the reports of its supervisor.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::options::SandboxOptions;
use super::report::Report;
use play::Fault;

/// The signal for a file that exceeds the size limit.
const SIGXFSZ: i32 = 25;

/// The limits that are named in faults.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaultLimits {
    /// Bytes of output from one message to the next.
    pub(super) output: u64,
    memory: u64,
    processes: u64,
    threads: u64,
    file: u64,
}

impl From<&SandboxOptions> for FaultLimits {
    fn from(options: &SandboxOptions) -> FaultLimits {
        FaultLimits {
            output: options.output,
            memory: options.memory.unwrap_or(u64::MAX),
            processes: options.processes.unwrap_or(u32::MAX).into(),
            threads: options.thread_limit(),
            file: options.file,
        }
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By itself.
    Status(ExitStatus),
    /// It exceeded a limit.
    LimitExceeded(Fault),
    /// We killed it while it was running.
    Killed,
    /// Its supervisor was killed, so the end is not known.
    Unknown,
}

impl End {
    /// The end that a report tells. `enclosed` is whether another process waited
    /// for the program and passed its status on.
    pub(super) fn reported(report: Report, limits: FaultLimits, enclosed: bool) -> End {
        match report {
            Report::Ended(status) => End::exited(status, limits, enclosed),
            Report::Memory(_) => End::LimitExceeded(Fault::Memory(limits.memory)),
            Report::Processes(_) => End::LimitExceeded(Fault::Processes(limits.processes)),
            Report::Threads(_) => End::LimitExceeded(Fault::Threads(limits.threads)),
            Report::Files(_) => End::LimitExceeded(Fault::Flood(limits.file)),
            Report::Started | Report::Unable(_) | Report::Resting(_) | Report::Going => {
                End::Unknown
            }
        }
    }

    /// Interprets the exit status of the program.
    fn exited(status: ExitStatus, limits: FaultLimits, enclosed: bool) -> End {
        // Such a process reports a signal as a shell does: 128 plus its number.
        let signal = match status.code() {
            Some(code @ 129..=192) if enclosed => Some(code - 128),
            _ => status.signal(),
        };
        match signal {
            Some(SIGXFSZ) => End::LimitExceeded(Fault::Flood(limits.file)),
            Some(signal) => End::Status(ExitStatus::from_raw(signal)),
            None => End::Status(status),
        }
    }
}

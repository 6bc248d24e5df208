//! Build: runs the command that builds a hand-in, in the sandbox.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::sandbox::{Process, SandboxOptions};
use crate::transport::Transport;

/// The end of the output that is kept.
const KEPT_BYTES: usize = 16 << 10;

/// The time between two checks whether the build was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Limits of a build: compilers need more than a program that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildLimits {
    /// The time it may take.
    pub time: Duration,
    /// The memory of all its processes together, in bytes.
    pub memory: u64,
    /// The number of processes at the same time.
    pub processes: u32,
    /// The bytes that it may write: each file, and all together.
    pub files: u64,
    /// The bytes of its output.
    pub output: u64,
}

impl Default for BuildLimits {
    fn default() -> BuildLimits {
        BuildLimits {
            time: Duration::from_secs(120),
            memory: 2 << 30,
            processes: 128,
            files: 512 << 20,
            output: 16 << 20,
        }
    }
}

/// How a build ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Why it failed; `None` if it did not.
    pub failure: Option<String>,
    /// The end of its output.
    pub output: String,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// Runs a build command in `folder`, which it may write to. `sandbox` is that of the cup; the limits
/// are those of a build.
#[must_use]
pub fn build(
    command: &str,
    folder: &Path,
    sandbox: &SandboxOptions,
    limits: &BuildLimits,
    stop: &AtomicBool,
) -> Built {
    let options = SandboxOptions {
        memory: Some(limits.memory),
        processes: Some(limits.processes),
        threads: None,
        output: limits.output,
        file: limits.files,
        writable: true,
        // It has no opponent.
        ponder: true,
        ..sandbox.clone()
    };
    // One stream keeps errors in the order of the other output.
    let words = ["sh", "-c", &format!("exec 2>&1\n{command}")].map(str::to_string);
    let mut built = Built {
        failure: None,
        output: String::new(),
        stopped: false,
    };
    match Process::start(&words, Some(folder), &options) {
        Ok(process) => follow(process, limits, stop, &mut built),
        Err(fault) => built.failure = Some(fault.to_string()),
    }
    built
}

/// Reads the output of a build to its end.
fn follow(mut process: Process, limits: &BuildLimits, stop: &AtomicBool, built: &mut Built) {
    process.close_input();
    let mut output = Vec::new();
    let deadline = Instant::now() + limits.time;
    loop {
        let now = Instant::now();
        if stop.load(Ordering::SeqCst) {
            built.stopped = true;
            built.failure = Some("was stopped".to_string());
            break;
        }
        if now >= deadline {
            let seconds = limits.time.as_secs_f64();
            built.failure = Some(format!("did not end within {seconds} s"));
            break;
        }
        match process.receive(Some(deadline.min(now + POLL_INTERVAL))) {
            Ok(None) => {}
            Ok(Some(chunk)) if chunk.bytes.is_empty() => {
                let status = process.exit_status();
                built.failure = (status != "exit status: 0").then(|| format!("failed: {status}"));
                break;
            }
            Ok(Some(chunk)) => {
                output.extend(chunk.bytes);
                if output.len() > 2 * KEPT_BYTES {
                    output.drain(..output.len() - KEPT_BYTES);
                }
            }
            Err(fault) => {
                built.failure = Some(fault.to_string());
                break;
            }
        }
    }
    // The program and everything it started end here.
    drop(process);
    let start = output.len().saturating_sub(KEPT_BYTES);
    built.output = String::from_utf8_lossy(&output[start..]).into_owned();
}

//! The sandbox, tested with misbehaving programs (`tests/misfits`): each fault is found, and no
//! process or file is left.

#![cfg(target_os = "linux")]

mod disturbed;
mod ending;
mod folders;
mod hostile;
mod limits;
mod measuring;
mod playing;
mod pretending;
mod resting;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use arena::sandbox::{Fence, Process, Sandbox, SandboxOptions, set_program};
use arena::transport::{Channel, Message, Transport};
use play::Fault;

/// A time limit that a busy machine can meet.
const LONG: Duration = Duration::from_secs(60);

/// A turn of the simple protocol: the usual start.
const TURN: &str = "black 8 5.000\n........\n........\n........\n...WB...\n...BW...\n........\n\
                    ........\n........\nd3 c4 f5 e6\n";

/// The folder of the programs.
fn misfits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misfits")
}

/// The default options with our own program as the supervisor.
fn options(sandbox: Sandbox) -> SandboxOptions {
    SandboxOptions {
        sandbox,
        supervisor: vec![env!("CARGO_BIN_EXE_reversi").into(), "supervisor".into()],
        ..SandboxOptions::default()
    }
}

/// The sandbox modes that work on this machine.
fn sandbox_modes() -> Vec<Sandbox> {
    set_program(env!("CARGO_BIN_EXE_reversi"));
    let mut modes = vec![Sandbox::Off];
    for fence in [Fence::Namespaces, Fence::Bubblewrap, Fence::Landlock] {
        match fence.works() {
            Ok(()) => modes.push(Sandbox::Only(fence)),
            Err(why) => eprintln!("not tested: {why}"),
        }
    }
    modes
}

/// Starts a misfit with arguments.
fn start(command: &[&str], options: &SandboxOptions) -> Process {
    let mut words = vec![format!("./{}", command[0])];
    words.extend(command[1..].iter().map(ToString::to_string));
    Process::start(&words, Some(&misfits()), options).expect("it starts")
}

/// Sends a turn to a program and waits for a line.
fn ask(process: Process) -> (Result<Option<Message>, Fault>, Channel) {
    let mut channel = Channel::new(Box::new(process));
    let heard = match channel.send_line(TURN.trim_end()) {
        Ok(()) => channel.read_line(Some(Instant::now() + LONG)),
        Err(fault) => Err(fault),
    };
    (heard, channel)
}

/// Processes with this scratch folder in their environment: their ids and command lines.
fn processes_of(scratch: &Path) -> Vec<(String, String)> {
    let scratch = scratch.as_os_str().as_encoded_bytes();
    processes_with(|variable| variable.strip_prefix(b"REVERSI_SCRATCH=") == Some(scratch))
}

/// Processes with such a variable in their environment: their ids and command lines.
fn processes_with(fits: impl Fn(&[u8]) -> bool) -> Vec<(String, String)> {
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let known = processes.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(&fits)
    });
    let named = known.map(|entry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        (entry.file_name().to_string_lossy().into_owned(), words)
    });
    named.collect()
}

/// Asserts that no process or file of a program is left.
#[track_caller]
fn assert_gone(scratch: &Path) {
    assert_eq!(processes_of(scratch), []);
    assert!(!scratch.exists(), "{}", scratch.display());
}

/// The same, after waiting for it.
#[track_caller]
fn assert_soon_gone(scratch: &Path) {
    let deadline = Instant::now() + LONG;
    while Instant::now() < deadline && (scratch.exists() || !processes_of(scratch).is_empty()) {
        thread::sleep(Duration::from_millis(5));
    }
    assert_gone(scratch);
}

/// Runs a misfit for one turn in every sandbox mode. `judge` gets the answer and the standard error
/// output. Asserts that no process or file is left.
#[track_caller]
fn one_turn(
    command: &[&str],
    change: impl Fn(&mut SandboxOptions),
    judge: impl Fn(Sandbox, Result<Option<Message>, Fault>, String),
) {
    for way in sandbox_modes() {
        let mut options = options(way);
        change(&mut options);
        let process = start(command, &options);
        assert_eq!(process.fence().is_some(), way != Sandbox::Off);
        let scratch = process.scratch().to_path_buf();
        let (heard, mut channel) = ask(process);
        let stderr = channel.stderr();
        drop(channel);
        assert_gone(&scratch);
        judge(way, heard, stderr);
    }
}

/// Stops a program and asserts that nothing is left.
#[track_caller]
fn stop(mut process: Process, patience: Duration) -> Result<(), Fault> {
    let scratch = process.scratch().to_path_buf();
    let stopped = process.stop(patience);
    assert_gone(&scratch);
    stopped
}

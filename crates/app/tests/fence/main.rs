//! Programs that misbehave, each in its own way, and the fences around them: what becomes of them is
//! found out, and nothing is left. The programs are in `tests/misfits`.

#![cfg(target_os = "linux")]

mod ending;
mod folders;
mod limits;
mod measuring;
mod playing;
mod pretending;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use arena::contest::{Fault, Heard, Talk, Wire};
use arena::sandbox::{Fences, Process, Sandbox};

/// Long enough for anything on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A turn of the simple protocol: the usual start.
const TURN: &str = "black 8 5.000\n........\n........\n........\n...WB...\n...BW...\n........\n\
                    ........\n........\nd3 c4 f5 e6\n";

/// Where the programs are.
fn misfits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misfits")
}

/// The usual fences with our own program as the warden.
fn fences(sandbox: Sandbox) -> Fences {
    Fences {
        sandbox,
        warden: vec![env!("CARGO_BIN_EXE_reversi").into(), "supervisor".into()],
        ..Fences::default()
    }
}

/// The ways to fence that this machine has.
fn ways() -> Vec<Sandbox> {
    match Sandbox::available() {
        Ok(_) => vec![Sandbox::Off, Sandbox::Required],
        Err(why) => {
            eprintln!("tested without a sandbox only: {why}");
            vec![Sandbox::Off]
        }
    }
}

/// Starts a misfit with arguments.
fn start(command: &[&str], fences: &Fences) -> Process {
    let mut words = vec![format!("./{}", command[0])];
    words.extend(command[1..].iter().map(ToString::to_string));
    Process::start(&words, Some(&misfits()), fences).expect("it starts")
}

/// Tells a program that it is its turn, and waits for a line.
fn ask(process: Process) -> (Result<Option<Heard>, Fault>, Talk) {
    let mut talk = Talk::new(Box::new(process));
    let heard = match talk.say(TURN.trim_end()) {
        Ok(()) => talk.line(Some(Instant::now() + LONG)),
        Err(fault) => Err(fault),
    };
    (heard, talk)
}

/// Processes that know this scratch folder: their numbers and command lines.
fn known(scratch: &Path) -> Vec<(String, String)> {
    let mark = scratch.as_os_str().as_encoded_bytes();
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let known = processes.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|bytes| bytes == mark)
    });
    let named = known.map(|entry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        (entry.file_name().to_string_lossy().into_owned(), words)
    });
    named.collect()
}

/// Nothing is left of a program.
#[track_caller]
fn assert_gone(scratch: &Path) {
    assert_eq!(known(scratch), []);
    assert!(!scratch.exists(), "{}", scratch.display());
}

/// The same, a little later at the latest.
#[track_caller]
fn assert_soon_gone(scratch: &Path) {
    let deadline = Instant::now() + LONG;
    while Instant::now() < deadline && (scratch.exists() || !known(scratch).is_empty()) {
        thread::sleep(Duration::from_millis(5));
    }
    assert_gone(scratch);
}

/// Runs a misfit for one turn, in every way there is; `judge` gets what was heard and what it
/// murmured. Then nothing of it is left, without anybody asking.
#[track_caller]
fn one_turn(
    command: &[&str],
    change: impl Fn(&mut Fences),
    judge: impl Fn(Sandbox, Result<Option<Heard>, Fault>, String),
) {
    for way in ways() {
        let mut fences = fences(way);
        change(&mut fences);
        let process = start(command, &fences);
        assert_eq!(process.is_sandboxed(), way == Sandbox::Required);
        let scratch = process.scratch().to_path_buf();
        let (heard, mut talk) = ask(process);
        let murmurs = talk.murmurs();
        drop(talk);
        assert_gone(&scratch);
        judge(way, heard, murmurs);
    }
}

/// Stops a program and sees that nothing is left.
#[track_caller]
fn stop(mut process: Process, patience: Duration) -> Result<(), Fault> {
    let scratch = process.scratch().to_path_buf();
    let stopped = process.stop(patience);
    assert_gone(&scratch);
    stopped
}

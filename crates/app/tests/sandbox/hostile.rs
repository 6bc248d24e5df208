//! Programs that try to get around their limits, or at others.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Child, Command};
use std::time::Instant;

use arena::sandbox::{Fence, Process, Sandbox, SandboxOptions};
use arena::transport::Transport;
use play::Fault;

use super::{LONG, TURN, assert_gone, misfits, options, sandbox_modes, start};

const MEGABYTE: u64 = 1 << 20;

/// Every way to enclose a program, with and without control groups.
fn ways() -> Vec<SandboxOptions> {
    let modes = sandbox_modes().into_iter();
    let both = modes.flat_map(|mode| {
        [true, false].map(|groups| SandboxOptions {
            groups,
            ..options(mode)
        })
    });
    both.collect()
}

/// Whether this machine has Python, which some programs need. Says so if it has not.
pub(super) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("not tested: there is no python3 on this machine");
    }
    found
}

/// Plays turns until the program fails, and returns the fault.
fn fault_of(process: &mut Process) -> Fault {
    let deadline = Instant::now() + LONG;
    loop {
        assert!(Instant::now() < deadline, "no fault was found: {process:?}");
        if let Err(fault) = process.send(TURN) {
            return fault;
        }
        loop {
            match process.receive(Some(Instant::now() + LONG)) {
                Err(fault) => return fault,
                Ok(None) => panic!("no fault was found"),
                Ok(Some(chunk)) if chunk.bytes.is_empty() => {
                    return Fault::Died(process.exit_status());
                }
                Ok(Some(chunk)) if chunk.bytes.ends_with(b"\n") => break,
                Ok(Some(_)) => {}
            }
        }
    }
}

/// Asserts that a misfit has one of these faults in every way.
#[track_caller]
fn assert_fault(misfit: &str, change: impl Fn(&mut SandboxOptions), expected: &[Fault]) {
    for mut options in ways() {
        change(&mut options);
        let mut process = start(&[misfit], &options);
        let scratch = process.scratch().to_path_buf();
        let fault = fault_of(&mut process);
        drop(process);
        assert_gone(&scratch);
        let way = (options.sandbox, options.groups);
        assert!(expected.contains(&fault), "{misfit} in {way:?}: {fault}");
    }
}

/// Plays one move with a misfit in every way, and passes on what it wrote to standard error.
#[track_caller]
fn overhear(command: &[&str], judge: impl Fn(Sandbox, &str)) {
    for options in ways() {
        let mut process = start(command, &options);
        process.send(TURN).expect("it listens");
        let heard = process
            .receive(Some(Instant::now() + LONG))
            .expect("it plays");
        assert_eq!(heard.expect("in time").bytes, b"d3\n", "{options:?}");
        let scratch = process.scratch().to_path_buf();
        assert_eq!(process.stop(LONG), Ok(()), "{options:?}");
        assert_gone(&scratch);
        judge(options.sandbox, &process.stderr());
    }
}

/// A process of ours that waits, and ends with the test.
struct Bystander(Child);

impl Bystander {
    fn new() -> Bystander {
        Bystander(Command::new("sleep").arg("1000").spawn().expect("sleep"))
    }

    fn id(&self) -> String {
        self.0.id().to_string()
    }

    fn lives(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_none()
    }
}

impl Drop for Bystander {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn threads_count_as_well_as_processes() {
    if has_python() {
        let limit = |options: &mut SandboxOptions| options.processes = Some(20);
        assert_fault("threads", limit, &[Fault::Threads(80)]);
    }
}

#[test]
fn files_in_memory_count_as_memory() {
    if has_python() {
        let limit = 256 * MEGABYTE;
        let set = |options: &mut SandboxOptions| options.memory = Some(limit);
        // Where the kernel does not count it, there is no such memory in a sandbox.
        let refused = Fault::Died("exit status: 1".to_string());
        assert_fault("memfd", set, &[Fault::Memory(limit), refused]);
    }
}

#[test]
fn files_that_were_removed_count_while_they_are_open() {
    if has_python() {
        assert_fault("unlinked", |_| (), &[Fault::Flood(64 * MEGABYTE)]);
    }
}

#[test]
fn thousands_of_files_are_too_many() {
    assert_fault("many-files", |_| (), &[Fault::Flood(64 * MEGABYTE)]);
}

#[test]
fn deep_folders_and_links_are_removed() {
    for options in ways() {
        let mut process = start(&["digs"], &options);
        let scratch = process.scratch().to_path_buf();
        process.send(TURN).expect("it listens");
        // Where the folders can be seen, they are too deep, and it may be found out first.
        let heard = process.receive(Some(Instant::now() + LONG));
        let deep = Err(Fault::Flood(64 * MEGABYTE));
        assert!(heard == deep || matches!(heard, Ok(Some(_))), "{heard:?}");
        drop(process);
        assert_gone(&scratch);
    }
    assert!(fs::read_to_string("/etc/passwd").is_ok_and(|text| !text.is_empty()));
}

#[test]
fn signals_reach_no_process_outside_of_a_sandbox() {
    for options in ways() {
        let mut bystander = Bystander::new();
        let mut process = start(&["signals", &bystander.id()], &options);
        process.send(TURN).expect("it listens");
        assert!(matches!(process.receive(None), Ok(Some(_))));
        assert_eq!(process.stop(LONG), Ok(()));
        let killed = process.stderr().contains("killed");
        assert_eq!(killed, options.sandbox == Sandbox::Off, "{options:?}");
        assert!(killed || bystander.lives());
    }
}

#[test]
fn calls_that_no_program_needs_are_refused() {
    if !has_python() {
        return;
    }
    let bystander = Bystander::new();
    overhear(&["traces", &bystander.id()], |way, stderr| {
        if way != Sandbox::Off {
            assert_eq!(stderr, "", "{way:?}");
        }
    });
}

#[test]
fn files_and_processes_of_others_cannot_be_changed() {
    if !has_python() {
        return;
    }
    let folder = super::folders::Folder::new("changed");
    let path = folder.0.join("file");
    File::create(&path).expect("a file");
    let bystander = Bystander::new();
    let name = path.display().to_string();
    overhear(&["leases", &bystander.id(), &name], |way, stderr| {
        if way != Sandbox::Off {
            assert_eq!(stderr, "", "{way:?}");
        }
    });
}

#[test]
fn a_link_in_a_hand_in_shows_nothing_else() {
    let folder = super::folders::Folder::new("linked");
    let secret = super::folders::Folder::new("linked-to");
    fs::copy(misfits().join("polite"), secret.0.join("polite")).expect("a copy");
    std::os::unix::fs::symlink(secret.0.join("polite"), folder.0.join("bot")).expect("a link");
    for options in ways() {
        let words = ["./bot".to_string()];
        let started = Process::start(&words, Some(&folder.0), &options);
        if options.sandbox == Sandbox::Off {
            assert!(started.is_ok());
        } else {
            let fault = started.expect_err("it leads out").to_string();
            assert!(fault.contains("link"), "{fault}");
        }
    }
}

#[test]
fn a_program_that_has_spoken_cannot_pretend_that_it_was_not_started() {
    let misfit = [
        "sh",
        "-c",
        "echo sandbox: forged >&2; read line; echo d3; exit 9",
    ];
    for options in ways() {
        let words = misfit.map(str::to_string);
        let mut process = Process::start(&words, Some(&misfits()), &options).expect("it starts");
        process.send(TURN).expect("it listens");
        assert!(matches!(process.receive(None), Ok(Some(_))));
        let end = process.receive(Some(Instant::now() + LONG));
        assert!(end.is_ok(), "{end:?}");
        assert_eq!(process.exit_status(), "exit status: 9", "{options:?}");
    }
}

#[test]
fn exit_codes_and_signals_are_told_apart() {
    for options in ways() {
        for code in ["1", "127", "129", "153", "255"] {
            let words = ["sh", "-c", &format!("exit {code}")].map(str::to_string);
            let process = Process::start(&words, Some(&misfits()), &options);
            let mut process = process.expect("it starts");
            let end = process.receive(Some(Instant::now() + LONG));
            let how = match end {
                Ok(_) => process.exit_status(),
                Err(fault) => fault.to_string(),
            };
            // Bubblewrap does not tell these from signals.
            let unclear = options.sandbox == Sandbox::Only(Fence::Bubblewrap);
            if !(unclear && ["129", "153"].contains(&code)) {
                assert_eq!(how, format!("exit status: {code}"), "{options:?}");
            }
        }
    }
}

#[test]
fn the_environment_and_the_home_folder_stay_secret() {
    let secret = super::folders::Folder::new("secret");
    fs::write(secret.0.join("key"), "a private key\n").expect("a file");
    let place = secret.0.display().to_string();
    // The path is hidden in another word, since files that a command names are shown.
    let word = format!("{place}/.");
    for options in ways() {
        let options = SandboxOptions {
            hidden: vec![secret.0.clone()],
            ..options
        };
        let mut process = start(&["tells-environment", &word], &options);
        process.send(TURN).expect("it listens");
        assert!(matches!(process.receive(None), Ok(Some(_))));
        assert_eq!(process.stop(LONG), Ok(()));
        let stderr = process.stderr();
        // Cargo sets this variable for tests; no program needs it.
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        assert!(!stderr.contains("CARGO_MANIFEST_DIR"), "{stderr}");
        if options.sandbox != Sandbox::Off {
            assert!(!stderr.contains("a private key"), "{stderr}");
            assert!(!stderr.contains("root:"), "{stderr}");
        }
    }
}

#[test]
fn descriptors_of_ours_are_closed() {
    let folder = super::folders::Folder::new("descriptors");
    let path = folder.0.join("file");
    let file = File::create(&path).expect("a file");
    // Descriptors without the mark that closes them when a program is started.
    let inherited: Vec<_> = (0..8)
        .map(|_| rustix::io::dup(&file).expect("a copy"))
        .collect();
    overhear(&["tells-descriptors"], |way, stderr| {
        assert!(!stderr.contains("wrote to"), "{way:?}: {stderr}");
    });
    drop(inherited);
    let mut written = String::new();
    let _ = File::open(&path)
        .expect("the file")
        .read_to_string(&mut written);
    assert_eq!(written, "");
    assert!(misfits().join("tells-descriptors").exists());
}

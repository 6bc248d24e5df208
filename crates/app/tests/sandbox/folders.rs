//! Files and folders that programs may read and write.

use std::fs::{self, DirBuilder};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process;

use arena::sandbox::{Process, Sandbox, SandboxOptions};
use arena::transport::Channel;

use super::{LONG, ask, assert_gone, misfits, options, sandbox_modes};

/// A temporary folder for one test.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("reversi-sandbox-{}-{name}", process::id()));
        DirBuilder::new().create(&path).expect("a new folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder with a copy of a misfit.
fn home_of(misfit: &str, name: &str) -> Folder {
    let folder = Folder::new(name);
    for file in [misfit, "turn"] {
        fs::copy(misfits().join(file), folder.0.join(file)).expect("a copy");
    }
    folder
}

/// Plays one move in a folder and returns the standard error output.
#[track_caller]
fn play_in(folder: &Path, command: &[&str], options: &SandboxOptions) -> String {
    let words: Vec<String> = command.iter().map(ToString::to_string).collect();
    let process = Process::start(&words, Some(folder), options).expect("it starts");
    let scratch = process.scratch().to_path_buf();
    let (heard, mut channel): (_, Channel) = ask(process);
    assert_eq!(heard.expect("a move").expect("in time").text, "d3");
    assert_eq!(channel.stop(LONG), Ok(()));
    assert_gone(&scratch);
    channel.stderr()
}

#[test]
fn a_program_that_writes_everywhere_leaves_nothing_in_a_sandbox() {
    for way in sandbox_modes() {
        let own = home_of("writes", "writer");
        let other = home_of("polite", "written-to");
        let place = other.0.display().to_string();
        let stderr = play_in(&own.0, &["./writes", &place], &options(way));
        let written = |folder: &Folder| folder.0.join("left-by-a-misfit").exists();
        if way != Sandbox::Off {
            // In namespaces all three folders are the same; path rules allow two.
            let scratch = |line: &str| line.starts_with("wrote to /tmp");
            assert!(stderr.lines().all(scratch), "{stderr}");
            assert!((2..=3).contains(&stderr.lines().count()), "{stderr}");
            assert!(!written(&own) && !written(&other));
            assert!(!Path::new("/tmp/left-by-a-misfit").exists());
        } else {
            assert!(stderr.contains("wrote to ."), "{stderr}");
            assert!(written(&own) && written(&other));
            let _ = fs::remove_file("/tmp/left-by-a-misfit");
        }
    }
}

#[test]
fn a_program_that_spies_sees_nothing_in_a_sandbox() {
    for way in sandbox_modes() {
        let own = home_of("spies", "spy");
        let other = home_of("polite", "spied-on");
        let place = other.0.display().to_string();
        fs::write(other.0.join("secret"), "my evaluation function\n").expect("a file");
        let options = SandboxOptions {
            hidden: vec![other.0.clone(), own.0.join("nowhere")],
            ..options(way)
        };
        let stderr = play_in(&own.0, &["./spies", &place], &options);
        let seen = stderr.contains("my evaluation function");
        assert_eq!(seen, way == Sandbox::Off, "{stderr}");
    }
}

#[test]
fn hidden_folders_are_hidden_wherever_they_are() {
    if Sandbox::available().is_err() {
        return;
    }
    // The own folder and another one within a hidden folder; and a hidden folder within the own
    // one.
    let all = Folder::new("all");
    for (folder, misfit) in [
        ("own", "spies"),
        ("own/inside", "polite"),
        ("beside", "polite"),
    ] {
        let folder = all.0.join(folder);
        fs::create_dir(&folder).expect("a folder");
        for file in [misfit, "turn"] {
            fs::copy(misfits().join(file), folder.join(file)).expect("a copy");
        }
        fs::write(folder.join("secret"), "my evaluation function\n").expect("a file");
    }
    let hide = |hidden: &[&str]| SandboxOptions {
        hidden: hidden.iter().map(|folder| all.0.join(folder)).collect(),
        ..options(Sandbox::Required)
    };
    let own = all.0.join("own");
    let see = |other: &str, hidden: &[&str]| {
        let other = all.0.join(other).display().to_string();
        play_in(&own, &["./spies", &other], &hide(hidden)).contains("my evaluation function")
    };
    assert!(see("own", &[""]), "one's own folder is never hidden");
    assert!(see("own", &["own"]), "even if it is listed as hidden");
    assert!(!see("own/inside", &["own/inside"]));
    assert!(!see("own/inside", &["own/inside", ""]));
    assert!(!see("beside", &["beside"]));
    assert!(!see("beside", &[""]));
    assert!(see("own/inside", &["beside"]));
}

#[test]
fn programs_in_the_folder_for_temporary_files_are_found() {
    for way in sandbox_modes() {
        let own = home_of("polite", "temporary");
        assert_eq!(play_in(&own.0, &["./polite"], &options(way)), "");
        // From another folder, by absolute path, also as the argument of an interpreter.
        let polite = own.0.join("polite").display().to_string();
        assert_eq!(play_in(&misfits(), &[&polite], &options(way)), "");
        assert_eq!(play_in(&misfits(), &["sh", &polite], &options(way)), "");
        // From the folder that is private in a sandbox.
        assert_eq!(
            play_in(Path::new("/tmp"), &["sh", &polite], &options(way)),
            ""
        );
        assert_eq!(play_in(Path::new("/"), &[&polite], &options(way)), "");
    }
}

#[test]
fn the_network_is_not_reachable_from_a_sandbox() {
    for way in sandbox_modes() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it can be asked");
        let port = listener
            .local_addr()
            .expect("an address")
            .port()
            .to_string();
        let stderr = play_in(&misfits(), &["./phones", &port], &options(way));
        let called = listener.accept().is_ok();
        assert_eq!(called, stderr.contains("got through"), "{stderr}");
        if way != Sandbox::Off {
            assert!(!called, "{stderr}");
        } else if !called {
            eprintln!("no program here can call another: the sandbox had nothing to do");
        }
    }
}

//! `reversi-train worker`: results of a farm equal local results.

#[allow(dead_code, reason = "tests of the farm itself use more of it")]
#[path = "../../jobs/tests/farm/server.rs"]
mod server;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use server::Server;

fn train() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi-train"));
    command.env_remove("REVERSI_FARM").stdin(Stdio::null());
    command
}

#[track_caller]
fn run(arguments: &[&str]) -> Output {
    let output = train().args(arguments).output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    output
}

/// A worker process that ends with the test.
struct WorkerProcess(Child);

impl WorkerProcess {
    fn new(url: &str) -> WorkerProcess {
        let mut command = train();
        command.args(["worker", "--threads", "1", "--farm", url]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        WorkerProcess(command.spawn().expect("a worker"))
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn games_and_labels_of_a_farm_are_those_made_here() {
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.url();
    let _worker = WorkerProcess::new(&url);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let farm = ["--farm", url.as_str()];
    let selfplay = |out: &str, more: &[&str]| {
        let arguments = "selfplay --games 1 --depth 1 --solve 4 --asides 1 --out";
        let arguments: Vec<&str> = arguments.split(' ').chain([out]).collect();
        run(&[&arguments, more].concat());
    };
    let (here, there) = (path("here.games"), path("there.games"));
    selfplay(&here, &[]);
    selfplay(&there, &farm);
    same(&here, &there);
    let label = |out: &str, more: &[&str]| {
        let arguments = "label --from 3 --to 9 --count 10 --depth 2 --solve 7";
        let arguments: Vec<&str> = arguments.split(' ').chain([&here, "--out", out]).collect();
        run(&[&arguments, more].concat());
    };
    let (one, other) = (path("here.labels"), path("there.labels"));
    label(&one, &[]);
    label(&other, &farm);
    same(&one, &other);
}

#[track_caller]
fn same(one: impl AsRef<Path>, other: impl AsRef<Path>) {
    let [one, other] = [one.as_ref(), other.as_ref()].map(|path| fs::read(path).expect("a file"));
    assert!(!one.is_empty() && one == other, "the files differ");
}

#[test]
fn a_worker_needs_a_farm() {
    let output = train().arg("worker").output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("--farm nats://host:4222"), "{error}");
    let arguments = ["worker", "--farm", "nats://127.0.0.1:1"];
    let output = train().args(arguments).output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("there is no server at"), "{error}");
}

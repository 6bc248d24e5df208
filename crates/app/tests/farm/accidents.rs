//! Workers, servers and clients that die: every answer is there, once, and right.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::crowd::Crowd;
use super::endgames::{check, problems};
use super::server::Server;
use crate::common::{feed, reversi};
use rules::{Diagram, Size, Start};

/// A command that solves problems on a farm, with what it prints in files of a folder.
fn solving(url: &str, folder: &Path, batch: &str) -> Command {
    let out = File::create(folder.join("out")).expect("a file");
    let error = File::create(folder.join("error")).expect("a file");
    let mut command = reversi();
    command
        .args(["solve", "--json", "--farm", url, "--batch", batch])
        .stdout(out)
        .stderr(error);
    command
}

/// The same, at work on the file of the folder.
fn solve(url: &str, folder: &Path, batch: &str) -> Child {
    let mut command = solving(url, folder, batch);
    command.arg(folder.join("some.obf")).stdin(Stdio::null());
    command.spawn().expect("the program starts")
}

/// A problem that takes longer than any test: the batch cannot end while the problem is in it.
fn gate() -> String {
    format!("{}; f5:+0;\n", Diagram::start(Size::EIGHT, Start::Standard))
}

/// Waits until a command has printed `count` answers.
fn wait_for(client: &mut Child, folder: &Path, count: usize) {
    let start = Instant::now();
    while printed(folder) < count {
        let is_over = client.try_wait().expect("it can be asked").is_some();
        let error = fs::read_to_string(folder.join("error")).expect("it was written");
        assert!(!is_over, "it ended before its batch did: {error}");
        assert!(start.elapsed() < Duration::from_secs(3600), "too slow");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a command as the kernel would when memory is short.
fn kill(mut client: Child) {
    client.kill().expect("it was there");
    client.wait().expect("it is gone");
}

/// Waits for a command to end well, and checks what it printed.
fn finish(mut client: Child, folder: &Path, text: &str) {
    let status = client.wait().expect("it ends");
    let error = fs::read_to_string(folder.join("error")).expect("it was written");
    assert!(status.success(), "{error}");
    let out = fs::read_to_string(folder.join("out")).expect("it was written");
    check(text, &out);
}

/// Solves `count` endgames while workers and servers are killed. The last problem keeps the batch open
/// until all accidents have happened.
fn with_accidents(count: usize, empties: u32, workers: usize, killed: usize, servers: usize) {
    let Some(mut server) = Server::start() else {
        return;
    };
    let mut crowd = Crowd::new(&server.url(), workers);
    let folder = tempfile::tempdir().expect("a folder");
    let text = problems(count, empties);
    fs::write(folder.path().join("some.obf"), text.clone() + &gate()).expect("a file");
    let mut client = solve(&server.url(), folder.path(), "accidents");
    // A client that finds no server ends at once: it has to be connected before the first accident.
    let url = server.url();
    let status = ["farm", "status", "--json", "--farm", &url];
    while !feed(reversi().args(status), b"")
        .stdout
        .contains("accidents")
    {
        let is_over = client.try_wait().expect("it can be asked").is_some();
        assert!(!is_over, "it ended before it began");
    }
    let start = Instant::now();
    for number in 0..killed {
        thread::sleep(PAUSE);
        // A new worker needs a server too.
        if number % (killed / servers) == 0 {
            server.restart();
        }
        crowd.replace(number);
    }
    println!(
        "{killed} workers and {servers} servers killed in {:?}, {} of {count} printed by then",
        start.elapsed(),
        printed(folder.path())
    );
    wait_for(&mut client, folder.path(), count);
    println!("{count} solved in {:?}", start.elapsed());
    kill(client);
    let out = fs::read_to_string(folder.path().join("out")).expect("it was written");
    check(&text, &out);
}

/// How long a worker lives before it is killed.
const PAUSE: Duration = Duration::from_millis(400);

/// How many answers a command has printed.
fn printed(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("out")).expect("it was written");
    text.lines().count()
}

#[test]
fn a_few_accidents() {
    with_accidents(400, 13, 2, 4, 2);
}

#[test]
#[ignore = "several minutes; make test-farm"]
fn fifty_workers_and_ten_servers_are_killed() {
    with_accidents(10_000, 14, 4, 50, 10);
}

/// A client is killed half-way; the same batch goes on from there. The first client gets half of the
/// problems through a pipe that stays open, so that it cannot end before it is killed.
fn resumed(count: usize, empties: u32) {
    let Some(server) = Server::start() else {
        return;
    };
    let _crowd = Crowd::new(&server.url(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let text = problems(count, empties);
    fs::write(folder.path().join("some.obf"), &text).expect("a file");
    let mut command = solving(&server.url(), folder.path(), "half");
    let mut first = command.arg("-").stdin(Stdio::piped()).spawn();
    let first = first.as_mut().expect("the program starts");
    let mut pipe = first.stdin.take().expect("it is piped");
    for line in text.lines().take(count / 2) {
        writeln!(pipe, "{line}").expect("it reads");
    }
    wait_for(first, folder.path(), count / 4);
    first.kill().expect("it was there");
    first.wait().expect("it is gone");
    let before = printed(folder.path());
    println!("{before} of {count} printed before the kill");
    assert!(before <= count / 2, "more answers than problems");
    let rest = File::open(folder.path().join("some.obf")).expect("it was written");
    let mut command = solving(&server.url(), folder.path(), "half");
    let again = command.arg("-").stdin(rest).spawn();
    finish(again.expect("the program starts"), folder.path(), &text);
}

#[test]
fn a_client_that_was_killed_takes_up_where_it_was() {
    resumed(300, 15);
}

#[test]
#[ignore = "a minute; make test-farm"]
fn a_client_with_ten_thousand_is_killed_half_way() {
    resumed(10_000, 12);
}

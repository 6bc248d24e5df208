//! How much of the machines is used, and what a job costs beside its work.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::crowd::Crowd;
use super::endgames::{check, problems};
use super::server::Server;
use crate::common::{feed, reversi};

/// How long a file takes on a farm with this number of workers. No job is done twice to check it: one
/// worker alone is not checked either.
fn timed(file: &str, workers: usize) -> (Duration, String) {
    let Some(server) = Server::start() else {
        return (Duration::ZERO, String::new());
    };
    let _crowd = Crowd::new(&server.url(), workers);
    // Until all are there.
    std::thread::sleep(Duration::from_secs(2));
    let start = Instant::now();
    let run = feed(
        reversi()
            .args(["solve", "--json", "--recheck", "0"])
            .args(["--farm", &server.url(), file]),
        b"",
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    (start.elapsed(), run.stdout)
}

#[test]
#[ignore = "a minute; make test-farm"]
fn a_job_costs_less_than_two_milliseconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tiny.obf");
    let text = problems(5000, 2);
    fs::write(&file, &text).expect("a file");
    let (time, output) = timed(file.to_str().expect("a plain name"), 1);
    if output.is_empty() {
        return;
    }
    check(&text, &output);
    let each = time.as_secs_f64() * 1000.0 / 5000.0;
    println!("a job that takes no time takes {each:.2} ms");
    assert!(each < 2.0, "{each:.2} ms");
}

/// The problems with 20 empty squares, where they are.
fn hard_20() -> Option<String> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/problems/hard-20.obf");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("hard-20.obf is not there: efficiency is not measured");
        return None;
    };
    Some(text)
}

#[test]
#[ignore = "minutes, on an idle machine; make test-farm"]
fn two_workers_do_twice_as_much_as_one() {
    let Some(text) = hard_20() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hard.obf");
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a plain name");
    let (one, _) = timed(file, 1);
    let (two, _) = timed(file, 2);
    let efficiency = one.as_secs_f64() / two.as_secs_f64() / 2.0;
    println!("hard-20: one worker {one:?}, two {two:?}: {efficiency:.2} of linear");
    assert!(efficiency >= 0.9, "{efficiency:.2}");
}

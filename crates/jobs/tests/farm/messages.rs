//! Messages that are not ours.

use std::sync::atomic::AtomicBool;

use jobs::{Link, Task, Watcher};

use super::hostile::{Hostile, failure, reply};
use super::server::Server;
use super::square::{RunningWorker, Squares, queue, run, run_until, wait_until};

/// Has a client make the streams.
pub fn make_streams(link: &Link) {
    let stop = AtomicBool::new(true);
    run_until(link, "empty", &mut Squares::up_to(0, 0), &stop).unwrap();
}

const ID: &str = "00000000000000000000000000000000";

#[test]
fn jobs_that_are_none_are_laid_aside() {
    let Some(server) = Server::start() else {
        return;
    };
    make_streams(&server.link());
    let worker = RunningWorker::new(&server.link(), 1);
    let stranger = Hostile::new(&server.link(), "stranger");
    let token = queue().name().replace("workers-2-", "");
    let subject = |id: &str| format!("reversi.job.2.{token}.hostile.{id}");
    let messages: [&[u8]; 5] = [
        b"",
        b"\xff\xfe",
        b"{\"protocol\":2}",
        b"{\"protocol\":7,\"kind\":\"square\",\"weights\":\"x\",\"build\":\"y\",\"job\":1}",
        b"{\"protocol\":2,\"kind\":\"square\",\"weights\":\"other\",\"build\":\"y\",\"job\":1}",
    ];
    for (number, message) in messages.into_iter().enumerate() {
        assert!(stranger.publish(&subject(&format!("{number:032}")), message));
    }
    assert!(stranger.publish(&subject("short"), "{}"));
    let mut squares = Squares::up_to(30, 0);
    run(&server.link(), "second", &mut squares).unwrap();
    assert!(squares.is_right());
    let watcher = Watcher::new(&server.link()).unwrap();
    wait_until(|| watcher.look().unwrap().dead >= 5);
    wait_until(|| {
        let status = watcher.look().unwrap();
        status.waiting + status.held == 0
    });
    let status = watcher.look().unwrap();
    assert_eq!(status.dead, 5, "{:?}", status.dead_letters);
    assert!(
        status
            .dead_letters
            .iter()
            .any(|letter| letter.reason.contains("version 7"))
    );
    assert_eq!(status.waiting + status.held, 0);
    worker.end();
}

#[test]
fn answers_that_are_none_are_thrown_away() {
    let Some(server) = Server::start() else {
        return;
    };
    make_streams(&server.link());
    let stranger = Hostile::new(&server.link(), "stranger");
    for subject in [
        format!("reversi.answer.junk.{ID}.stranger"),
        format!("reversi.answer.junk.{ID}"),
        "reversi.answer.junk".to_string(),
    ] {
        assert!(stranger.publish(&subject, "{\"a\":1}"));
    }
    let worker = RunningWorker::new(&server.link(), 1);
    let mut squares = Squares::up_to(5, 0);
    run(&server.link(), "junk", &mut squares).unwrap();
    assert!(squares.is_right());
    worker.end();
}

/// Runs a batch of one job whose first answers come from a hostile worker, then from an honest one.
fn answered_first_by(name: &str, answers: &[&dyn Fn(&str) -> String]) -> Squares {
    let server = Server::start().expect("it was there before");
    let link = server.link();
    let batch = std::thread::spawn({
        let (link, name) = (link.clone(), name.to_string());
        move || {
            let mut squares = Squares::up_to(1, 0);
            run(&link, &name, &mut squares).unwrap();
            squares
        }
    });
    let mallory = Hostile::new(&link, "mallory");
    for answer in answers {
        let mut taken = None;
        wait_until(|| {
            taken = mallory.take();
            taken.is_some()
        });
        let subject = taken.expect("a job").subject("mallory");
        assert!(mallory.publish(&subject, answer("mallory")));
    }
    assert!(!batch.is_finished());
    let worker = RunningWorker::new(&link, 1);
    let squares = batch.join().unwrap();
    let status = Watcher::new(&link).unwrap().look().unwrap();
    assert_eq!(status.dead, 0, "{:?}", status.dead_letters);
    worker.end();
    squares
}

#[test]
fn an_answer_that_does_not_verify_is_asked_for_again() {
    if Server::start().is_none() {
        return;
    }
    // However often it comes: the worker is quarantined, and the job is not given up.
    let nonsense = |name: &str| reply(name, 40);
    let squares = answered_first_by("nonsense", &[&nonsense, &nonsense, &nonsense, &nonsense]);
    assert!(squares.is_right(), "{:?}", squares.answers);
    // Under a name that is not its own.
    let squares = answered_first_by("names", &[&|_| reply("anna", 0), &|_| "junk".to_string()]);
    assert!(squares.is_right(), "{:?}", squares.answers);
}

#[test]
fn a_failure_that_one_worker_reports_is_not_believed_while_there_are_others() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let batch = std::thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(3, 0);
            run(&link, "failures", &mut squares).unwrap();
            squares
        }
    });
    let mallory = Hostile::new(&link, "mallory");
    let mut taken = None;
    wait_until(|| {
        taken = mallory.take();
        taken.is_some()
    });
    // Somebody else is there now, as the client knows before long.
    let worker = RunningWorker::new(&link, 1);
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| !watcher.look().unwrap().workers.is_empty());
    wait_until(|| {
        watcher
            .look()
            .unwrap()
            .batches
            .iter()
            .any(|batch| batch.record.done == 2)
    });
    let taken = taken.expect("a job");
    assert!(mallory.publish(&taken.subject("mallory"), failure("mallory")));
    let squares = batch.join().unwrap();
    assert!(squares.is_right(), "{:?}", squares.answers);
    worker.end();
}

#[test]
fn tasks_are_read_with_care() {
    let told = Task::read(
        b"{\"protocol\":1,\"kind\":\"a\",\"weights\":\"b\",\"build\":\"c\",\"job\":null}",
    );
    let told = told.unwrap_err().to_string();
    assert!(told.contains("version 1"), "{told}");
    assert!(Task::read(&vec![b' '; 2 << 20]).is_err());
    let deep = [
        b"{\"protocol\":2,\"kind\":\"a\",\"weights\":\"b\",\"build\":\"c\",\"job\":".as_slice(),
        &[b'['; 5000],
    ]
    .concat();
    assert!(Task::read(&deep).is_err());
}

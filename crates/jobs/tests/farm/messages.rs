//! Messages that are not ours.

use std::thread;
use std::time::Duration;

use async_nats::jetstream;
use jobs::{Task, Watcher};

use super::server::Server;
use super::square::{Hired, Squares, run, wait_until, weights};

fn publish(url: &str, subject: &str, message: &'static [u8]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(url).await.unwrap();
        let jetstream = jetstream::new(client);
        let sent = jetstream.publish(subject.to_string(), message.into()).await;
        sent.unwrap().await.unwrap();
    });
}

const ID: &str = "00000000000000000000000000000000";

#[test]
fn jobs_that_are_none_are_laid_aside() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = Hired::new(&server.link(), 1);
    // The streams are there when a batch has gone through.
    run(&server.link(), "first", &mut Squares::up_to(1, 0)).unwrap();
    let subject = |id: &str| format!("reversi.job.1.{}.hostile.{id}", weights());
    let messages: [&[u8]; 5] = [
        b"",
        b"\xff\xfe",
        b"{\"protocol\":1}",
        b"{\"protocol\":7,\"kind\":\"square\",\"weights\":\"x\",\"job\":1}",
        b"{\"protocol\":1,\"kind\":\"square\",\"weights\":\"other\",\"job\":1}",
    ];
    for (number, message) in messages.into_iter().enumerate() {
        publish(&server.url(), &subject(&format!("{number:032}")), message);
    }
    publish(&server.url(), &subject("short"), b"{}");
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
    Watcher::new(&server.link()).unwrap();
    let mut squares = Squares::up_to(1, 0);
    // The name of the only job, as anybody could find out.
    let job = serde_json::json!({"number": 0, "milliseconds": 0, "fails": false, "panics": false});
    let text = "{\"number\":0,\"milliseconds\":0,\"fails\":false,\"panics\":false}";
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(text).unwrap(),
        job
    );
    let id = id_of("square", text);
    publish(
        &server.url(),
        &format!("reversi.answer.forged.{id}"),
        b"{\"a\":1}",
    );
    publish(
        &server.url(),
        &format!("reversi.answer.forged.{ID}"),
        b"junk",
    );
    let worker = Hired::new(&server.link(), 1);
    run(&server.link(), "forged", &mut squares).unwrap();
    assert!(squares.is_right());
    worker.end();
}

/// A reply as a worker writes it, with an answer that nobody worked out.
const FORGED: &[u8] =
    b"{\"protocol\":1,\"kind\":\"square\",\"worker\":\"mallory\",\"seconds\":0.1,\"answer\":40}";

#[test]
fn an_answer_that_does_not_verify_is_asked_for_again() {
    let Some(server) = Server::start() else {
        return;
    };
    Watcher::new(&server.link()).unwrap();
    let id = id_of(
        "square",
        "{\"number\":0,\"milliseconds\":0,\"fails\":false,\"panics\":false}",
    );
    publish(
        &server.url(),
        &format!("reversi.answer.believed.{id}"),
        FORGED,
    );
    let worker = Hired::new(&server.link(), 1);
    let mut squares = Squares::up_to(1, 0);
    run(&server.link(), "believed", &mut squares).unwrap();
    assert!(squares.is_right(), "{:?}", squares.answers);
    let status = Watcher::new(&server.link()).unwrap().look().unwrap();
    assert_eq!(status.dead, 0, "one refusal is no failure");
    worker.end();
}

#[test]
fn a_job_whose_answers_are_all_forged_is_given_up() {
    let Some(server) = Server::start() else {
        return;
    };
    Watcher::new(&server.link()).unwrap();
    let id = id_of(
        "square",
        "{\"number\":0,\"milliseconds\":0,\"fails\":false,\"panics\":false}",
    );
    let subject = format!("reversi.answer.lies.{id}");
    let link = server.link();
    // Nobody works but the forger.
    let batch = thread::spawn(move || {
        let mut squares = Squares::up_to(1, 0);
        run(&link, "lies", &mut squares).unwrap();
        squares
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let jetstream = jetstream::new(client);
        while !batch.is_finished() {
            // The server refuses it while one is there.
            if let Ok(sent) = jetstream.publish(subject.clone(), FORGED.into()).await {
                let _ = sent.await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let squares = batch.join().unwrap();
    let reason = squares.answers[&0].as_ref().unwrap_err();
    assert_eq!(reason, "40 is not the square of 0");
    let status = Watcher::new(&server.link()).unwrap().look().unwrap();
    let letters: Vec<(&str, i64)> = status
        .dead_letters
        .iter()
        .map(|letter| (letter.worker.as_str(), letter.tries))
        .collect();
    assert_eq!(letters, [("mallory", 3)], "{:?}", status.dead_letters);
    // The same command tries it again.
    let worker = Hired::new(&server.link(), 1);
    let mut squares = Squares::up_to(1, 0);
    run(&server.link(), "lies", &mut squares).unwrap();
    assert!(squares.is_right(), "{:?}", squares.answers);
    worker.end();
}

fn id_of(kind: &str, job: &str) -> String {
    use sha2::{Digest, Sha256};
    let mut sha = Sha256::new();
    for part in [kind, weights().as_str(), job] {
        sha.update(part.as_bytes());
        sha.update([0]);
    }
    let hex: String = sha
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    hex[..32].to_string()
}

#[test]
fn tasks_are_read_with_care() {
    let told = Task::read(b"{\"protocol\":2,\"kind\":\"a\",\"weights\":\"b\",\"job\":null}");
    let told = told.unwrap_err().to_string();
    assert!(told.contains("version 2"), "{told}");
    assert!(Task::read(&vec![b' '; 2 << 20]).is_err());
    let deep = [
        b"{\"protocol\":1,\"kind\":\"a\",\"weights\":\"b\",\"job\":".as_slice(),
        &[b'['; 5000],
    ]
    .concat();
    assert!(Task::read(&deep).is_err());
}

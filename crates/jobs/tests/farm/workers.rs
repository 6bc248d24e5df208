//! What workers do with jobs that fail, take long, or are for others.

use std::thread;
use std::time::Duration;

use jobs::{News, Watcher, Weights};

use super::patience::wait_until;
use super::server::Server;
use super::square::{Hired, Job, Squares, run, run_until};

#[test]
fn jobs_that_fail_are_laid_aside_and_the_batch_ends_without_them() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = Hired::new(&server.link(), 2);
    let job = |number| Job {
        number,
        fails: number == 3,
        panics: number == 5,
        ..Job::default()
    };
    let mut squares = Squares::new((0..10).map(job));
    run(&server.link(), "bad", &mut squares).unwrap();
    assert_eq!(squares.answers.len(), 10);
    assert_eq!(squares.answers[&3], Err("as asked for".to_string()));
    let panic = squares.answers[&5].as_ref().unwrap_err();
    assert!(panic.contains("a fault in the program"), "{panic}");
    assert_eq!(squares.answers[&4], Ok(16));
    let status = Watcher::new(&server.link()).unwrap().look().unwrap();
    assert_eq!(status.dead, 2);
    let grave = status
        .graves
        .iter()
        .find(|grave| grave.reason == "as asked for");
    assert_eq!(
        grave.map(|grave| (grave.batch.as_str(), grave.tries)),
        Some(("bad", 3))
    );
    worker.end();
}

#[test]
fn a_long_job_tells_how_far_it_is_and_is_not_given_to_others() {
    let Some(server) = Server::start() else {
        return;
    };
    let workers = [(); 2].map(|()| Hired::new(&server.link(), 1));
    // Longer than the server waits for a word.
    let mut squares = Squares::up_to(1, 12_500);
    run(&server.link(), "long", &mut squares).unwrap();
    assert!(squares.is_right());
    assert!(squares.progress >= 5, "{}", squares.progress);
    let done: u64 = workers.map(|worker| worker.end().0.done).iter().sum();
    assert_eq!(done, 1);
}

#[test]
fn a_worker_that_leaves_hands_back_what_it_holds() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let first = Hired::new(&link, 2);
    let batch = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(6, 1500);
            run(&link, "leaving", &mut squares).unwrap();
            squares
        }
    });
    wait_until(&link, |status| status.held >= 2);
    let ended = first.break_off();
    assert!(ended.handed_back >= 1, "{ended:?}");
    // At once, and not when the server finds out.
    let second = Hired::new(&link, 6);
    let start = std::time::Instant::now();
    assert!(batch.join().unwrap().is_right());
    assert!(
        start.elapsed() < Duration::from_secs(8),
        "{:?}",
        start.elapsed()
    );
    second.end();
}

#[test]
fn a_worker_that_finishes_finishes_what_it_has_begun() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let worker = Hired::new(&link, 1);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let batch = thread::spawn({
        let (link, stop) = (link.clone(), stop.clone());
        move || run_until(&link, "half", &mut Squares::up_to(4, 5000), &stop).unwrap()
    });
    wait_until(&link, |status| status.held >= 1);
    // The server knows it a little earlier than the worker.
    thread::sleep(Duration::from_secs(1));
    let (ended, news) = worker.end();
    assert_eq!((ended.done, ended.failed), (1, 0), "{ended:?}");
    assert!(news.contains(&News::Finishing { left: 1 }), "{news:?}");
    stop.store(true, std::sync::atomic::Ordering::SeqCst);
    batch.join().unwrap();
}

#[test]
fn jobs_for_other_weights_are_left_alone() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let other = Hired::with(&link, 1, Weights::of(b"others"));
    let batch = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(5, 0);
            run(&link, "ours", &mut squares).unwrap();
            squares
        }
    });
    // It looks around every ten seconds.
    thread::sleep(Duration::from_secs(20));
    assert!(!batch.is_finished());
    let (ended, news) = other.end();
    assert_eq!(ended.done, 0);
    let refused = news.iter().find_map(|told| match told {
        News::Refused { needs, waiting } => Some((needs.clone(), *waiting)),
        _ => None,
    });
    let (needs, waiting) = refused.expect("it says so");
    assert!(
        needs.ends_with(super::square::weights().as_str()),
        "{needs}"
    );
    assert_eq!(waiting, 5);
    let right = Hired::new(&link, 1);
    assert!(batch.join().unwrap().is_right());
    right.end();
}

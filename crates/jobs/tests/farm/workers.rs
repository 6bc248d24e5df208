//! What workers do with jobs that fail, take long, or are for others.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;

use jobs::{Build, Event, Queue, Watcher, Weights};

use super::server::Server;
use super::square::{RunningWorker, Square, Squares, queue, run, run_until, run_with, wait_until};

#[test]
fn jobs_that_fail_are_laid_aside_and_the_batch_ends_without_them() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 2);
    let job = |number| Square {
        number,
        fails: number == 3,
        panics: number == 5,
        ..Square::default()
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
    let letter = status
        .dead_letters
        .iter()
        .find(|letter| letter.reason == "as asked for");
    assert_eq!(
        letter.map(|letter| (letter.batch.as_str(), letter.tries)),
        Some(("bad", 3))
    );
    worker.end();
}

#[test]
fn a_long_job_tells_how_far_it_is_and_is_not_given_to_others() {
    let Some(server) = Server::start() else {
        return;
    };
    let workers = [(); 2].map(|()| RunningWorker::new(&server.link(), 1));
    // Longer than the server waits for a word.
    let mut squares = Squares::up_to(1, 12_500);
    let stop = AtomicBool::new(false);
    run_with(&server.link(), "long", &mut squares, &stop, 0, |_| {}).unwrap();
    assert!(squares.is_right());
    assert!(squares.progress >= 5, "{}", squares.progress);
    let done: u64 = workers.map(|worker| worker.end().0.done).iter().sum();
    assert_eq!(done, 1);
}

/// Whether a worker runs a job.
fn is_at_work(watcher: &Watcher) -> bool {
    let workers = watcher.look().unwrap().workers;
    workers.iter().any(|worker| !worker.doing.is_empty())
}

#[test]
fn a_worker_that_leaves_hands_back_what_it_holds() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let watcher = Watcher::new(&link).unwrap();
    let first = RunningWorker::new(&link, 2);
    let batch = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(6, 5000);
            run(&link, "leaving", &mut squares).unwrap();
            squares
        }
    });
    wait_until(|| is_at_work(&watcher));
    let ended = first.break_off();
    // Not found out by the server, but handed back.
    assert!(ended.handed_back >= 1, "{ended:?}");
    let second = RunningWorker::new(&link, 6);
    assert!(batch.join().unwrap().is_right());
    second.end();
}

#[test]
fn a_worker_that_finishes_finishes_what_it_has_begun() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let worker = RunningWorker::new(&link, 1);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let batch = thread::spawn({
        let (link, stop) = (link.clone(), stop.clone());
        move || run_until(&link, "half", &mut Squares::up_to(4, 8000), &stop).unwrap()
    });
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| is_at_work(&watcher));
    let (ended, news) = worker.end();
    assert_eq!((ended.done, ended.failed), (1, 0), "{ended:?}");
    assert!(news.contains(&Event::Finishing { left: 1 }), "{news:?}");
    stop.store(true, std::sync::atomic::Ordering::SeqCst);
    batch.join().unwrap();
}

#[test]
fn jobs_for_other_weights_are_left_alone() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let batch = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(5, 0);
            run(&link, "ours", &mut squares).unwrap();
            squares
        }
    });
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| watcher.look().unwrap().waiting == 5);
    let weights = Weights::of(b"others");
    let other = RunningWorker::with(&link, 1, Queue { weights, ..queue() });
    wait_until(|| other.has_told(|event| matches!(event, Event::Refused { .. })));
    assert!(!batch.is_finished());
    let (ended, news) = other.end();
    assert_eq!(ended.done, 0);
    let refused = news.iter().find_map(|told| match told {
        Event::Refused { needs, waiting } => Some((needs.clone(), *waiting)),
        _ => None,
    });
    let (needs, waiting) = refused.expect("it says so");
    assert!(needs.contains(queue().weights.as_str()), "{needs}");
    assert_eq!(waiting, 5);
    let right = RunningWorker::new(&link, 1);
    assert!(batch.join().unwrap().is_right());
    right.end();
}

#[test]
fn a_worker_of_another_build_gets_no_jobs_and_is_named() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let build = Build::of("1.2.3", 2);
    let theirs = build.to_string();
    let other =
        RunningWorker::doing::<Square>(&link, 1, Some("anna"), Queue { build, ..queue() }, || ());
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| watcher.look().unwrap().workers.len() == 1);
    let told = Arc::new(Mutex::new(String::new()));
    let batch = thread::spawn({
        let (link, told) = (link.clone(), Arc::clone(&told));
        move || {
            let tell = move |text: &str| *told.lock().unwrap() += text;
            let mut squares = Squares::up_to(5, 0);
            let stop = AtomicBool::new(false);
            run_with(&link, "builds", &mut squares, &stop, 5, tell).unwrap();
            squares
        }
    });
    let ours = queue().build.to_string();
    let expected = format!("worker anna is build {theirs}; this command is build {ours}");
    wait_until(|| told.lock().unwrap().contains(&expected));
    let right = RunningWorker::new(&link, 1);
    assert!(batch.join().unwrap().is_right());
    let workers = watcher.look().unwrap().workers;
    assert!(workers.iter().any(|worker| worker.build == theirs));
    assert_eq!(other.end().0.done, 0);
    right.end();
}

//! Batches that are broken off, taken up, lost and found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use jobs::{Executor, Farm, Watcher};

use super::server::Server;
use super::square::{RunningWorker, Square, Squares, queue, run, run_until, run_with, wait_until};

#[test]
fn every_job_is_answered_once_and_nothing_is_left() {
    let Some(server) = Server::start() else {
        return;
    };
    let workers = [(); 2].map(|()| RunningWorker::new(&server.link(), 2));
    let mut squares = Squares::up_to(3000, 0);
    run(&server.link(), "plain", &mut squares).unwrap();
    assert!(squares.is_right());
    assert_eq!(squares.answers.len(), 3000);
    let status = Watcher::new(&server.link()).unwrap().look().unwrap();
    assert_eq!((status.waiting, status.held, status.dead), (0, 0, 0));
    assert!(status.batches.is_empty(), "{:?}", status.batches);
    assert_eq!(status.workers.len(), 2);
    let done: u64 = workers.map(|worker| worker.end().0.done).iter().sum();
    assert!(done >= 3000, "{done}");
}

#[test]
fn equal_jobs_are_done_once_and_all_are_answered() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 2);
    let job = Square {
        number: 7,
        milliseconds: 200,
        ..Square::default()
    };
    let mut squares = Squares::new(vec![job; 50]);
    run(&server.link(), "equal", &mut squares).unwrap();
    assert!(squares.is_right());
    assert!(worker.end().0.done < 5);
}

#[test]
fn equal_jobs_far_apart_are_all_answered() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 1);
    // More than may wait at once lie between them.
    let numbers = (0..1500).chain([0, 1, 1499]);
    let mut squares = Squares::new(numbers.map(|number| Square {
        number,
        ..Square::default()
    }));
    run(&server.link(), "apart", &mut squares).unwrap();
    assert!(squares.is_right());
    assert_eq!(worker.end().0.done, 1500);
}

#[test]
fn what_failed_is_tried_again_by_the_next_run() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 1);
    let job = |number| Square {
        number,
        fails: number == 0,
        milliseconds: 150,
        ..Square::default()
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut first = Squares::new((0..40).map(job));
    first.stop_after = Some((38, Arc::clone(&stop)));
    run_until(&server.link(), "twice", &mut first, &stop).unwrap();
    assert!(first.answers[&0].is_err());
    let watcher = Watcher::new(&server.link()).unwrap();
    assert_eq!(watcher.look().unwrap().dead, 1);
    let (before, _) = worker.end();
    assert_eq!(before.failed, 1);
    let worker = RunningWorker::new(&server.link(), 1);
    let mut second = Squares::new((0..40).map(job));
    run(&server.link(), "twice", &mut second).unwrap();
    assert!(second.answers[&0].is_err());
    let (again, _) = worker.end();
    assert_eq!(again.failed, 1, "it was tried again");
}

#[test]
fn a_batch_that_is_forgotten_ends() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let running = thread::spawn({
        let link = link.clone();
        move || run(&link, "gone", &mut Squares::up_to(5, 0))
    });
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| watcher.look().unwrap().waiting == 5);
    assert!(watcher.forget(&"gone".parse().unwrap()).unwrap());
    let told = running.join().unwrap().unwrap_err().to_string();
    assert!(told.contains("was forgotten"), "{told}");
}

#[test]
fn a_batch_that_was_broken_off_is_taken_up_where_it_was() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 1);
    let stop = Arc::new(AtomicBool::new(false));
    let mut first = Squares::up_to(200, 3);
    first.stop_after = Some((50, Arc::clone(&stop)));
    // Nothing is done twice on purpose, so that it can be counted.
    run_with(&server.link(), "again", &mut first, &stop, 0, |_| {}).unwrap();
    assert!(first.answers.len() >= 50 && !first.is_right());
    // Without its client, the worker goes on.
    let watcher = Watcher::new(&server.link()).unwrap();
    wait_until(|| watcher.look().unwrap().waiting < 100);
    let (before, _) = worker.end();
    let worker = RunningWorker::new(&server.link(), 1);
    let mut second = Squares::up_to(200, 3);
    let stop = AtomicBool::new(false);
    run_with(&server.link(), "again", &mut second, &stop, 0, |_| {}).unwrap();
    assert!(second.is_right());
    let (after, _) = worker.end();
    let done = before.done + after.done;
    // The job that a worker runs when it ends, and the one after it, may be done again.
    assert!((200..=202).contains(&done), "{done} jobs were done");
}

#[test]
fn a_batch_that_is_being_run_is_not_run_twice() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let stop = Arc::new(AtomicBool::new(false));
    let running = {
        let (link, stop) = (link.clone(), Arc::clone(&stop));
        thread::spawn(move || {
            // Nobody works, so it waits.
            run_until(&link, "mine", &mut Squares::up_to(5, 0), &stop).unwrap();
        })
    };
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| watcher.look().unwrap().waiting == 5);
    let refused = run(&link, "mine", &mut Squares::up_to(5, 0)).unwrap_err();
    assert!(refused.to_string().contains("is being run by"), "{refused}");
    stop.store(true, Ordering::SeqCst);
    running.join().unwrap();
}

#[test]
fn a_name_that_other_work_has_is_refused() {
    let Some(server) = Server::start() else {
        return;
    };
    let stop = AtomicBool::new(true);
    run_until(&server.link(), "taken", &mut Squares::up_to(5, 0), &stop).unwrap();
    let name = "taken".parse().unwrap();
    let other = Farm::<Square>::new(server.link(), queue(), "other", || (), |_| {});
    let mut other = other.named(Some(name));
    let stop = AtomicBool::new(false);
    let refused =
        Executor::<Square>::run(&mut other, &mut Squares::up_to(5, 0), &stop).unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.contains("other work (squares, weights"),
        "{refused}"
    );
    assert!(refused.contains("reversi farm forget taken"), "{refused}");
    let watcher = Watcher::new(&server.link()).unwrap();
    assert!(watcher.forget(&"taken".parse().unwrap()).unwrap());
    assert!(!watcher.forget(&"taken".parse().unwrap()).unwrap());
    let worker = RunningWorker::new(&server.link(), 1);
    let mut squares = Squares::up_to(5, 0);
    Executor::<Square>::run(&mut other, &mut squares, &stop).unwrap();
    assert!(squares.is_right());
    worker.end();
}

#[test]
fn when_it_is_enough_the_rest_is_taken_back() {
    let Some(server) = Server::start() else {
        return;
    };
    let worker = RunningWorker::new(&server.link(), 1);
    // After the twentieth they take long, so that there is time to take them back.
    let mut squares = Squares::new((0..500).map(|number| Square {
        number,
        milliseconds: if number < 20 { 10 } else { 500 },
        ..Square::default()
    }));
    squares.enough = Some(20);
    run(&server.link(), "enough", &mut squares).unwrap();
    assert_eq!(squares.answers.len(), 20);
    let watcher = Watcher::new(&server.link()).unwrap();
    wait_until(|| {
        let status = watcher.look().unwrap();
        (status.waiting, status.held) == (0, 0)
    });
    // A job that was on its way to the worker when it was taken back is done for nothing.
    let done = worker.end().0.done;
    assert!(done < 100, "{done}");
}

#[test]
fn a_server_that_dies_takes_nothing_with_it() {
    let Some(mut server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = [(); 2].map(|()| RunningWorker::new(&link, 1));
    let batch = {
        let link = link.clone();
        thread::spawn(move || {
            let mut squares = Squares::up_to(1500, 2);
            run(&link, "accident", &mut squares).unwrap();
            squares
        })
    };
    for _ in 0..3 {
        thread::sleep(Duration::from_millis(700));
        server.restart();
    }
    let squares = batch.join().unwrap();
    assert!(squares.is_right());
    for worker in workers {
        worker.end();
    }
}

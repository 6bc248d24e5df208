//! Answers that are forged, replayed or late: the batch is right all the same.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use jobs::{Link, Watcher};

use super::hostile::{Hostile, reply};
use super::liar::{honest, liar};
use super::messages::make_streams;
use super::server::Server;
use super::square::{RunningWorker, Square, Squares, run, run_with, wait_until};

/// Numbers whose squares can be forged: the only multiple of 0 is 0.
fn numbers(count: u64, milliseconds: u64) -> Squares {
    Squares::new((1..=count).map(|number| Square {
        number,
        milliseconds,
        ..Square::default()
    }))
}

/// Waits until this many workers are there.
fn wait_for_workers(link: &Link, count: usize) {
    let watcher = Watcher::new(link).unwrap();
    wait_until(|| watcher.look().unwrap().workers.len() == count);
}

/// Has a batch done; what the client says, and whether it ended well.
fn told(link: &Link, name: &str, squares: &mut Squares, recheck: u32) -> (String, bool) {
    let told = Arc::new(Mutex::new(String::new()));
    let tell = {
        let told = Arc::clone(&told);
        move |text: &str| *told.lock().unwrap() += &format!("{text}\n")
    };
    let stop = AtomicBool::new(false);
    let ended = run_with(link, name, squares, &stop, recheck, tell);
    let mut told = told.lock().unwrap().clone();
    if let Err(error) = &ended {
        told += &error.to_string();
    }
    (told, ended.is_ok())
}

/// Workers anna and ben, and mallory, who lies after this number of honest answers. All are there.
fn two_honest_and_a_liar(link: &Link, lies_after: u64) -> [RunningWorker; 3] {
    let workers = [
        honest(link, "anna"),
        honest(link, "ben"),
        liar(link, "mallory", lies_after),
    ];
    wait_for_workers(link, 3);
    workers
}

#[test]
fn a_worker_that_forges_is_quarantined_before_the_batch_sees_an_answer_of_it() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = two_honest_and_a_liar(&link, 0);
    let mut squares = numbers(200, 2);
    let (told, is_well) = told(&link, "forged", &mut squares, 5);
    assert!(is_well, "{told}");
    assert!(squares.is_right(), "{:?}", squares.answers);
    assert!(told.contains("worker mallory is quarantined"), "{told}");
    for name in ["anna", "ben"] {
        assert!(
            !told.contains(&format!("worker {name} is quarantined")),
            "{told}"
        );
    }
    for worker in workers {
        worker.end();
    }
}

#[test]
fn a_quarantined_worker_is_named_in_the_status() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = [honest(&link, "anna"), liar(&link, "mallory", 0)];
    wait_for_workers(&link, 2);
    let stop = Arc::new(AtomicBool::new(false));
    let running = thread::spawn({
        let (link, stop) = (link.clone(), Arc::clone(&stop));
        move || {
            let mut squares = numbers(1000, 20);
            run_with(&link, "named", &mut squares, &stop, 5, |_| {}).unwrap();
        }
    });
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| {
        let batches = watcher.look().unwrap().batches;
        batches
            .iter()
            .any(|batch| batch.record.quarantined == ["mallory"])
    });
    stop.store(true, Ordering::SeqCst);
    running.join().unwrap();
    for worker in workers {
        worker.break_off();
    }
}

#[test]
fn a_worker_that_forges_later_is_found_and_its_answers_are_asked_for_again() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = two_honest_and_a_liar(&link, 20);
    let mut squares = numbers(400, 3);
    let (first, is_well) = told(&link, "later", &mut squares, 20);
    assert!(first.contains("worker mallory is quarantined"), "{first}");
    if is_well {
        assert!(squares.is_right(), "{:?}", squares.answers);
    } else {
        // The batch had some wrong answers by then, and the client does not pretend otherwise.
        assert!(first.contains("run the same command again"), "{first}");
        squares = numbers(400, 3);
        let (second, is_well) = told(&link, "later", &mut squares, 20);
        assert!(is_well, "{second}");
        assert!(squares.is_right(), "{:?}", squares.answers);
    }
    for worker in workers {
        worker.end();
    }
}

#[test]
fn when_every_job_is_done_twice_no_forged_answer_is_used() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = two_honest_and_a_liar(&link, 7);
    let mut squares = numbers(100, 2);
    let (told, is_well) = told(&link, "twice", &mut squares, 100);
    assert!(is_well, "{told}");
    assert!(squares.is_right(), "{:?}", squares.answers);
    assert!(told.contains("worker mallory is quarantined"), "{told}");
    for worker in workers {
        worker.end();
    }
}

#[test]
fn a_checker_that_lies_is_the_one_that_is_quarantined() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    // Two workers: the client decides which of them is wrong.
    let workers = [honest(&link, "anna"), liar(&link, "mallory", 0)];
    wait_for_workers(&link, 2);
    let mut squares = numbers(60, 2);
    let (told, is_well) = told(&link, "checker", &mut squares, 30);
    assert!(is_well, "{told}");
    assert!(squares.is_right(), "{:?}", squares.answers);
    assert!(told.contains("this command runs"), "{told}");
    assert!(told.contains("worker mallory is quarantined"), "{told}");
    assert!(!told.contains("worker anna is quarantined"), "{told}");
    for worker in workers {
        worker.end();
    }
}

#[test]
fn with_one_worker_the_client_says_that_nothing_is_checked() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let worker = honest(&link, "anna");
    wait_for_workers(&link, 1);
    let mut squares = Squares::up_to(40, 5);
    let (told, is_well) = told(&link, "single", &mut squares, 5);
    assert!(is_well && squares.is_right(), "{told}");
    assert!(
        told.contains("no second worker is there to check"),
        "{told}"
    );
    assert_eq!(worker.end().0.done, 40);
}

#[test]
fn answers_of_another_batch_are_not_those_of_this_one() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    make_streams(&link);
    let worker = honest(&link, "anna");
    let mallory = Hostile::new(&link, "mallory");
    // The same jobs in both batches.
    let heard = mallory.overhear("reversi.answer.>", || {
        let mut squares = Squares::up_to(10, 0);
        run(&link, "first", &mut squares).unwrap();
        assert!(squares.is_right());
    });
    assert_eq!(heard.len(), 10);
    for (subject, _) in &heard {
        let words: Vec<&str> = subject.split('.').collect();
        let forged = format!("reversi.answer.second.{}.mallory", words[3]);
        assert!(mallory.publish(&forged, reply("mallory", 0)));
        // And late, for the batch that is over.
        let late = format!("reversi.answer.first.{}.mallory", words[3]);
        assert!(mallory.publish(&late, reply("mallory", 0)));
    }
    for name in ["second", "first"] {
        let mut squares = Squares::up_to(10, 0);
        run(&link, name, &mut squares).unwrap();
        assert!(squares.is_right(), "{name}: {:?}", squares.answers);
    }
    worker.end();
}

#[test]
fn a_worker_that_does_not_say_that_it_is_there_is_checked_too() {
    let Some(server) = Server::start() else {
        return;
    };
    let link = server.link();
    let workers = [honest(&link, "anna"), honest(&link, "ben")];
    wait_for_workers(&link, 2);
    let running = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = numbers(200, 10);
            let (told, is_well) = told(&link, "stolen", &mut squares, 5);
            (told, is_well, squares)
        }
    });
    // It takes jobs and answers each of them at once.
    let mallory = Hostile::new(&link, "mallory");
    let mut count = 0;
    wait_until(|| {
        if let Some(taken) = mallory.take() {
            let forged = reply("mallory", taken.number * taken.number + taken.number);
            assert!(mallory.publish(&taken.subject("mallory"), forged));
            count += 1;
        }
        count == 10
    });
    let (told, is_well, squares) = running.join().unwrap();
    assert!(
        is_well && squares.is_right(),
        "{told}: {:?}",
        squares.answers
    );
    assert!(told.contains("worker mallory is quarantined"), "{told}");
    for worker in workers {
        worker.end();
    }
}

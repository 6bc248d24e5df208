//! Any message of a farm is accepted or rejected with a reason: jobs by workers, answers by
//! clients.

#![no_main]

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use arena::contest::{GameJob, GameSheet, Gaming};
use engine::{Network, Trained};
use jobs::{Control, Failure, Job as _, Presence, RemoteJob, Reply, Task};
use libfuzzer_sys::fuzz_target;
use play::review::{Ahead, Effort, ReviewJob, ReviewSheet, Reviewing};
use play::solve::{Answer, SolveJob, Solving};
use rules::{Diagram, Game, Size, Start};
use train::{AnyEvaluator, label, selfplay};

struct Workers {
    solve: Solving,
    review: Reviewing,
    game: Gaming,
    train: AnyEvaluator,
}

thread_local! {
    static WORKERS: RefCell<Workers> = RefCell::new(Workers {
        solve: Solving::new(1, 1),
        review: Reviewing::new(1),
        game: Gaming::new(),
        train: AnyEvaluator::Trained(Trained::Network(Network::embedded())),
    });
}

fuzz_target!(|bytes: &[u8]| {
    let _ = Reply::read(bytes);
    if let Ok(task) = Task::read(bytes) {
        assert_eq!(task.protocol, 2);
    }
    WORKERS.with_borrow_mut(|workers| {
        run::<SolveJob>(&mut workers.solve, bytes);
        run::<ReviewJob>(&mut workers.review, bytes);
        run::<GameJob>(&mut workers.game, bytes);
        run::<selfplay::Job>(&mut workers.train, bytes);
        run::<label::Job>(&mut workers.train, bytes);
    });
    if let Ok(answer) = serde_json::from_slice::<Answer>(bytes) {
        let diagram = Diagram::start(Size::EIGHT, Start::Standard);
        let _ = answer.analysis(&diagram);
        let job = SolveJob::new(&diagram, false, false).expect("a size that can be solved");
        if job.verify(&answer).is_ok() {
            assert!(job.agrees(&answer, &answer));
        }
    }
    // Presence comes from anybody who can reach the server.
    if let Ok(worker) = serde_json::from_slice::<Presence>(bytes) {
        let _ = (worker.queue(), worker.build_text());
    }
    if let Ok(sheet) = serde_json::from_slice::<ReviewSheet>(bytes) {
        let effort = Effort {
            ahead: Ahead::Level(engine::Level::LOWEST),
            exact: 10,
        };
        let _ = sheet.review(&Game::new(Size::EIGHT), effort);
    }
    if let Ok(sheet) = serde_json::from_slice::<GameSheet>(bytes) {
        let _ = sheet.played();
    }
});

/// Runs a job with the stop flag set: it is fully read but not executed.
fn run<J: RemoteJob>(worker: &mut J::Worker, bytes: &[u8]) {
    let Ok(job) = serde_json::from_slice::<J>(bytes) else {
        return;
    };
    let stop = AtomicBool::new(true);
    let progress = &mut |_: &str| {};
    let control = &mut Control { stop: &stop, progress };
    if let Err(Failure::Failed(reason)) = job.run(worker, control) {
        assert!(!reason.is_empty());
    }
}

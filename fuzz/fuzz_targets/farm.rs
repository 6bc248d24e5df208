//! Any message of a farm is understood or refused with a reason: jobs by workers, answers by clients.

#![no_main]

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use engine::Network;
use jobs::{Reply, Task};
use libfuzzer_sys::fuzz_target;
use jobs::batch::{Failure, Pulse, Work};
use arena::contest::{GameSheet, Gaming};
use play::review::{Ahead, Effort, ReviewSheet, Reviewing};
use play::solve::{Answer, Solving};
use rules::{Diagram, Game, Size, Start};
use train::label::Labelling;
use train::selfplay::Playing;

struct Hands {
    solve: Solving,
    review: Reviewing,
    game: Gaming,
    selfplay: Playing<Network>,
    label: Labelling<Network>,
}

thread_local! {
    static HANDS: RefCell<Hands> = RefCell::new(Hands {
        solve: Solving::new(1, 1),
        review: Reviewing::new(1),
        game: Gaming::new(),
        selfplay: Playing::new(Network::embedded()),
        label: Labelling::new(Network::embedded()),
    });
}

fuzz_target!(|bytes: &[u8]| {
    let _ = Reply::read(bytes);
    if let Ok(task) = Task::read(bytes) {
        assert_eq!(task.protocol, 1);
    }
    HANDS.with_borrow_mut(|hands| {
        perform(&mut hands.solve, bytes);
        perform(&mut hands.review, bytes);
        perform(&mut hands.game, bytes);
        perform(&mut hands.selfplay, bytes);
        perform(&mut hands.label, bytes);
    });
    if let Ok(answer) = serde_json::from_slice::<Answer>(bytes) {
        let _ = answer.analysis(&Diagram::start(Size::EIGHT, Start::Standard));
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

/// Does a job that was stopped before it began: all that is read of it is read.
fn perform<W: Work>(worker: &mut W, bytes: &[u8]) {
    let Ok(job) = serde_json::from_slice::<W::Job>(bytes) else {
        return;
    };
    let stop = AtomicBool::new(true);
    let say = &mut |_: &str| {};
    let performed = worker.perform(&job, &mut Pulse { stop: &stop, say });
    if let Err(Failure::Failed(reason)) = performed {
        assert!(!reason.is_empty());
    }
}

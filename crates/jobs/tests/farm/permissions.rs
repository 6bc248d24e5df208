//! What each key of `reversi farm init` can do, and what it cannot: every line of the table in
//! docs/farm.md.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::thread;

use jobs::{Setup, Watcher, add_worker};
use tempfile::TempDir;

use super::hostile::{Hostile, reply};
use super::keyed_farm::KeyedFarm;
use super::links::refused;
use super::square::{RunningWorker, Squares, run, run_until, wait_until};

const ROOM: u64 = 16 << 20;

const ID: &str = "00000000000000000000000000000000";

/// A farm with two workers' keys whose streams are there.
fn farm() -> Option<KeyedFarm> {
    let farm = KeyedFarm::new(&["anna", "ben"], ROOM)?;
    let stop = AtomicBool::new(true);
    run_until(
        &farm.link("client"),
        "empty",
        &mut Squares::up_to(0, 0),
        &stop,
    )
    .unwrap();
    Some(farm)
}

#[test]
fn with_their_keys_clients_workers_and_watchers_can_do_their_work() {
    let Some(farm) = KeyedFarm::new(&["anna", "ben"], ROOM) else {
        return;
    };
    // Workers wait until a client has made the streams.
    let workers = ["anna", "ben"].map(|name| RunningWorker::new(&farm.link(name), 1));
    let mut squares = Squares::up_to(300, 1);
    run(&farm.link("client"), "work", &mut squares).unwrap();
    assert!(squares.is_right());
    let status = Watcher::new(&farm.link("watcher")).unwrap().look().unwrap();
    let names: Vec<&str> = status
        .workers
        .iter()
        .map(|worker| worker.worker.as_str())
        .collect();
    assert_eq!(names, ["anna", "ben"]);
    assert_eq!((status.waiting, status.dead), (0, 0));
    for worker in workers {
        worker.end();
    }
}

#[test]
fn without_a_key_nobody_comes_in() {
    let Some(farm) = farm() else { return };
    let told = refused(&farm.server.link());
    assert!(told.contains("--nkey FILE"), "{told}");
}

#[test]
fn a_worker_publishes_under_its_own_name_only() {
    let Some(farm) = farm() else { return };
    let anna = Hostile::new(&farm.link("anna"), "anna");
    assert!(anna.publish(&format!("reversi.answer.some.{ID}.anna"), reply("anna", 0)));
    anna.may_publish(&["reversi.progress.some.job.anna", "reversi.present.anna"]);
    anna.may_not_publish(&[
        &format!("reversi.answer.some.{ID}.ben"),
        &format!("reversi.dead.some.{ID}.ben"),
        &format!("reversi.progress.some.{ID}.ben"),
        "reversi.present.ben",
    ]);
}

#[test]
fn a_worker_gives_no_jobs_and_cancels_none() {
    let Some(farm) = farm() else { return };
    let anna = Hostile::new(&farm.link("anna"), "anna");
    anna.may_not_publish(&[
        &format!("reversi.job.2.queue.some.{ID}"),
        &format!("reversi.check.ben.some.{ID}"),
        "reversi.cancel.some",
        "reversi.roll",
    ]);
}

#[test]
fn a_worker_reads_no_answers_and_no_batches() {
    let Some(farm) = farm() else { return };
    let anna = Hostile::new(&farm.link("anna"), "anna");
    anna.may_not_publish(&[
        "$JS.API.STREAM.MSG.GET.REVERSI_ANSWERS",
        "$JS.API.STREAM.MSG.GET.REVERSI_JOBS",
        "$JS.API.DIRECT.GET.KV_reversi_batches.$KV.reversi_batches.empty",
        "$JS.API.STREAM.MSG.GET.KV_reversi_batches",
        "$JS.API.STREAM.INFO.REVERSI_JOBS",
        "$JS.API.CONSUMER.CREATE.REVERSI_ANSWERS",
        "$JS.API.CONSUMER.MSG.NEXT.REVERSI_ANSWERS.some",
    ]);
    anna.may_not_hear(&[
        "reversi.answer.>",
        "reversi.job.>",
        "reversi.check.ben.*.*",
        "reversi.>",
        "_INBOX.>",
        "_INBOX.ben.>",
        "_INBOX.client.>",
        "$KV.>",
        ">",
    ]);
}

#[test]
fn a_worker_changes_no_stream() {
    let Some(farm) = farm() else { return };
    let anna = Hostile::new(&farm.link("anna"), "anna");
    for stream in ["REVERSI_JOBS", "REVERSI_ANSWERS", "KV_reversi_batches"] {
        for verb in ["CREATE", "UPDATE", "DELETE", "PURGE", "MSG.DELETE"] {
            anna.may_not_publish(&[&format!("$JS.API.STREAM.{verb}.{stream}")]);
        }
    }
    anna.may_not_publish(&[
        "$JS.API.CONSUMER.DELETE.REVERSI_JOBS.workers",
        "$JS.API.CONSUMER.DURABLE.CREATE.REVERSI_JOBS.workers",
        "$KV.reversi_batches.some",
    ]);
}

#[test]
fn a_worker_can_waste_jobs_and_the_batch_is_right_all_the_same() {
    let Some(farm) = farm() else { return };
    let running = thread::spawn({
        let link = farm.link("client");
        move || {
            let mut squares = Squares::up_to(20, 0);
            run(&link, "wasted", &mut squares).unwrap();
            squares
        }
    });
    let anna = Hostile::new(&farm.link("anna"), "anna");
    for _ in 0..5 {
        // It takes a job away and does not do it.
        wait_until(|| anna.take().is_some());
    }
    // It has the server put something else where an answer of ben belongs: a reply to its own request.
    let mut taken = None;
    wait_until(|| {
        taken = anna.take();
        taken.is_some()
    });
    let subject = taken.expect("a job").subject("ben");
    anna.have_replied("$JS.API.INFO", &subject);
    let ben = RunningWorker::new(&farm.link("ben"), 1);
    let squares = running.join().unwrap();
    assert!(squares.is_right(), "{:?}", squares.answers);
    ben.end();
}

#[test]
fn a_watcher_looks_and_changes_nothing() {
    let Some(farm) = farm() else { return };
    let watcher = Watcher::new(&farm.link("watcher")).unwrap();
    let status = watcher.look().unwrap();
    assert_eq!(status.batches.len(), 1);
    let told = watcher
        .forget(&"empty".parse().unwrap())
        .unwrap_err()
        .to_string();
    assert!(told.contains("has no right to this"), "{told}");
    let eve = Hostile::new(&farm.link("watcher"), "watcher");
    eve.may_not_publish(&[
        &format!("reversi.answer.some.{ID}.watcher"),
        &format!("reversi.job.2.queue.some.{ID}"),
        "reversi.cancel.some",
        "reversi.present.anna",
        "$JS.API.STREAM.PURGE.REVERSI_JOBS",
        "$JS.API.STREAM.MSG.GET.REVERSI_ANSWERS",
        "$JS.API.CONSUMER.MSG.NEXT.REVERSI_JOBS.workers",
        "$KV.reversi_batches.some",
    ]);
    eve.may_not_hear(&["reversi.answer.>", "_INBOX.>"]);
}

#[test]
fn a_client_gives_no_answers_and_removes_no_stream() {
    let Some(farm) = farm() else { return };
    let client = Hostile::new(&farm.link("client"), "client");
    client.may_not_publish(&[
        &format!("reversi.answer.some.{ID}.anna"),
        &format!("reversi.answer.some.{ID}.client"),
        "reversi.present.anna",
        "$JS.API.STREAM.DELETE.REVERSI_ANSWERS",
    ]);
    client.may_not_hear(&["_INBOX.>"]);
}

#[test]
fn with_the_key_of_a_worker_no_batch_can_be_run() {
    let Some(farm) = farm() else { return };
    let told = run(&farm.link("anna"), "mine", &mut Squares::up_to(5, 0));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("has no right to this"), "{told}");
    // And a worker cannot call itself what its key does not say.
    let told = run(&farm.link("watcher"), "mine", &mut Squares::up_to(5, 0));
    assert!(
        told.unwrap_err()
            .to_string()
            .contains("has no right to this")
    );
}

#[test]
fn a_farm_is_set_up_once_and_workers_are_added() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("farm");
    let setup = Setup {
        folder: folder.clone(),
        workers: vec!["anna".to_string()],
        listen: "127.0.0.1:4222".to_string(),
        store: None,
        max_store: ROOM,
    };
    assert_eq!(setup.write().unwrap().len(), 3);
    let config = fs::read_to_string(folder.join("nats.conf")).unwrap();
    assert!(config.contains("listen: \"127.0.0.1:4222\""), "{config}");
    for name in ["client", "watcher", "anna"] {
        let key = fs::read_to_string(folder.join(format!("{name}.nk"))).unwrap();
        let seed = key.lines().find(|line| line.starts_with("SU")).unwrap();
        assert!(!config.contains(seed), "a secret in the configuration");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join(format!("{name}.nk")))
                .unwrap()
                .permissions();
            assert_eq!(mode.mode() & 0o777, 0o600);
        }
    }
    let told = setup.write().unwrap_err().to_string();
    assert!(
        told.contains("is there already, and nothing was changed"),
        "{told}"
    );
    assert_eq!(
        fs::read_to_string(folder.join("nats.conf")).unwrap(),
        config
    );

    assert!(add_worker(&folder, "ben").unwrap().is_file());
    let longer = fs::read_to_string(folder.join("nats.conf")).unwrap();
    assert!(longer.contains("reversi.answer.*.*.ben") && longer.len() > config.len());
    for name in ["ben", "client", "b n", "a.b", ""] {
        assert!(add_worker(&folder, name).is_err(), "{name}");
    }
    assert!(add_worker(root.path(), "carl").is_err());
    for (workers, listen) in [
        ("a b", "127.0.0.1:1"),
        ("client", "127.0.0.1:1"),
        ("carl", "nowhere"),
    ] {
        let setup = Setup {
            folder: root.path().join("other"),
            workers: vec![workers.to_string()],
            listen: listen.to_string(),
            ..setup.clone()
        };
        assert!(setup.write().is_err(), "{workers} {listen}");
        assert!(!root.path().join("other").exists());
    }
}

#[test]
fn a_worker_that_was_added_can_work() {
    let Some(farm) = KeyedFarm::new(&["anna"], ROOM) else {
        return;
    };
    add_worker(&farm.folder, "ben").unwrap();
    // Another server from the same folder.
    let again = KeyedFarm::of(farm.folder.clone()).expect("it was there before");
    let ben = RunningWorker::new(&again.link("ben"), 1);
    let mut squares = Squares::up_to(10, 0);
    run(&again.link("client"), "added", &mut squares).unwrap();
    assert!(squares.is_right());
    assert!(ben.end().0.kept >= 10);
}

//! Servers with little room: what is done is kept, nothing is done again and again, nothing stalls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use jobs::{Event, Link, Watcher};
use tempfile::TempDir;

use super::hostile::Hostile;
use super::keyed_farm::KeyedFarm;
use super::server::Server;
use super::square::{RunningWorker, Squares, run, run_until, run_with, wait_until};

/// A server with this much room, which it does not tell.
fn small(room: &str) -> Option<Server> {
    let folder = TempDir::new().expect("a folder");
    let store = folder.path().join("store");
    let config = format!("jetstream {{ store_dir: {store:?}, max_file: {room} }}");
    Server::bare(folder, &config)
}

/// Has more jobs done than fit into the server, and checks that none was done twice for it.
fn fits(client: &Link, workers: &[Link], count: u64) {
    let workers: Vec<RunningWorker> = workers
        .iter()
        .map(|link| RunningWorker::new(link, 1))
        .collect();
    let mut squares = Squares::up_to(count, 1);
    let told = Arc::new(Mutex::new(String::new()));
    let tell = {
        let told = Arc::clone(&told);
        move |text: &str| *told.lock().unwrap() += &format!("{text}\n")
    };
    let stop = AtomicBool::new(false);
    run_with(client, "large", &mut squares, &stop, 0, tell).unwrap();
    assert!(squares.is_right());
    let told = told.lock().unwrap();
    assert!(told.contains("short of room for answers"), "{told}");
    let totals: Vec<_> = workers.into_iter().map(|worker| worker.end().0).collect();
    let done: u64 = totals.iter().map(|totals| totals.done).sum();
    let kept: u64 = totals.iter().map(|totals| totals.kept).sum();
    assert_eq!((done, kept), (count, count), "{totals:?}");
}

#[test]
fn a_batch_that_is_larger_than_the_server_is_done_once() {
    // Jobs and answers take 400 kB and more.
    let Some(server) = small("60KB") else { return };
    fits(&server.link(), &[server.link(), server.link()], 900);
}

#[test]
fn a_farm_of_64_kilobytes_does_a_large_batch() {
    let Some(farm) = KeyedFarm::new(&["anna", "ben"], 64 << 10) else {
        return;
    };
    fits(
        &farm.link("client"),
        &[farm.link("anna"), farm.link("ben")],
        900,
    );
}

/// A client that waits for workers while somebody fills the server with answers of another batch.
fn crowded_out(server: &Server) -> JoinHandle<(Squares, String)> {
    let link = server.link();
    let stop = AtomicBool::new(true);
    run_until(&link, "other", &mut Squares::up_to(0, 0), &stop).unwrap();
    let running = thread::spawn({
        let link = link.clone();
        move || {
            let mut squares = Squares::up_to(30, 100);
            let ended = run(&link, "ours", &mut squares);
            let told = ended.map_or_else(|error| error.to_string(), |()| String::new());
            (squares, told)
        }
    });
    let watcher = Watcher::new(&link).unwrap();
    wait_until(|| watcher.look().unwrap().waiting > 0);
    let stranger = Hostile::new(&link, "stranger");
    let subject = |number: u32| format!("reversi.answer.other.{number:032}.stranger");
    (0..)
        .take_while(|number| stranger.publish(&subject(*number), vec![b' '; 400]))
        .for_each(drop);
    running
}

#[test]
fn a_worker_keeps_its_answer_until_the_server_takes_it() {
    let Some(server) = small("60KB") else { return };
    let link = server.link();
    let running = crowded_out(&server);
    let worker = RunningWorker::new(&link, 1);
    wait_until(|| worker.has_told(|event| matches!(event, Event::NoRoom(_))));
    let watcher = Watcher::new(&link).unwrap();
    let status = watcher.look().unwrap();
    // It takes no more jobs than it has at that moment.
    let (done, kept) = (status.workers[0].done, status.workers[0].kept);
    assert!(done <= 3 && kept == 0, "{done} done, {kept} kept");
    assert!(watcher.forget(&"other".parse().unwrap()).unwrap());
    let (squares, told) = running.join().unwrap();
    assert!(squares.is_right(), "{told}");
    let (totals, events) = worker.end();
    assert_eq!((totals.done, totals.kept), (30, 30));
    assert!(events.contains(&Event::RoomAgain), "{events:?}");
    let why = events.iter().find_map(|event| match event {
        Event::NoRoom(why) => Some(why.as_str()),
        _ => None,
    });
    assert!(
        why.is_some_and(|why| why.starts_with("it has no room left")),
        "{why:?}"
    );
}

#[test]
fn a_client_ends_with_clear_words_when_others_have_taken_the_room() {
    let Some(server) = small("60KB") else { return };
    let link = server.link();
    let running = crowded_out(&server);
    let worker = RunningWorker::new(&link, 1);
    let (_, told) = running.join().unwrap();
    assert!(
        told.contains("the server has no room for answers"),
        "{told}"
    );
    assert!(told.contains("reversi farm forget"), "{told}");
    // The worker hands its job back when it ends, and does not say that it was kept.
    let (totals, _) = worker.end();
    assert!(totals.done <= 3 && totals.kept == 0, "{totals:?}");
    // A client that comes then is told the same.
    let told = run(&link, "later", &mut Squares::up_to(5, 0));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("it has no room left"), "{told}");
    assert!(told.contains("reversi farm forget"), "{told}");
}

#[test]
fn a_server_without_room_for_a_single_job() {
    let Some(server) = small("60KB") else { return };
    let link = server.link();
    // Somebody has made the stream of jobs, and given it next to nothing.
    Hostile::new(&link, "stranger").make_queue("REVERSI_JOBS", "reversi.job.>", 100);
    let told = run(&link, "ours", &mut Squares::up_to(50, 0));
    let told = told.unwrap_err().to_string();
    assert!(
        told.contains("the server takes no jobs: it has no room left"),
        "{told}"
    );
    assert!(told.contains("Nothing is lost"), "{told}");
}

#[test]
fn jobs_that_nobody_does_leave_room_for_answers() {
    let Some(server) = small("60KB") else { return };
    let link = server.link();
    let stop = Arc::new(AtomicBool::new(false));
    let running = thread::spawn({
        let (link, stop) = (link.clone(), Arc::clone(&stop));
        move || {
            let mut squares = Squares::up_to(1000, 0);
            let ended = run_until(&link, "many", &mut squares, &stop);
            ended.map_err(|error| error.to_string())
        }
    });
    // As many jobs wait as the server has room for; the client waits with the others.
    let watcher = Watcher::new(&link).unwrap();
    let mut before = 0;
    wait_until(|| {
        let now = watcher.look().unwrap().waiting;
        let is_full = now > 0 && now == before;
        before = now;
        is_full
    });
    assert!(before < 200, "{before} jobs of 1000");
    let stranger = Hostile::new(&link, "stranger");
    let id = "00000000000000000000000000000000";
    let subject = format!("reversi.answer.other.{id}.stranger");
    assert!(stranger.publish(&subject, "there is room for an answer"));
    assert!(!running.is_finished());
    stop.store(true, Ordering::SeqCst);
    running.join().unwrap().unwrap();
}

//! A farm as `reversi farm init` makes it, with a worker that forges answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use rules::Diagram;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::crowd::Crowd;
use super::endgames::{check, problems};
use super::server::Server;
use crate::common::{Run, feed, reversi};

/// A server with keys for anna, ben and mallory.
struct Farm {
    server: Server,
    folder: TempDir,
}

impl Farm {
    fn new() -> Option<Farm> {
        let folder = TempDir::new().expect("a folder");
        let farm = folder.path().join("farm");
        let made = run(&["farm", "init", text(&farm), "--workers", "anna,ben,mallory"]);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        let config = fs::read_to_string(farm.join("nats.conf")).expect("it was written");
        let rest = config.lines().filter(|line| !line.starts_with("listen"));
        let rest: Vec<&str> = rest.collect();
        Some(Farm {
            server: Server::bare(TempDir::new().expect("a folder"), &rest.join("\n"))?,
            folder,
        })
    }

    fn key(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("farm/{name}.nk"))
    }

    /// Solves problems, with a share of them done twice.
    fn solve(&self, text: &str, recheck: &str) -> Run {
        let mut command = reversi();
        command
            .args(["solve", "--json", "-", "--farm", &self.server.url()])
            .args(["--batch", "some", "--recheck", recheck])
            .arg("--nkey")
            .arg(self.key("client"));
        feed(&mut command, text.as_bytes())
    }
}

fn run(arguments: &[&str]) -> Run {
    feed(reversi().args(arguments), b"")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// A worker with a key that takes jobs and answers each of them at once with a score of its choice.
struct Forger {
    stop: Arc<AtomicBool>,
    count: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

impl Forger {
    fn new(farm: &Farm, discs: i32) -> Forger {
        let key = fs::read_to_string(farm.key("mallory")).expect("a key");
        let seed = key.lines().find(|line| line.starts_with("SU"));
        let seed = seed.expect("a seed").to_string();
        let (url, stop) = (farm.server.url(), Arc::new(AtomicBool::new(false)));
        let count = Arc::new(AtomicUsize::new(0));
        let (is_over, counted) = (Arc::clone(&stop), Arc::clone(&count));
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let options = ConnectOptions::new().custom_inbox_prefix("_INBOX.mallory");
                let client = options.nkey(seed).connect(url).await.expect("a server");
                let jetstream = jetstream::new(client);
                while !is_over.load(Ordering::SeqCst) {
                    if forge(&jetstream, discs).await.is_some() {
                        counted.fetch_add(1, Ordering::SeqCst);
                    }
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            });
        });
        Forger {
            stop,
            count,
            thread,
        }
    }

    /// Ends it; how many answers it has forged.
    fn end(self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.join().expect("it does not panic");
        self.count.load(Ordering::SeqCst)
    }
}

/// Takes a job and publishes an invented answer to it.
async fn forge(jetstream: &jetstream::Context, discs: i32) -> Option<()> {
    let jobs = jetstream.get_stream_no_info("REVERSI_JOBS").await.ok()?;
    let name = jobs.consumers().next().await?.ok()?.name;
    let queue: PullConsumer = jobs.get_consumer(&name).await.ok()?;
    let wait = Duration::from_millis(200);
    let asked = queue.batch().max_messages(1).expires(wait);
    let message = asked.messages().await.ok()?.next().await?.ok()?;
    let task: Value = serde_json::from_slice(&message.payload).ok()?;
    let diagram: Diagram = task["job"]["position"].as_str()?.parse().ok()?;
    let first = diagram.legal_moves().into_iter().next()?;
    let line = json!({"score": 128 * discs, "kind": "exact", "moves": first.to_string()});
    let answer = json!({"lines": [line], "depth": 20, "nodes": 1_000_000, "time": 1_000_000});
    let reply = json!({"protocol": 2, "kind": "solve", "worker": "mallory", "seconds": 0.1,
        "answer": answer});
    let words: Vec<&str> = message.subject.split('.').collect();
    let subject = format!("reversi.answer.{}.{}.mallory", words[4], words[5]);
    let stored = jetstream.publish(subject, reply.to_string().into());
    stored.await.ok()?.await.ok()?;
    message.ack_with(AckKind::Ack).await.ok()
}

/// Has problems solved while mallory forges: what is printed is right. What the client says.
fn forged(discs: i32, recheck: &str) -> Option<String> {
    let farm = Farm::new()?;
    let url = farm.server.url();
    let text = problems(120, 14);
    let _crowd = Crowd::with_keys(&url, &[farm.key("anna"), farm.key("ben")]);
    // The honest ones are there before the first job is.
    let watcher = farm.key("watcher");
    let status = [
        "farm",
        "status",
        "--json",
        "--farm",
        &url,
        "--nkey",
        self::text(&watcher),
    ];
    while !run(&status).stdout.contains("\"worker\":\"ben\"") {
        thread::sleep(Duration::from_millis(50));
    }
    let forger = Forger::new(&farm, discs);
    let mut solved = farm.solve(&text, recheck);
    // A forgery that is found after its answer was used ends the command; by then the right answers
    // are stored, and the same command is right.
    if solved.code != Some(0) && solved.stderr.contains("used already is wrong") {
        let told = solved.stderr;
        solved = farm.solve(&text, recheck);
        solved.stderr.insert_str(0, &told);
    }
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    check(&text, &solved.stdout);
    let count = forger.end();
    assert!(count > 0, "mallory got no job");
    println!("{count} answers were forged\n{}", solved.stderr);
    Some(solved.stderr)
}

#[test]
fn a_forged_score_is_not_printed() {
    if let Some(told) = forged(40, "5") {
        assert!(told.contains("worker mallory is quarantined"), "{told}");
    }
}

#[test]
fn a_score_that_no_board_has_is_asked_for_again() {
    if let Some(told) = forged(400, "0") {
        assert!(
            told.contains("an answer of batch some, from mallory"),
            "{told}"
        );
        assert!(told.contains("asked for again"), "{told}");
        assert!(!told.contains("skipped"), "{told}");
    }
}

#[test]
fn a_server_of_60_kilobytes_solves_276_problems() {
    let folder = TempDir::new().expect("a folder");
    let store = folder.path().join("store");
    let config = format!("jetstream {{ store_dir: {store:?}, max_file: 60KB }}");
    let Some(server) = Server::bare(folder, &config) else {
        return;
    };
    let _crowd = Crowd::new(&server.url(), 2);
    let text = problems(276, 10);
    let url = server.url();
    let solved = feed(
        reversi().args(["solve", "--json", "-", "--farm", &url]),
        text.as_bytes(),
    );
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    check(&text, &solved.stdout);
    let status = run(&["farm", "status", "--json", "--farm", &url]);
    let status: Value = serde_json::from_str(&status.stdout).expect("one object");
    let workers = status["workers"].as_array().expect("workers");
    let sum = |what: &str| -> u64 {
        workers
            .iter()
            .filter_map(|worker| worker[what].as_u64())
            .sum()
    };
    // A twentieth is done twice on purpose, and the first answer of each worker.
    let (done, kept) = (sum("done"), sum("kept"));
    assert!(
        done == kept && (276..350).contains(&done),
        "{done} done, {kept} kept"
    );
}

#[test]
fn a_batch_that_does_not_say_when_it_began() {
    let Some(server) = Server::start() else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let url = server.url();
    let _crowd = Crowd::new(&url, 1);
    let solved = feed(
        reversi().args(["solve", "--json", "-", "--farm", &url]),
        problems(1, 2).as_bytes(),
    );
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    runtime.block_on(async {
        let client = async_nats::connect(&url).await.expect("a server");
        let jetstream = jetstream::new(client);
        for (name, record) in [("old", "{}"), ("odd", "{\"begun\":99999999999}")] {
            let subject = format!("$KV.reversi_batches.{name}");
            let stored = jetstream.publish(subject, record.into()).await;
            stored.expect("it is sent").await.expect("it is stored");
        }
    });
    let status = run(&["farm", "status", "--farm", &url]);
    let lines: Vec<&str> = status
        .stdout
        .lines()
        .filter(|line| line.starts_with("odd ") || line.starts_with("old "))
        .collect();
    assert_eq!(lines.len(), 2, "{}", status.stdout);
    for line in lines {
        assert!(line.contains("unknown") && !line.contains(" d "), "{line}");
    }
}

#[test]
fn a_farm_is_made_once_and_listens_on_this_computer() {
    let folder = TempDir::new().expect("a folder");
    let farm = folder.path().join("farm");
    let made = run(&["farm", "init", text(&farm)]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    for part in [
        "nats-server -c",
        "reversi worker --farm nats://127.0.0.1:4222 --nkey",
        "reversi solve FILE --farm nats://127.0.0.1:4222 --nkey",
        "worker-1.nk",
        "worker-2.nk",
    ] {
        assert!(made.stdout.contains(part), "{}", made.stdout);
    }
    let config = fs::read_to_string(farm.join("nats.conf")).expect("it was written");
    assert!(config.contains("listen: \"127.0.0.1:4222\""), "{config}");
    let again = run(&["farm", "init", text(&farm)]);
    assert_eq!(again.code, Some(1));
    assert!(
        again.stderr.contains("nothing was changed"),
        "{}",
        again.stderr
    );
    let added = run(&["farm", "init", text(&farm), "--add-worker", "carl"]);
    assert_eq!(added.code, Some(0), "{}", added.stderr);
    assert!(farm.join("carl.nk").is_file());
    let other = text(folder.path()).to_string() + "/other";
    for wrong in [
        &["--workers", "a b"][..],
        &["--workers", "0"],
        &["--listen", "nowhere"],
        &["--max-store", "1K"],
    ] {
        let refused = run(&[&["farm", "init", &other][..], wrong].concat());
        assert_ne!(refused.code, Some(0), "{wrong:?}");
        assert!(!refused.stderr.is_empty());
    }
    assert!(!Path::new(&other).exists());
    let open = run(&["farm", "init", &other, "--listen", "0.0.0.0:4222"]);
    assert!(
        open.stdout.contains("from other computers"),
        "{}",
        open.stdout
    );
}

//! The commands of the farm, with things that people type.

use serde_json::Value;

use super::crowd::Crowd;
use super::endgames::problems;
use super::server::Server;
use crate::common::{feed, reversi};

fn run(arguments: &[&str]) -> crate::common::Run {
    feed(reversi().args(arguments), b"")
}

#[test]
fn without_a_farm_there_is_nothing_to_look_at() {
    for arguments in [
        &["worker"][..],
        &["farm", "status"],
        &["farm", "forget", "x"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(
            run.stderr.contains("--farm nats://host:4222"),
            "{}",
            run.stderr
        );
    }
    let absent = run(&["farm", "status", "--farm", "nats://127.0.0.1:1"]);
    assert_eq!(absent.code, Some(1));
    assert!(
        absent.stderr.contains("there is no server at"),
        "{}",
        absent.stderr
    );
    let strange = run(&["farm", "forget", "a b", "--farm", "nats://127.0.0.1:1"]);
    assert_eq!(strange.code, Some(2));
    assert!(
        strange.stderr.contains("letters, digits"),
        "{}",
        strange.stderr
    );
    let alone = run(&["solve", "start", "--batch", "x"]);
    assert_eq!(alone.code, Some(2), "{}", alone.stderr);
}

#[test]
fn solving_reviewing_and_playing_elsewhere_is_as_here() {
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.url();
    let mut crowd = Crowd::new(&url, 2);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("some.obf");
    std::fs::write(&file, problems(6, 10)).expect("a file");
    let file = file.to_str().expect("a plain name");
    let farm = ["--farm", &url];

    let solved = run(&[&["solve", file][..], &farm].concat());
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert!(solved.stdout.contains("6 of 6 right"), "{}", solved.stdout);

    let games = folder.path().join("games.txt");
    std::fs::write(&games, "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5c4e7c6e2\n").expect("a file");
    let games = games.to_str().expect("a plain name");
    let review = [
        "review", games, "--all", "--level", "3", "--exact", "0", "--json",
    ];
    let here = run(&review);
    assert_eq!(here.code, Some(0), "{}", here.stderr);
    let there = run(&[&review[..], &farm].concat());
    assert_eq!(there.code, Some(0), "{}", there.stderr);
    assert_eq!(here.stdout, there.stdout);

    let play = [
        "match",
        "engine:depth=2",
        "walle:2",
        "--games",
        "8",
        "--seed",
        "3",
        "--json",
    ];
    let here = run(&play);
    let there = run(&[&play[..], &farm].concat());
    assert_eq!(there.code, Some(0), "{}", there.stderr);
    assert_eq!(told(&here.stdout), told(&there.stdout));

    let status = run(&[&["farm", "status", "--json"][..], &farm].concat());
    let status: Value = serde_json::from_str(&status.stdout).expect("one object");
    assert_eq!(
        status["workers"].as_array().map(Vec::len),
        Some(2),
        "{status}"
    );
    assert_eq!(status["waiting"], 0);
    assert_eq!(status["batches"], serde_json::json!([]));
    let text = run(&[&["farm", "status"][..], &farm].concat());
    assert!(
        text.stdout.contains("2 workers with 2 threads"),
        "{}",
        text.stdout
    );
    assert_eq!(crowd.dismiss(), Some(0));

    let outside = run(&[&["match", "gtp:true", "walle:2"][..], &farm].concat());
    assert_ne!(outside.code, Some(0));
    assert!(
        outside.stderr.contains("cannot play on others"),
        "{}",
        outside.stderr
    );
    let absent = run(&[&["farm", "forget", "nothing"][..], &farm].concat());
    assert_eq!(absent.code, Some(1));
    assert!(
        absent.stderr.contains("there is no batch nothing"),
        "{}",
        absent.stderr
    );
}

/// The score of a match, without what differs from run to run.
fn told(output: &str) -> Value {
    let mut value: Value = serde_json::from_str(output).expect("one object");
    if let Some(object) = value.as_object_mut() {
        object.retain(|key, _| !key.contains("time") && !key.contains("seconds"));
    }
    value
}

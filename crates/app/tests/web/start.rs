//! How the server starts and ends.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::look;
use super::server::Server;
use crate::common::{feed, reversi, run};

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start();
    let port = server.address.rsplit(':').next().expect("a port");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = reversi();
    command.args(["web", "--no-open", "--port", port, "--data"]);
    command.arg(folder.path().join("games.sqlite"));
    let message = feed(&mut command, b"").bad(1);
    assert!(
        message.contains(&format!("port {port} is taken")),
        "{message}"
    );
}

#[test]
fn what_makes_no_sense_on_the_command_line_is_refused() {
    for (arguments, why) in [
        ("--port 70000", "70000"),
        ("--listen here", "here"),
        (
            "--origin reversi.example",
            "say something like https://reversi.example",
        ),
        ("--origin https://a/b", "say something like"),
        ("--connections 0", "it must be a whole number from 1 to"),
        ("--per-address x", "it must be a whole number from 1 to"),
        ("--games 0", "it must be a whole number from 1 to"),
        (
            "--keep-unfinished 40000",
            "it must be a whole number from 0 to 36500",
        ),
        ("--metrics 9090", "invalid socket address"),
        ("--log loud", "possible values: text, json, off"),
        ("--tls-cert cert.pem", "--tls-key <FILE>"),
    ] {
        let message = run(&format!("web --no-open {arguments}"), "").bad(2);
        assert!(message.contains(why), "{arguments}: {message}");
    }
    let message = run(
        "web --no-open --port 0 --data /dev/null/x --listen 192.0.2.7",
        "",
    )
    .bad(1);
    assert!(
        message.contains("not an address of this computer"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn games_are_kept_among_the_users_data_if_nobody_says_where() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = reversi();
    command.args(["web", "--no-open", "--port", "0"]);
    command.env("HOME", home.path()).env_remove("XDG_DATA_HOME");
    command.stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.as_mut().expect("a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).expect("a line");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let place = if cfg!(target_os = "macos") {
        "Library/Application Support/reversi/games.sqlite"
    } else {
        ".local/share/reversi/games.sqlite"
    };
    let file = home.path().join(place);
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "keys are secrets");
    // A home that is a file has no room for anything.
    let mut command = reversi();
    command.args(["web", "--no-open", "--port", "0"]);
    command.env("HOME", &file).env_remove("XDG_DATA_HOME");
    let message = feed(&mut command, b"").bad(1);
    assert!(message.contains("cannot make the folder"), "{message}");
    assert!(message.contains("--data FILE"), "{message}");
}

#[cfg(unix)]
#[test]
fn it_ends_promptly_when_asked_to_whoever_is_connected() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::with(&["--log", "off"]);
        let table = server.game(&json!({"black": "human", "white": "engine:40"}));
        let mut live = server.live();
        live.watch(&table.id, Some(table.key()));
        table
            .act("move", table.key(), &json!({"square": "f5"}))
            .good();
        let id = table.id.clone();
        let asked = Instant::now();
        server.signal(signal);
        let (code, said) = server.ended();
        assert_eq!((code, said.as_str()), (Some(0), ""));
        assert!(
            asked.elapsed() < Duration::from_secs(60),
            "{:?}",
            asked.elapsed()
        );
        // It has tidied up after itself, and everything is there.
        let journal = server.file().with_extension("sqlite-wal");
        assert!(fs::metadata(journal).map_or(0, |file| file.len()) == 0);
        server.restart();
        assert_eq!(look(&server, &id)["id"], id.as_str());
    }
}

//! The end of a server, and the next one that takes over its socket.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::client::{look, moves};
use super::operate::{eventually, play_on, played};
use super::server::{Server, command};

#[test]
fn live_connections_are_told_that_the_server_goes_away() {
    let mut server = Server::start();
    let (table, _) = played(&server, &["f5"]);
    let id = table.id.clone();
    let mut lives: Vec<_> = (0..20).map(|_| server.live()).collect();
    for live in &mut lives {
        live.watch(&id, None);
    }
    server.signal("TERM");
    for live in &mut lives {
        let frame = loop {
            if let Message::Close(frame) = live.socket.read().expect("a message") {
                break frame.expect("a reason");
            }
        };
        assert_eq!(u16::from(frame.code), 1001);
        assert_eq!(frame.reason.as_str(), "the server ends");
        while !matches!(
            live.socket.read(),
            Err(Error::ConnectionClosed | Error::Io(_) | Error::Protocol(_))
        ) {}
    }
    assert_eq!(server.ended().0, Some(0));
}

/// The command with its standard input handed over as a listening socket, as systemd does.
fn activated(served: &Command, socket: OwnedFd) -> Command {
    let script = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$@\"";
    let mut wrapper = Command::new("sh");
    wrapper.args(["-c", script, "sh"]).arg(served.get_program());
    wrapper.args(served.get_args()).stdin(Stdio::from(socket));
    wrapper
}

#[test]
fn a_restart_under_load_refuses_nobody() {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = socket.local_addr().expect("an address").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let handed = || OwnedFd::from(socket.try_clone().expect("a socket"));
    let mut first = activated(&command(&folder, &[]), handed());
    let mut server = Server::of(folder, Vec::new(), &mut first);
    assert_eq!(server.address, address);
    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let client = Server::at(&address);
    thread::scope(|scope| {
        let players: Vec<_> = (0..4)
            .map(|_| {
                let (client, stop, answered) = (&client, &stop, &answered);
                scope.spawn(move || {
                    let (table, _) = played(client, &[]);
                    let mut games = vec![(table.id.clone(), table.key().to_string())];
                    // Every request has a connection of its own, and none may fail.
                    play_on(client, &mut games, || {
                        answered.fetch_add(1, Ordering::Relaxed);
                        !stop.load(Ordering::Relaxed)
                    })
                })
            })
            .collect();
        for _ in 0..5 {
            let seen = answered.load(Ordering::Relaxed);
            eventually(|| answered.load(Ordering::Relaxed) > seen + 40);
            server.signal("TERM");
            server.follow(|served| activated(served, handed()));
        }
        stop.store(true, Ordering::Relaxed);
        for player in players {
            for game in player.join().expect("no request failed") {
                let id = game["id"].as_str().expect("an id");
                assert_eq!(moves(&look(&client, id)), moves(&game));
            }
        }
    });
    assert_eq!(client.get("/healthz").good(), json!({"status": "ok"}));
}

#[test]
fn the_service_manager_is_told_when_it_is_ready_and_when_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    let told = || {
        let mut word = [0; 64];
        let length = manager.recv(&mut word).expect("a word");
        String::from_utf8_lossy(&word[..length]).into_owned()
    };
    let mut command = command(&folder, &[]);
    command.env("NOTIFY_SOCKET", &path);
    let mut server = Server::of(folder, Vec::new(), &mut command);
    assert_eq!(told(), "READY=1");
    assert_eq!(server.get("/healthz").status, 200);
    server.signal("TERM");
    assert_eq!(told(), "STOPPING=1");
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn a_socket_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = OwnedFd::from(std::fs::File::open("/dev/null").expect("a file"));
    let output = activated(&command(&folder, &[]), file).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("the socket from LISTEN_FDS"), "{message}");
}

//! Servers that are not there, or do not keep what they are given.

use std::time::{Duration, Instant};

use jobs::{Link, Watcher};
use tempfile::TempDir;

use super::server::Server;

/// What is said when this link is tried; soon.
pub fn refused(link: &Link) -> String {
    let start = Instant::now();
    let refused = Watcher::new(link).err().expect("it is refused").to_string();
    assert!(start.elapsed() < Duration::from_secs(120), "{refused}");
    refused
}

#[test]
fn no_server_and_no_address() {
    let link = |url: &str| Link {
        url: Some(url.to_string()),
        ..Link::default()
    };
    let absent = refused(&link("nats://ann:secret@127.0.0.1:1"));
    assert!(
        absent.contains("there is no server at nats://127.0.0.1:1"),
        "{absent}"
    );
    assert!(absent.contains("reversi farm init"), "{absent}");
    let wrong = refused(&link("http://127.0.0.1:1"));
    assert!(wrong.contains("nats://host:4222"), "{wrong}");
    assert!(refused(&link("")).contains("nats://host:4222"));
}

#[test]
fn a_server_that_keeps_nothing() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::bare(folder, "") else {
        return;
    };
    let told = refused(&server.link());
    assert!(told.contains("--jetstream"), "{told}");
}

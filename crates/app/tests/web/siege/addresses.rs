//! Behind a proxy each real address has its own share of connections.

use serde_json::json;

use crate::web::client::Live;
use crate::web::requests::{PATIENCE, Visitor};
use crate::web::server::Server;

/// Connections of one address in these tests.
const SHARE: usize = 12;

/// Opens live connections until one is refused, and tells how many there were; many more than a share
/// are not tried.
fn open_all(visitor: &Visitor<'_>) -> (Vec<Live>, Option<u16>) {
    let mut open = Vec::new();
    for _ in 0..4 * SHARE {
        match visitor.try_live(&[]) {
            Ok(live) => open.push(live),
            Err(status) => return (open, Some(status)),
        }
    }
    (open, None)
}

fn is_busy(status: Option<u16>) -> bool {
    matches!(status, Some(429 | 503))
}

#[test]
fn behind_a_proxy_each_real_address_has_its_own_connections() {
    let server = Server::behind_proxy(&["--per-address", &SHARE.to_string()]);
    let [one, other] = ["203.0.113.7", "203.0.113.8"].map(|address| server.visitor(address));
    let (mut open, refused) = open_all(&one);
    assert!(is_busy(refused), "{} are open: {refused:?}", open.len());
    assert!(open.len() <= SHARE, "{}", open.len());
    // It keeps what it has.
    for live in &mut open {
        live.say(&json!({"type": "ping"}));
        assert_eq!(live.hear()["type"], "pong");
    }
    // Others have their own share.
    let (of_other, refused) = open_all(&other);
    assert!(is_busy(refused), "{refused:?}");
    assert_eq!(of_other.len(), open.len());
    // A connection that ends leaves its place to the next.
    drop(open);
    let patience = std::time::Instant::now() + PATIENCE;
    while one.try_live(&[]).is_err() {
        assert!(std::time::Instant::now() < patience, "its places are free");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Only the proxy is believed when it says for whom it asks. Requests come from 127.0.0.1, and the proxy
/// is elsewhere.
#[test]
fn who_is_no_proxy_cannot_choose_its_address() {
    let share = SHARE.to_string();
    let server = Server::with(&["--trusted-proxy", "192.0.2.1", "--per-address", &share]);
    let mut open = Vec::new();
    for number in 0..2 * SHARE {
        let forged = format!("198.51.100.{number}");
        open.extend(server.try_live(&[("X-Forwarded-For", &forged)]));
    }
    assert!((1..=SHARE).contains(&open.len()), "{}", open.len());
}

/// What a visitor says before the proxy adds the real address is not believed.
#[test]
fn the_last_forwarded_address_counts() {
    let server = Server::behind_proxy(&["--per-address", &SHARE.to_string()]);
    let mut open = Vec::new();
    for number in 0..2 * SHARE {
        let forged = format!("198.51.100.{number}, 203.0.113.7");
        open.extend(server.visitor(&forged).try_live(&[]));
    }
    assert!(open.len() <= SHARE, "{}", open.len());
    assert!(server.visitor("203.0.113.8").try_live(&[]).is_ok());
}

/// A proxy that reports no address, or nonsense, is a visitor itself, and nothing breaks.
#[test]
fn addresses_that_make_no_sense_do_no_harm() {
    let server = Server::behind_proxy(&[]);
    for address in [
        "",
        ",",
        "nonsense",
        "203.0.113.7:80",
        "::1",
        "[2001:db8::1]:7",
        "1.2.3.4.5",
    ] {
        let status = server.visitor(address).get("/api/about").status;
        assert!(matches!(status, 200 | 400 | 422), "{address}: {status}");
    }
    assert_eq!(server.visitor("203.0.113.8").get("/api/about").status, 200);
}

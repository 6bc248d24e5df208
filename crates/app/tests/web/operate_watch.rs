//! Health, metrics and the log.

use serde_json::{Value, json};

use super::client::first_legal;
use super::operate::{eventually, fetch, metric, played, with_metrics};
use super::server::Server;

#[test]
fn metrics_count_what_happens() {
    let (server, metrics) = with_metrics(&[]);
    let table = server.game(&json!({"black": "human", "white": "random"}));
    table.play("f5");
    table
        .act("move", table.key(), &json!({"square": "f5"}))
        .refused(422);
    let mut live = server.live();
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear()["type"], "pong");
    let (status, text) = fetch(&metrics, "/metrics");
    assert_eq!(status, 200);
    for line in [
        r#"reversi_requests_total{route="/api/games",status="201"} 1"#,
        r#"reversi_requests_total{route="/api/games/{id}/move",status="200"} 1"#,
        r#"reversi_requests_total{route="/api/games/{id}/move",status="422"} 1"#,
        r#"reversi_refused_requests_total{code="illegal_move"} 1"#,
        "reversi_live_messages_total 1",
        "reversi_games_created_total 1",
        "reversi_games 1",
        "reversi_rooms 1",
        "reversi_healthy 1",
        r#"reversi_pool_jobs_total{pool="quick"} 1"#,
        r#"reversi_pool_waiting{pool="deep"} 0"#,
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(metric(&metrics, "reversi_games_saved_total") >= 3.0);
    assert!(metric(&metrics, "reversi_connections") >= 1.0);
    assert!(text.contains("reversi_build_info{version=\""), "{text}");
    if cfg!(target_os = "linux") {
        assert!(metric(&metrics, "process_resident_memory_bytes") > 1e6);
    }
    // Every line has the form that Prometheus reads.
    for line in text.lines().filter(|line| !line.starts_with("# ")) {
        let (name, value) = line.rsplit_once(' ').expect("a value");
        assert!(
            name.starts_with("reversi_") || name.starts_with("process_"),
            "{line}"
        );
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
    // The metrics are not on the page's own listener.
    assert_eq!(server.get("/metrics").status, 404);
}

#[test]
fn health_says_whether_games_can_be_stored() {
    let (server, metrics) = with_metrics(&[]);
    assert_eq!(server.get("/healthz").good(), json!({"status": "ok"}));
    assert_eq!(
        fetch(&metrics, "/healthz"),
        (200, r#"{"status":"ok"}"#.to_string())
    );
    let mut server = Server::limited(96);
    let wish = json!({"black": "human", "white": "human", "shared": true});
    while server.post("/api/games", None, &wish).status == 201 {}
    // Reading still works, and does not make it healthy.
    server.get("/api/games/0123456789ab").refused(404);
    let answer = server.get("/healthz");
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["message"], "games cannot be stored");
    assert!(!answer.text().contains("sqlite"), "{}", answer.text());
    server.unlimited();
    eventually(|| server.get("/healthz").status == 200);
}

#[test]
fn the_log_tells_what_happened_and_no_secret() {
    let mut server = Server::with(&["--log", "json", "--log-level", "debug"]);
    let names = json!({"black": "Ada Secretname", "white": "Bob Secretname"});
    let table = server.game(&json!({"black": "human", "white": "human", "names": names}));
    let (id, black) = (table.id.clone(), table.black.clone().expect("a key"));
    let white = table.white.clone().expect("a key");
    let mut live = server.live();
    live.watch(&id, Some(&white));
    let mut game = table.look();
    for number in 0..6 {
        let key = [&black, &white][number % 2];
        let body = json!({"square": first_legal(&game)});
        game = table.act("move", key, &body).good();
    }
    table
        .act("move", "wrong-key", &json!({"square": "a1"}))
        .refused(403);
    table.act("undo", &black, &json!({})).good();
    table.act("resign", &white, &json!({})).good();
    server.get(&format!("/api/games/{id}?key={black}"));
    server.get(&format!("/nowhere/{black}"));
    let foreign = server.request("GET", "/", &[("Host", "evil.example")], b"");
    assert_eq!(foreign.status, 403);
    super::operate::operate(&["prune", "--older-than", "1d"], &server.file()).good();
    server.signal("TERM");
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect();
    let has = |message: &str| lines.iter().any(|line| line["message"] == message);
    for message in [
        "the server is ready",
        "request",
        "request refused",
        "the operator deleted old games",
        "the server ends",
        "all games are stored",
    ] {
        assert!(has(message), "{message}\n{log}");
    }
    let refused = lines.iter().find(|line| line["code"] == "bad_host");
    let refused = refused.expect("the refusal");
    assert_eq!(refused["address"], "127.0.0.1");
    assert_eq!(refused["status"], 403);
    for secret in [
        &black,
        &white,
        &id,
        "wrong-key",
        "Bearer",
        "Secretname",
        "key=",
    ] {
        assert!(!log.contains(secret), "{secret}\n{log}");
    }
}

#[test]
fn the_log_can_be_quiet_and_is_short_by_default() {
    let mut server = Server::with(&["--log", "off"]);
    played(&server, &["f5"]);
    server.signal("TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
    let mut server = Server::start();
    played(&server, &["f5", "d6", "c3"]);
    server.signal("TERM");
    let (_, log) = server.ended();
    assert_eq!(log.lines().count(), 3, "{log}");
    assert!(log.contains(" INFO the server is ready address="), "{log}");
}

#[test]
fn the_log_names_the_client_behind_a_trusted_proxy_only() {
    for (options, named) in [
        (&["--trusted-proxy", "127.0.0.1"][..], "203.0.113.9"),
        (&[], "127.0.0.1"),
    ] {
        let mut server = Server::with(options);
        let headers = [("Host", "evil.example"), ("X-Forwarded-For", "203.0.113.9")];
        server.request("GET", "/", &headers, b"").refused(403);
        let ready = server.log_line();
        assert!(ready.contains("the server is ready"), "{ready}");
        let refused = server.log_line();
        let address = format!("code=\"bad_host\" address=\"{named}\"");
        assert!(refused.contains(&address), "{refused}");
    }
}

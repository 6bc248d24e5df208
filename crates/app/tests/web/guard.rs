//! What stands between the network and the games.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use super::server::Server;

#[test]
fn every_answer_has_its_headers() {
    let server = Server::start();
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/nothing"),
        ("GET", "/api/about"),
        ("GET", "/api/nothing"),
        ("POST", "/api/games"),
        ("DELETE", "/"),
    ] {
        let answer = server.request(method, path, &[], b"");
        let header = |name: &str| answer.headers.get(name).map_or("", String::as_str);
        let policy = header("content-security-policy");
        assert!(
            policy.contains("default-src 'self'"),
            "{method} {path}: {policy}"
        );
        assert!(policy.contains("connect-src 'self'"));
        assert!(policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
        if path.starts_with("/api") {
            assert_eq!(header("cache-control"), "no-store", "{path}");
        }
    }
}

#[test]
fn other_pages_and_other_names_are_kept_out() {
    let server = Server::start();
    let wish = json!({"black": "human", "white": "human"}).to_string();
    let create =
        |headers: &[(&str, &str)]| server.request("POST", "/api/games", headers, wish.as_bytes());
    let own = format!("http://{}", server.address);
    assert_eq!(create(&[("Origin", &own)]).status, 201);
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        "http://localhost:1",
        "",
    ] {
        assert_eq!(
            create(&[("Origin", origin)]).refused(403),
            "bad_origin",
            "{origin}"
        );
        assert_eq!(
            server.try_live(&[("Origin", origin)]).err(),
            Some(403),
            "{origin}"
        );
    }
    assert!(server.try_live(&[("Origin", &own)]).is_ok());
    // A name that leads to this computer, on somebody else's page.
    let port = server.address.rsplit(':').next().expect("a port");
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        "localhost.evil.example".to_string(),
    ] {
        let answer = server.request("GET", "/api/about", &[("Host", &host)], b"");
        assert_eq!(answer.refused(403), "bad_host", "{host}");
    }
    for host in [
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        "127.0.0.1".to_string(),
    ] {
        assert_eq!(
            server.request("GET", "/", &[("Host", &host)], b"").status,
            200,
            "{host}"
        );
    }
    let nameless = server.raw(b"GET /api/about HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(nameless.refused(422), "bad_host");
}

#[test]
fn behind_a_proxy_its_name_is_known() {
    let server = Server::with(&["--origin", "https://reversi.example"]);
    let wish = json!({"black": "human", "white": "human"}).to_string();
    let create = |host: &str, origin: &str| {
        let headers = [("Host", host), ("Origin", origin)];
        server
            .request("POST", "/api/games", &headers, wish.as_bytes())
            .status
    };
    assert_eq!(create("reversi.example", "https://reversi.example"), 201);
    assert_eq!(create("127.0.0.1", "https://reversi.example"), 201);
    assert_eq!(create("reversi.example", "https://evil.example"), 403);
    assert_eq!(create("evil.example", "https://reversi.example"), 403);
}

#[test]
fn who_asks_too_often_waits() {
    // A visitor from outside, as a proxy tells it.
    let server = Server::with(&[
        "--origin",
        "https://reversi.example",
        "--trusted-proxy",
        "127.0.0.1",
    ]);
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let request = "GET /api/games/0123456789ab HTTP/1.1\r\nHost: reversi.example\r\n\
                   X-Forwarded-For: 198.51.100.1, 192.0.2.9\r\n\r\n";
    let all = request.repeat(2000);
    let mut reader = stream.try_clone().expect("a socket");
    let reading = std::thread::spawn(move || {
        let (mut text, mut buffer) = (String::new(), [0; 65536]);
        while !text.contains(" 429 ") {
            let count = reader.read(&mut buffer).expect("an answer");
            assert_ne!(count, 0, "closed too early");
            text += &String::from_utf8_lossy(&buffer[..count]);
        }
        text
    });
    let _ = stream.write_all(all.as_bytes());
    let text = reading.join().expect("an answer");
    assert!(text.matches(" 404 ").count() >= 600, "{}", text.len());
    // Others do not wait, and they neither.
    let other = [
        ("Host", "reversi.example"),
        ("X-Forwarded-For", "192.0.2.10"),
    ];
    assert_eq!(server.request("GET", "/", &other, b"").status, 200);
    let same = [
        ("Host", "reversi.example"),
        ("X-Forwarded-For", "192.0.2.9"),
    ];
    let answer = server.request("GET", "/api/about", &same, b"");
    if answer.status == 429 {
        assert_eq!(answer.refused(429), "busy");
        assert!(
            answer.headers["retry-after"]
                .parse::<u64>()
                .expect("seconds")
                >= 1
        );
    }
}

#[test]
fn there_is_room_for_so_many_and_then_for_others_again() {
    let server = Server::with(&["--connections", "3"]);
    let open: Vec<_> = (0..3).map(|_| server.live()).collect();
    let answer = server.get("/api/about");
    assert_eq!(answer.refused(503), "busy");
    drop(open);
    let come_back = || server.get("/").status == 200;
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !come_back() {
        assert!(
            std::time::Instant::now() < patience,
            "their places are free"
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn heads_that_are_no_heads() {
    let server = Server::start();
    let large = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nX-Large: {}\r\n\r\n",
        server.address,
        "x".repeat(100_000)
    );
    assert_eq!(server.raw(large.as_bytes()).status, 431);
    assert_eq!(server.raw(b"nonsense\r\n\r\n").status, 400);
    let twice = [("Host", "localhost"), ("Host", "127.0.0.1")];
    assert_eq!(
        server
            .request("GET", "/api/about", &twice, b"")
            .refused(422),
        "bad_header"
    );
    assert_eq!(server.get("/").status, 200, "it is still there");
}

//! Bodies and addresses that make no sense, on every route of games.

use serde_json::{Value, json};

use super::server::Server;

const VERBS: [&str; 8] = [
    "move", "undo", "decline", "redo", "resign", "step", "rematch", "hint",
];

#[test]
fn bad_bodies_are_refused_on_every_route() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    let bearer = format!("Bearer {}", table.key());
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", "application/json"),
    ];
    let send = |path: &str, body: &[u8]| server.request("POST", path, &headers, body);
    let mut paths = vec!["/api/games".to_string(), "/api/line".to_string()];
    paths.extend(VERBS.map(|verb| format!("/api/games/{}/{verb}", table.id)));
    let before = table.look();
    for path in &paths {
        for body in [&b"{"[..], b"nonsense", b"\xff\xfe"] {
            assert_eq!(send(path, body).refused(400), "bad_json", "{path}");
        }
        for body in [
            &b"[]"[..],
            b"17",
            b"null",
            b"{\"surprise\":1}",
            b"{\"ply\":-1,\"x\":2}",
        ] {
            assert_eq!(send(path, body).refused(422), "bad_request", "{path}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(send(path, deep.as_bytes()).status / 100, 4, "{path}");
        let large = format!("{{\"square\":\"{}\"}}", "x".repeat(5 << 20));
        assert_eq!(
            send(path, large.as_bytes()).refused(413),
            "too_large",
            "{path}"
        );
    }
    assert_eq!(table.look()["moves"], before["moves"]);
}

#[test]
fn bad_wishes_for_games_say_what_would_be_right() {
    let server = Server::start();
    let refused = |wish: Value, code: &str, why: &str| {
        let answer = server.post("/api/games", None, &wish);
        assert_eq!(answer.refused(422), code, "{wish}");
        assert!(answer.text().contains(why), "{wish}: {}", answer.text());
    };
    refused(
        json!({"black": "human"}),
        "bad_request",
        "missing field `white`",
    );
    refused(
        json!({"black": "wallee", "white": "human"}),
        "bad_player",
        "there are human, rival, engine",
    );
    refused(
        json!({"black": "human", "white": "walle:0"}),
        "bad_player",
        "is not a level",
    );
    refused(
        json!({"black": "human", "white": "random:3"}),
        "bad_player",
        "has no levels",
    );
    refused(
        json!({"black": "human", "white": 3}),
        "bad_request",
        "string",
    );
    let names = |black: &str| json!({"black": "human", "white": "human", "names": {"black": black, "white": ""}});
    refused(names(&"x".repeat(61)), "bad_name", "at most 60");
    refused(names("a\nb"), "bad_name", "on one line");
    let clock = |clock: Value| json!({"black": "human", "white": "human", "clock": clock});
    refused(clock(json!({"seconds": 0})), "bad_clock", "1 to");
    refused(clock(json!({"seconds": 100_000_000})), "bad_clock", "1 to");
    refused(
        clock(json!({"seconds": 60, "increment": 100_000})),
        "bad_clock",
        "adds 0 to",
    );
    refused(clock(json!({"seconds": -1})), "bad_request", "");
    refused(clock(json!({"seconds": 1.5})), "bad_request", "");
    refused(clock(json!(5)), "bad_request", "");
}

#[test]
fn bad_squares_levels_and_addresses() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    for (square, code) in [
        ("", "bad_square"),
        ("zz", "bad_square"),
        ("f5 ", "bad_square"),
        ("a1", "illegal_move"),
        ("z26", "illegal_move"),
        ("d4", "illegal_move"),
    ] {
        let answer = table.act("move", table.key(), &json!({"square": square}));
        assert_eq!(answer.refused(422), code, "{square}");
    }
    for level in [0, 25, 1_000_000] {
        let answer = table.act("hint", table.key(), &json!({"level": level}));
        assert_eq!(answer.refused(422), "bad_level", "{level}");
    }
    assert_eq!(
        table
            .act("move?wait=forever", table.key(), &json!({"square": "f5"}))
            .refused(422),
        "bad_query"
    );
    for path in [
        "/api",
        "/api/",
        "/api/game",
        "/api/games/",
        "/api/games/x",
        "/api/games/0123456789ab",
        "/api/games/..%2f..",
        "/api/games/0123456789ab/record",
    ] {
        assert_eq!(server.get(path).refused(404), "not_found", "{path}");
    }
    assert_eq!(server.get("/api/games/%00%ff").refused(400), "bad_request");
    let missing = server.post(
        "/api/games/0123456789ab/move",
        Some("x"),
        &json!({"square": "f5"}),
    );
    assert_eq!(missing.refused(404), "not_found");
    let verb = server.post(
        &format!("/api/games/{}/dance", table.id),
        Some(table.key()),
        &json!({}),
    );
    assert_eq!(verb.refused(404), "not_found");
    for (method, path) in [
        ("PUT", "/api/games"),
        ("GET", "/api/games"),
        ("DELETE", "/api/line"),
        ("POST", "/api/live"),
    ] {
        let answer = server.request(method, path, &[], b"");
        assert_eq!(answer.refused(405), "bad_method", "{method} {path}");
        assert!(answer.headers.contains_key("allow"));
    }
    assert_eq!(server.get("/api/live").status, 400, "it is for WebSockets");
}

//! Games into files and out of them, over HTTP.

use serde_json::{Value, json};

use super::server::Server;

/// Roxanne against corners-edges: three passes near the end, Black wins by 26.
pub const GAME: &str = "c4e3f6b4e2f4f3d6c3g2g3h2d7e1c5e7b6a7c6b5d3e8f5d2a5e6d1c1c7c8a3f1b3a4a6c2b2\
                        g5f7a1f2f8h1a2b1g1g8h8a8g6g7h6b7g4b8d8h3h5h4h7";

/// The moves of a game, one by one.
pub fn squares(moves: &str) -> Vec<&str> {
    let square = |index: usize| &moves[index..index + 2];
    (0..moves.len()).step_by(2).map(square).collect()
}

/// A request that has to be refused in this way.
#[track_caller]
pub fn refuses(server: &Server, path: &str, body: &Value, status: u16, code: &str) {
    let answer = server.post(path, None, body);
    assert_eq!(answer.refused(status), code, "{body}: {}", answer.text());
}

/// What a file holds.
fn read(server: &Server, bytes: &[u8]) -> Value {
    let answer = server.request("POST", "/api/read", &[], bytes);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn about_tells_what_there_is() {
    let server = Server::start();
    let about = server.get("/api/about").json();
    assert_eq!(about["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(about["sizes"][0], 4);
    assert_eq!(about["sizes"].as_array().unwrap().len(), 12);
    let opponents = about["opponents"].as_array().unwrap();
    assert!(opponents.contains(&json!({"name": "walle", "has_level": true})));
    assert!(opponents.contains(&json!({"name": "random", "has_level": false})));
    for format in about["formats"].as_array().unwrap() {
        let is_binary = ["wthor", "rev"].contains(&format["keyword"].as_str().unwrap());
        assert_eq!(format["is_text"], !is_binary, "{format}");
        assert!(!format["extension"].as_str().unwrap().is_empty());
    }
}

/// What is written in a format can be read again, and is the same game.
#[test]
fn games_survive_every_format() {
    let server = Server::start();
    let about = server.get("/api/about").json();
    for format in about["formats"].as_array().unwrap() {
        let keyword = format["keyword"].as_str().unwrap();
        let mut moves = squares(GAME);
        if format["of_positions"] == true {
            moves.truncate(20);
        }
        let game = json!({
            "format": keyword,
            "moves": moves,
            "players": {"black": "Ann", "white": "Bob"},
            "event": "Club", "date": "2004-05-01",
        });
        let file = server.post("/api/write", None, &game);
        assert_eq!(file.status, 200, "{keyword}: {}", file.text());
        let name = &file.headers["content-disposition"];
        let extension = format["extension"].as_str().unwrap();
        assert!(name.ends_with(&format!(".{extension}\"")), "{name}");
        let found = read(&server, &file.body);
        let again = &found["games"][0];
        assert_eq!(found["bad"], json!([]), "{keyword}");
        if format["of_positions"] == true {
            let line = json!({"begin": again["begin"], "moves": again["moves"]});
            let line = server.post("/api/line", None, &line).json();
            assert_eq!(line["positions"][0]["empties"], 40, "{keyword}");
        } else {
            assert_eq!(again["moves"], json!(squares(GAME)), "{keyword}");
            assert_eq!(again["begin"]["start"], "standard");
        }
        if ["ggf", "sgf", "pgn"].contains(&keyword) {
            assert_eq!(again["players"], game["players"], "{keyword}");
            assert_eq!(again["score"], 26, "{keyword}");
            assert_eq!(
                again["date"].as_str().map(|date| &date[..4]),
                Some("2004"),
                "{keyword}"
            );
        }
    }
}

#[test]
fn comments_and_variations_survive_sgf() {
    let server = Server::start();
    let game = json!({
        "format": "sgf",
        "moves": ["f5", "d6", "c3"],
        "comments": ["A start.", null, "x]y\\"],
        "variations": [
            {"parent": null, "after": 1, "moves": ["f6", "e6"], "comments": [null, "why not"]},
            {"parent": 0, "after": 2, "moves": ["f7"]},
        ],
    });
    let file = server.post("/api/write", None, &game);
    assert_eq!(file.status, 200, "{}", file.text());
    let again = &read(&server, &file.body)["games"][0];
    assert_eq!(again["comments"], game["comments"]);
    let variations = again["variations"].as_array().unwrap();
    assert_eq!(variations.len(), 2);
    assert_eq!(variations[0]["moves"], json!(["f6", "e6"]));
    assert_eq!(variations[0]["comments"], json!([null, "why not"]));
    assert_eq!(variations[1]["parent"], 0);
    let impossible =
        json!({"format": "sgf", "moves": ["f5"], "variations": [{"after": 1, "moves": ["f5"]}]});
    refuses(&server, "/api/write", &impossible, 422, "bad_variation");
}

/// An image is no list of moves with odd letters.
#[test]
fn a_binary_file_of_another_kind_is_called_that() {
    let server = Server::start();
    for bytes in [
        &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..],
        &[0xff, 0xd8, 0xff, 0xe0, 0, 16],
        &[0; 100],
    ] {
        let answer = server.request("POST", "/api/read", &[], bytes);
        assert_eq!(answer.refused(422), "no_text", "{}", answer.text());
    }
}

/// A WTHOR file that ends before its last game tells how many games are there.
#[test]
fn a_file_that_is_cut_short_says_so() {
    let server = Server::start();
    let game = json!({"format": "wthor", "moves": squares(GAME)});
    let one = server.post("/api/write", None, &game).body;
    let (header, entry) = one.split_at(16);
    let mut header = header.to_vec();
    header[4..8].copy_from_slice(&500_u32.to_le_bytes());
    for count in [3, 300] {
        let found = read(
            &server,
            &[&header[..], &entry.repeat(count), &entry[..10]].concat(),
        );
        assert_eq!(found["announced"], count);
        assert_eq!(found["games"].as_array().unwrap().len(), count.min(200));
        let bad = found["bad"].as_array().unwrap();
        assert_eq!(bad.len(), 1, "{bad:?}");
        assert_eq!(bad[0]["record"], count + 1);
        let reason = bad[0]["reason"].as_str().unwrap();
        let words = format!("its header announces 500 games, it has {count}");
        assert!(reason.contains(&words), "{reason}");
    }
}

#[test]
fn pictures_are_pictures() {
    let server = Server::start();
    let of = |format: &str| {
        let game = json!({"format": format, "moves": ["f5", "d6", "c3"], "players": {"black": "<b>", "white": "&"}});
        let file = server.post("/api/write", None, &game);
        assert_eq!(file.status, 200);
        file
    };
    let svg = of("svg");
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    let text = svg.text();
    let document = roxmltree::Document::parse(&text).expect("good XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(of("png").body.starts_with(b"\x89PNG"));
    assert!(of("gif").body.starts_with(b"GIF89a"));
}

#[test]
fn what_is_pasted_is_understood() {
    let server = Server::start();
    let mirrored = read(&server, b"f4d3c6d6");
    assert_eq!(mirrored["games"][0]["begin"]["start"], "mirrored");
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    let position = read(&server, board.as_bytes());
    assert_eq!(position["format"], "board");
    let small = server
        .request("POST", "/api/read?size=6", &[], b"e4")
        .json();
    assert_eq!(small["games"][0]["begin"]["size"], 6);
    // Good records are told beside bad ones.
    let some = read(&server, b"f5d6c3\nf5a1\nf5f6\n");
    assert_eq!(some["games"].as_array().unwrap().len(), 2);
    assert_eq!(some["bad"][0]["line"], 2);
    assert_eq!(some["more"], false);
    let many = read(&server, "f5d6\n".repeat(300).as_bytes());
    assert_eq!(many["games"].as_array().unwrap().len(), 200);
    assert_eq!(many["more"], true);
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let server = Server::start();
    for (bytes, part) in [
        (&b""[..], "nothing"),
        (b"f5d6zz", "zz"),
        (b"a poem about discs", ""),
    ] {
        let answer = server.request("POST", "/api/read", &[], bytes);
        assert_eq!(answer.status, 422, "{}", answer.text());
        let problem = answer.json();
        assert_eq!(problem["code"], "unreadable");
        assert!(
            problem["message"].as_str().unwrap().contains(part),
            "{problem}"
        );
    }
    let answer = server.request("POST", "/api/read?size=7", &[], b"f5");
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (422, &json!("bad_size"))
    );
    let large = vec![b' '; (4 << 20) + 1];
    let answer = server.request("POST", "/api/read", &[], &large);
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (413, &json!("too_large"))
    );
    for (body, status, code) in [
        (json!({"format": "gof"}), 422, "bad_format"),
        (json!({"moves": ["f5"]}), 422, "bad_request"),
        (
            json!({"format": "ggf", "moves": ["a1"]}),
            422,
            "illegal_move",
        ),
        (json!({"format": "ggf", "moves": ["zz"]}), 422, "bad_square"),
        (json!({"format": "ggf", "date": "soon"}), 422, "bad_date"),
        (json!({"format": "ggf", "more": 1}), 422, "bad_request"),
        (
            json!({"format": "ggf", "comments": ["a", "b"]}),
            422,
            "too_many_comments",
        ),
        (
            json!({"format": "logistello", "begin": {"size": 6}, "moves": ["e4"]}),
            422,
            "no_place",
        ),
        (
            json!({"format": "wthor", "begin": {"size": 6}, "moves": ["e4"]}),
            422,
            "no_place",
        ),
        (
            json!({"format": "ggf", "begin": {"size": 7}}),
            422,
            "bad_size",
        ),
        (
            json!({"format": "ggf", "begin": {"board": "XO"}}),
            422,
            "bad_board",
        ),
    ] {
        refuses(&server, "/api/write", &body, status, code);
    }
    let answer = server.request("POST", "/api/write", &[], b"{\"format\":");
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (400, &json!("bad_json"))
    );
}

/// `from` skips games; the number in the header of a WTHOR file is told, and names may follow the games.
#[test]
fn a_part_of_a_wthor_file_is_read_with_its_names() {
    let server = Server::start();
    let game = json!({"format": "wthor", "moves": squares(GAME)});
    let one = server.post("/api/write", None, &game).body;
    // Three games of players 1 and 0.
    let (header, entry) = one.split_at(16);
    let (mut header, mut entry) = (header.to_vec(), entry.to_vec());
    header[4] = 3;
    entry[2] = 1;
    let mut players = vec![20, 10, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    for name in ["???", "Tastet Marc"] {
        players.extend(name.bytes());
        players.resize(players.len() + 20 - name.len(), 0);
    }
    let file = [header, entry.repeat(3), players].concat();
    let found = read(&server, &file);
    assert_eq!(found["announced"], 3);
    assert_eq!(found["games"].as_array().unwrap().len(), 3);
    assert_eq!(found["games"][2]["players"]["black"], "Tastet Marc");
    for (from, count) in [(2, 1), (3, 0), (1000, 0)] {
        let path = format!("/api/read?from={from}");
        let part = server.request("POST", &path, &[], &file).good();
        assert_eq!(part["games"].as_array().unwrap().len(), count, "{path}");
        assert_eq!(part["bad"], json!([]));
    }
    let cut = server.request("POST", "/api/read", &[], &file[..file.len() - 3]);
    assert_eq!(cut.refused(422), "unreadable", "{}", cut.text());
    let wrong = server.request("POST", "/api/read?from=x", &[], &file);
    assert_eq!(wrong.refused(422), "bad_query", "{}", wrong.text());
}

#[test]
fn a_middle_puzzle_is_checked_without_giving_the_answer_away() {
    let server = Server::start();
    let list = server.get("/api/puzzles/middle").good();
    let puzzle = &list["puzzles"][7];
    let path = format!("/api/puzzles/middle/{}", puzzle["id"].as_str().unwrap());
    let shown = server.get(&path).good();
    assert_eq!(shown["share"], puzzle["share"]);
    let post = |query: &str, body: Value| server.post(&format!("{path}/try{query}"), None, &body);
    let all = post("?show=1", json!({})).good();
    let (best, other) = (&all["moves"][0], &all["moves"][1]);
    let right = post("", json!({"square": best["square"]})).good();
    assert_eq!(
        (&right["right"], &right["moves"]),
        (&json!(true), &all["moves"])
    );
    let wrong = post("", json!({"square": other["square"]})).good();
    assert_eq!(
        (&wrong["right"], &wrong["moves"]),
        (&json!(false), &json!([]))
    );
    assert_eq!(&wrong["tried"], other);
    assert_eq!(post("", json!({})).refused(422), "no_square");
    assert_eq!(post("", json!({"square": "99"})).refused(422), "bad_square");
    assert_eq!(
        post("", json!({"square": "d4"})).refused(422),
        "illegal_move"
    );
    assert_eq!(post("?show=2", json!({})).refused(422), "bad_query");
    assert_eq!(
        server.get("/api/puzzles/middle/1").refused(404),
        "not_found"
    );
}

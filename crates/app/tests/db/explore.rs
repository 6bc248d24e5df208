//! `db explore`: the games and moves of a position.

use rules::{Color, Game, Point, Record, Size};
use serde_json::Value;

use super::{Folder, counts, random_record, record};

/// Four games: two Tigers through different moves, a Cow-like other move, and a diagonal one.
fn some_games() -> Vec<Record> {
    vec![
        record("Ann", "Ben", 2001, "f5d6c3d3c4", Some(10)),
        record("Cid", "Ann", 2003, "f5d6c4d3c3", Some(-20)),
        record("Ben", "Cid", 2002, "f5d6c3d3c4f4", Some(0)),
        record("Ben", "Ann", 2004, "f5f6e6", None),
    ]
}

#[test]
fn moves_are_counted_with_their_success() {
    let folder = Folder::with(&some_games());
    let start = folder.explore(&[]);
    assert_eq!(start["games"], 4);
    assert_eq!(start["empties"], 60);
    assert_eq!(counts(&start), [("f5".to_string(), 4)]);
    let first = &start["moves"][0];
    for (field, value) in [
        ("won", Value::from(1)),
        ("drawn", 1.into()),
        ("lost", 1.into()),
        ("win_rate", 0.5.into()),
        ("share", 1.0.into()),
        ("first_year", 2001.into()),
        ("last_year", 2004.into()),
    ] {
        assert_eq!(first[field], value, "{field} in {first}");
    }
    assert!((first["average"].as_f64().unwrap() + 10.0 / 3.0).abs() < 1e-9);

    // White is to move: Black's wins are White's losses.
    let after = folder.explore(&["f5"]);
    let expected = [("d6".to_string(), 3), ("f6".to_string(), 1)];
    assert_eq!(counts(&after), expected);
    assert!((after["moves"][0]["average"].as_f64().unwrap() - 10.0 / 3.0).abs() < 1e-9);
    assert_eq!(after["moves"][0]["opening"], "Perpendicular");
    assert_eq!(after["moves"][1]["win_rate"], Value::Null, "{after}");
    assert_eq!(after["moves"][1]["share"], 0.25);
}

#[test]
fn transpositions_and_mirror_images_meet() {
    let folder = Folder::with(&some_games());
    for moves in [
        "f5d6c3d3c4",
        "f5d6c4d3c3",
        "d3c5f6f5e6",
        "c4e3f6e6f5",
        "e6f4c3c4d3",
    ] {
        let answer = folder.explore(&[moves]);
        assert_eq!(answer["games"], 3, "{moves}: {answer}");
        assert_eq!(answer["opening"], "Tiger", "{moves}");
        // The one game that continued, rotated to this board.
        let went_on = answer["moves"][0]["move"].as_str().unwrap();
        let f4: Point = "f4".parse().unwrap();
        let mut game = Game::new(Size::EIGHT);
        for square in moves.as_bytes().chunks(2) {
            let square = str::from_utf8(square).unwrap();
            game.play(square.parse().unwrap()).unwrap();
        }
        let mut tiger = game.clone();
        tiger.play(went_on.parse().unwrap()).unwrap();
        let mut original = Game::new(Size::EIGHT);
        for square in ["f5", "d6", "c3", "d3", "c4"] {
            original.play(square.parse().unwrap()).unwrap();
        }
        original.play(f4).unwrap();
        let canonical = |game: &Game| game.diagram().to_board().unwrap().canonical();
        assert_eq!(canonical(&tiger), canonical(&original), "{moves}");
        // Two games ended there; `end` is the last row.
        assert_eq!(counts(&answer)[1], ("end".to_string(), 2), "{answer}");
    }
}

#[test]
fn positions_are_given_in_many_ways() {
    let folder = Folder::with(&some_games());
    let game = {
        let mut game = Game::new(Size::EIGHT);
        game.play("f5".parse().unwrap()).unwrap();
        game
    };
    let board = game.diagram().to_string();
    let file = folder.write("one.txt", "f5\n");
    let expected = folder.explore(&["f5"]);
    for arguments in [vec![board.as_str()], vec![file.as_str()], vec!["1.", "F5"]] {
        assert_eq!(folder.explore(&arguments), expected, "{arguments:?}");
    }
    assert_eq!(folder.explore(&["start"]), folder.explore(&[]));
    assert_eq!(folder.explore(&["f5", "d6"]), folder.explore(&["f5d6"]));
}

#[test]
fn first_moves_that_mirror_each_other_are_one() {
    let games = [
        record("Ann", "Ben", 2001, "d3c5", None),
        record("Ann", "Ben", 2002, "d3c3", None),
        record("Ann", "Ben", 2003, "f5d6", None),
    ];
    let folder = Folder::with(&games);
    // The merged move has its most frequent name.
    assert_eq!(counts(&folder.explore(&[])), [("d3".to_string(), 3)]);
    let text = folder.db("explore", &[]).good();
    assert!(text.contains("\nd3          3  100.0%"), "{text}");
}

/// Every position of random games, compared with a replay of all games.
#[test]
fn counts_agree_with_the_games() {
    let games: Vec<Record> = (0..30).map(random_record).collect();
    let folder = Folder::with(&games);
    let asked = &games[7].game;
    let boards: Vec<_> = asked.turns().iter().map(|turn| *turn.before()).collect();
    for (number, diagram) in boards
        .iter()
        .enumerate()
        .step_by(9)
        .chain([(99, asked.diagram())])
    {
        let canonical = diagram.to_board().unwrap().canonical();
        let passed = games.iter().filter_map(|record| {
            let turns = record.game.turns().iter();
            let positions = turns.map(|turn| *turn.before());
            let mut positions = positions.chain([*record.game.diagram()]);
            let here =
                |diagram: &rules::Diagram| diagram.to_board().unwrap().canonical() == canonical;
            let mover = positions.find(here)?.to_move();
            let score = record.game.outcome().unwrap().score(mover);
            Some(score)
        });
        let scores: Vec<i32> = passed.collect();
        let answer = folder.explore(&[&format!(" {diagram}")]);
        assert_eq!(answer["games"], scores.len(), "{number}\n{diagram:?}");
        let won = scores.iter().filter(|score| **score > 0).count();
        let drawn = scores.iter().filter(|score| **score == 0).count();
        assert_eq!(answer["won"], won, "{number}");
        assert_eq!(answer["drawn"], drawn, "{number}");
        let average = f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
        assert!((answer["average"].as_f64().unwrap() - average).abs() < 1e-9);
        let newest = answer["newest"].as_array().unwrap();
        assert_eq!(newest.len(), scores.len().min(5));
    }
    let end = folder.explore(&[&format!(" {}", asked.diagram())]);
    assert_eq!(counts(&end), [("end".to_string(), 1)]);
}

/// A position in which a side passed is found with the other side to move.
#[test]
fn passes_are_seen_through() {
    let seed = (0..).find(|seed| {
        let game = random_record(*seed).game;
        game.turns()[..40]
            .iter()
            .any(|turn| turn.passed().is_some())
    });
    let record = random_record(seed.unwrap());
    let turns = record.game.turns();
    let passed = turns
        .iter()
        .position(|turn| turn.passed().is_some())
        .unwrap();
    let after = turns[passed + 1].before();
    assert_eq!(after.to_move(), turns[passed].color());
    let folder = Folder::with(std::slice::from_ref(&record));
    // Also when it is given with the side to move that must pass.
    for diagram in [*after, after.pass()] {
        let answer = folder.explore(&[&format!(" {diagram}")]);
        assert_eq!(answer["games"], 1, "{diagram:?}");
        let score = record.game.outcome().unwrap().score(after.to_move());
        assert_eq!(answer["average"], f64::from(score), "{diagram:?}");
        let played = turns[passed + 1].point().to_string();
        assert_eq!(counts(&answer), [(played, 1)]);
        let text = folder.db("explore", &[&format!(" {diagram}")]).good();
        let side = if after.to_move() == Color::Black {
            "Black"
        } else {
            "White"
        };
        assert!(text.starts_with(&format!("{side} to move, ")), "{text}");
    }
}

#[test]
fn the_newest_games_are_listed() {
    let folder = Folder::with(&some_games());
    let text = folder.db("explore", &["f5d6", "--games", "2"]).good();
    let list = text.split("\n\n").nth(2).expect("a list");
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(
        lines,
        [
            "date  move  black         white  event",
            "2003  c4    Cid    22-42  Ann    Cup",
            "2002  c3    Ben    32-32  Cid    Cup",
        ]
    );
    let none = folder.db("explore", &["--games", "0"]).good();
    assert!(!none.contains("2004  "), "{none}");
    let newest = &folder.explore(&["--games", "1"])["newest"];
    assert_eq!(newest[0]["black"], "Ben");
    assert_eq!(newest[0]["moves"], "f5f6e6");
    assert_eq!(newest[0]["score"], Value::Null);
    assert_eq!(newest[0]["date"], "2004");
    assert_eq!(newest[0]["move"], "f5");
}

#[test]
fn an_unknown_position_has_no_games() {
    let folder = Folder::with(&some_games());
    let text = folder.db("explore", &["f5f4"]).good();
    assert_eq!(text, "Black to move, 58 empty, Parallel: 0 games\n");
    let answer = folder.explore(&["f5f4"]);
    assert_eq!(answer["games"], 0);
    assert_eq!(answer["moves"], Value::Array(Vec::new()));
    assert_eq!(answer["win_rate"], Value::Null);
}

#[test]
fn positions_of_other_boards_are_refused() {
    let folder = Folder::with(&some_games());
    let message = folder.db("explore", &["-----OX--XO----- X"]).bad(1);
    assert!(
        message.contains("positions of the 8×8 board can be explored, and this one is 4×4"),
        "{message}"
    );
    let message = folder.db("explore", &["f5a1"]).bad(1);
    assert!(message.contains("legal squares: f4 d6 f6"), "{message}");
}

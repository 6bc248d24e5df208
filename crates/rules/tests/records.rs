//! Dates, values and variations of records.

use reversi_rules::{Date, Game, Point, Record, Size, Value, Variation};

fn point(name: &str) -> Point {
    name.parse().expect("a square")
}

#[test]
fn dates_are_read_as_far_as_they_are_known() {
    for (text, shown) in [
        ("1977", "1977"),
        ("2004.05.??", "2004-05"),
        ("2004.??.??", "2004"),
        ("2004-05-01", "2004-05-01"),
        ("2004-05-01 10:30", "2004-05-01 10:30:00"),
        ("2004-05-01T10:30:59Z", "2004-05-01 10:30:59"),
        ("2026-11-15 14:03:07 GMT", "2026-11-15 14:03:07"),
        ("947375357", "2000-01-08 23:49:17"),
        ("2000-02-29", "2000-02-29"),
    ] {
        let date: Date = text.parse().expect(text);
        assert_eq!(date.to_string(), shown, "{text}");
        assert_eq!(shown.parse(), Ok(date), "{shown}");
    }
    for text in [
        "",
        "?",
        "????.??.??",
        "May 2004",
        "1900-02-29",
        "2004-13-01",
        "-4",
        "+2004",
    ] {
        assert!(text.parse::<Date>().is_err(), "{text}");
    }
}

#[test]
fn a_value_is_read_to_the_hundredth() {
    for (text, value) in [
        ("2.3", 230),
        ("-0.005", -1),
        ("+64", 6400),
        ("1e9", 1_000_000),
    ] {
        assert_eq!(text.parse(), Ok(Value(value)), "{text}");
    }
    assert_eq!(Value(-5).to_string(), "-0.05");
    assert!("two".parse::<Value>().is_err());
}

#[test]
fn a_variation_of_a_variation_is_played_from_its_own_branch() {
    let mut game = Game::new(Size::EIGHT);
    for name in ["f5", "d6", "c3"] {
        game.play(point(name)).expect("legal");
    }
    let mut record = Record::from(game);
    let line = |parent, after, moves: &[&str]| Variation {
        parent,
        after,
        moves: moves.iter().map(|name| point(name)).collect(),
        notes: Vec::new(),
    };
    record.variations = vec![
        line(None, 1, &["f6", "e6"]),
        line(Some(0), 2, &["d3"]),
        line(Some(1), 3, &["a1"]),
        line(Some(9), 3, &["a1"]),
    ];
    let end = |which| {
        record
            .game_of(which)
            .map(|game| reversi_rules::formats::transcript::write(&game))
    };
    assert_eq!(end(0), Ok("f5f6e6".to_string()));
    assert_eq!(end(1), Ok("f5f6d3".to_string()));
    assert_eq!(end(2), Err(4));
    assert_eq!(end(3), Err(0));
}

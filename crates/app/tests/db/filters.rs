//! Filters by player and year.

use serde_json::Value;

use super::{Folder, counts, record};

fn folder() -> Folder {
    Folder::with(&[
        record("Berg Ann", "Cole Ben", 1998, "f5d6c3", Some(2)),
        record("Cole Ben", "Berg Ann", 1999, "f5f6e6", Some(-6)),
        record("Berg Ann", "Dorn Cid", 2005, "f5d6c4", Some(12)),
        record("Dorn Cid", "Cole Ben", 2005, "f5f4e3", Some(64)),
        record("Bergmann Eva", "Dorn Cid", 2010, "f5d6c5", Some(-2)),
    ])
}

fn games(folder: &Folder, arguments: &[&str]) -> u64 {
    folder.explore(arguments)["games"].as_u64().expect("games")
}

#[test]
fn years_are_a_span_or_open() {
    let folder = folder();
    for (years, count) in [
        ("1998", 1),
        ("1998-1999", 2),
        ("1998..2005", 4),
        ("2005-", 3),
        ("-1999", 2),
        ("1900-1950", 0),
    ] {
        assert_eq!(games(&folder, &["--year", years]), count, "{years}");
    }
    for wrong in [
        "",
        "-",
        "x",
        "1999-1998",
        "0",
        "10000",
        "1-2-3",
        "1998,1999",
    ] {
        let message = folder.db("explore", &["--year", wrong]).bad(2);
        assert!(
            message.contains("it must be a year or years such as 1997, 1990-1999, 2010- or -1989"),
            "{wrong}: {message}"
        );
    }
    let text = folder.db("explore", &["--year", "2006-"]).good();
    assert!(
        text.starts_with("Black to move, 60 empty: 1 game in 2006–\n"),
        "{text}"
    );
}

#[test]
fn players_are_found_by_a_part_of_the_name() {
    let folder = folder();
    for (name, count) in [
        ("Berg Ann", 3),
        ("berg ann", 3),
        ("Ann Berg", 3),
        // Not Bergmann: a word that equals the query comes before one that begins with it.
        ("ann b", 3),
        ("gmann", 1),
        ("cole", 3),
        ("EVA", 1),
        ("dorn", 3),
    ] {
        assert_eq!(games(&folder, &["--player", name]), count, "{name}");
    }
    // A complete name matches, even if another name begins with it.
    let with = Folder::with(&[
        record("Berg", "Cole", 2001, "f5", None),
        record("Berger", "Cole", 2002, "f5", None),
    ]);
    assert_eq!(games(&with, &["--player", "berg"]), 1);
}

#[test]
fn unclear_names_are_asked_about() {
    let folder = folder();
    let message = folder.db("explore", &["--player", "berg"]).bad(1);
    assert_eq!(
        message,
        "reversi: 2 players are called `berg`: Berg Ann and Bergmann Eva; say more of the name\n"
    );
    let message = folder.db("stats", &["--player", "Coel Ben"]).bad(1);
    assert_eq!(
        message,
        "reversi: no player is called `Coel Ben`; is it Cole Ben?\n"
    );
    let message = folder.db("explore", &["--player", "xyzzy"]).bad(1);
    assert_eq!(message, "reversi: no player is called `xyzzy`\n");
    let message = folder.db("explore", &["--player", " "]).bad(1);
    assert!(message.contains("is missing"), "{message}");
}

#[test]
fn a_player_had_one_colour_or_the_other() {
    let folder = folder();
    let ann = ["--player", "berg ann"];
    let with = |more: &[&str]| folder.explore(&[&ann, more].concat());
    assert_eq!(with(&["--as", "black"])["games"], 2);
    assert_eq!(with(&["--as", "white"])["games"], 1);
    assert_eq!(with(&["--as", "black", "--year", "2005"])["games"], 1);
    assert_eq!(
        counts(&with(&["f5", "--as", "black"])),
        [("d6".to_string(), 2)]
    );
    let message = folder.db("explore", &["--as", "black"]).bad(2);
    assert!(message.contains("--player"), "{message}");
    let message = folder
        .db("explore", &["--player", "eva", "--as", "green"])
        .bad(2);
    assert!(message.contains("is not a colour"), "{message}");
    let text = folder
        .db("explore", &["--player", "eva", "--as", "black"])
        .good();
    assert!(
        text.starts_with("Black to move, 60 empty: 1 game of Bergmann Eva as black, 2010\n"),
        "{text}"
    );
}

#[test]
fn games_are_counted_by_year() {
    let folder = folder();
    let answer = folder.explore(&["f5", "--by", "year"]);
    let years: Vec<(&Value, &Value, &Value)> = answer["by_year"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (&row["year"], &row["games"], &row["move"]))
        .collect();
    let text = |text: &str| Value::from(text);
    assert_eq!(
        years,
        [
            (&1998.into(), &1.into(), &text("d6")),
            (&1999.into(), &1.into(), &text("f6")),
            // Of two equally frequent moves, the one nearer to a1.
            (&2005.into(), &2.into(), &text("f4")),
            (&2010.into(), &1.into(), &text("d6")),
        ]
    );
    let table = folder.db("explore", &["f5", "--by", "year"]).good();
    assert!(table.contains("\nyear    games"), "{table}");
    assert!(table.contains("\n2010        1   20.0%"), "{table}");
}

#[test]
fn games_are_counted_by_the_player_to_move() {
    let folder = folder();
    let answer = folder.explore(&["f5", "--by", "player"]);
    let players: Vec<(&str, u64)> = answer["by_player"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["player"].as_str().unwrap(),
                row["games"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(players, [("Cole Ben", 2), ("Dorn Cid", 2), ("Berg Ann", 1)]);
    // Ben lost with White by 2 and by 64 discs.
    assert_eq!(answer["by_player"][0]["average"], -33.0);
    let table = folder.db("explore", &["--by", "player"]).good();
    assert!(
        table.contains("\nBerg Ann            2   40.0%       2"),
        "{table}"
    );
}

//! `db stats`: the whole database, and the results of a player.

use serde_json::Value;

use super::{Folder, record};

fn folder() -> Folder {
    Folder::with(&[
        record("Ann", "Ben", 1998, "f5d6c3d3c4", Some(2)),
        record("Ben", "Ann", 1999, "f5d6c3d3c4f4f6f3e6e7d7", Some(-6)),
        record("Ann", "Cid", 2005, "f5d6c4", Some(0)),
        record("Ann", "", 2006, "f5f6", None),
    ])
}

fn names<'v>(rows: &'v Value, field: &str) -> Vec<(&'v str, u64)> {
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| {
        (
            row[field].as_str().unwrap_or("?"),
            row["games"].as_u64().unwrap(),
        )
    })
    .collect()
}

#[test]
fn everything_is_counted() {
    let stats = folder().object("stats", &[]);
    for (field, value) in [
        ("games", 4),
        ("players", 3),
        ("events", 1),
        ("won", 1),
        ("drawn", 1),
        ("lost", 1),
        ("first_year", 1998),
        ("last_year", 2006),
    ] {
        assert_eq!(stats[field], value, "{field} in {stats}");
    }
    assert_eq!(stats["win_rate"], 0.5);
    assert_eq!(stats["sizes"]["8"], 4);
    assert_eq!(stats["by_year"].as_array().unwrap().len(), 4);
    let active = names(&stats["most_active"], "player");
    assert_eq!(active, [("Ann", 4), ("Ben", 2), ("Cid", 1)]);
    assert_eq!(stats["most_active"][0]["won"], 2, "{stats}");
    // Each game counts for its last opening name.
    let mut openings = names(&stats["openings"], "opening");
    openings.sort();
    assert_eq!(openings.len(), 4, "{openings:?}");
    assert!(openings.contains(&("Tiger", 1)), "{openings:?}");
    assert!(openings.contains(&("Diagonal", 1)), "{openings:?}");
    assert!(
        openings.iter().any(|(name, _)| name.contains("Scorpion")),
        "{openings:?}"
    );
}

#[test]
fn a_player_has_a_record() {
    let folder = folder();
    let ann = folder.object("stats", &["--player", "ann"]);
    assert_eq!(ann["player"], "Ann");
    assert_eq!(ann["games"], 4);
    assert_eq!(ann["black"]["games"], 3);
    assert_eq!(ann["white"]["won"], 1);
    assert_eq!(ann["white"]["average"], 6.0);
    assert_eq!(ann["by_year"][1]["year"], 1999);
    let opponents = names(&ann["opponents"], "player");
    assert_eq!(opponents[0], ("Ben", 2));
    assert_eq!(opponents.len(), 3, "one of them unknown: {opponents:?}");
    let tiger = ann["openings"].as_array().unwrap().iter();
    let tiger = tiger.filter(|row| row["opening"] == "Tiger");
    let tiger: Vec<&Value> = tiger.collect();
    assert_eq!(tiger[0]["won"], 1);
    let scorpion = ann["openings"].as_array().unwrap().iter();
    let mut scorpion = scorpion.filter(|row| row["moves"] == "f5d6c3d3c4f4f6f3e6e7d7");
    assert_eq!(scorpion.next().unwrap()["average"], 6.0, "as white: {ann}");
}

#[test]
fn people_get_tables() {
    let folder = folder();
    let text = folder.db("stats", &[]).good();
    assert!(
        text.starts_with("4 games of 3 players in 1 event, 1998–2006\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\nall games        4  100.0%       1       1       1     50.0%    -1.33  1998–2006\n"
        ),
        "{text}"
    );
    let text = folder.db("stats", &["--player", "cid"]).good();
    assert!(text.starts_with("Cid: 1 game, 2005\n"), "{text}");
    assert!(text.contains("\nagainst"), "{text}");
    assert!(text.contains("\nAnn "), "{text}");
}

#[test]
fn names_cannot_upset_a_terminal() {
    let folder = Folder::new();
    let file = folder.write(
        "odd.ggf",
        "(;GM[Othello]PC[a\u{1b}[2J]PB[evil\u{7}\u{1b}]PW[x]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n",
    );
    folder.import(&[&file]).good();
    for verb in ["stats", "explore"] {
        let text = folder.db(verb, &[]).good();
        assert!(text.contains("evil"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
}

#[test]
fn an_empty_database_has_no_games() {
    let folder = Folder::new();
    let file = folder.write("bad.txt", "f5a1\n");
    folder.import(&[&file]).bad(1);
    assert_eq!(folder.db("stats", &[]).good(), "no games\n");
    assert_eq!(folder.object("stats", &[])["games"], 0);
    let text = folder.db("explore", &[]).good();
    assert_eq!(text, "Black to move, 60 empty: 0 games\n");
}

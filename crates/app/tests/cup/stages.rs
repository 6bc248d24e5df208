//! A qualifier and the knock-out after it, in one file, through the program.

use super::{Cup, entrants};

const TWELVE: [&str; 12] = [
    "random",
    "greedy",
    "walle:1",
    "discs:1",
    "random",
    "greedy",
    "random",
    "roxanne:1",
    "random",
    "corners-edges:1",
    "random",
    "greedy",
];

fn cup(head: &str, qualifier: &str) -> Cup {
    let house = "[house]\nname = \"House\"\nplayer = \"greedy\"\n";
    let text = format!("{head}[qualifier]\n{qualifier}\n{house}");
    Cup::new(&(text + &entrants(&TWELVE)))
}

#[test]
fn a_qualifier_from_which_all_advance_gives_a_warning() {
    let warning = "Warning: all 12 entrants advance from the qualifier";
    let stage =
        |advance: usize| format!("format = \"swiss\"\nrounds = 1\ngames = 1\nadvance = {advance}");
    let output = cup("size = 4\ngames = 1\nextra = 0\n", &stage(12))
        .run(&[])
        .good();
    assert!(output.contains(warning), "{output}");
    let output = cup("size = 4\ngames = 1\nextra = 0\n", &stage(8))
        .run(&[])
        .good();
    assert!(!output.contains("Warning: all"), "{output}");
}

#[test]
fn a_swiss_qualifier_is_followed_by_a_knock_out() {
    let cup = cup(
        "size = 4\ntables = 2\nthird_place = true\n",
        "format = \"swiss\"\nrounds = 3\ngames = 2\nadvance = 4",
    );
    let output = cup.run(&[]).good();
    for text in [
        "Reversi Cup: Swiss qualifier, then knock-out of 4, 12 entrants, 4×4",
        "Qualifier, round 3  ",
        "Semi-final  ",
        "Third place  ",
        "Swiss, 3 rounds, then knock-out of 4 on 4×4",
        "\nQualifier\n",
        "The best 4 advance.",
        "(1) Buchholz",
        "\nBracket\n",
        "Winner: ",
        "House match: ",
    ] {
        assert!(output.contains(text), "{text} in\n{output}");
    }
    let results = cup.results();
    assert_eq!(results["finished"], true);
    let stage = &results["qualifier"];
    assert_eq!(stage["format"], "swiss");
    assert_eq!(
        (&stage["rounds"], &stage["advance"]),
        (&3.into(), &4.into())
    );
    let table = stage["tables"][0]["standings"].as_array().unwrap();
    assert_eq!(table.len(), 12);
    // The best four meet in the order of the table: first and fourth, second and third.
    let place = |rank: usize| table[rank - 1]["entrant"].clone();
    let semi = &results["bracket"][0];
    assert_eq!(semi[0]["entrants"], serde_json::json!([place(1), place(4)]));
    assert_eq!(semi[1]["entrants"], serde_json::json!([place(2), place(3)]));
    // The standings of the whole cup end with the last of the qualifier.
    let all = results["standings"].as_array().unwrap();
    assert_eq!(all.len(), 12);
    assert_eq!(all[11]["entrant"], place(12));
    let shown = cup.run(&["show"]).good();
    assert!(shown.contains("The best 4 advance."), "{shown}");
}

/// Any board size, and every form of a qualifier.
#[test]
fn qualifiers_are_played_on_every_board_size() {
    for (size, qualifier) in [
        (4, "format = \"groups\"\ngroups = 4\ngames = 1\nadvance = 8"),
        (6, "format = \"round-robin\"\ngames = 1\nadvance = 3"),
        (10, "format = \"swiss\"\nrounds = 2\ngames = 1\nadvance = 5"),
        (
            26,
            "format = \"groups\"\ngroups = 6\ngames = 1\nadvance = 6",
        ),
    ] {
        let head = format!("size = {size}\ntables = 2\ngames = 1\nextra = 0\n");
        let cup = cup(&head, qualifier);
        cup.run(&[]).good();
        let results = cup.results();
        assert_eq!(results["finished"], true, "{size}");
        assert_eq!(results["size"], size);
        assert!(results["winner"].is_u64());
        let games = results["games"].as_array().unwrap();
        let slots: std::collections::BTreeSet<&str> = games
            .iter()
            .map(|game| game["slot"].as_str().unwrap())
            .collect();
        assert_eq!(slots.len(), games.len(), "no game has the slot of another");
    }
}

/// Two programs that always play the same game are equal after two games; the extra pair must not
/// repeat that game.
#[test]
#[cfg(target_os = "linux")]
fn a_tie_break_of_deterministic_programs_is_another_game() {
    let text = "size = 6\ngames = 2\nextra = 2\nopenings = \"start\"\nsandbox = \"auto\"\n\
                time = \"60s\"\nstartup = \"60s\"\n";
    let players = entrants(&["simple:sh first.sh", "simple:sh first.sh"]);
    let cup = Cup::new(&(text.to_string() + &players));
    cup.write("first.sh", super::FIRST_MOVE);
    cup.run(&[]).good();
    let journal = cup.journal();
    let moves: Vec<&str> = journal
        .iter()
        .map(|game| game["moves"].as_str().unwrap())
        .collect();
    assert_eq!(moves[0], moves[1], "the programs are deterministic");
    assert!(moves.len() >= 4, "one pair of equal games is a tie");
    assert_ne!(moves[0], moves[2]);
}

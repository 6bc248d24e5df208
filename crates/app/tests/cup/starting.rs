//! What is checked before the first game: programs that do not start, leftovers of a killed process.

use std::fs;

use super::{Cup, FIRST_MOVE, entrants};

/// One program that plays and three that do not start, beside a player of this program.
fn cup() -> Cup {
    let players = [
        "greedy",
        "simple:./missing",
        "simple:sh polite.sh",
        "once:sh dies.sh",
        "simple:sh dies.sh",
    ];
    let head = "format = \"round-robin\"\nsize = 4\ntables = 2\nsandbox = \"auto\"\n\
                time = \"60s\"\nstartup = \"60s\"\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&players)));
    cup.write("dies.sh", "echo 'no class Main' >&2\nexit 3\n");
    cup.write("polite.sh", FIRST_MOVE);
    cup
}

#[test]
fn all_programs_that_do_not_start_are_named_together() {
    let cup = cup();
    let said = cup.run(&[]).bad(1);
    for text in ["`B` ", "`D` ", "`E` ", "exit status: 3", "no class Main"] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(!said.contains("`C` "), "{said}");
    assert!(said.contains("3 programs do not start"), "{said}");
    assert!(said.contains("--without-broken"), "{said}");
    assert!(cup.journal().is_empty(), "no game was played");
    // The cup has not begun: its file may change.
    let text = fs::read_to_string(cup.path("cup.toml")).unwrap();
    let mended = text.replace("sh dies.sh", "sh polite.sh");
    cup.write("cup.toml", &mended.replace("simple:./missing", "random"));
    cup.run(&[]).good();
    assert_eq!(cup.results()["games"].as_array().unwrap().len(), 20);
}

#[test]
fn programs_that_do_not_start_can_lose_all_their_games() {
    let cup = cup();
    let run = cup.run(&["--without-broken"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stderr.contains("no class Main"), "{run:?}");
    let results = cup.results();
    assert_eq!(results["finished"], true);
    assert!(
        !results.to_string().contains("no class Main"),
        "standard error is not published"
    );
    assert_eq!(results["rulings"].as_array().unwrap().len(), 3);
    for place in [1, 3, 4] {
        let line = results["standings"].as_array().unwrap();
        let line = line.iter().find(|line| line["entrant"] == place).unwrap();
        assert_eq!(line["won"], 0, "entrant {place}");
    }
    // The same command goes on, and tries nothing again.
    cup.run(&[]).good();
}

/// What a program writes to standard error, and what it is told, is kept; only the talk is published.
#[test]
fn the_talk_is_linked_and_standard_error_is_private() {
    let cup = cup();
    let text = fs::read_to_string(cup.path("cup.toml")).unwrap();
    let mended = text
        .replace("once:sh dies.sh", "greedy")
        .replace("simple:sh dies.sh", "greedy");
    cup.write("cup.toml", &mended.replace("simple:./missing", "random"));
    let polite = fs::read_to_string(cup.path("polite.sh")).unwrap();
    cup.write("polite.sh", &("echo my secret >&2\n".to_string() + &polite));
    cup.run(&[]).good();
    let results = cup.results();
    let games = results["games"].as_array().unwrap().iter();
    let game = games
        .clone()
        .find(|game| game["black"] == 2)
        .expect("C plays");
    let talk = game["talk"]["black"].as_str().expect("a path");
    assert!(cup.path("cup-results").join(talk).is_file(), "{talk}");
    assert!(game["talk"]["white"].is_null(), "a player of this program");
    for name in ["results.json", "results.html", "games.ggf", "games.pgn"] {
        let text = fs::read_to_string(cup.path("cup-results").join(name)).unwrap();
        assert!(!text.contains("my secret"), "{name}");
    }
    let slot = game["slot"].as_str().unwrap();
    let said = cup.run(&["show", "--stderr", slot]).good();
    assert!(said.contains("  my secret\n"), "{said}");
    let said = cup.run(&["show", "--stderr", "9.9.9"]).bad(1);
    assert!(said.contains("game 9.9.9 has not been played"), "{said}");
}

#[test]
fn more_tables_than_cores_are_warned_of() {
    let cup =
        Cup::new(&("size = 4\ntables = 256\n".to_string() + &entrants(&["greedy", "random"])));
    let said = cup.run(&[]).good();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(
        said.contains("Warning: 256 games at once"),
        cores < 256,
        "{said}"
    );
}

#[test]
fn a_house_program_that_does_not_start_is_named_too() {
    let head = "size = 4\nsandbox = \"auto\"\nhouse = { name = \"H\", player = \"gtp:./none\" }\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&["greedy", "random"])));
    let said = cup.run(&["--without-broken"]).bad(1);
    assert!(said.contains("`H` "), "{said}");
    assert!(said.contains("the house program does not start"), "{said}");
}

#[test]
fn temporary_files_of_a_killed_process_are_removed() {
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    cup.run(&[]).good();
    fs::create_dir_all(cup.path("cup-results/talk")).unwrap();
    let left = ["cup-results/.reversi-Ab12Cd", "cup-results/talk/.reversi-x"];
    for name in left {
        cup.write(name, "half a page");
    }
    cup.write("cup-results/.own", "mine");
    cup.run(&[]).good();
    for name in left {
        assert!(!cup.path(name).exists(), "{name}");
    }
    assert!(cup.path("cup-results/.own").exists(), "other files stay");
}

#[test]
#[cfg(unix)]
fn only_the_owner_reads_the_journal() {
    use std::os::unix::fs::PermissionsExt;
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    cup.run(&[]).good();
    let journal = fs::metadata(cup.path("cup-results/journal.jsonl")).unwrap();
    assert_eq!(journal.permissions().mode() & 0o077, 0);
}

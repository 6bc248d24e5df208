//! Rivals in the guided game: chosen, offered after clear results, and remembered.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{assert_in_order, guided};
use crate::common::{Run, clear_loss, close_loss, feed, reversi, run};

/// A guided game with a state folder of its own.
struct Person {
    state: TempDir,
}

impl Person {
    fn new() -> Person {
        let state = TempDir::new().expect("a folder");
        Person { state }
    }

    fn file(&self) -> PathBuf {
        self.state.path().join("reversi").join("rival")
    }

    /// Writes what an earlier run remembered.
    fn stands(&self, text: &str) {
        fs::create_dir_all(self.file().parent().expect("a folder")).expect("it is made");
        fs::write(self.file(), text).expect("it is written");
    }

    fn run(&self, folder: &Path, arguments: &str, lines: &[&str]) -> Run {
        let mut command = reversi();
        command.env("XDG_STATE_HOME", folder).arg("play");
        command.args(arguments.split_whitespace());
        feed(&mut command, (lines.join("\n") + "\n").as_bytes())
    }

    #[track_caller]
    fn plays(&self, arguments: &str, lines: &[&str]) -> String {
        self.run(self.state.path(), arguments, lines).good()
    }
}

#[test]
fn a_newcomer_is_offered_a_low_rival() {
    let output = guided("", &["1", "1", "Anna", "", "1", "quit", "n", "0"]);
    assert_in_order(
        &output,
        &[
            "How strong shall your rival be?",
            "Enter: rival 2 · about ",
            "2.Light (Rival 2 begins)",
            "Anna plays dark (B), Rival 2 plays light (W).",
        ],
    );
    let at_once = guided("--players 1 --name Anna", &["quit", "n"]);
    assert!(at_once.contains("Rival 2 plays light"), "{at_once}");
    let by_level = guided("--players 1 --name Anna --level 2", &["quit", "n"]);
    assert!(by_level.contains("Computer plays light"), "{by_level}");
}

#[test]
fn the_question_lists_rivals_and_corrects_slips() {
    let lines = [
        "1", "1", "Anna", "0", "21", "x", "list", "rival:7", "1", "quit", "n", "0",
    ];
    let output = guided("", &lines);
    assert_in_order(
        &output,
        &[
            "> 0\n`0` is not a rival; type a number from 1 to 20",
            "> 21\n`21` is not a rival",
            "> x\n`x` is not a rival",
            "> list\nrival 1 · about ",
            "rival 20 · about ",
            "Rival 7 plays light",
        ],
    );
}

/// In the settings any opponent can be named, so the advice is another.
#[test]
fn a_wrong_rival_in_the_settings_is_told_what_there_is() {
    let output = guided("", &["3", "4", "rival:0", "rival:x", "rival:3", "0", "0"]);
    assert_in_order(
        &output,
        &[
            "`rival:0` is not a rival; there are rival:1 to rival:20",
            "`rival:x` is not a rival; there are rival:1 to rival:20",
            "4.Opponent: rival:3",
        ],
    );
}

#[test]
fn every_door_of_the_guided_game_takes_rivals() {
    for (arguments, seats) in [
        (
            "--players 1 --opponent rival:3",
            "Player plays dark (B), Rival 3 plays light",
        ),
        (
            "--black rival:3 --white human",
            "Rival 3 plays dark (B), Player plays light",
        ),
        (
            "--black rival:auto",
            "Rival 2 plays dark (B), Player plays light",
        ),
        (
            "--players 0 --opponent rival:1",
            "Rival 1 (1) plays dark (B), Rival 1 (2) plays",
        ),
        (
            "--black rival:1 --white rival:2",
            "Rival 1 plays dark (B), Rival 2 plays light",
        ),
    ] {
        let output = guided(&format!("{arguments} --pause 0"), &["quit", "n"]);
        assert!(output.contains(seats), "{arguments}: {output}");
    }
    for (arguments, why) in [
        (
            "--opponent rival:0",
            "`rival:0` is not a rival; there are rival:1 to rival:20",
        ),
        ("--opponent rival:21", "`rival:21` is not a rival"),
        ("--black rival:x", "`rival:x` is not a rival"),
        ("--opponent rival:3 --level 2", "a rival has no level"),
        ("--opponent rival --level 2", "a rival has no level"),
        (
            "--players 0 --opponent rival:auto",
            "no person plays here: name a rung",
        ),
        (
            "--black rival:auto --white rival:3",
            "no person plays here: name a rung",
        ),
    ] {
        let said = run(&format!("play {arguments}"), "").bad(2);
        assert!(said.contains(why), "{arguments}: {said}");
    }
}

#[test]
fn a_clear_loss_brings_an_easier_rival_and_it_is_remembered() {
    let person = Person::new();
    person.stands("rival:13 streak:0\n");
    let (seed, moves) = clear_loss();
    let arguments = &format!("--players 1 --name Anna --seed {seed}");
    let mut lines: Vec<&str> = moves.iter().map(String::as_str).collect();
    lines.extend(["y", "y", "quit", "n"]);
    let output = person.plays(arguments, &lines);
    assert_in_order(
        &output,
        &[
            "Rival 13 plays light",
            "This rival beat you clearly. Play rival 12 · about ",
            "Play again?",
            "Rival 12 plays light",
        ],
    );
    let output = person.plays("--players 1 --name Anna", &["quit", "n"]);
    assert!(output.contains("Rival 12 plays light"), "{output}");
    // Who says no stays.
    fs::write(person.file(), "rival:13 streak:-1\n").expect("it is written");
    let mut lines: Vec<&str> = moves.iter().map(String::as_str).collect();
    lines.extend(["n", "n"]);
    person.plays(arguments, &lines);
    let kept = fs::read_to_string(person.file()).expect("the file");
    assert_eq!(kept, "rival:13 streak:0\n");
}

#[test]
fn a_second_close_loss_brings_an_easier_rival_and_is_called_what_it_is() {
    let person = Person::new();
    person.stands("rival:4 streak:-1\n");
    let (seed, moves) = close_loss();
    let mut lines: Vec<&str> = moves.iter().map(String::as_str).collect();
    lines.extend(["n", "n"]);
    let arguments = &format!("--players 1 --name Anna --seed {seed}");
    let output = person.plays(arguments, &lines);
    let news = "This rival beat you twice in a row. Play rival 3 · about ";
    assert!(output.contains(news), "{output}");
}

#[test]
fn a_game_counts_though_the_person_leaves_at_the_question_after_it() {
    let person = Person::new();
    person.stands("rival:13 streak:0\n");
    let (seed, moves) = clear_loss();
    let lines: Vec<&str> = moves.iter().map(String::as_str).collect();
    let arguments = &format!("--players 1 --name Anna --seed {seed}");
    let output = person.plays(arguments, &lines);
    assert!(output.contains("Play rival 12"), "{output}");
    let kept = fs::read_to_string(person.file()).expect("the file");
    assert_eq!(kept, "rival:13 streak:-1\n");
}

#[test]
fn each_board_size_has_a_rival_of_its_own() {
    let person = Person::new();
    person.stands("rival:13 streak:0\n");
    person.plays("-n 6", &["1", "1", "Anna", "5", "1", "quit", "n", "0"]);
    let kept = |file: &Path| fs::read_to_string(file).expect("the file");
    assert_eq!(kept(&person.file()), "rival:13 streak:0\n");
    let small = person.file().with_file_name("rival-6");
    assert_eq!(kept(&small), "rival:5 streak:0\n");
    for (size, rung) in [("4", 2), ("6", 5), ("8", 13)] {
        // The size as an option, or changed in the settings.
        let named = person.plays(&format!("--players 1 -n {size}"), &["quit", "n"]);
        assert!(
            named.contains(&format!("Rival {rung} plays light")),
            "{named}"
        );
        let lines = [
            "3", "2", size, "0", "1", "1", "Anna", "", "1", "quit", "n", "0",
        ];
        let output = person.plays("-n 10", &lines);
        assert!(
            output.contains(&format!("Rival {rung} plays light")),
            "{output}"
        );
    }
}

/// A file that says more than any number of games does no harm.
#[test]
fn a_streak_without_end_is_read_and_goes_on() {
    let person = Person::new();
    person.stands("rival:13 streak:-2147483648\n");
    let (seed, moves) = clear_loss();
    let mut lines: Vec<&str> = moves.iter().map(String::as_str).collect();
    lines.extend(["n", "n"]);
    let arguments = &format!("--players 1 --name Anna --seed {seed}");
    let output = person.plays(arguments, &lines);
    assert!(output.contains("Play rival 12"), "{output}");
}

#[test]
fn a_rival_that_was_asked_for_is_remembered() {
    let person = Person::new();
    person.plays("", &["1", "1", "Anna", "6", "1", "quit", "n", "0"]);
    let kept = fs::read_to_string(person.file()).expect("the file");
    assert_eq!(kept, "rival:6 streak:0\n");
    let output = person.plays("", &["1", "1", "Anna", "", "1", "quit", "n", "0"]);
    assert!(
        output.contains("Anna plays dark (B), Rival 6 plays light"),
        "{output}"
    );
    let named = person.plays("--players 1 --opponent rival:9", &["quit", "n"]);
    assert!(named.contains("Rival 9 plays light"), "{named}");
    assert_eq!(fs::read_to_string(person.file()).expect("the file"), kept);
}

#[test]
fn a_damaged_memory_begins_anew_and_one_that_cannot_be_written_says_so() {
    let person = Person::new();
    fs::create_dir_all(person.file().parent().expect("a folder")).expect("it is made");
    for damage in [
        &b""[..],
        b"rival:21 streak:0",
        b"\xff\xfe\0",
        &[b'x'; 10_000],
    ] {
        fs::write(person.file(), damage).expect("it is written");
        let output = person.plays("--players 1", &["quit", "n"]);
        assert!(output.contains("Rival 2 plays light"), "{output}");
    }
    // A file where the folder should be.
    let blocked = person.state.path().join("blocked");
    fs::write(&blocked, "").expect("it is written");
    let lines = ["1", "1", "Anna", "6", "1", "quit", "n", "0"];
    let output = person.run(&blocked, "", &lines).good();
    assert_in_order(
        &output,
        &[
            "The next run will not remember your rival: ",
            "Rival 6 plays light",
        ],
    );
}

#[test]
fn another_board_says_what_rivals_are_there() {
    let output = guided("--players 1 -n 10", &["quit", "n"]);
    assert!(
        output.contains("On 10×10 rivals are made from search and chance"),
        "{output}"
    );
    let asked = guided("-n 10", &["1", "1", "", "", "1", "quit", "n", "0"]);
    assert!(
        asked.contains("Enter: rival 2\n"),
        "it is not rated there: {asked}"
    );
    let usual = guided("--players 1", &["quit", "n"]);
    assert!(!usual.contains("search and chance"), "{usual}");
}

#[test]
fn rivals_speak_greek() {
    let lines = ["1", "1", "Άννα", "0", "list", "", "1", "quit", "όχι", "0"];
    let output = guided("--lang el", &lines);
    assert_in_order(
        &output,
        &[
            "Πόσο δυνατός",
            "Το `0` δεν είναι ανταγωνιστής",
            "ανταγωνιστής 1 · περίπου ",
            "μόλις έμαθε τους κανόνες",
            "δυνατότερος από κάθε άνθρωπο",
            "Λευκά (W): Ανταγωνιστής 2",
        ],
    );
}

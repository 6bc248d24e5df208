//! `reversi demo`: computer against computer.

use std::fs;

use crate::common::{OPPONENTS, after, feed, reversi, run, searchers};

/// The moves of the shown game.
fn moves(output: &str) -> String {
    after(output, " moved to ").concat()
}

/// The last score of the shown game, as `dark - light`.
fn score(output: &str) -> &str {
    let result = output
        .lines()
        .rev()
        .skip_while(|line| !line.contains(" - "));
    result.into_iter().next().unwrap_or_default()
}

/// True when the game came to its end.
fn is_finished(output: &str) -> bool {
    output.contains(" wins\n") || output.contains("It's a tie\n")
}

#[test]
fn every_pair_of_opponents_plays_to_the_end() {
    for black in OPPONENTS {
        for white in OPPONENTS {
            let output = run(&format!("demo -n 4 --black {black} --white {white}"), "").good();
            assert!(is_finished(&output), "{black} {white}: {output}");
        }
    }
}

#[test]
fn rivals_play_each_other() {
    let output = run(
        "demo --black rival:3 --white rival:12 --seed 1 --pause 0",
        "",
    )
    .good();
    assert!(is_finished(&output), "{output}");
    assert!(output.contains("Rival 3 plays dark"), "{output}");
    for (player, why) in [
        ("rival:auto", "`rival:auto` follows one person"),
        ("rival", "name a rung: rival:1 to rival:20"),
        ("rival:0", "`rival:0` is not a rival"),
    ] {
        let said = run(&format!("demo --black {player}"), "").bad(2);
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn played_moves_are_the_moves_of_a_game() {
    for (size, black, white) in [
        (8, "walle:2", "roxanne:2"),
        (8, "engine:1", "positional:1"),
        (6, "corners-edges:3", "discs:3"),
        (10, "greedy", "random"),
        (26, "random", "greedy"),
    ] {
        let arguments =
            format!("demo -n {size} --black {black} --white {white} --seed 1 --pause 0");
        let output = run(&arguments, "").good();
        let position = format!("play --players 2 -n {size} --position {}", moves(&output));
        let replayed = run(&position, "n\n").good();
        assert!(is_finished(&replayed), "{arguments}: {replayed}");
        assert!(
            replayed.contains(&format!("\n{}\n", score(&output))),
            "{replayed}"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for black in searchers() {
        let game = |seed: u32| {
            let arguments = format!("demo -n 6 --black {black}:2 --white random --seed {seed}");
            moves(&run(&arguments, "").good())
        };
        assert_eq!(game(11), game(11), "{black}");
        assert!((0..6).any(|seed| game(seed) != game(11)), "{black}");
    }
}

#[test]
fn players_are_distinguished() {
    for (players, names) in [
        ("--black walle:2 --white roxanne:2", ["WALL-E", "Roxanne"]),
        ("--black walle:2 --white walle:2", ["WALL-E", "R2-D2"]),
        ("--black walle:2 --white walle:3", ["walle:2", "walle:3"]),
        ("--black random --white random", ["Random 1", "Random 2"]),
        ("", ["Computer 1", "Computer 2"]),
    ] {
        let output = run(&format!("demo -n 4 {players}"), "").good();
        let [black, white] = names;
        assert!(output.contains(&format!("{black} plays dark")), "{output}");
        assert!(output.contains(&format!("{black} moved to ")), "{output}");
        assert!(
            output.contains(&format!("{white}'s turn (light)")),
            "{output}"
        );
        assert!(
            output.contains(&format!("Score: {black} 2 - 2 {white}")),
            "{output}"
        );
    }
}

#[test]
fn the_robots_ask_for_their_level() {
    let output = run("-testai -n 4 --seed 1", "0\nabc\n2\n").good();
    for part in [
        "look ahead?",
        "`0` is not a level",
        "`abc` is not a level",
        "looks 2 moves ahead",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(
        output.contains("WALL-E plays dark (B), R2-D2 plays light (W)"),
        "{output}"
    );
    assert!(is_finished(&output), "{output}");
    let unasked = run("-testai -n 4 --seed 1 -d 2", "").good();
    assert!(!unasked.contains("look ahead?"), "{unasked}");
    assert_eq!(moves(&unasked), moves(&output));
    let modern = run("--testai -n 4 --seed 1 -d 2", "").good();
    assert_eq!(modern, unasked, "both spellings");
    let nobody = run("-testai -n 4 --seed 1", "").good();
    assert!(
        is_finished(&nobody),
        "without an answer they play all the same: {nobody}"
    );
}

#[test]
fn people_do_not_play_in_a_demo() {
    for players in [
        "--black human",
        "--white HUMAN",
        "--black human --white human",
    ] {
        let run = run(&format!("demo {players}"), "");
        assert_eq!(run.stdout, "");
        let said = run.bad(2);
        assert!(said.contains("computer"), "{said}");
    }
}

#[test]
fn a_demo_can_be_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.ggf");
    let mut played = Vec::new();
    for seed in ["1", "2"] {
        let mut command = reversi();
        command
            .args(["demo", "-n", "6", "--black", "walle:1", "--white", "random"])
            .args(["--seed", seed, "--record"])
            .arg(&path);
        played.push(moves(&feed(&mut command, b"").good()));
    }
    let record = fs::read_to_string(&path).expect("a record");
    assert_eq!(record.lines().count(), 2);
    for (line, played) in record.lines().zip(played) {
        assert!(line.contains("PB[WALL-E]PW[Random]"), "{line}");
        assert!(!line.contains("RE[?]"), "{line}");
        let squares: String = line
            .split(&['[', ']'])
            .filter(|word| word.len() == 2 && word.as_bytes()[1].is_ascii_digit())
            .collect();
        assert_eq!(squares, played);
    }
}

#[test]
fn a_demo_speaks_greek() {
    let output = run("demo -n 4 --lang el --black walle:1 --white random", "").good();
    assert!(output.contains("Σκορ: WALL-E 2 - 2 Random"), "{output}");
}

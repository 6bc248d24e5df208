//! Commands that change how the game is played and shown.

use super::last_answer;
use crate::common::{OPPONENTS, console, run};

#[test]
fn legal_squares_are_marked_only_on_the_humans_turn() {
    let stars = |text: &String| text.matches('*').count();
    let shown = console(
        "",
        &[
            "showstate",
            "showlegal on",
            "showstate",
            "play f5",
            "cont",
            "showlegal OFF",
            "showstate",
        ],
    );
    let counts: Vec<usize> = shown.iter().map(stars).collect();
    assert_eq!(&counts[..4], [0, 0, 4, 0]);
    assert!(counts[4] > 0, "{}", shown[4]);
    assert_eq!(&counts[5..], [0, 0]);
    for wrong in ["showlegal", "showlegal maybe", "showlegal on off"] {
        let answers = console("-l", &[wrong, "showstate"]);
        assert!(answers[0].contains("showlegal on"), "{answers:?}");
        assert_eq!(stars(&answers[1]), 4, "unchanged");
    }
}

#[test]
fn selectcolor_changes_whose_turn_it_is() {
    let answers = console("", &["selectcolor white", "showstate", "selectcolor black"]);
    assert!(answers[1].contains("Black player (computer) plays now"));
    for wrong in ["selectcolor", "selectcolor red", "selectcolor black white"] {
        let answers = console("", &[wrong, "showstate"]);
        let said = &answers[0];
        assert!(said.contains("black") && said.contains("white"), "{said}");
        assert!(answers[1].contains("Black player (human) plays now"));
    }
}

#[test]
fn level_alone_tells_the_level() {
    let told = console(
        "-d 3",
        &["level", "level 5", "level", "opponent walle:2", "level"],
    );
    assert_eq!(told, ["Level: 3", "", "Level: 5", "", "Level: 2"]);
    assert_eq!(console("", &["level"]), ["Level: 1"]);
}

#[test]
fn opponent_alone_lists_them_all() {
    let list = &console("-d 2", &["opponent"])[0];
    assert!(list.starts_with("Opponent: engine, level 2"), "{list}");
    let names: Vec<&str> = list
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names[0], "rival");
    assert_eq!(names[1..], OPPONENTS);
}

#[test]
fn every_opponent_can_be_chosen_and_plays() {
    for name in OPPONENTS {
        let choice = format!("opponent {}", name.to_uppercase());
        let answers = console("", &[&choice, "opponent", "play f5", "cont"]);
        assert_eq!(answers[0], "");
        assert!(answers[1].starts_with(&format!("Opponent: {name}")));
        assert!(answers[3].contains("Black player (human) plays now"));
        let by_option = console(&format!("--opponent {name}"), &["opponent"]);
        assert_eq!(by_option[0], answers[1]);
    }
    for (wrong, why) in [
        ("opponent bob", "`bob` is not "),
        ("opponent human", "You are the human here"),
        ("opponent random:3", "`random` has no levels"),
        ("opponent walle:0", "`0` is not a level"),
    ] {
        let answers = console("", &[wrong, "opponent"]);
        assert!(answers[0].starts_with(why), "{answers:?}");
        assert!(answers[1].starts_with("Opponent: engine, level 1"));
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: u32| {
        let commands = "cont\nselectcolor black\ncont\nselectcolor white\n".repeat(20);
        let output = run(&format!("-w -d 2 --seed {seed}"), &(commands + "moves\n")).good();
        last_answer(&output)
    };
    assert_eq!(game(7), game(7));
    let games: Vec<String> = (0..8).map(game).collect();
    assert!(games.iter().any(|other| *other != games[0]), "{games:?}");
}

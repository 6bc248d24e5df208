//! Rivals in the console.

use std::fs;

use tempfile::TempDir;

use crate::common::{answers, clear_loss, console, feed, reversi};

#[test]
fn a_rival_is_chosen_by_number_and_plays() {
    let said = console("", &["opponent rival:5", "opponent", "play f5", "cont"]);
    assert_eq!(said[0], "");
    assert!(
        said[1].starts_with("Opponent: rival:5, rival 5 · about "),
        "{}",
        said[1]
    );
    assert!(said[3].contains("Black player (human) plays now"));
    let by_option = console("--opponent rival:5", &["opponent"]);
    assert_eq!(by_option[0], said[1]);
}

#[test]
fn its_name_alone_lists_all_rivals_and_follows() {
    let said = console(
        "",
        &[
            "opponent rival",
            "opponent",
            "opponent rival:auto",
            "opponent",
        ],
    );
    assert_eq!(said[0].lines().count(), 20);
    assert!(said[0].contains("rival 1 · about ") && said[0].contains("rival 20 · about "));
    assert!(
        said[1].starts_with("Opponent: rival:auto, rival 2 · about "),
        "{}",
        said[1]
    );
    assert_eq!(said[3], said[1]);
}

#[test]
fn what_is_no_rival_changes_nothing() {
    for wrong in ["rival:0", "rival:21", "rival:x", "rival:"] {
        let said = console("", &[&format!("opponent {wrong}"), "opponent"]);
        let why = format!("`{wrong}` is not a rival; there are rival:1 to rival:20");
        assert_eq!(said[0], why);
        assert!(said[1].starts_with("Opponent: engine, level 1"));
    }
}

#[test]
fn it_tells_what_people_play_instead_of_a_score() {
    let commands = ["eval", "suggest", "newgame 10", "eval", "play e4", "cont"];
    let said = console("--opponent rival:6", &commands);
    assert!(
        said[0].starts_with("A rival gives no score. People rated about "),
        "{}",
        said[0]
    );
    assert!(said[1].starts_with("Suggested move: "), "{}", said[1]);
    assert!(
        said[3].starts_with("On 10×10 rivals are made from search"),
        "{}",
        said[3]
    );
    let replied = said[5].contains("Black player (human) plays now");
    assert!(replied, "{}", said[5]);
}

/// The model knows people from 1500 to 2700, and the sentence speaks of no others.
#[test]
fn it_speaks_of_people_that_are_known() {
    for (rung, rating) in [(1, 1500), (20, 2700)] {
        let said = console(&format!("--opponent rival:{rung}"), &["eval"]);
        let words = format!("A rival gives no score. People rated about {rating} play here: ");
        assert!(said[0].starts_with(&words), "{}", said[0]);
    }
}

#[test]
fn a_rival_that_follows_moves_after_a_clear_result() {
    let state = TempDir::new().expect("a folder");
    let file = state.path().join("reversi").join("rival");
    let (seed, moves) = clear_loss();
    fs::create_dir_all(file.parent().expect("a folder")).expect("it is made");
    fs::write(&file, "rival:13 streak:0\n").expect("it is written");
    // `cont` out of turn does nothing, and the rival moves again and again where black must pass.
    let turn = |point: &String| {
        let play = [format!("play {point}")];
        play.into_iter().chain((0..12).map(|_| "cont".to_string()))
    };
    let mut commands = vec!["opponent rival:auto".to_string()];
    commands.extend(moves.iter().flat_map(turn));
    let tail = ["undo", "redo", "newgame", "opponent"].map(str::to_string);
    commands.extend(tail);
    let mut command = reversi();
    command
        .args(["--seed", &seed.to_string()])
        .env("XDG_STATE_HOME", state.path());
    let input = commands.join("\n") + "\n";
    let said = answers(&feed(&mut command, input.as_bytes()).good());
    let news: Vec<&str> = said
        .iter()
        .flat_map(|answer| answer.lines())
        .filter(|line| line.contains("`newgame` is against"))
        .collect();
    assert_eq!(news.len(), 1, "a game counts once: {news:?}");
    assert!(
        news[0].starts_with("This rival beat you clearly: `newgame` is against rival 12 · "),
        "{news:?}"
    );
    let now = said.last().expect("an answer");
    assert!(
        now.starts_with("Opponent: rival:auto, rival 12 · "),
        "{now}"
    );
    let kept = fs::read_to_string(&file).expect("the file");
    assert_eq!(kept, "rival:12 streak:0\n");
}

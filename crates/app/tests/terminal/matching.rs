//! `match` on a terminal: progress and interruption.

use super::pty::{CTRL_C, plain};

#[test]
fn the_score_follows_the_games_and_ctrl_c_keeps_it() {
    let mut terminal = plain("match engine:time=0.01 greedy --games 4000 --seed 1");
    terminal.wait_for("/4000  ");
    terminal.wait_for(" won, ");
    terminal.wait_for("Elo +");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(
        rest.contains("ended by Ctrl-C before all 4000 were played"),
        "{rest:?}"
    );
    assert!(rest.contains("Score ") && rest.contains("Elo "), "{rest:?}");
}

#[test]
fn ctrl_c_leaves_json_that_can_be_read() {
    let mut terminal = plain("match engine:time=0.01 greedy --json --sprt 500,501 --seed 1");
    terminal.wait_for("LLR ");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    let start = rest.find("{\"players\"").expect("an object");
    let end = start + rest[start..].find("\r\n").expect("the end of the line");
    let object: serde_json::Value = serde_json::from_str(&rest[start..end]).expect("JSON");
    assert_eq!(object["complete"], false);
    assert!(object["games"].as_u64().is_some_and(|games| games > 0));
    assert_eq!(object["sprt"]["verdict"], "continue");
}

/// Ctrl-C also ends a long search.
#[test]
fn ctrl_c_ends_a_long_search() {
    let mut terminal = plain("match engine:time=3600 greedy --games 2 --openings start");
    terminal.wait_for("0/2");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(rest.contains("0 games, ended by Ctrl-C"), "{rest:?}");
}

//! Commands about the moves of a game.

use std::fs;

use super::last_answer;
use crate::common::{after, answers, console, feed, reversi, run};

/// A test board of the reference systems with the values of the two published evaluations, for the
/// side to move.
struct Judged {
    rows: &'static str,
    corners_edges: i32,
    walle: i32,
}

/// White is to move on all of these: the number of discs is odd.
const BOARDS: [Judged; 3] = [
    Judged {
        rows: "...O..XO ...OOXXX ..OOXXXX .OOXXOXX .OOOOXOX ..OOOOXX ..O..O.X ........",
        corners_edges: 1,
        walle: -67,
    },
    Judged {
        rows: "........ ....OO.. .OOOOOOX ..OOOO.X ..OOOOOO ..O..... ........ ........",
        corners_edges: 15,
        walle: -3,
    },
    Judged {
        rows: "OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO. OOOOOO.. OOOOOO.X OOOOOOO. OOOOOOOO",
        corners_edges: 135,
        walle: 637,
    },
];

/// Commands that bring the game of the second sample to its last move.
const ALMOST_OVER: &str = "selectcolor black\nplay c4\nselectcolor white\nplay d4\n\
    selectcolor black\nplay d3\nselectcolor white\nplay b4\nselectcolor black\nplay a4\n\
    selectcolor white\nplay d2\nselectcolor black\nplay d1\nselectcolor white\nplay b1\n";

#[test]
fn undo_takes_back_the_humans_move_with_the_reply_if_there_was_one() {
    let answers = console(
        "-l",
        &[
            "showstate",
            "play f5",
            "undo",
            "undo",
            "play f5",
            "cont",
            "undo",
            "redo",
            "redo",
            "undo",
            "play d3",
            "redo",
        ],
    );
    let start = &answers[0];
    assert_eq!(&answers[2], start, "before the reply");
    assert_eq!(answers[3], "You have made no move to take back");
    assert_eq!(&answers[6], start, "after the reply");
    assert_eq!(answers[7], answers[5], "both moves are made again");
    assert_eq!(answers[8], "No move was taken back");
    assert_eq!(
        answers[11], "No move was taken back",
        "another move was made"
    );
}

#[test]
fn undo_and_redo_go_all_the_way() {
    let mut commands: Vec<&str> = ALMOST_OVER.lines().chain(["play a2"]).collect();
    let over = commands.len() - 1;
    commands.extend(["undo"; 6]);
    commands.push("moves");
    commands.extend(["redo"; 6]);
    commands.push("moves");
    let answers = console("-n 4", &commands);
    let undone = &answers[over + 1..];
    assert!(undone[1].contains("White: 7 - Black: 4"), "before b1");
    assert_eq!(undone[5], "You have made no move to take back");
    assert_eq!(undone[6], "c4", "the move of the other side");
    assert_eq!(undone[11], answers[over], "the end again");
    assert_eq!(undone[12], "No move was taken back");
    assert_eq!(undone[13], "c4d4d3b4a4d2d1b1a2");
}

#[test]
fn the_computers_first_move_is_not_the_humans_to_undo() {
    let answers = console("-w", &["cont", "undo", "moves"]);
    assert_eq!(answers[1], "You have made no move to take back");
    assert_eq!(answers[2].len(), 2, "one move");
}

#[test]
fn suggest_names_a_legal_move_and_changes_nothing() {
    let answers = console("", &["showstate", "suggest", "showstate"]);
    assert_eq!(answers[0], answers[2]);
    let square = after(&answers[1], "Suggested move: ")[0];
    assert!(["d3", "c4", "f5", "e6"].contains(&square), "{square}");
    let answers = console("", &["play f5", "suggest", "moves"]);
    assert!(answers[1].starts_with("It's the computer's turn"));
    assert_eq!(answers[2], "f5");
    let over = run("-n 4", &format!("{ALMOST_OVER}play a2\nsuggest\n")).good();
    let last = last_answer(&over);
    assert!(last.starts_with("The game is over"), "{last}");
}

#[test]
fn moves_are_listed_without_passes() {
    assert_eq!(console("", &["moves"]), ["No moves yet"]);
    let output = run("-n 4", &format!("{ALMOST_OVER}play a2\nmoves\n")).good();
    assert_eq!(last_answer(&output), "c4d4d3b4a4d2d1b1a2");
}

#[test]
fn eval_tells_the_opponents_judgement_of_the_published_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    for board in BOARDS {
        let squares = board.rows.replace(' ', "").replace('.', "n");
        let squares = squares.replace('X', "b").replace('O', "w");
        let bytes = [&[0, 0, 0, 8], squares.as_bytes()].concat();
        fs::write(folder.path().join("board.rev"), bytes).expect("a file");
        let mut command = reversi();
        command.current_dir(&folder);
        let input = "load board.rev\nopponent corners-edges\neval\nopponent walle\neval\n";
        let output = feed(&mut command, input.as_bytes()).good();
        let judged = answers(&output);
        let line =
            |value: i32, name: &str| format!("{value:+} for White, as {name} judges the position");
        assert_eq!(judged[2], line(board.corners_edges, "corners-edges"));
        assert_eq!(judged[4], line(board.walle, "walle"));
    }
    let answers = console("--opponent random", &["eval"]);
    assert!(answers[0].contains("judges nothing"), "{answers:?}");
}

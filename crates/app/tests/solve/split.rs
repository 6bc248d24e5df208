//! `solve --split`: the same answers in the same format.

use super::{FFO_1_LATER, FFO_2_LATER, FFO_20, board, rows, solve, solve_file, solve_with};

#[test]
fn a_file_is_split_problem_by_problem() {
    let text = format!("{FFO_20}\n{FFO_1_LATER}\n% none\n{FFO_2_LATER}\n");
    let output = solve_file(&text, &["--split", "--threads", "3"]).good();
    let answers: Vec<Vec<&str>> = rows(&output).iter().map(|row| row[..4].to_vec()).collect();
    assert_eq!(
        answers,
        [
            ["1", "6", "h5", "+6"],
            ["2", "10", "a4", "+18"],
            ["4", "10", "b8", "+10"]
        ]
    );
    assert!(output.contains("3 of 3 right"), "{output}");
}

#[test]
fn wld_and_json_are_the_same_as_without_a_split() {
    let output = solve(&["--split", "--wld", FFO_1_LATER]).good();
    assert_eq!(rows(&output)[0][2..4], ["a4", "win"], "{output}");
    assert!(output.contains("1 of 1 right"), "{output}");
    let output = solve(&["--split", "--json", board(FFO_20)]).good();
    let object: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(object["move"], "h5", "{object}");
    assert_eq!(object["score"], 6, "{object}");
    assert_eq!(object["exact"], true, "{object}");
    assert_eq!(object["depth"], 6, "{object}");
    assert!(object["nodes"].as_u64() > Some(0), "{object}");
    let output = solve(&["--split", board(FFO_1_LATER)]).good();
    assert!(rows(&output)[0].len() > 14, "a line to the end: {output}");
}

#[test]
fn small_boards_and_finished_games_are_split_too() {
    let output = solve(&["--split", "start", "-n", "4"]).good();
    assert_eq!(rows(&output)[0][3], "-10", "{output}");
    let output = solve(&["--split", "XXXXXXXXXXXXXXX- O"]).good();
    assert_eq!(rows(&output)[0][2..4], ["--", "-16"], "{output}");
}

#[test]
fn lines_that_are_no_problem_are_skipped() {
    let large = format!("{} X;", "-".repeat(100));
    let input = format!("nonsense\n{large}\n{FFO_20}\n");
    let run = solve_with(&["--split", "-"], &input);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("line 1: "), "{run:?}");
    assert!(
        run.stderr.contains("line 2: a 10×10 board is too large"),
        "{run:?}"
    );
    assert!(run.stdout.contains("1 of 1 right"), "{run:?}");
}

#[test]
fn the_scores_of_all_moves_are_not_split() {
    let run = solve(&["--split", "--all-moves", FFO_20]);
    let message = run.bad(2);
    assert!(
        message.contains("--split") && message.contains("--all-moves"),
        "{message}"
    );
}

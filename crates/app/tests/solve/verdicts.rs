//! Comparison of the solver's answers with the scores in a file.

use super::{FFO_1_LATER, FFO_20, board, solve_file};

/// Solves a problem with a wrong score in its file. Returns the output.
#[track_caller]
fn wrong(fields: &str, arguments: &[&str]) -> String {
    let text = format!("{}; {fields}\n{FFO_1_LATER}\n", board(FFO_20));
    let run = solve_file(&text, arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.stdout.contains("\n1 of 2 right"), "{run:?}");
    let rows = super::rows(&run.stdout);
    assert_eq!((rows[0][7], rows[1][7]), ("wrong", "✓"), "{run:?}");
    run.stdout
}

#[test]
fn a_wrong_score_is_pointed_out() {
    let output = wrong("H5:+8; G6:-2;", &[]);
    assert!(output.contains("the file says +8 with h5\n"), "{output}");
    assert!(
        output.contains("mean absolute error 1.00 discs"),
        "{output}"
    );
    let output = wrong("G6:+0; H5:-2;", &[]);
    assert!(output.contains("the file says +0 with g6\n"), "{output}");
    assert!(output.contains("the file says -2 for h5\n"), "{output}");
    let output = wrong("+4;", &[]);
    assert!(output.contains("the file says +4\n"), "{output}");
}

#[test]
fn a_move_that_the_file_thinks_little_of_is_wrong() {
    let output = wrong("G6:+6; H5:+4;", &[]);
    assert!(output.contains("the file says +4 for h5\n"), "{output}");
    assert!(output.contains("mean absolute error 0.00"), "{output}");
}

#[test]
fn every_move_is_compared_if_asked_for() {
    let output = wrong("H5:+6; G6:-4; F6:-4;", &["--all-moves"]);
    assert!(output.contains("the file says -4 for g6\n"), "{output}");
    assert!(!output.contains("for f6\n"), "{output}");
}

#[test]
fn only_the_winner_counts_if_only_the_winner_is_asked_for() {
    let text = format!("{}; H5:+60; G6:-40;\n", board(FFO_20));
    let output = solve_file(&text, &["--wld"]).good();
    assert!(output.contains("1 of 1 right\n"), "{output}");
    let output = wrong("H5:+0; G6:-2;", &["--wld"]);
    assert!(output.contains("the file says draw with h5\n"), "{output}");
}

#[test]
fn a_file_that_says_nothing_is_not_wrong() {
    let text = format!("{}\n{};\n", board(FFO_20), board(FFO_1_LATER));
    let output = solve_file(&text, &[]).good();
    assert!(output.contains("2 problems solved"), "{output}");
    assert!(!output.contains("right"), "{output}");
    // The file gives only the score of the best move.
    let output = solve_file(&format!("{}; +6;", board(FFO_20)), &[]).good();
    assert!(output.contains("1 of 1 right"), "{output}");
}

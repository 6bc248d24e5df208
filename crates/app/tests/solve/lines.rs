//! Invalid lines, and lines from standard input.

use super::{FFO_1_LATER, FFO_20, board, rows, solve, solve_file, solve_with};

#[test]
fn a_malformed_line_is_named_and_the_rest_is_solved() {
    for (line, why) in [
        ("XXXO X; H5:+6;", "4 squares make no board"),
        ("nonsense", "'n' (character 1) is no square of a board"),
        (
            &FFO_20.replace("H5:+6", "H5:+x"),
            "`H5:+x`: the score should be a whole number from -64 to +64",
        ),
        (
            &FFO_20.replace("H5", "A1"),
            "there is a disc on a1 already; legal squares: h5 f6 g6 h6",
        ),
        (&FFO_20.replace("G6", "H5"), "h5 is listed twice"),
    ] {
        let run = solve_file(&format!("% first\r\n{line}\r\n{FFO_1_LATER}\r\n"), &[]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        assert!(run.stderr.starts_with("reversi: "), "{run:?}");
        assert!(run.stderr.contains("some.obf, line 2: "), "{run:?}");
        assert!(run.stderr.contains(why), "{why}: {run:?}");
        assert!(run.stderr.ends_with("; skipped\n"), "{run:?}");
        assert_eq!(
            rows(&run.stdout)[0][..4],
            ["3", "10", "a4", "+18"],
            "{run:?}"
        );
        assert!(run.stdout.contains("1 of 1 right"), "{run:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_a_malformed_line() {
    let (_folder, path) = super::problem_file("");
    let mut bytes = b"\xff\xfe\x1b[2J\n".to_vec();
    bytes.extend(FFO_20.as_bytes());
    std::fs::write(&path, bytes).expect("a file");
    let run = solve(&[path.to_str().expect("a plain name")]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("line 1: "), "{run:?}");
    assert!(!run.stderr.contains('\x1b'), "{run:?}");
    assert!(run.stdout.contains("1 of 1 right"), "{run:?}");
}

#[test]
fn lines_that_are_not_chosen_are_not_looked_at() {
    let output = solve_file(&format!("nonsense\n{FFO_20}\n"), &["--only", "2"]).good();
    assert!(output.contains("1 of 1 right"), "{output}");
}

#[test]
fn larger_boards_are_politely_refused() {
    let why = "a 10×10 board is too large to be solved; 4×4, 6×6 and 8×8 can be; skipped\n";
    let large = format!("{} X;", "-".repeat(100));
    let run = solve_file(&format!("{large}\n{FFO_20}\n"), &[]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.ends_with(&format!("line 1: {why}")), "{run:?}");
    assert!(run.stdout.contains("1 of 1 right"), "{run:?}");
    let run = solve(&["-n", "10", "start"]);
    assert_eq!(run.bad(1), format!("reversi: start: {why}"));
}

#[test]
fn standard_input_is_read_line_by_line() {
    let input = format!("\u{feff}% two\n{FFO_20}\n\n{}\n", board(FFO_1_LATER));
    let output = solve_with(&["-"], &input).good();
    let answers: Vec<Vec<&str>> = rows(&output).iter().map(|row| row[..4].to_vec()).collect();
    assert_eq!(answers, [["2", "6", "h5", "+6"], ["4", "10", "a4", "+18"]]);
    assert!(output.contains("1 of 1 right"), "{output}");
    let run = solve_with(&["-"], "XO\n");
    assert!(run.bad(1).contains("standard input, line 1: "));
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut command = crate::common::reversi();
    command.args(["solve", "--hash", "16", "--json", "-"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for question in [FFO_20, FFO_1_LATER] {
        writeln!(stdin, "{question}").expect("the other end reads");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.contains(board(question)), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn nothing_to_solve_is_reported() {
    for text in ["", "\n\n", "% nothing here\n"] {
        let message = solve_file(text, &[]).bad(1);
        assert_eq!(message, "reversi: there is no problem to solve there\n");
        assert_eq!(solve_with(&["-"], text).bad(1), message);
    }
    solve_file(FFO_20, &["--only", "2"]).bad(1);
}

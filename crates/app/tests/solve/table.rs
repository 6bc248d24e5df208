//! The text table of `solve`.

use rules::{Diagram, Point};

use super::{FFO_1_LATER, FFO_2_LATER, FFO_20, board, rows, solve, solve_file};

fn three() -> String {
    format!("% easy ones\n{FFO_20}\n\n{FFO_1_LATER}\n{FFO_2_LATER}\n")
}

#[test]
fn a_file_is_solved_line_by_line_and_summed_up() {
    let output = solve_file(&three(), &[]).good();
    let heading: Vec<&str> = output
        .lines()
        .next()
        .expect("a heading")
        .split_whitespace()
        .collect();
    let columns = [
        "#", "empties", "move", "score", "time", "nodes", "nodes/s", "file", "line",
    ];
    assert_eq!(heading, columns);
    let rows = rows(&output);
    let answers: Vec<&[&str]> = rows.iter().map(|row| &row[..4]).collect();
    assert_eq!(
        answers,
        [
            ["2", "6", "h5", "+6"],
            ["4", "10", "a4", "+18"],
            ["5", "10", "b8", "+10"]
        ]
    );
    let mut nodes = 0;
    for row in &rows {
        assert!(
            row[4].parse::<f64>().is_ok_and(|seconds| seconds >= 0.0),
            "{row:?}"
        );
        nodes += row[5].parse::<u64>().expect("a number of nodes");
        assert!(row[6].parse::<u64>().is_ok(), "{row:?}");
        assert_eq!(row[7], "✓", "{row:?}");
        assert_eq!(row[8], row[2], "the line begins with the move");
    }
    assert!(output.contains("\n3 problems solved in "), "{output}");
    assert!(output.contains(&format!(" s, {nodes} nodes, ")), "{output}");
    assert!(
        output.ends_with("\n3 of 3 right, mean absolute error 0.00 discs\n"),
        "{output}"
    );
    assert!(!output.contains('\x1b'), "no colours in a pipe: {output:?}");
}

#[test]
fn the_line_can_be_played() {
    for line in [FFO_20, FFO_1_LATER, FFO_2_LATER] {
        let output = solve(&[board(line)]).good();
        let rows = rows(&output);
        let mut diagram: Diagram = board(line).parse().expect("a board");
        for name in &rows[0][7..] {
            diagram = if *name == "--" {
                assert!(diagram.legal_moves().is_empty(), "{output}");
                diagram.pass()
            } else {
                let point: Point = name.parse().expect("a square");
                diagram
                    .play(point)
                    .unwrap_or_else(|| panic!("{name} in {output}"))
            };
        }
    }
}

#[test]
fn every_move_has_its_score_if_asked_for() {
    let output = solve_file(FFO_2_LATER, &["--all-moves"]).good();
    for (name, score) in [
        ("b8", "+10"),
        ("g7", "+0"),
        ("a7", "-4"),
        ("h7", "-6"),
        ("b2", "-10"),
        ("h2", "-18"),
    ] {
        let row = |line: &&str| {
            line.split_whitespace().any(|word| word == score)
                && line.contains(&format!("  {name} "))
        };
        assert_eq!(
            output.lines().filter(row).count(),
            1,
            "{name} {score}: {output}"
        );
    }
    assert!(output.contains("1 of 1 right"), "{output}");
    let output = solve(&["--all-moves", board(FFO_20)]).good();
    assert_eq!(
        output.lines().count(),
        5,
        "a heading and four moves: {output}"
    );
}

#[test]
fn wld_gives_only_the_winner() {
    let loss = "XXXOXXXXOXXXOXXXOOXXXOXXOOOXXXOXOOOOXXXOOOOOOXO-OOOOOOO-OOOOOOO- X";
    let draw = format!("{}; G7:+0; H7:-6;", board(FFO_2_LATER));
    let output = solve(&["--wld", board(FFO_20), loss]).good();
    let scores: Vec<&str> = rows(&output).iter().map(|row| row[3]).collect();
    assert_eq!(scores, ["win", "loss"], "{output}");
    assert!(!output.contains("mean absolute error"), "{output}");
    let output = solve(&["--wld", "--all-moves", board(&draw)]).good();
    let count = |word| {
        output
            .split_whitespace()
            .filter(|found| *found == word)
            .count()
    };
    assert_eq!(
        (count("win"), count("draw"), count("loss")),
        (1, 1, 4),
        "{output}"
    );
}

#[test]
fn some_lines_of_a_file_can_be_chosen() {
    for (lines, numbers) in [
        ("4", &["4"][..]),
        ("2-4", &["2", "4"]),
        ("2..4", &["2", "4"]),
        ("5,1-2", &["2", "5"]),
        ("3-99", &["4", "5"]),
    ] {
        let output = solve_file(&three(), &["--only", lines]).good();
        let found: Vec<&str> = rows(&output).iter().map(|row| row[0]).collect();
        assert_eq!(found, numbers, "{lines}: {output}");
    }
}

#[test]
fn several_files_are_named() {
    let (_one, first) = super::problem_file(FFO_20);
    let (_other, second) = super::problem_file(FFO_1_LATER);
    let names = [&first, &second].map(|path| path.to_str().expect("a plain name"));
    let output = solve(&names).good();
    for name in names {
        assert!(
            output.lines().any(|line| line == name),
            "{name} in {output}"
        );
    }
    assert!(output.contains("2 of 2 right"), "{output}");
    let output = solve(&names[..1]).good();
    assert!(
        !output.contains(names[0]),
        "one file needs no name: {output}"
    );
}

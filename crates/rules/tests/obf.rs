//! OBF problem files: reading, rejection with a reason, and writing.

use std::fs;
use std::path::Path;

use crate::common::games::{any_diagram, any_game};
use proptest::prelude::*;
use reversi_rules::formats::board_string::BoardStringError;
use reversi_rules::formats::obf::{self, ObfError, Problem};
use reversi_rules::{Color, Point, Size};

/// FFO problem 20, as in its file.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; \
                      H5:+6; G6:-2; F6:-4; H6:-10;";

const START: &str = "---------------------------OX------XO--------------------------- X";

fn point(name: &str) -> Point {
    name.parse().expect("a square")
}

#[track_caller]
fn problem(line: &str) -> Problem {
    match obf::read(line) {
        Ok(Some(problem)) => problem,
        other => panic!("{line:?} is read as {other:?}"),
    }
}

#[track_caller]
fn refused(line: &str, message: &str) -> ObfError {
    let error = obf::read(line).expect_err("not a problem");
    assert_eq!(error.to_string(), message, "{line:?}");
    error
}

#[test]
fn a_line_is_a_position_with_the_scores_of_its_moves() {
    let read = problem(FFO_20);
    assert_eq!(read.diagram.to_move(), Color::Black);
    assert_eq!(read.diagram.board().empties(), 6);
    let scores = [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)];
    assert_eq!(
        read.scores,
        scores.map(|(name, score)| (point(name), score))
    );
    assert_eq!(read.score, None);
    assert_eq!(read.best_score(), Some(6));
    assert_eq!(read.is_best(point("h5")), Some(true));
    assert_eq!(read.is_best(point("g6")), Some(false));
    assert_eq!(read.is_best(point("h7")), None);
    assert_eq!(read.to_string(), FFO_20);
}

#[test]
fn equal_moves_are_all_best() {
    let read = problem(&format!("{START}; F5:+0; D3:0; C4:-2;"));
    for (name, best) in [("f5", true), ("d3", true), ("c4", false)] {
        assert_eq!(read.is_best(point(name)), Some(best), "{name}");
    }
}

#[test]
fn a_score_may_stand_alone() {
    for score in ["+0", "0", " -0 ", "\t+0"] {
        let read = problem(&format!("{START};{score};"));
        assert_eq!((read.score, read.best_score()), (Some(0), Some(0)));
        assert_eq!(read.is_best(point("f5")), None);
    }
    let read = problem(&format!("{START}; -12; F5:-12; D3:-14"));
    assert_eq!(read.best_score(), Some(-12));
    assert_eq!(read.is_best(point("f5")), Some(true));
    assert_eq!(problem(START).best_score(), None);
}

#[test]
fn a_line_may_be_written_in_many_ways() {
    let expected = problem(FFO_20);
    let (board, scores) = FFO_20.split_once(';').expect("fields");
    let squares = board.trim_end_matches(" X");
    for line in [
        FFO_20.to_lowercase(),
        FFO_20.trim_end_matches(';').to_string(),
        format!("\u{feff}{FFO_20}\r\n"),
        format!("  {board} ;{scores} --:-127;"),
        format!("{FFO_20} % problem 20; H5:nonsense"),
        format!("{squares}X;{scores}"),
        format!("{squares};{scores}"),
        format!("{};{scores}", board.replace('-', ".").replace('X', "*")),
        format!("{board};;{}", scores.replace(':', " : ").replace(' ', "\t")),
        format!("{board}; pass:-127;{scores}"),
    ] {
        assert_eq!(problem(&line), expected, "{line:?}");
    }
}

#[test]
fn blank_lines_and_comments_hold_no_problem() {
    for line in [
        "",
        "  \t",
        "\r",
        "% FFO 20",
        "   %",
        "\u{feff}% first",
        "\u{feff}",
    ] {
        assert_eq!(obf::read(line), Ok(None), "{line:?}");
    }
    let text = format!("\u{feff}% two\r\n\r\n{START};\r\nnonsense\r\n{FFO_20}");
    let numbers: Vec<(usize, bool)> = obf::read_all(&text)
        .map(|(number, read)| (number, read.is_ok()))
        .collect();
    assert_eq!(numbers, [(3, true), (4, false), (5, true)]);
}

#[test]
fn a_pass_has_a_score_where_there_is_no_move() {
    // White has no disc that could flip others; Black has a legal move.
    for pass in ["--", "PA", "ps", "Pass"] {
        let read = problem(&format!("XXXXXXXXXXXXXXO- O; {pass}:-16;"));
        assert_eq!((read.score, read.scores.len()), (Some(-16), 0));
        assert_eq!(read.to_string(), "XXXXXXXXXXXXXXO- O; -16;");
    }
}

#[test]
fn problems_of_other_sizes_are_read_too() {
    let read = problem("----\t-OX-\t-XO-\t---- X; B1:-10; ");
    assert_eq!(read.diagram.size(), Size::MIN);
    assert_eq!(read.best_score(), Some(-10));
    refused(
        "-----OX--XO----- X; B1:-18",
        "`B1:-18`: the score should be a whole number from -16 to +16",
    );
}

#[test]
fn a_bad_board_is_answered_with_a_correct_one() {
    let count = refused(
        "XXXO X; H5:+6;",
        "the board: 4 squares make no board; an 8×8 board has 64, then the side to move",
    );
    assert_eq!(count, ObfError::Board(BoardStringError::Count(4)));
    refused(
        "XXX?XXXXOXXXXXXX X;",
        "the board: '?' (character 4) is no square of a board; \
         use X, O and - and end with the side to move",
    );
    refused(
        "; H5:+6;",
        "the board: 0 squares make no board; an 8×8 board has 64, then the side to move",
    );
}

#[test]
fn a_bad_score_is_answered_with_a_correct_one() {
    let range = "the score should be a whole number from -64 to +64";
    for field in [
        "F5:",
        "F5:x",
        "F5:+2.5",
        "F5:65",
        "F5:-66",
        "F5:--2",
        "F5:99999999999",
        "F5:+1 2",
        "F5::2",
        "+12.5",
        "99",
        "-",
        ".",
    ] {
        refused(
            &format!("{START}; {field};"),
            &format!("`{field}`: {range}"),
        );
    }
    refused(
        &format!("{START}; +2; -4;"),
        "the position has two scores, +2 and -4; it should have one",
    );
}

#[test]
fn a_bad_move_is_named() {
    refused(
        &format!("{START}; F5:+2; A1:+0;"),
        "a disc on a1 would turn nothing; legal squares: d3 c4 f5 e6",
    );
    refused(
        &format!("{START}; D4:+2;"),
        "there is a disc on d4 already; legal squares: d3 c4 f5 e6",
    );
    refused(
        &format!("{START}; I9:+2;"),
        "the 8×8 board has no square i9; legal squares: d3 c4 f5 e6",
    );
    refused(
        &format!("{START}; F5:+2; D3:+0; f5:+2;"),
        "f5 is listed twice; once is enough",
    );
    refused(
        &format!("{START}; 5F:+2;"),
        "`5F` is not a square; a move and its score are written F5:+12",
    );
    refused(
        &format!("{START}; F5;"),
        "`F5` is neither a move with its score, such as F5:+12, nor a score alone",
    );
    refused(
        "XXXXXXXXXXXXXXO- O; D4:-16;",
        "d4 is listed, but the side to move has no legal move here; is it the other side's turn?",
    );
}

#[test]
fn every_published_problem_is_read_and_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/problems");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!(
            "not checked: there are no problem files in {}",
            folder.display()
        );
        return;
    };
    for entry in entries {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        let mut count = 0;
        for (number, read) in obf::read_all(&text) {
            let place = format!("{}:{number}", path.display());
            let problem = read.unwrap_or_else(|error| panic!("{place}: {error}"));
            let written = problem.to_string();
            assert_eq!(obf::read(&written), Ok(Some(problem.clone())), "{place}");
            // Each file lists all moves of its problems or none.
            let listed: Vec<Point> = problem.scores.iter().map(|&(point, _)| point).collect();
            if !listed.is_empty() {
                assert_eq!(
                    listed.into_iter().collect::<reversi_rules::PointSet>(),
                    problem.diagram.legal_moves()
                );
                assert!(
                    problem.best_score().is_some_and(|score| score % 2 == 0),
                    "{place}"
                );
            }
            count += 1;
        }
        assert!(count > 0, "{} has no problem", path.display());
    }
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(
        diagram in prop_oneof![any_diagram(), any_game().prop_map(|game| *game.diagram())],
        seed in 0..1000i32,
        alone in any::<bool>(),
    ) {
        let most = diagram.size().area() as i32;
        let score = |index: i32| (seed * 7 + index * 13) % (2 * most + 1) - most;
        let scores = (0..).zip(diagram.legal_moves()).map(|(index, point)| (point, score(index)));
        let problem = Problem {
            diagram,
            scores: scores.collect(),
            score: alone.then(|| score(99)),
        };
        prop_assert_eq!(obf::read(&problem.to_string()), Ok(Some(problem)));
    }

    #[test]
    fn broken_lines_do_no_harm(place in 0..FFO_20.len(), letter in any::<char>()) {
        let mut line = FFO_20.to_string();
        line.replace_range(place..=place, &letter.to_string());
        if let Ok(Some(problem)) = obf::read(&line) {
            prop_assert_eq!(obf::read(&problem.to_string()), Ok(Some(problem)));
        }
    }
}

//! Reading moves, transcripts and board strings: accepted spellings and error messages.

use reversi_rules::formats::{board_string, ggf, transcript};
use reversi_rules::{Color, Diagram, Game, IllegalMove, Point, Reason, Size, Square, Start};

fn diagram(text: &str) -> Diagram {
    text.parse().expect("a board string")
}

fn start(size: usize) -> Diagram {
    let size = Size::new(size).expect("the size of a board");
    Diagram::start(size, Start::Standard)
}

/// The 4×4 sample game, in which Black passes before the last move.
const SAMPLE: &str = "c4d4d3b4a4d2d1b1a2";

fn illegal(start: Diagram, square: &str) -> IllegalMove {
    let mut game = Game::from_diagram(start);
    let before = game.clone();
    let point = square.parse().expect("a square");
    let error = game.play(point).expect_err("an illegal move");
    assert_eq!(game, before, "an illegal move changes nothing");
    error
}

#[test]
fn an_illegal_move_says_why_and_what_is_legal() {
    let occupied = illegal(start(8), "d4");
    assert_eq!(occupied.reason, Reason::Occupied);
    assert_eq!(
        occupied.to_string(),
        "there is a disc on d4 already; legal squares: d3 c4 f5 e6"
    );
    let idle = illegal(start(8), "a1");
    assert_eq!(idle.reason, Reason::TurnsNothing);
    assert_eq!(
        idle.to_string(),
        "a disc on a1 would turn nothing; legal squares: d3 c4 f5 e6"
    );
    let outside = illegal(start(8), "i1");
    assert_eq!(outside.reason, Reason::OffBoard(Size::EIGHT));
    assert_eq!(
        outside.to_string(),
        "the 8×8 board has no square i1; legal squares: d3 c4 f5 e6"
    );
    let late = illegal(diagram("XXXX XXXX XXXX XX-- O"), "d4");
    assert_eq!(late.reason, Reason::GameOver);
    assert_eq!(late.to_string(), "the game is over; no move is possible");
}

#[test]
fn a_wrong_size_is_answered_with_all_sizes() {
    for side in [
        "7",
        "2",
        "28",
        "0",
        "",
        "eight",
        "-8",
        "99999999999999999999999",
    ] {
        let error = side.parse::<Size>().expect_err("not a size");
        assert_eq!(
            error.to_string(),
            format!(
                "`{side}` is not a board size; it must be an even number from 4 to 26 \
                 (4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26)"
            )
        );
    }
    for size in Size::all() {
        assert_eq!(size.to_string().parse(), Ok(size));
        assert_eq!(Size::of_area(size.area()), Some(size));
    }
}

#[test]
fn a_square_is_a_letter_and_a_number_in_any_case() {
    assert_eq!("F5".parse(), Ok(Square::F5));
    let far: Point = "Z26".parse().expect("the last square of the largest board");
    assert_eq!(far.to_string(), "z26");
    for text in [
        "", "f", "5", "55", "f0", "f27", "f555", "f005", "f-5", "é5", "f５", "f5 ",
    ] {
        let error = text.parse::<Point>().expect_err("no square");
        let message = format!("`{text}` is not a square; try something like f5");
        assert_eq!(error.to_string(), message);
    }
    let error = "i9".parse::<Square>().expect_err("off the 8×8 board");
    assert_eq!(
        error.to_string(),
        "`i9` is not a square; try something like f5"
    );
}

#[test]
fn a_colour_has_many_names() {
    for (color, names) in [
        (Color::Black, ["black", "Dark", "B", "x"]),
        (Color::White, ["WHITE", "light", "w", "O"]),
    ] {
        for name in names {
            assert_eq!(name.parse(), Ok(color));
        }
    }
    let error = "red".parse::<Color>().expect_err("no colour");
    assert_eq!(
        error.to_string(),
        "`red` is not a colour; say black or white, also dark or light"
    );
}

#[test]
fn a_transcript_may_be_written_in_any_of_the_usual_ways() {
    let plain = transcript::read(SAMPLE, start(4)).expect("the sample game");
    assert_eq!(transcript::write(&plain), SAMPLE);
    for text in [
        "C4D4D3B4A4D2D1B1A2",
        "C4d4D3b4A4d2D1b1a2",
        "c4 d4 d3 b4 a4 d2 d1 b1 a2",
        " c4,d4;d3:b4|a4/d2-d1.b1\r\n\ta2\n",
        "1. c4 d4 2. d3 b4 3. a4 d2 4. d1 b1 5. pass a2",
        "1.c42.d43.d34.b45.a46.d27.d18.b19.--10.a2",
        "c4d4d3b4a4d2d1b1paa2",
        "c4d4d3b4a4d2d1b1PSa2",
        "c4 d4 d3 b4 a4 d2 d1 b1 -- a2",
        "c4d4d3b4a4d2d1b1a2 pass pass",
    ] {
        assert_eq!(
            transcript::read(text, start(4)),
            Ok(plain.clone()),
            "{text:?}"
        );
    }
    assert_eq!(
        transcript::read(" \n", start(4)),
        Ok(Game::from_diagram(start(4)))
    );
}

#[test]
fn a_transcript_may_begin_with_the_pass_of_a_side_that_is_stuck() {
    let stuck = diagram("OX-- ---- ---- ---- X");
    for text in ["c1", "pass c1", "--c1"] {
        let game = transcript::read(text, stuck).expect("White plays, Black cannot");
        assert_eq!(transcript::write(&game), "c1");
    }
}

#[test]
fn a_transcript_of_a_large_board_has_rows_of_two_digits() {
    let game = transcript::read("N15o15 2. o14", start(26)).expect("a legal game");
    assert_eq!(transcript::write(&game), "n15o15o14");
}

#[test]
fn a_bad_transcript_says_which_move_is_wrong_and_why() {
    for (text, message) in [
        ("f5 hello", "move 2: `hello` is not a square such as f5"),
        ("f5d6x", "move 3: `x` is not a square such as f5"),
        ("f0", "move 1: `f0` is not a square such as f5"),
        ("f5?!", "move 2: `?!` is not a square such as f5"),
        (
            "?abcdefghijklmnop",
            "move 1: `?abcdefghijk` is not a square such as f5",
        ),
        (
            "f5f5",
            "move 2: there is a disc on f5 already; legal squares: f4 d6 f6",
        ),
        (
            "f5 i9",
            "move 2: the 8×8 board has no square i9; legal squares: f4 d6 f6",
        ),
        (
            "f5 pass",
            "move 2: a pass, but the side to move has a legal move",
        ),
        (
            "--f5",
            "move 1: a pass, but the side to move has a legal move",
        ),
    ] {
        let error = transcript::read(text, start(8)).expect_err("a bad transcript");
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    for (end, message) in [
        (
            "pass pass a2",
            "move 9: a pass, but the side to move has a legal move",
        ),
        ("a2a1", "move 10: the game is over; no move is possible"),
    ] {
        let text = SAMPLE.replace("a2", end);
        let error = transcript::read(&text, start(4)).expect_err("a bad transcript");
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_board_string_may_be_written_in_any_of_the_usual_ways() {
    let white = diagram("-----OX--XO----- O");
    for text in [
        "-----OX--XO-----O",
        ".....wb..bw.....w",
        "....\n.OX.\n.XO.\n....\nO\n",
        "- - - -\r\n- o * -\r\n- B W -\r\n- - - -\r\no",
    ] {
        assert_eq!(board_string::read(text), Ok(white), "{text:?}");
    }
    let black = white.discs(Color::Black);
    let without_side = diagram("-----OX--XO-----");
    assert_eq!(without_side.discs(Color::Black), black);
    assert_eq!(without_side.to_move(), Color::Black);
}

#[test]
fn a_bad_board_string_says_what_is_wrong_with_it() {
    let squares = |count| {
        format!("{count} squares make no board; an 8×8 board has 64, then the side to move")
    };
    let letter = |shown: &str, place| {
        format!(
            "{shown} (character {place}) is no square of a board; \
             use X, O and - and end with the side to move"
        )
    };
    for (text, message) in [
        ("", squares(0)),
        ("X", squares(0)),
        ("--XO--", squares(6)),
        ("--XO-- X", squares(6)),
        (&"-".repeat(678), squares(678)),
        ("--?-", letter("'?'", 3)),
        ("-\n\u{e9}", letter("'é'", 3)),
        ("-\0", letter(r"'\0'", 2)),
        (
            "-----OX--XO----- -",
            "the last character should be the side to move, X (black) or O (white)".to_string(),
        ),
    ] {
        let error = board_string::read(text).expect_err("a bad board string");
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_board_string_with_a_square_missing_is_not_a_board() {
    let start = "---------------------------OX------XO---------------------------";
    assert!(format!("{start} X").parse::<Diagram>().is_ok());
    let short = format!("{} X", &start[1..]);
    assert_eq!(
        short.parse::<Diagram>(),
        Err(board_string::BoardStringError::Count(63)),
        "the side to move is not a disc"
    );
    // Squares separated by blanks are accepted.
    let apart: String = start.chars().flat_map(|square| [square, ' ']).collect();
    assert!(apart.parse::<Diagram>().is_ok());
}

#[test]
fn digits_that_belong_to_nothing_are_not_dropped() {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    assert!(transcript::read("f51.d6", start).is_ok());
    assert!(transcript::read("f5 d65", start).is_err());
    assert!("f05".parse::<Point>().is_err());
    assert!("+8".parse::<Size>().is_err());
}

#[test]
fn a_bad_ggf_record_says_what_is_wrong_with_it() {
    let text = |record: &str| ggf::read(record).expect_err(record).to_string();
    let cut = "the GGF record is cut short; it should run from (; to ;)";
    for record in ["", "(;", "(;GM[Othello]", "(;GM[Othello", "f5d6", "(;B[f5]"] {
        assert_eq!(text(record), cut, "{record}");
    }
    let other = "the GGF record is of Go, not Othello";
    assert_eq!(text("(;GM[Go];)"), other);
    let square = "move 2: `q` is not a square such as f5";
    assert_eq!(text("(;B[f5]W[q];)"), square);
    let pass = "move 2: a pass, but the side to move has a legal move";
    assert_eq!(text("(;B[f5]W[pass];)"), pass);
    assert!(text("(;B[f5]W[f5];)").starts_with("move 2: there is a disc on f5 already"));
    assert!(text("(;BO[8 ---- *];)").starts_with("the board of the GGF record: "));
}

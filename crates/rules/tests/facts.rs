//! Published boards and games, with their published counts.

use reversi_rules::formats::transcript;
use reversi_rules::{
    Bitboard, Board, ByColor, Color, Diagram, Game, Outcome, Point, Size, Square, Start,
};

fn diagram(text: &str) -> Diagram {
    text.parse().expect("a board string")
}

fn point(text: &str) -> Point {
    text.parse().expect("a square")
}

fn game(size: usize, moves: &str) -> Game {
    let size = Size::new(size).expect("the size of a board");
    transcript::read(moves, Diagram::start(size, Start::Standard)).expect("a legal game")
}

/// Plays the moves one by one. Returns the disc counts after each move, White's first.
fn counts_after_each(game: &mut Game, moves: &str) -> Vec<(u32, u32)> {
    let after = |name| {
        game.play(point(name)).expect("a legal move");
        (game.counts().white, game.counts().black)
    };
    moves.split_whitespace().map(after).collect()
}

#[test]
fn white_begins_on_d4_and_e5_and_black_on_e4_and_d5() {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    assert_eq!(start.discs(Color::White).to_string(), "d4 e5");
    assert_eq!(start.discs(Color::Black).to_string(), "e4 d5");
    assert_eq!(start.to_move(), Color::Black);
    assert_eq!(start.to_board(), Some(Board::START));
    assert_eq!(
        start.to_string(),
        "---------------------------OX------XO--------------------------- X"
    );
}

#[test]
fn black_may_begin_on_d3_c4_f5_or_e6() {
    let first: Bitboard = [Square::D3, Square::C4, Square::F5, Square::E6]
        .into_iter()
        .collect();
    assert_eq!(Board::START.legal_moves(), first, "{:?}", Board::START);
    let game = Game::new(Size::EIGHT);
    assert_eq!(game.legal_moves().to_string(), "d3 c4 f5 e6");
    assert_eq!(
        game.diagram().pass().legal_moves().to_string(),
        "e3 f4 c5 d6"
    );
}

#[test]
fn on_the_mirrored_start_black_holds_the_upper_left() {
    let start = Diagram::start(Size::EIGHT, Start::Mirrored);
    assert_eq!(start.discs(Color::Black).to_string(), "d4 e5");
    assert_eq!(start.discs(Color::White).to_string(), "e4 d5");
    assert_eq!(start.legal_moves().to_string(), "e3 f4 c5 d6");
}

#[test]
fn every_size_begins_with_four_discs_and_four_moves() {
    for size in Size::all() {
        for start in [Start::Standard, Start::Mirrored] {
            let diagram = Diagram::start(size, start);
            assert_eq!(
                diagram.counts(),
                ByColor { black: 2, white: 2 },
                "{diagram:?}"
            );
            assert_eq!(diagram.legal_moves().len(), 4, "{diagram:?}");
        }
    }
    let largest = Diagram::start(Size::MAX, Start::Standard);
    assert_eq!(largest.discs(Color::White).to_string(), "m13 n14");
}

/// A test board of the aueb18 program: discs of X (black) and O, empties, moves of X and of O.
struct TestBoard {
    rows: &'static str,
    discs: (u32, u32),
    empties: u32,
    x_moves: &'static str,
    o_moves: &'static str,
}

const MID3: TestBoard = TestBoard {
    rows: "...O..XO ...OOXXX ..OOXXXX .OOXXOXX .OOOOXOX ..OOOOXX ..O..O.X ........",
    discs: (17, 20),
    empties: 27,
    x_moves: "c1 e1 b2 c2 b3 a4 a5 b6 b7 d7 e7 g7 b8 e8 f8",
    o_moves: "f1 g7 h8",
};
const MID8: TestBoard = TestBoard {
    rows: "........ ....OO.. .OOOOOOX ..OOOO.X ..OOOOOO ..O..... ........ ........",
    discs: (2, 19),
    empties: 43,
    x_moves: "e1 a3 f6 h6",
    o_moves: "h2",
};
const END1: TestBoard = TestBoard {
    rows: "OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO. OOOOOO.. OOOOOO.X OOOOOOO. OOOOOOOO",
    discs: (1, 58),
    empties: 5,
    x_moves: "",
    o_moves: "",
};
const END6: TestBoard = TestBoard {
    rows: "OOOOOOOO OOXXXXOO OOXOOOOO XOXXXOOO XOOOXOOO XOOOOXOO XOOXXOOO OOOOOOOO",
    discs: (16, 48),
    empties: 0,
    x_moves: "",
    o_moves: "",
};

#[test]
fn the_four_test_boards_of_aueb18_have_their_published_counts_and_moves() {
    for board in [MID3, MID8, END1, END6] {
        let x = diagram(board.rows);
        let counts = x.counts();
        assert_eq!((counts.black, counts.white), board.discs, "{x:?}");
        assert_eq!(x.board().empties(), board.empties, "{x:?}");
        assert_eq!(x.legal_moves().to_string(), board.x_moves, "{x:?}");
        let o = x.pass();
        assert_eq!(o.to_move(), Color::White);
        assert_eq!(o.legal_moves().to_string(), board.o_moves, "{o:?}");
    }
}

#[test]
fn of_the_four_test_boards_the_end_boards_are_terminal() {
    for (board, terminal) in [(MID3, false), (MID8, false), (END1, true), (END6, true)] {
        let diagram = diagram(board.rows);
        assert_eq!(diagram.board().is_over(), terminal, "{diagram:?}");
        let narrow = diagram.to_board().expect("8×8");
        assert_eq!(narrow.is_over(), terminal, "{diagram:?}");
        let game = Game::from_diagram(diagram);
        assert_eq!(game.is_over(), terminal, "{diagram:?}");
        assert_eq!(game.to_move().is_none(), terminal, "{diagram:?}");
    }
    let lost = Game::from_diagram(diagram(END1.rows))
        .outcome()
        .expect("it is over");
    assert_eq!(lost.winner(), Some(Color::White));
    assert_eq!(lost.score(Color::White), 58 - 1 + 5);
    let lost = Game::from_diagram(diagram(END6.rows))
        .outcome()
        .expect("it is over");
    assert_eq!(lost.score(Color::Black), 16 - 48);
}

#[test]
fn the_4x4_sample_game_ends_11_to_2_with_one_pass() {
    let mut game = Game::new(Size::MIN);
    let moves = "c4 d4 d3 b4 a4 d2 d1 b1 a2";
    assert_eq!(
        counts_after_each(&mut game, moves),
        [
            (1, 4),
            (3, 3),
            (2, 5),
            (5, 3),
            (4, 5),
            (8, 2),
            (7, 4),
            (9, 3),
            (11, 2)
        ]
    );
    let passes = game.turns().iter().map(|turn| turn.passed().is_some());
    assert_eq!(passes.filter(|&passed| passed).count(), 1);
    assert_eq!(game.turns()[7].passed(), Some(Color::Black));
    assert_eq!(game.turns()[8].color(), Color::White);
    assert_eq!(game.to_move(), None);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winner(), outcome.empties), (Some(Color::White), 3));
}

#[test]
fn the_8x8_sample_game_has_its_printed_counts_and_replies() {
    let mut game = Game::new(Size::EIGHT);
    assert_eq!(counts_after_each(&mut game, "f5 d6"), [(1, 4), (3, 3)]);
    assert_eq!(game.legal_moves().to_string(), "c3 c4 c5 c6 c7");
    assert_eq!(counts_after_each(&mut game, "c6"), [(2, 5)]);
    assert_eq!(game.to_move(), Some(Color::White));
}

#[test]
fn the_perfect_line_of_8x8_ends_in_a_draw_with_all_squares_filled() {
    let game = game(
        8,
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3\
         B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6",
    );
    assert_eq!(game.turns().len(), 60);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(
        outcome.discs,
        ByColor {
            black: 32,
            white: 32
        },
        "{:?}",
        game.diagram()
    );
    assert_eq!((outcome.winner(), outcome.empties), (None, 0));
    assert_eq!(outcome.score(Color::Black), 0);
}

#[test]
fn a_wiped_out_side_loses_every_square() {
    // The shortest possible game: nine moves.
    let game = game(8, "e6f4e3f6g5d6e7f5c5");
    let outcome = game.outcome().expect("White has no disc left");
    assert_eq!(
        outcome.discs,
        ByColor {
            black: 13,
            white: 0
        },
        "{:?}",
        game.diagram()
    );
    assert_eq!(outcome.score(Color::Black), 64);
    assert_eq!(outcome.score(Color::White), -64);
}

#[test]
fn in_a_draw_neither_side_gets_the_empty_squares() {
    for empties in [0, 2, 60] {
        let discs = ByColor {
            black: (64 - empties) / 2,
            white: (64 - empties) / 2,
        };
        let draw = Outcome { discs, empties };
        assert_eq!(draw.winner(), None);
        for color in Color::ALL {
            assert_eq!(draw.score(color), 0, "{draw:?}");
        }
    }
}

#[test]
fn the_winner_gets_the_empty_squares() {
    let outcome = Outcome {
        discs: ByColor {
            black: 31,
            white: 30,
        },
        empties: 3,
    };
    assert_eq!(outcome.winner(), Some(Color::Black));
    assert_eq!(outcome.score(Color::Black), 4);
    assert_eq!(outcome.score(Color::White), -4);
}

#[test]
fn a_game_from_a_position_where_the_side_to_move_is_stuck_begins_with_the_other() {
    let stuck = diagram("OX-- ---- ---- ---- X");
    let mut game = Game::from_diagram(stuck);
    assert_eq!(game.start().to_move(), Color::Black);
    assert_eq!(game.to_move(), Some(Color::White), "{:?}", game.diagram());
    game.play(point("c1")).expect("a legal move");
    assert!(game.is_over(), "{:?}", game.diagram());
}

//! Published perft counts, and small boards solved to the end.

use reversi_rules::{
    Board, Color, Convention, Diagram, Outcome, Point, Position, Size, SquareSet, Start, WideBoard,
    perft,
};

/// Leaves below the 8×8 start, by depth, in the three conventions. Depth 9 is the first with a pass
/// or a finished game.
#[rustfmt::skip]
const LEAVES: [(u32, [u64; 3]); 11] = [
    (1,  [          4,           4,           4]),
    (2,  [         12,          12,          12]),
    (3,  [         56,          56,          56]),
    (4,  [        244,         244,         244]),
    (5,  [       1396,        1396,        1396]),
    (6,  [       8200,        8200,        8200]),
    (7,  [      55092,       55092,       55092]),
    (8,  [     390216,      390216,      390216]),
    (9,  [    3005288,     3005288,     3005320]),
    (10, [   24571284,    24571056,    24571420]),
    (11, [  212258800,   212258216,   212260880]),
];

fn assert_leaves<P: Position>(start: P, convention: Convention, deepest: u32) {
    for (depth, leaves) in LEAVES {
        if depth <= deepest {
            let found = perft(start, depth, convention);
            let published = leaves[convention as usize];
            assert_eq!(found, published, "depth {depth}, {convention:?}: {start:?}");
        }
    }
}

#[test]
fn leaves_when_a_pass_is_a_ply_and_a_finished_game_a_leaf() {
    assert_leaves(Board::START, Convention::A, 11);
}

#[test]
fn leaves_when_a_pass_is_a_ply_and_a_finished_game_no_leaf() {
    assert_leaves(Board::START, Convention::B, 11);
}

#[test]
fn leaves_when_a_pass_is_free_and_a_finished_game_a_leaf() {
    assert_leaves(Board::START, Convention::C, 11);
}

#[test]
fn the_wide_board_of_size_8_has_the_same_leaves() {
    for convention in [Convention::A, Convention::B, Convention::C] {
        assert_leaves(WideBoard::from(Board::START), convention, 7);
    }
}

#[test]
fn the_mirrored_start_has_the_same_leaves() {
    let mirrored = WideBoard::start(Size::EIGHT, Start::Mirrored);
    let board = mirrored.to_board().expect("8×8");
    assert_leaves(board, Convention::A, 8);
}

#[test]
fn at_depth_0_the_position_itself_is_the_leaf() {
    for convention in [Convention::A, Convention::B, Convention::C] {
        assert_eq!(perft(Board::START, 0, convention), 1);
    }
}

#[test]
fn deeper_than_the_longest_game_the_leaves_are_the_games() {
    // In C a pass costs no ply: 12 plies reach the end of every 4×4 game. In A it does: 24 plies do.
    let start = WideBoard::start(Size::MIN, Start::Standard);
    let games = perft(start, 12, Convention::C);
    assert_eq!(games, 60_060);
    assert_eq!(games, perft(start, 24, Convention::C));
    assert_eq!(games, perft(start, 24, Convention::A));
    assert_eq!(perft(start, 24, Convention::B), 0);
}

/// The value for the side to move with perfect play; `value` scores a finished game.
fn negamax<P: Position>(position: P, value: fn(P) -> i32) -> i32 {
    let moves = position.legal_moves();
    if !moves.is_empty() {
        let replies = moves
            .into_iter()
            .map(|square| position.play_unchecked(square));
        return replies
            .map(|next| -negamax(next, value))
            .max()
            .expect("there is a move");
    }
    if position.pass().legal_moves().is_empty() {
        value(position)
    } else {
        -negamax(position.pass(), value)
    }
}

fn disc_difference<P: Position>(position: P) -> i32 {
    let side = position.size().side();
    let everywhere = (0..side * side).filter_map(|cell| Point::new(cell % side, cell / side));
    position.balance(&P::Squares::of(everywhere))
}

/// The disc difference, with the empty squares given to the winner.
fn tournament_score<P: Position>(position: P) -> i32 {
    let difference = disc_difference(position);
    difference + position.empties() as i32 * difference.signum()
}

#[test]
fn on_4x4_the_second_player_wins_by_8_discs_or_by_10_with_the_empties() {
    for start in [Start::Standard, Start::Mirrored] {
        let board = WideBoard::start(Size::MIN, start);
        assert_eq!(negamax(board, disc_difference), -8, "{board:?}");
        assert_eq!(negamax(board, tournament_score), -10, "{board:?}");
    }
    // 3 discs against 11 with two empty squares, scored both ways.
    let discs = reversi_rules::ByColor {
        black: 3,
        white: 11,
    };
    let outcome = Outcome { discs, empties: 2 };
    assert_eq!(outcome.score(Color::Black), -10);
}

#[test]
fn on_4x4_with_the_old_parallel_start_the_second_player_wins_by_4() {
    let start: Diagram = "---- -OO- -XX- ---- X".parse().expect("a board");
    assert_eq!(negamax(*start.board(), tournament_score), -4, "{start:?}");
}

//! Properties of every game on a board of any size.

use crate::common::games::{any_diagram, any_game};
use proptest::prelude::*;
use proptest::sample::Index;
use reversi_rules::{
    Bitboard, Board, Color, Diagram, Game, Point, PointSet, Size, Square, Symmetry, WideBoard,
};

/// The eight symmetries of a board: where each moves a square.
fn orientations(size: Size, point: Point) -> [Point; 8] {
    let last = size.side() - 1;
    let (x, y) = (point.column(), point.row());
    [
        (x, y),
        (last - x, y),
        (x, last - y),
        (last - x, last - y),
        (y, x),
        (last - y, x),
        (y, last - x),
        (last - y, last - x),
    ]
    .map(|(column, row)| Point::new(column, row).expect("still on the board"))
}

fn turned_set(size: Size, set: PointSet, orientation: usize) -> PointSet {
    set.into_iter()
        .map(|point| orientations(size, point)[orientation])
        .collect()
}

fn turned(board: &WideBoard, orientation: usize) -> WideBoard {
    let turn = |set| turned_set(board.size(), set, orientation);
    WideBoard::new(board.size(), turn(board.own()), turn(board.opponent())).expect("a board")
}

proptest! {
    #[test]
    fn undo_takes_moves_back_one_by_one_and_redo_brings_them_again(
        game in any_game(),
        depth in any::<Index>(),
    ) {
        let depth = depth.index(game.turns().len() + 1);
        let mut walked = game.clone();
        for turn in game.turns().iter().rev().take(depth) {
            prop_assert_eq!(walked.undo(), Some(*turn));
            prop_assert_eq!(walked.diagram(), turn.before());
        }
        let kept = &game.turns()[..game.turns().len() - depth];
        prop_assert_eq!(walked.turns(), kept);
        let mut replayed = Game::from_diagram(*game.start());
        for turn in kept {
            replayed.play(turn.point()).expect("it was legal before");
        }
        prop_assert_eq!(walked.diagram(), replayed.diagram());

        for turn in &game.turns()[kept.len()..] {
            prop_assert_eq!(walked.redo(), Some(*turn));
        }
        prop_assert_eq!(walked.redo(), None);
        prop_assert_eq!(walked, game);
    }

    #[test]
    fn all_moves_taken_back_leave_the_start(game in any_game()) {
        let mut walked = game.clone();
        while walked.undo().is_some() {}
        prop_assert_eq!(walked.diagram(), game.start());
        while walked.redo().is_some() {}
        prop_assert_eq!(walked, game);
    }

    #[test]
    fn a_new_move_forgets_the_moves_taken_back(mut game in any_game(), choice in any::<Index>()) {
        if game.undo().is_some() {
            let legal: Vec<Point> = game.legal_moves().into_iter().collect();
            game.play(*choice.get(&legal)).expect("a legal move");
            prop_assert_eq!(game.redo(), None);
        }
    }

    #[test]
    fn the_board_may_be_turned_and_mirrored(game in any_game(), orientation in 0..8usize) {
        let board = game.diagram().board();
        let size = board.size();
        let seen = turned(board, orientation);
        let legal = board.legal_moves();
        let seen_legal = turned_set(size, legal, orientation);
        prop_assert_eq!(seen.legal_moves(), seen_legal, "{:?}", game.diagram());
        for point in legal {
            let after = turned(&board.play_unchecked(point), orientation);
            let seen_after = seen.play_unchecked(orientations(size, point)[orientation]);
            prop_assert_eq!(seen_after, after, "{} on {:?}", point, game.diagram());
        }
    }

    #[test]
    fn the_fast_board_knows_the_same_eight_orientations(
        own in any::<u64>(),
        other in any::<u64>(),
    ) {
        let board = Board::new(Bitboard(own & !other), Bitboard(other)).expect("no square twice");
        let wide = WideBoard::from(board);
        for (orientation, seen) in board.symmetries().into_iter().enumerate() {
            prop_assert_eq!(WideBoard::from(seen), turned(&wide, orientation), "{:?}", board);
            let symmetry = Symmetry::ALL[orientation];
            prop_assert_eq!(symmetry.board(board), seen, "{:?}", board);
            prop_assert_eq!(symmetry.inverse().board(seen), board, "{:?}", board);
            for square in Square::all() {
                let place = orientations(Size::EIGHT, square.into())[orientation];
                prop_assert_eq!(symmetry.point(square.into(), Size::EIGHT), place);
                prop_assert_eq!(Point::from(symmetry.square(square)), place);
            }
            prop_assert_eq!(seen.legal_moves().len(), board.legal_moves().len(), "{:?}", board);
        }
    }

    #[test]
    fn a_pass_changes_sides_not_the_board(diagram in any_diagram()) {
        let passed = diagram.pass();
        prop_assert_eq!(passed.to_move(), diagram.to_move().opponent());
        for color in Color::ALL {
            prop_assert_eq!(passed.discs(color), diagram.discs(color));
        }
        prop_assert_eq!(passed.board().own(), diagram.board().opponent());
        prop_assert_eq!(passed.pass(), diagram);
    }

    #[test]
    fn the_side_to_move_can_move_until_the_game_is_over(game in any_game()) {
        let can_move = |color| !diagram_with(game.diagram(), color).legal_moves().is_empty();
        match game.to_move() {
            Some(color) => prop_assert!(can_move(color), "{:?}", game.diagram()),
            None => prop_assert!(!Color::ALL.into_iter().any(can_move), "{:?}", game.diagram()),
        }
        prop_assert_eq!(game.is_over(), game.to_move().is_none());
        prop_assert_eq!(game.outcome().is_some(), game.is_over());
    }

    #[test]
    fn turns_alternate_unless_a_side_is_passed_over(game in any_game()) {
        for pair in game.turns().windows(2) {
            let (turn, next) = (pair[0], pair[1]);
            prop_assert_eq!(turn.passed().is_some(), next.color() == turn.color());
            if let Some(passed) = turn.passed() {
                prop_assert_eq!(passed, turn.color().opponent());
                let stuck = diagram_with(next.before(), passed);
                prop_assert!(stuck.legal_moves().is_empty(), "{:?}", stuck);
            }
        }
    }

    #[test]
    fn each_move_adds_one_disc_to_the_board_and_at_least_two_to_the_mover(game in any_game()) {
        let mut positions: Vec<Diagram> = game.turns().iter().map(|turn| *turn.before()).collect();
        positions.push(*game.diagram());
        for (turn, pair) in game.turns().iter().zip(positions.windows(2)) {
            let (before, after) = (pair[0].counts(), pair[1].counts());
            let total = before.black + before.white;
            prop_assert_eq!(after.black + after.white, total + 1, "{:?}", turn.before());
            let mover = turn.color();
            prop_assert!(after[mover] >= before[mover] + 2, "{:?}", turn.before());
        }
    }

    #[test]
    fn a_square_is_legal_when_it_turns_something(diagram in any_diagram()) {
        let board = diagram.board();
        let legal = board.legal_moves();
        for point in PointSet::full(Size::MAX) {
            let is_legal = legal.contains(point);
            let flips = board.flips(point);
            prop_assert_eq!(!flips.is_empty(), is_legal, "{} on {:?}", point, diagram);
            prop_assert_eq!(flips & board.opponent(), flips, "{} on {:?}", point, diagram);
            prop_assert_eq!(board.play(point).is_some(), is_legal, "{} on {:?}", point, diagram);
        }
    }

    #[test]
    fn no_square_holds_two_discs(own in any::<u64>(), opponent in any::<u64>()) {
        let board = Board::new(Bitboard(own), Bitboard(opponent));
        prop_assert_eq!(board.is_some(), own & opponent == 0);
        let board = Board::new(Bitboard(own & !opponent), Bitboard(opponent));
        prop_assert_eq!(board.map(Board::empties), Some((own | opponent).count_zeros()));
    }
}

/// The same discs with `color` to move.
fn diagram_with(diagram: &Diagram, color: Color) -> Diagram {
    if diagram.to_move() == color {
        *diagram
    } else {
        diagram.pass()
    }
}

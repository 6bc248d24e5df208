//! Mirror images: a position has the same scores in all eight orientations, and moves that are
//! mirror images of each other have one score.

use std::sync::atomic::{AtomicBool, Ordering};

use reversi_engine::book::Book;
use reversi_engine::{Analysis, Engine, Kind, Limits, Line, Score};
use reversi_rules::{Bitboard, Board, Point, PointSet, Size, Square, Start, Symmetry, WideBoard};

use super::boards::{Dice, analyse, engine, exact, play_out, random_boards, random_play_on};

#[test]
fn a_score_survives_the_eight_symmetries_with_a_new_engine_for_each() {
    for empties in [8, 10, 12, 14] {
        for board in random_boards(empties, 12, 100) {
            let score = |board| exact(&mut engine(1, 1), board);
            let expected = score(board);
            for turned in board.symmetries() {
                assert_eq!(score(turned), expected, "{turned}\nand\n{board}");
            }
        }
    }
}

#[test]
fn a_score_survives_the_eight_symmetries_with_one_memory() {
    let mut engine = engine(1, 4);
    for empties in [9, 11, 13, 15] {
        for board in random_boards(empties, 12, 101) {
            let expected = exact(&mut engine, board);
            for turned in board.symmetries() {
                assert_eq!(
                    exact(&mut engine, turned),
                    expected,
                    "{turned}\nand\n{board}"
                );
            }
        }
    }
}

/// The same lines with the same scores, but for time: what an analysis says of a position in one
/// orientation it says in another. Of moves that are mirror images, any may come first.
fn assert_same(one: &Analysis, turned: &Analysis, symmetry: Symmetry, size: Size, what: &str) {
    let scores = |analysis: &Analysis| -> Vec<(Score, Kind)> {
        let lines = analysis.lines.iter();
        lines.map(|line| (line.score, line.kind)).collect()
    };
    assert_eq!(scores(one), scores(turned), "{symmetry:?} of\n{what}");
    let facts = |analysis: &Analysis| (analysis.depth, analysis.nodes);
    assert_eq!(facts(one), facts(turned), "{symmetry:?} of\n{what}");
    assert_eq!(
        symmetry.points(one.best_moves, size),
        turned.best_moves,
        "{symmetry:?} of\n{what}"
    );
}

/// Estimates depend on the order of the search, so they agree only if the search is the same.
#[test]
fn two_hundred_positions_have_equal_estimates_in_all_eight_orientations() {
    let mut dice = Dice(104);
    let mut engine = engine(1, 1);
    let mut positions = vec![Board::START];
    while positions.len() < 200 {
        let empties = 14 + dice.below(46) as u32;
        positions.extend(random_play_on(!0, empties, &mut dice));
    }
    for board in positions {
        let limits = Limits::depth(5);
        let mut fresh = |board: Board| {
            engine.clear();
            analyse(&mut engine, board, &limits, 3)
        };
        let expected = fresh(board);
        for symmetry in Symmetry::ALL {
            let found = fresh(symmetry.board(board));
            assert_same(&expected, &found, symmetry, Size::EIGHT, &board.to_string());
        }
    }
}

/// A limit on nodes ends the search of each orientation at the same node, on boards of any size.
#[test]
fn boards_of_other_sizes_have_equal_scores_in_all_eight_orientations() {
    let mut dice = Dice(105);
    for (side, count) in [(4, 20), (6, 20), (10, 6), (12, 4)] {
        let size = Size::new(side).expect("an even size");
        for _ in 0..count {
            let mut board = WideBoard::start(size, Start::Standard);
            for _ in 0..dice.below(size.area() as u64 / 2) {
                let moves: Vec<Point> = board.legal_moves().into_iter().collect();
                board = match moves.len() as u64 {
                    0 => board.pass(),
                    count => board.play_unchecked(moves[dice.below(count) as usize]),
                };
            }
            let limits = Limits {
                nodes: Some(3_000),
                ..Limits::depth(12)
            };
            let stop = AtomicBool::new(false);
            let fresh =
                |board: &WideBoard| engine(1, 1).analyse(board, &limits, 3, &stop, &mut |_| {});
            let expected = fresh(&board);
            for symmetry in Symmetry::ALL {
                let found = fresh(&symmetry.wide_board(&board));
                assert_same(&expected, &found, symmetry, size, &format!("{board:?}"));
            }
        }
    }
}

/// Random discs that a symmetry maps to themselves; some have no legal move.
fn symmetric_board(dice: &mut Dice) -> Board {
    let symmetry = Symmetry::ALL[1 + dice.below(7) as usize];
    let (mut own, mut opponent) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut seen = Bitboard::EMPTY;
    for square in Square::all() {
        let mut orbit = Bitboard::from(square);
        while symmetry.squares(orbit) | orbit != orbit {
            orbit = orbit | symmetry.squares(orbit);
        }
        if seen.contains(square) {
            continue;
        }
        seen = seen | orbit;
        match dice.below(3) {
            0 => own = own | orbit,
            1 => opponent = opponent | orbit,
            _ => {}
        }
    }
    Board::new(own, opponent).expect("no square twice")
}

/// Moves that are mirror images stand beside each other with one score, one kind and lines of one
/// length. Returns how many moves there are beside the first of each kind.
fn assert_images_agree(board: Board, lines: &[Line], wanted: usize) -> usize {
    let mut images = 0;
    let squares: Vec<Square> = lines.iter().filter_map(Line::square).collect();
    for line in lines {
        play_out(board, line, !0);
    }
    for (line, square) in lines.iter().zip(&squares) {
        let same = board.mirror_images(*square);
        let places = (0..squares.len()).filter(|place| same.contains(squares[*place]));
        let places: Vec<usize> = places.collect();
        assert!(
            places.windows(2).all(|pair| pair[0] + 1 == pair[1]),
            "{squares:?} on\n{board}"
        );
        let is_cut_off = lines.len() == wanted && places.last() == Some(&(wanted - 1));
        assert!(
            places.len() == same.len() as usize || is_cut_off,
            "{squares:?} of {wanted} on\n{board}"
        );
        for place in &places {
            let other = &lines[*place];
            assert_eq!(
                (line.score, line.kind),
                (other.score, other.kind),
                "{lines:?} on\n{board}"
            );
            assert_eq!(line.moves.len(), other.moves.len(), "{lines:?} on\n{board}");
        }
        images += usize::from(
            places
                .first()
                .is_some_and(|first| squares[*first] != *square),
        );
    }
    images
}

/// Analyses a position and checks every report and the result.
fn assert_images_agree_always(
    engine: &mut Engine,
    board: Board,
    limits: &Limits,
    lines: usize,
    stop_at: Option<u32>,
) -> usize {
    let stop = AtomicBool::new(false);
    let mut images = 0;
    let mut listen = |analysis: &Analysis| {
        images += assert_images_agree(board, &analysis.lines, lines);
        stop.store(Some(analysis.depth) == stop_at, Ordering::Relaxed);
    };
    let analysis = engine.analyse(board, limits, lines, &stop, &mut listen);
    images + assert_images_agree(board, &analysis.lines, lines)
}

/// A search that ends within a pass has searched some lines deeper than others, but never one of the
/// first moves deeper than another.
#[test]
fn the_four_first_moves_have_one_score_wherever_the_search_ends() {
    let check = |analysis: &Analysis| {
        let best = analysis.best();
        assert_eq!(analysis.lines.len(), 4, "{analysis:?}");
        for line in &analysis.lines {
            assert_eq!(
                (line.score, line.kind),
                (best.score, best.kind),
                "{analysis:?}"
            );
        }
        let moves: PointSet = analysis.lines.iter().filter_map(Line::point).collect();
        assert_eq!(moves, Board::START.legal_moves().into());
    };
    let stop = AtomicBool::new(false);
    let mut reports = 0;
    for nodes in (0..20).map(|step| 1_000 + 1_500 * step) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut listen = |analysis: &Analysis| {
            reports += 1;
            check(analysis);
        };
        check(&engine(1, 1).analyse(Board::START, &limits, 4, &stop, &mut listen));
    }
    assert!(reports > 100, "{reports}");
}

#[test]
fn moves_that_are_mirror_images_share_their_score_in_every_report() {
    let mut dice = Dice(106);
    let (mut images, mut positions) = (0, 0);
    let mut used = [engine(1, 1), engine(2, 1)];
    while positions < 120 {
        let board = symmetric_board(&mut dice);
        if board.legal_moves().is_empty() {
            continue;
        }
        positions += 1;
        let lines = [1, 2, 3, 5, 64][positions % 5];
        let limits = [
            Limits::depth(4),
            Limits::depth(6),
            Limits {
                nodes: Some(500),
                ..Limits::default()
            },
        ];
        let limits = &limits[positions % 3];
        // A new table, a used one, and threads; some searches are stopped between two reports.
        let stop_at = (positions % 4 == 0).then_some(3);
        images += assert_images_agree_always(&mut engine(1, 1), board, limits, lines, stop_at);
        for engine in &mut used {
            images += assert_images_agree_always(engine, board, limits, lines, stop_at);
        }
    }
    assert!(images > 1_000, "{images}");
}

/// Positions near the end are solved for every line, with bounds reported on the way.
#[test]
fn exact_scores_of_mirror_images_are_one_score() {
    let mut dice = Dice(107);
    let mut engine = engine(2, 1);
    let (mut images, mut positions) = (0, 0);
    while positions < 60 {
        let mut board = symmetric_board(&mut dice);
        // Empty squares are filled one by one until few are left; symmetric ones stay rare but occur.
        let few = board.empties() <= 14;
        if !few || board.legal_moves().is_empty() {
            let filled = board.empty() & symmetric_board(&mut dice).own();
            board = Board::new(board.own() | filled, board.opponent()).expect("apart");
        }
        if board.empties() > 14 || board.legal_moves().is_empty() {
            continue;
        }
        positions += 1;
        for lines in [1, 3, 64] {
            images += assert_images_agree_always(&mut engine, board, &Limits::exact(), lines, None);
        }
    }
    assert!(images > 100, "{images}");
}

/// A book has one of each set of mirror images; an analysis names all of them.
#[test]
fn book_moves_that_are_mirror_images_have_one_score() {
    let book = Book::embedded();
    let mut engine = engine(1, 1);
    engine.set_book(Some(book.clone()));
    let limits = Limits {
        book: true,
        ..Limits::depth(4)
    };
    let mut images = 0;
    for board in book.positions().into_iter().take(100) {
        for turned in board.symmetries() {
            let moves = turned.legal_moves().len() as usize;
            let analysis = analyse(&mut engine, turned, &limits, 64);
            assert_eq!(analysis.lines.len(), moves, "{turned}");
            images += assert_images_agree(turned, &analysis.lines, 64);
            let few = analyse(&mut engine, turned, &limits, 2);
            assert_eq!(few.lines, analysis.lines[..moves.min(2)], "{turned}");
        }
    }
    assert!(images > 20, "{images}");
}

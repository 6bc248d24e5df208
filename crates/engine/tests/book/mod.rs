//! The opening book: it is consistent, found in every symmetry, survives writing and reading, and
//! is played with limited variety.

mod building;
mod choosing;
mod files;

use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use reversi_engine::book::Book;
use reversi_engine::book_builder::{Builder, Orders, Recipe};
use reversi_rules::{Board, Square};

/// A book of a few positions with a shallow search, built once for all tests.
static SMALL: LazyLock<Book> = LazyLock::new(|| grown(Recipe { depth: 4, ..QUICK }, 120));

const QUICK: Recipe = Recipe {
    depth: 2,
    plies: 30,
    threads: 1,
    hash_mb: 1,
};

fn grown(recipe: Recipe, positions: usize) -> Book {
    let mut book = Book::default();
    work(recipe, |builder, orders| {
        builder.grow(&mut book, positions, orders);
    });
    book
}

/// Runs a task with a builder, without a time limit.
fn work(recipe: Recipe, task: impl FnOnce(&mut Builder, &mut Orders<'_>)) {
    let stop = AtomicBool::new(false);
    let mut orders = Orders {
        stop: &stop,
        until: None,
        on_event: &mut |_| {},
    };
    task(&mut Builder::new(recipe), &mut orders);
}

/// The position after moves such as f5d6.
fn after(moves: &str) -> Board {
    let names = moves.as_bytes().chunks(2);
    let squares = names.map(|name| str::from_utf8(name).unwrap().parse::<Square>().unwrap());
    squares.fold(Board::START, |board, square| {
        board
            .play(square)
            .unwrap_or_else(|| panic!("{square} on\n{board}"))
    })
}

/// The position after a move whose side to move has a legal move, and whether the same side moves
/// again. `None` when the game is over.
fn following(board: Board, square: Square) -> Option<(Board, bool)> {
    let next = board.play(square).expect("a legal move");
    if next.is_over() {
        None
    } else if next.legal_moves().is_empty() {
        Some((next.pass(), true))
    } else {
        Some((next, false))
    }
}

/// Checks every reachable position of a book: all legal moves are present, a move into the book has
/// the score of the next position, and the book holds no other positions.
fn assert_fits_together(book: &Book) {
    let mut seen = HashSet::from([Board::START.canonical()]);
    let mut open = vec![Board::START];
    while let Some(board) = open.pop() {
        let page = book
            .look_up(board)
            .unwrap_or_else(|| panic!("lost:\n{board}"));
        let listed: Vec<Square> = page
            .moves
            .iter()
            .map(|book_move| book_move.square)
            .collect();
        for square in board.legal_moves() {
            let images = board.mirror_images(square);
            let same = listed.iter().filter(|other| images.contains(**other));
            assert_eq!(same.count(), 1, "{square} in {listed:?} on\n{board}");
        }
        let scores: Vec<_> = page.moves.iter().map(|book_move| book_move.score).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
        for book_move in &page.moves {
            assert!(
                (1..=board.empties()).contains(&book_move.depth),
                "{book_move:?}"
            );
            let next = following(board, book_move.square);
            let next = next.and_then(|(next, again)| Some((next, again, book.look_up(next)?)));
            assert_eq!(book_move.is_followed, next.is_some(), "{book_move:?}");
            if let Some((next, again, page)) = next {
                let score = if again { page.score() } else { -page.score() };
                assert_eq!(book_move.score, score, "{book_move:?} on\n{board}");
                assert_eq!(book_move.depth, page.moves[0].depth + 1);
                if seen.insert(next.canonical()) {
                    open.push(next);
                }
            }
        }
    }
    assert_eq!(seen.len(), book.len());
    assert_eq!(book.positions().len(), book.len());
}

#[test]
fn a_book_fits_together() {
    assert_eq!(SMALL.len(), 120);
    assert_fits_together(&SMALL);
}

#[test]
fn the_book_of_the_program_fits_together() {
    let book = Book::embedded();
    assert!(book.len() >= 1000, "{} positions", book.len());
    assert!(!book.about().is_empty());
    assert_fits_together(&book);
    let start = book.look_up(Board::START).expect("the start");
    assert!(start.depth >= 16, "{start:?}");
    // The parallel opening is known to lose; the other two are not.
    let replies = book.look_up(after("f5")).expect("the second move");
    assert_eq!(replies.moves[2].square, Square::F4, "{replies:?}");
    assert!(start.score().discs().abs() < 3.0, "{start:?}");
}

#[test]
fn a_position_is_found_in_all_eight_orientations() {
    for board in SMALL.positions() {
        let page = SMALL.look_up(board).expect("it is in the book");
        for turned in board.symmetries() {
            let same = SMALL.look_up(turned).expect("it is in the book");
            assert_eq!((same.depth, same.score()), (page.depth, page.score()));
            assert_eq!(same.moves.len(), page.moves.len());
            for book_move in &same.moves {
                let next = turned.play(book_move.square).expect("a legal move");
                let mirrored = page.moves.iter().find(|other| {
                    board.play_unchecked(other.square).canonical() == next.canonical()
                });
                let mirrored = mirrored.unwrap_or_else(|| panic!("{book_move:?} on\n{turned}"));
                assert_eq!(mirrored.score, book_move.score);
                assert_eq!(mirrored.depth, book_move.depth);
            }
        }
    }
}

#[test]
fn positions_outside_the_book_are_not_found() {
    // The start with colours exchanged is its mirror image.
    assert!(SMALL.look_up(Board::START.pass()).is_some());
    assert_eq!(Book::default().look_up(Board::START), None);
    assert!(Book::default().is_empty());
    let far = (0..25).fold(Board::START, |board, _| {
        let square = board.legal_moves().into_iter().next();
        square.map_or(board.pass(), |square| board.play_unchecked(square))
    });
    assert_eq!(SMALL.look_up(far), None);
}

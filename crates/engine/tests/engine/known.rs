//! Answers that need no search: the opening book and the solved 6×6 positions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reversi_engine::book::{Book, MARGIN};
use reversi_engine::{Analysis, Engine, Kind, Level, Limits, Random};
use reversi_rules::{Board, Diagram, Game, Point, PointSet, Size, Start};

use super::boards::{analyse, engine};

fn with_book() -> (Engine, Arc<Book>) {
    let mut engine = engine(1, 1);
    let book = Book::embedded();
    engine.set_book(Some(Arc::clone(&book)));
    (engine, book)
}

fn from_book(depth: u32) -> Limits {
    Limits {
        book: true,
        ..Limits::depth(depth)
    }
}

#[test]
fn a_book_answers_only_where_engine_and_limits_allow_it() {
    let is_book = |analysis: &Analysis| matches!(analysis.best().kind, Kind::Book(_));
    let (mut with, book) = with_book();
    let mut without = engine(1, 1);
    let board = Board::START;
    assert!(is_book(&analyse(&mut with, board, &from_book(4), 1)));
    assert!(!is_book(&analyse(&mut with, board, &Limits::depth(4), 1)));
    assert!(!is_book(&analyse(&mut without, board, &from_book(4), 1)));
    with.set_book(None);
    assert!(!is_book(&analyse(&mut with, board, &from_book(4), 1)));

    // The lines are the moves of the book position, best first.
    let (mut with, _) = with_book();
    let board = book.positions()[2];
    let page = book.look_up(board).expect("a position of the book");
    let analysis = analyse(&mut with, board, &from_book(4), 64);
    assert_eq!(analysis.lines.len(), page.moves.len());
    for (line, book_move) in analysis.lines.iter().zip(&page.moves) {
        assert_eq!(line.square(), Some(book_move.square));
        assert_eq!(line.kind, Kind::Book(book_move.depth));
        assert_eq!(line.score, book_move.score);
    }
    assert!(
        analysis
            .best_moves
            .contains(analysis.best().point().expect("a move"))
    );
}

/// The same seed gives the same game: the book draws no other random numbers.
#[test]
fn a_book_move_is_the_choice_of_the_book() {
    let (engine, book) = with_book();
    for (seed, board) in (0..).zip(book.positions().into_iter().take(200)) {
        let (mut one, mut other) = (Random::new(seed), Random::new(seed));
        let chosen = book.choose(board, MARGIN, &mut one).expect("in the book");
        let analysis = engine.book_move(board, &mut other).expect("in the book");
        assert_eq!(analysis.best().square(), Some(chosen.square), "{board}");
        assert_eq!(one, other, "{board}");
        let images: PointSet = board
            .mirror_images(chosen.square)
            .into_iter()
            .map(Point::from)
            .collect();
        assert_eq!(analysis.best_moves, images, "{board}");
    }
}

/// One of the equal moves is chosen at random, with one random number.
#[test]
fn a_searched_move_is_one_of_the_best_by_chance() {
    let stop = AtomicBool::new(false);
    for side in [4, 6, 8, 10] {
        let game = Game::new(Size::new(side).expect("an even size"));
        let limits = Level::new(2)
            .expect("not 0")
            .limits(game.size(), game.empties());
        let mut picked = PointSet::EMPTY;
        for seed in 0..64 {
            let (mut one, mut other) = (Random::new(seed), Random::new(seed));
            let chosen = engine(1, 1).choose(&game, &limits, &mut one, &stop, &mut |_| {});
            let (point, analysis) = chosen.expect("a legal move");
            let best: Vec<Point> = analysis.best_moves.into_iter().collect();
            assert_eq!(other.pick(&best), Some(point));
            assert_eq!(one, other);
            picked.insert(point);
        }
        assert_eq!(picked, game.legal_moves(), "{side}×{side}");
    }
}

#[test]
fn the_solved_table_can_be_turned_off() {
    let start = Diagram::start(Size::new(6).expect("an even size"), Start::Standard);
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::depth(32)
    };
    let mut engine = engine(1, 1);
    let solved = engine.analyse(&start, &limits, 1, &stop, &mut |_| {});
    assert_eq!(
        (solved.best().kind, solved.best().score.rounded()),
        (Kind::Exact, -4)
    );
    engine.set_solved_table(false);
    let searched = engine.analyse(&start, &limits, 1, &stop, &mut |_| {});
    assert!(!searched.best().kind.is_exact());
}

//! Growing a book: the cheapest lines first, the same for any number of threads; a stopped build
//! keeps its results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use reversi_engine::book::Book;
use reversi_engine::book_builder::{Builder, Event, Orders, Recipe};
use reversi_engine::{Engine, Limits, Settings};
use reversi_rules::Board;

use super::{QUICK, SMALL, after, assert_fits_together, grown, work};

#[test]
fn threads_do_not_change_a_book() {
    let book = |threads| grown(Recipe { threads, ..QUICK }, 60);
    assert_eq!(book(1), book(3));
}

#[test]
fn a_book_grows_on_from_where_it_was() {
    let mut book = grown(QUICK, 20);
    let before = book.positions();
    work(QUICK, |builder, orders| builder.grow(&mut book, 20, orders));
    assert_eq!(book.positions(), before, "it has as many as were asked for");
    work(QUICK, |builder, orders| builder.grow(&mut book, 50, orders));
    assert_eq!(book.len(), 50);
    for board in before {
        assert!(book.look_up(board).is_some(), "lost:\n{board}");
    }
    assert_fits_together(&book);
}

#[test]
fn a_deeper_recipe_searches_positions_again() {
    let mut book = grown(QUICK, 30);
    let deeper = Recipe { depth: 4, ..QUICK };
    work(deeper, |builder, orders| {
        builder.grow(&mut book, 30, orders);
    });
    assert_eq!(book.len(), 30);
    for board in book.positions() {
        assert_eq!(book.look_up(board).expect("it is there").depth, 4);
    }
    assert_fits_together(&book);
    // Growing it again changes nothing.
    let before = book.clone();
    work(deeper, |builder, orders| {
        builder.grow(&mut book, 30, orders);
    });
    assert_eq!(book, before);
}

/// A move that leaves the book has the score of a search of this depth.
#[test]
fn a_move_out_of_the_book_has_the_score_of_a_search() {
    let recipe = Recipe { depth: 4, ..QUICK };
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 1,
    });
    let mut compared = 0;
    for board in SMALL.positions() {
        let page = SMALL.look_up(board).expect("it is there");
        if page.moves.iter().any(|book_move| book_move.is_followed) {
            continue;
        }
        engine.clear();
        let stop = AtomicBool::new(false);
        let moves = board.legal_moves().len() as usize;
        let limits = Limits::depth(recipe.depth);
        let analysis = engine.analyse(board, &limits, moves, &stop, &mut |_| {});
        assert_eq!(page.score(), analysis.best().score, "on\n{board}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn lines_that_cost_little_come_first() {
    // The parallel opening loses discs, so lines through the other two openings go further.
    let longest = |first: &str| {
        let begins = |board: Board| {
            let discs = 64 - board.empties() as usize;
            (discs >= 6).then_some(board.empties())
        };
        let mut fewest = 60;
        let mut open = vec![after(first)];
        while let Some(board) = open.pop() {
            let Some(page) = SMALL.look_up(board) else {
                continue;
            };
            fewest = fewest.min(begins(board).unwrap_or(60));
            let followed = page.moves.iter().filter(|book_move| book_move.is_followed);
            open.extend(followed.filter_map(|book_move| board.play(book_move.square)));
        }
        60 - fewest
    };
    assert!(longest("f5d6") > longest("f5f4"), "perpendicular");
    assert!(longest("f5f6") > longest("f5f4"), "diagonal");
}

#[test]
fn positions_of_games_are_added_with_what_lies_between() {
    let game = "f5d6c3d3c4f4e3f3";
    let line: Vec<Board> = (0..=8).map(|ply| after(&game[..2 * ply])).collect();
    let mut book = Book::default();
    work(QUICK, |builder, orders| {
        assert_eq!(builder.missing(&book, &line).len(), 9);
        builder.add(&mut book, &line, orders);
        assert!(builder.missing(&book, &line).is_empty());
    });
    assert_eq!(book.len(), 9);
    assert_fits_together(&book);
    // A mirrored game adds nothing.
    let mirrored: Vec<Board> = line.iter().map(|board| board.symmetries()[5]).collect();
    let before = book.clone();
    work(QUICK, |builder, orders| {
        builder.add(&mut book, &mirrored, orders);
    });
    assert_eq!(book, before);
    // A position that no move of the book leads to is left out; so is one beyond the last ply.
    let far = after("f5f6e6f4e3c5");
    work(QUICK, |builder, orders| {
        builder.add(&mut book, &[far], orders);
    });
    assert_eq!(book, before);
    let short = Recipe { plies: 4, ..QUICK };
    let mut book = Book::default();
    work(short, |builder, orders| {
        builder.add(&mut book, &line, orders);
    });
    assert_eq!(book.len(), 5);
}

#[test]
fn a_stopped_builder_keeps_finished_work() {
    let stop = AtomicBool::new(false);
    let mut searched = 0;
    let mut book = Book::default();
    let mut orders = Orders {
        stop: &stop,
        until: None,
        on_event: &mut |event| {
            if let Event::Searched(_) = event {
                searched += 1;
                stop.store(searched >= 17, Ordering::SeqCst);
            }
        },
    };
    Builder::new(QUICK).grow(&mut book, 1000, &mut orders);
    assert!((10..=20).contains(&book.len()), "{}", book.len());
    assert_fits_together(&book);

    let mut never = Book::default();
    let stop = AtomicBool::new(false);
    let mut orders = Orders {
        stop: &stop,
        until: Some(Instant::now()),
        on_event: &mut |_| {},
    };
    Builder::new(QUICK).grow(&mut never, 1000, &mut orders);
    assert!(never.is_empty(), "no search is begun after the time is up");
}

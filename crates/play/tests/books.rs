//! The engine with an opening book: used at high levels only, by seed, and only for positions of
//! the book.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use crate::common::{analysis, moves, players, session, suggest};
use engine::book::{Book, MARGIN};
use engine::book_builder::{Builder, Orders, Recipe};
use engine::{Level, Opponent, Score};
use play::{Repertoire, Session};
use rules::formats::transcript;
use rules::{Board, Diagram, Game, Size, Start};

/// A book with shallow scores, so that deeper searches often disagree.
static SHALLOW: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let mut book = Book::default();
    let stop = AtomicBool::new(false);
    let mut orders = Orders {
        stop: &stop,
        until: None,
        on_event: &mut |_| {},
    };
    let recipe = Recipe {
        depth: 1,
        hash_mb: 1,
        ..Recipe::default()
    };
    Builder::new(recipe).grow(&mut book, 200, &mut orders);
    Arc::new(book)
});

fn shallow() -> Repertoire {
    Repertoire::Own(Arc::clone(&SHALLOW))
}

/// The first moves of a game of the engine against itself.
fn opening(mut session: Session, book: bool, count: usize) -> String {
    session.open_from(if book { shallow() } else { Repertoire::None });
    for _ in 0..count {
        session.think().expect("the engine's turn");
    }
    moves(&session)
}

#[test]
fn moves_come_from_the_book_as_long_as_it_goes() {
    for seed in 0..20 {
        let mut session = session(8, "engine:10", "engine:12", seed);
        session.open_from(shallow());
        let mut from_book = 0;
        loop {
            let board = session.game().diagram().to_board().expect("8×8");
            let (turn, chosen) = session.think().expect("the engine's turn");
            let Some(page) = SHALLOW.look_up(board) else {
                assert!(analysis(&chosen).nodes > 0, "out of the book it thinks");
                break;
            };
            from_book += 1;
            assert_eq!(analysis(&chosen).nodes, 0);
            assert!(analysis(&chosen).best_moves.contains(turn.point()));
            let played = page.moves.iter().find(|book_move| {
                let images = board.mirror_images(book_move.square);
                images
                    .into_iter()
                    .any(|square| turn.point() == square.into())
            });
            let lost = page.score().units() - played.expect("a legal move").score.units();
            assert!((0..=MARGIN.units()).contains(&lost), "{}", moves(&session));
        }
        assert!(from_book >= 4, "{}", moves(&session));
    }
}

#[test]
fn the_seed_chooses_the_opening() {
    let game = |seed| opening(session(8, "engine:10", "engine:10", seed), true, 8);
    let games: Vec<String> = (0..16).map(game).collect();
    assert_eq!(games, (0..16).map(game).collect::<Vec<_>>());
    let kinds: HashSet<Board> = games.iter().map(|game| last(game).canonical()).collect();
    assert!(kinds.len() > 3, "{games:?}");
    // Without a book, the only choice is between mirror images.
    let kinds = (0..8).map(|seed| {
        let game = opening(session(8, "engine:10", "engine:10", seed), false, 5);
        last(&game).canonical()
    });
    assert_eq!(kinds.collect::<HashSet<_>>().len(), 1);
}

fn last(moves: &str) -> Board {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    let game = transcript::read(moves, start).expect("a game");
    game.diagram().to_board().expect("8×8")
}

#[test]
fn weaker_levels_and_other_opponents_do_not_open_from_the_book() {
    let below = format!("engine:{}", Level::BOOK.moves() - 1);
    for player in [
        "engine:1", "engine:5", &below, "walle:3", "discs:10", "greedy", "random",
    ] {
        for seed in 0..2 {
            let with = opening(session(8, player, player, seed), true, 4);
            let without = opening(session(8, player, player, seed), false, 4);
            assert_eq!(with, without, "{player}");
        }
    }
}

#[test]
fn without_a_book_the_engine_plays_as_if_there_were_none() {
    for seed in 0..3 {
        let never = opening(session(8, "engine:10", "engine:10", seed), false, 10);
        let mut asked = session(8, "engine:10", "engine:10", seed);
        asked.open_from(shallow());
        assert_eq!(opening(asked, false, 10), never);
    }
}

#[test]
fn suggestions_do_not_come_from_the_book() {
    for seed in 0..8 {
        let mut with = session(8, "human", "human", seed);
        with.open_from(shallow());
        let mut without = session(8, "human", "human", seed);
        for _ in 0..6 {
            let level = Level::new(10).expect("a level");
            let suggested = suggest(&mut with, Opponent::Engine, level);
            assert_eq!(suggested, suggest(&mut without, Opponent::Engine, level));
            let point = suggested.expect("a move");
            with.play(point).expect("legal");
            without.play(point).expect("legal");
        }
    }
}

#[test]
fn other_boards_and_starts_are_left_alone() {
    for side in [4, 6] {
        let with = opening(session(side, "engine:10", "engine:10", 1), true, 6);
        assert_eq!(
            with,
            opening(session(side, "engine:10", "engine:10", 1), false, 6)
        );
    }
    // The mirrored start position is in the book too.
    let diagram = Diagram::start(Size::EIGHT, Start::Mirrored);
    let players = players("engine:10", "engine:10");
    let mut session = Session::new(Game::from_diagram(diagram), players, 1);
    session.open_from(shallow());
    let (_, chosen) = session.think().expect("the engine's turn");
    assert_eq!(analysis(&chosen).nodes, 0);
    assert!(analysis(&chosen).best().score < Score::from_discs(5));
}

//! Stopped reviews, unfinished games, and boards that cannot be reviewed.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Analysis, Score};
use play::Watch;
use play::review::Reviewer;
use rules::{Color, Diagram, Game, Size, Start};

use super::games::{by_chance, random_games};
use super::{effort, engine, review, reviewer};

/// A stopped review is the end of the complete review: it starts at the last moves.
#[test]
fn finished_work_is_kept() {
    let game = random_games(8, 7..8).next().expect("a game");
    let whole = review(&game, effort(5, 10));
    let stop = AtomicBool::new(false);
    let (mut reviewer, mut engine) = (reviewer(&game, effort(5, 10)), engine());
    let moves = game.turns().len();
    assert_eq!(reviewer.left(), moves + 1);
    let mut steps = 0;
    let mut watch = Watch {
        stop: &stop,
        on_progress: &mut |_| {},
    };
    while steps < 20 {
        assert!(reviewer.step(&mut engine, &mut watch));
        steps += 1;
    }
    stop.store(true, Ordering::SeqCst);
    assert!(
        !reviewer.step(&mut engine, &mut watch),
        "it was told to stop"
    );
    assert_eq!(reviewer.left(), moves + 1 - steps);
    let part = reviewer.into_review();
    assert!(!part.is_complete());
    let first = moves + 1 - steps;
    assert!(part.moves()[..first].iter().all(Option::is_none));
    assert_eq!(part.moves()[first..], whole.moves()[first..]);
    assert_eq!(part.standings()[first..], whole.standings()[first..]);
    assert_eq!(part.judged().count(), steps - 1);
}

/// A stop during a search leaves no half-judged move.
#[test]
fn a_move_is_judged_or_not() {
    let game = by_chance(Diagram::start(Size::EIGHT, Start::Standard), 3, 20);
    let stop = AtomicBool::new(false);
    let (mut reviewer, mut engine) = (reviewer(&game, effort(8, 10)), engine());
    let mut heard = 0;
    let mut on_progress = |_: &Analysis| {
        heard += 1;
        stop.store(heard >= 30, Ordering::SeqCst);
    };
    let mut watch = Watch {
        stop: &stop,
        on_progress: &mut on_progress,
    };
    while reviewer.step(&mut engine, &mut watch) {}
    let part = reviewer.into_review();
    let whole = review(&game, effort(8, 10));
    let judged = part.judged().count();
    assert!((1..20).contains(&judged), "{judged}");
    let first = 20 - judged;
    assert_eq!(part.moves()[first..], whole.moves()[first..]);
}

#[test]
fn a_game_need_not_be_over() {
    for moves in [0, 1, 2, 30] {
        let game = by_chance(Diagram::start(Size::EIGHT, Start::Standard), 4, moves);
        let review = review(&game, effort(4, 8));
        assert_eq!(review.standings().len(), moves + 1);
        assert_eq!(review.judged().count(), moves);
        let end = review
            .standings()
            .last()
            .cloned()
            .flatten()
            .expect("an end");
        assert!(!end.kind.is_exact());
        let next = end.line.first().copied().flatten().expect("a move");
        assert!(game.legal_moves().contains(next));
    }
}

#[test]
fn the_first_move_is_always_best() {
    let firsts = Game::new(Size::EIGHT).legal_moves();
    for first in firsts {
        let mut game = Game::new(Size::EIGHT);
        game.play(first).expect("a legal move");
        let review = review(&game, effort(6, 8));
        let judged = review.judged().next().expect("a move");
        assert_eq!(judged.lost(), Score::DRAW);
        // The line belongs to the same opening, rotated so that it begins with this move.
        assert_eq!(judged.best(), first);
        for point in judged.line.iter().skip(1).flatten() {
            game.play(*point).expect("a legal line");
        }
        assert!(game.turns().len() > 3);
    }
}

#[test]
fn small_boards_are_reviewed_and_large_ones_refused() {
    for side in [4, 6] {
        let game = random_games(side, 1..2).next().expect("a game");
        let review = review(&game, effort(4, 8));
        let end = review
            .standings()
            .last()
            .cloned()
            .flatten()
            .expect("an end");
        let result = game.outcome().expect("an end").score(Color::Black);
        assert_eq!(end.score, Score::from_discs(result));
        let size = game.size();
        let on_board =
            |point: &rules::Point| point.column() < size.side() && point.row() < size.side();
        let lines = review
            .judged()
            .flat_map(|judged| judged.line.iter().flatten());
        assert!(lines.into_iter().all(on_board));
    }
    let size = Size::new(10).expect("an even size");
    let refused = Reviewer::new(Game::new(size), effort(4, 8));
    let message = refused.expect_err("too large").to_string();
    assert_eq!(
        message,
        "games on a 10×10 board cannot be reviewed; those on 4×4, 6×6 and 8×8 can"
    );
}

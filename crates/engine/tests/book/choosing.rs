//! Choosing a book move: by seed, with variety, and within a margin of the best.

use std::collections::{BTreeMap, BTreeSet};

use reversi_engine::book::{Book, MARGIN};
use reversi_engine::{Random, Score};
use reversi_rules::{Board, Square};

use super::{SMALL, after};

const MARGINS: [Score; 4] = [
    Score::DRAW,
    Score::from_units(Score::DISC / 2),
    MARGIN,
    Score::from_discs(3),
];

#[test]
fn a_choice_is_a_legal_move_within_the_margin() {
    for margin in MARGINS {
        for (seed, board) in (0..).zip(SMALL.positions()) {
            let page = SMALL.look_up(board).expect("it is there");
            for turned in board.symmetries() {
                let chosen = SMALL.choose(turned, margin, &mut Random::new(seed));
                let chosen = chosen.expect("it is there");
                assert!(turned.legal_moves().contains(chosen.square), "{chosen:?}");
                let lost = page.score().units() - chosen.score.units();
                assert!(
                    (0..=margin.units()).contains(&lost),
                    "{chosen:?} on\n{turned}"
                );
            }
        }
    }
    assert_eq!(
        Book::default().choose(Board::START, MARGIN, &mut Random::new(1)),
        None
    );
}

#[test]
fn the_same_seed_chooses_the_same_and_others_choose_others() {
    let line = |seed| {
        let mut random = Random::new(seed);
        let mut board = Board::START;
        let mut squares = String::new();
        while let Some(chosen) = SMALL.choose(board, MARGIN, &mut random) {
            squares += &chosen.square.to_string();
            board = board.play(chosen.square).expect("legal");
        }
        squares
    };
    let lines: Vec<String> = (0..40).map(line).collect();
    assert_eq!(lines, (0..40).map(line).collect::<Vec<_>>());
    let first: BTreeSet<&str> = lines.iter().map(|line| &line[..2]).collect();
    assert_eq!(first.len(), 4, "mirror images: {first:?}");
    assert!(
        lines.iter().collect::<BTreeSet<_>>().len() > 10,
        "{lines:?}"
    );
}

/// Whatever a side chooses within the margin, it loses at most twice the margin in total while the
/// other side plays best.
#[test]
fn the_total_loss_is_at_most_twice_the_margin() {
    let start = SMALL.look_up(Board::START).expect("the start").score();
    for margin in MARGINS {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let is_first = seed % 2 == 0;
            let fair = if is_first { start } else { -start };
            let mut board = Board::START;
            let mut ours = is_first;
            while let Some(page) = SMALL.look_up(board) {
                let chosen = if ours {
                    let chosen = SMALL
                        .choose(board, margin, &mut random)
                        .expect("it is there");
                    let floor = fair.units() - 2 * margin.units();
                    assert!(chosen.score.units() >= floor, "{chosen:?} on\n{board}");
                    chosen.square
                } else {
                    page.moves[0].square
                };
                board = board.play(chosen).expect("legal");
                if board.legal_moves().is_empty() {
                    break;
                }
                ours = !ours;
            }
        }
    }
}

#[test]
fn closer_moves_are_chosen_more_often() {
    let board = after("f5");
    let page = SMALL.look_up(board).expect("it is there");
    let counts = |margin: Score| {
        let mut counts: BTreeMap<Square, usize> = BTreeMap::new();
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let chosen = SMALL
                .choose(board, margin, &mut random)
                .expect("it is there");
            *counts.entry(chosen.square).or_default() += 1;
        }
        let in_order = page
            .moves
            .iter()
            .map(|m| counts.get(&m.square).copied().unwrap_or(0));
        in_order.collect::<Vec<usize>>()
    };
    // Wide enough for all three moves.
    let wide = counts(Score::from_discs(20));
    assert!(wide.iter().all(|count| *count > 0), "{wide:?} of {page:?}");
    assert!(
        wide.is_sorted_by(|one, next| one >= next),
        "{wide:?} of {page:?}"
    );
    assert!(wide[0] > wide[2], "{wide:?} of {page:?}");
    // Margin 0: only moves that are as good as the best.
    let none = counts(Score::DRAW);
    for (book_move, count) in page.moves.iter().zip(none) {
        assert_eq!(count > 0, book_move.score == page.score(), "{page:?}");
    }
}

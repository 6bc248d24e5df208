//! Fitting recovers the weights that produced the scores.

use engine::Random;
use engine::pattern::{TERMS, terms, weight_count};
use rules::{Board, Square};
use train::least_squares::Fit;
use train::samples::Equations;

/// Equations whose scores come from hidden weights.
fn made_up(count: usize) -> Equations {
    let mut random = Random::new(3);
    let hidden: Vec<f32> = (0..weight_count())
        .map(|_| random.below(9) as f32 - 4.0)
        .collect();
    let mut equations = Equations {
        terms: Vec::new(),
        scores: Vec::new(),
    };
    while equations.terms.len() < count {
        let mut board = Board::START;
        for _ in 0..30 {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            let next = random
                .pick(&moves)
                .map(|square| board.play_unchecked(square));
            board = next.unwrap_or(board.pass());
        }
        let terms: [u32; TERMS] = terms(board);
        equations
            .scores
            .push(terms.iter().map(|&term| hidden[term as usize]).sum());
        equations.terms.push(terms);
    }
    equations
}

#[test]
fn rounds_of_fitting_come_nearer_to_scores_that_weights_can_make() {
    let equations = made_up(2000);
    let after = |rounds| {
        let mut weights = vec![0.0; weight_count()];
        let fit = Fit { ridge: 0.0, rounds };
        fit.solve(&equations, &mut weights, || true);
        equations.errors(&weights).0
    };
    let (start, some, many) = (after(0), after(5), after(60));
    assert!(some < start / 2.0, "{start} {some}");
    assert!(many < start / 50.0, "{start} {some} {many}");
}

#[test]
fn a_strong_ridge_keeps_weights_small() {
    let equations = made_up(500);
    let size = |ridge| {
        let mut weights = vec![0.0; weight_count()];
        Fit { ridge, rounds: 20 }.solve(&equations, &mut weights, || true);
        weights
            .iter()
            .map(|weight: &f32| weight * weight)
            .sum::<f32>()
    };
    assert!(size(1000.0) < size(1.0) / 4.0);
}

#[test]
fn fitting_stops_when_asked() {
    let equations = made_up(10);
    let mut weights = vec![0.0; weight_count()];
    Fit {
        ridge: 1.0,
        rounds: 20,
    }
    .solve(&equations, &mut weights, || false);
    assert!(weights.iter().all(|&weight| weight == 0.0));
}

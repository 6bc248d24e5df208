//! A position split over many workers has the score that it has whole.

mod fake_executor;
mod jobs;
mod known;
mod odd;

use std::sync::atomic::AtomicBool;

use ::jobs::{Control, Job};
use engine::{Analysis, Random};
use play::solve::{SolveJob, Solving};
use rules::{Diagram, Game, Point, Size};

/// Positions of games by chance with so many squares empty, whose side to move can move.
fn positions(side: usize, empties: u32, count: usize, seed: u64) -> Vec<Diagram> {
    let size = Size::new(side).expect("an even size");
    let mut chance = Random::new(seed);
    let mut one = || {
        let mut game = Game::new(size);
        while game.diagram().board().empties() > empties {
            let legal: Vec<Point> = game.legal_moves().into_iter().collect();
            game.play(chance.pick(&legal)?).expect("a legal move");
        }
        (!game.is_over()).then(|| *game.diagram())
    };
    std::iter::repeat_with(&mut one)
        .flatten()
        .take(count)
        .collect()
}

/// The answer of one who solves the whole position.
fn plain(diagram: &Diagram, wld: bool) -> Analysis {
    let job = SolveJob::new(diagram, wld, false).expect("a size that can be solved");
    let pulse = &mut Control {
        stop: &AtomicBool::new(false),
        progress: &mut |_| {},
    };
    let answer = job.run(&mut Solving::new(1, 4), pulse).expect("an answer");
    answer.analysis(diagram).expect("one that makes sense")
}

/// The result of a line played out: the score for the side to move at its start, if the game is
/// over at its end.
fn result(diagram: &Diagram, analysis: &Analysis) -> Option<i32> {
    let mut position = *diagram;
    for square in &analysis.best().moves {
        position = match square {
            Some(square) => position.play(*square).expect("a legal move"),
            None => {
                assert!(position.legal_moves().is_empty(), "a pass on\n{position:?}");
                position.pass()
            }
        };
    }
    let game = Game::from_diagram(position);
    let outcome = game.outcome()?;
    Some(outcome.score(diagram.to_move()))
}

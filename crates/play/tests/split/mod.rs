//! Positions split over many workers: the score equals that of the whole position.

mod fake_executor;
mod jobs;
mod known;
mod odd;

use std::sync::atomic::AtomicBool;

use ::jobs::{Control, Job};
use engine::{Analysis, Random};
use play::solve::{SolveJob, Solving};
use rules::{Diagram, Game, Point, Size};

/// Positions of random games with `empties` empty squares whose side to move has a legal move.
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

/// The solution of the whole position by one engine.
fn plain(diagram: &Diagram, wld: bool) -> Analysis {
    let job = SolveJob::new(diagram, wld, false).expect("a size that can be solved");
    let pulse = &mut Control {
        stop: &AtomicBool::new(false),
        progress: &mut |_| {},
    };
    let answer = job.run(&mut Solving::new(1, 4), pulse).expect("an answer");
    answer.analysis(diagram).expect("one that makes sense")
}

/// The result of a line for its first side to move. `None` when the game is not over at its end.
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

//! Positions near the end of games, with their scores.

use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits, Random, Settings};
use rules::{Board, ByColor, Color, Diagram, Size, Square};
use serde_json::Value;

/// Positions with few empty squares after random games, as lines of a problem file with what the
/// solver of this process says about them.
pub fn problems(count: usize, empties: u32) -> String {
    let mut random = Random::new(20);
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 1,
    });
    let mut text = String::new();
    for _ in 0..count {
        let board = endgame(&mut random, empties);
        let stop = AtomicBool::new(false);
        let analysis = engine.analyse(board, &Limits::exact(), 1, &stop, &mut |_| {});
        let best = analysis.best();
        let square = best.square().expect("it can move");
        let discs = ByColor {
            black: board.own().into(),
            white: board.opponent().into(),
        };
        let diagram = Diagram::from_discs(Size::EIGHT, discs, Color::Black);
        let diagram = diagram.expect("discs do not overlap");
        text += &format!("{diagram}; {square}:{};\n", best.score);
    }
    text
}

/// A position with so many empty squares in which the side to move can move.
fn endgame(random: &mut Random, empties: u32) -> Board {
    'game: loop {
        let mut board = Board::START;
        while board.empties() > empties || board.legal_moves().is_empty() {
            if board.legal_moves().is_empty() {
                board = board.pass();
                if board.legal_moves().is_empty() {
                    continue 'game;
                }
            }
            if board.empties() <= empties {
                break;
            }
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            board = board.play_unchecked(random.pick(&moves).expect("there is one"));
        }
        return board;
    }
}

/// Whether the lines that `reversi solve --json` printed are the answers to these problems, each of
/// them once, in their order, and right.
pub fn check(problems: &str, printed: &str) {
    let answers: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let count = problems.lines().count();
    assert_eq!(answers.len(), count, "answers to {count} problems");
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(answer["number"], index + 1, "{answer}");
        assert_eq!(answer["right"], true, "{answer}");
        assert_eq!(answer["exact"], true, "{answer}");
    }
}

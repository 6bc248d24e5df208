//! Puzzles: each has one winning move, and each can be solved to the end.

use std::collections::HashSet;

use engine::{Engine, Settings};
use play::puzzle::endgame::{self as puzzle, PuzzleError};
use rules::{Board, Game};

fn engine() -> Engine {
    Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    })
}

#[test]
fn exactly_one_move_of_each_wins() {
    let mut engine = engine();
    let all = puzzle::all();
    assert!(all.len() >= 200, "{}", all.len());
    for puzzle in all {
        let scores = puzzle::solve(&mut engine, puzzle.diagram());
        assert_eq!(scores, puzzle.problem.scores, "{puzzle}");
        let winning = scores.iter().filter(|(_, score)| *score > 0).count();
        assert_eq!(winning, 1, "{puzzle}");
        assert!(scores.len() > 2 && (5..=14).contains(&puzzle.empties()));
    }
    for stars in 1..=5 {
        assert!(all.iter().filter(|puzzle| puzzle.stars == stars).count() >= 20);
    }
}

/// The result of a full search of a position.
fn plain(board: Board) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    if board.legal_moves().is_empty() {
        return -plain(board.pass());
    }
    let moves = board.legal_moves().into_iter();
    let scores = moves.map(|square| -plain(board.play_unchecked(square)));
    scores.max().expect("there is a move")
}

#[test]
fn a_plain_search_finds_the_same_scores() {
    let small = puzzle::all().iter().filter(|puzzle| puzzle.empties() <= 8);
    for puzzle in small {
        for &(point, score) in &puzzle.problem.scores {
            let after = puzzle.diagram().play(point).expect("it is legal");
            let board = after.to_board().expect("8×8");
            assert_eq!(-plain(board), score, "{point} in {puzzle}");
        }
    }
}

#[test]
fn no_two_are_alike() {
    let boards = puzzle::all()
        .iter()
        .map(|puzzle| puzzle.diagram().to_board().expect("8×8").canonical());
    let mut seen = HashSet::new();
    assert!(boards.into_iter().all(|board| seen.insert(board)));
}

#[test]
fn a_puzzle_is_solved_by_finding_every_winning_move() {
    let mut engine = engine();
    for puzzle in puzzle::all().iter().step_by(7) {
        let solver = puzzle.diagram().to_move();
        let mut game = Game::from_diagram(*puzzle.diagram());
        let asked = puzzle::attempt(&mut engine, game.clone());
        assert_eq!(asked.best, puzzle::only_win(&puzzle.problem.scores));
        assert!(!asked.is_right && !asked.is_solved && asked.replies == 0);
        let mut was_solved = false;
        let mut best = asked.best;
        while let Some(point) = best {
            game.play(point).expect("the solver is to move");
            let trial = puzzle::attempt(&mut engine, game);
            // Best play of both sides gives the stated score, move by move.
            assert!(trial.is_right && trial.score == asked.score, "{puzzle}");
            was_solved |= trial.is_solved;
            (game, best) = (trial.game, trial.best);
        }
        assert!(game.is_over());
        assert!(was_solved, "{puzzle}");
        let board = game.diagram().to_board().expect("8×8");
        let mine = game.diagram().to_move() == solver;
        assert_eq!(
            if mine {
                board.final_score()
            } else {
                -board.final_score()
            },
            asked.score
        );
    }
}

#[test]
fn any_other_move_is_wrong_and_is_answered() {
    let mut engine = engine();
    for puzzle in puzzle::all().iter().step_by(11) {
        for &(point, score) in &puzzle.problem.scores[1..] {
            let mut game = Game::from_diagram(*puzzle.diagram());
            game.play(point).expect("legal");
            let needs_reply = game.to_move() == Some(puzzle.diagram().to_move().opponent());
            let trial = puzzle::attempt(&mut engine, game);
            assert!(!trial.is_right && !trial.is_solved);
            assert_eq!(trial.score, score);
            assert_eq!(trial.best, puzzle::only_win(&puzzle.problem.scores));
            assert_eq!(trial.replies > 0, needs_reply, "{puzzle}");
        }
    }
}

#[test]
fn invalid_puzzle_lines_are_reported_with_their_number() {
    let board = "-OX-----OOOO----".repeat(4);
    let wrong = |line: String| puzzle::read(&format!("% first\n\n{line}\n")).unwrap_err();
    let (number, error) = wrong("nonsense".to_string());
    assert_eq!(number, 3);
    assert!(matches!(error, PuzzleError::Problem(_)));
    let (_, error) = wrong(format!("{board} X; % ******"));
    assert_eq!(error, PuzzleError::Stars("******".to_string()));
    let (_, error) = wrong(format!("{board} X; A1:-2; % **"));
    assert_eq!(error, PuzzleError::NotOne);
}

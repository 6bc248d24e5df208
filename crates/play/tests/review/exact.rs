//! Scores marked as exact equal the result of perfect play.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Kind, Limits, Score, Settings};
use play::review::{Label, Review, Standing};
use rules::{Color, Diagram, Game, Point};

use super::games::{SAMPLE, of_moves, random_games};
use super::{effort, review};

/// The result of perfect play for Black, by full search.
fn minimax(diagram: &Diagram, known: &mut HashMap<Diagram, i32>) -> i32 {
    if let Some(score) = known.get(diagram) {
        return *score;
    }
    let game = Game::from_diagram(*diagram);
    let score = match game.outcome() {
        Some(outcome) => outcome.score(Color::Black),
        None => {
            let mover = game.diagram().to_move();
            let next = |point: Point| game.diagram().play(point).expect("a legal move");
            let scores = game
                .legal_moves()
                .into_iter()
                .map(|point| minimax(&next(point), known));
            let best = match mover {
                Color::Black => scores.max(),
                Color::White => scores.min(),
            };
            best.expect("there is a move")
        }
    };
    known.insert(*diagram, score);
    score
}

/// The positions of a game: before each move and at the end.
fn positions(game: &Game) -> Vec<Diagram> {
    let before = game.turns().iter().map(|turn| *turn.before());
    before.chain([*game.diagram()]).collect()
}

fn for_side(score: i32, color: Color) -> Score {
    Score::from_discs(match color {
        Color::Black => score,
        Color::White => -score,
    })
}

/// The position at the end of a line; a pass occurs only where it is forced.
fn played(start: &Diagram, line: &[Option<Point>]) -> Game {
    let mut game = Game::from_diagram(*start);
    let mut pass_due = false;
    for point in line {
        match point {
            Some(point) => {
                assert!(!pass_due, "a pass is missing in {line:?} from\n{start:?}");
                let turn = game.play(*point).expect("a legal move");
                pass_due = turn.passed().is_some();
            }
            None => assert!(
                std::mem::take(&mut pass_due),
                "a pass too many in {line:?} from\n{start:?}"
            ),
        }
    }
    game
}

/// All statements about exact positions are true, compared with the true scores.
fn check(review: &Review, truth: impl Fn(&Diagram) -> i32) {
    let positions = positions(review.game());
    for (standing, position) in review.standings().iter().zip(&positions) {
        let Some(Standing { score, kind, line }) = standing else {
            panic!("a position was not judged")
        };
        if *kind != Kind::Exact {
            continue;
        }
        assert_eq!(*score, Score::from_discs(truth(position)), "{position:?}");
        let end = played(position, line);
        let outcome = end.outcome().expect("an exact line goes to the end");
        assert_eq!(Score::from_discs(outcome.score(Color::Black)), *score);
    }
    for judged in review.judged().filter(|judged| judged.kind.is_exact()) {
        let turn = &review.game().turns()[judged.number - 1];
        let next = &positions[judged.number];
        assert_eq!(judged.before, for_side(truth(turn.before()), judged.color));
        assert_eq!(judged.after, for_side(truth(next), judged.color));
        assert_eq!(judged.best() == judged.point, judged.lost() == Score::DRAW);
    }
}

#[test]
fn a_whole_game_on_4x4_is_what_minimax_says() {
    let mut known = HashMap::new();
    let games = random_games(4, 0..40).chain([of_moves(SAMPLE, 4)]);
    let mut passes = 0;
    for game in games {
        passes += game
            .turns()
            .iter()
            .filter(|turn| turn.passed().is_some())
            .count();
        let review = review(&game, effort(6, 12));
        for position in positions(&game) {
            minimax(&position, &mut known);
        }
        check(&review, |diagram| known[diagram]);
        assert!(review.judged().all(|judged| judged.kind == Kind::Exact));
    }
    assert!(passes > 20, "{passes} passes");
}

/// Black loses 4×4 by 10. With a4 instead of a1, Black loses 2 more discs. White wins 11-2 and gets
/// the three empty squares. Black passes before the last move.
#[test]
fn the_sample_game_by_hand() {
    let review = review(&of_moves(SAMPLE, 4), effort(6, 12));
    let scores = review.standings().iter().flatten();
    let scores: Vec<i32> = scores.map(|standing| standing.score.rounded()).collect();
    assert_eq!(scores, [-10, -10, -10, -10, -10, -12, -12, -12, -12, -12]);
    let lost = review.judged().filter(|judged| judged.lost() > Score::DRAW);
    let lost: Vec<_> = lost.collect();
    let [a4] = lost[..] else { panic!("{lost:?}") };
    assert_eq!(
        (a4.number, a4.color, a4.label()),
        (5, Color::Black, Label::Good)
    );
    assert_eq!((a4.before.rounded(), a4.after.rounded()), (-10, -12));
    assert_eq!(a4.best().to_string(), "a1");
    let accuracy = review.accuracy();
    assert_eq!(accuracy.white, Some(100.0));
    assert!(accuracy.black.is_some_and(|black| black < 100.0));
}

#[test]
fn the_end_of_games_is_what_the_solver_says() {
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    });
    let stop = AtomicBool::new(false);
    for (side, seeds) in [(8, 0..6), (6, 0..6)] {
        for game in random_games(side, seeds) {
            let review = review(&game, effort(4, 14));
            let truths: HashMap<Diagram, i32> = positions(&game)
                .into_iter()
                .filter(|diagram| diagram.board().empties() <= 14)
                .map(|diagram| {
                    engine.clear();
                    let limits = Limits::exact();
                    let analysis = engine.analyse(&diagram, &limits, 1, &stop, &mut |_| {});
                    let score = analysis.best().score.rounded();
                    let black = match diagram.to_move() {
                        Color::Black => score,
                        Color::White => -score,
                    };
                    (diagram, black)
                })
                .collect();
            check(&review, |diagram| truths[diagram]);
            for (standing, position) in review.standings().iter().zip(positions(&game)) {
                let is_exact = standing.as_ref().is_some_and(|it| it.kind == Kind::Exact);
                let solved = position.board().empties() <= 14;
                assert!(is_exact || !solved, "{position:?}");
            }
        }
    }
}

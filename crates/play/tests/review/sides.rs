//! Scores have the correct sign for either side to move, also after a pass.

use std::path::Path;

use engine::Score;
use play::review::{Judged, Standing};
use rules::formats::wthor::{self, Names};
use rules::{ByColor, Color, Diagram, Game};

use super::games::{by_chance, random_games};
use super::{effort, review};

/// The same position with all colours exchanged, including the side to move.
fn exchanged(diagram: &Diagram) -> Diagram {
    let discs = ByColor {
        black: diagram.discs(Color::White),
        white: diagram.discs(Color::Black),
    };
    let to_move = diagram.to_move().opponent();
    Diagram::from_discs(diagram.size(), discs, to_move).expect("no square twice")
}

fn has_pass(game: &Game) -> bool {
    game.turns().iter().any(|turn| turn.passed().is_some())
}

#[test]
fn with_colours_exchanged_everything_is_the_other_way_round() {
    let mut passes = 0;
    for game in random_games(8, 100..112) {
        let mut other = Game::from_diagram(exchanged(game.start()));
        for turn in game.turns() {
            other.play(turn.point()).expect("as legal as before");
        }
        passes += usize::from(has_pass(&game));
        let (one, other) = (review(&game, effort(4, 10)), review(&other, effort(4, 10)));
        let turned = |standing: &Option<Standing>| {
            standing.clone().map(|standing| Standing {
                score: -standing.score,
                ..standing
            })
        };
        let standings: Vec<_> = one.standings().iter().map(turned).collect();
        assert_eq!(standings, other.standings());
        let turned = |judged: &Judged| Judged {
            color: judged.color.opponent(),
            ..judged.clone()
        };
        let moves: Vec<Judged> = one.judged().map(turned).collect();
        let others: Vec<Judged> = other.judged().cloned().collect();
        assert_eq!(moves, others);
    }
    assert!(passes >= 5, "{passes} games with passes");
}

/// The score before a move, from the point of view of Black, equals the standing, also around
/// passes.
#[test]
fn the_score_before_a_move_is_how_the_game_stands() {
    for game in random_games(8, 120..130).filter(has_pass) {
        let review = review(&game, effort(4, 12));
        assert_eq!(review.standings().len(), game.turns().len() + 1);
        for (judged, standing) in review.judged().zip(review.standings()) {
            let black = match judged.color {
                Color::Black => judged.before,
                Color::White => -judged.before,
            };
            let standing = standing.as_ref().expect("it was judged");
            assert_eq!(black, standing.score, "move {}", judged.number);
        }
        let result = game.outcome().expect("an end").score(Color::Black);
        let end = review.standings().last().cloned().flatten();
        assert_eq!(end.map(|end| end.score), Some(Score::from_discs(result)));
    }
}

/// A side without discs has lost by the number of squares.
#[test]
fn a_wiped_out_side_has_lost_everything() {
    let game = super::games::of_moves("e6f4e3f6g5d6e7f5c5", 8);
    assert!(game.is_over());
    let review = review(&game, effort(4, 8));
    let end = review
        .standings()
        .last()
        .cloned()
        .flatten()
        .expect("an end");
    assert_eq!((end.score, end.kind.is_exact()), (Score::MAX, true));
    let last = review.judged().last().expect("nine moves");
    assert_eq!((last.color, last.after), (Color::Black, Score::MAX));
    assert_eq!(last.lost(), Score::DRAW);
}

/// The side to move of the first position may have to pass.
#[test]
fn a_pass_before_the_first_move() {
    let start = random_games(8, 0..400)
        .flat_map(|game| game.turns().to_vec())
        .find(|turn| turn.passed().is_some() && turn.before().board().empties() == 12)
        .and_then(|turn| turn.before().play(turn.point()))
        .expect("a pass with eleven empty squares");
    let game = by_chance(start, 1, usize::MAX);
    assert_eq!(game.turns()[0].color(), start.to_move().opponent());
    let review = review(&game, effort(4, 24));
    let first = review.judged().next().expect("a move");
    let standing = review.standings()[0].as_ref().expect("it was judged");
    let black = match first.color {
        Color::Black => first.before,
        Color::White => -first.before,
    };
    assert_eq!(standing.score, black);
}

/// Games between people that contain passes. The files are in `../shared/data`, beside the project.
/// Without them the test prints a note and checks nothing.
#[test]
fn real_games_with_passes_end_as_they_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wthor");
    let path = folder.join("WTH_2009.wtb");
    let Ok(bytes) = std::fs::read(&path) else {
        println!("{} is absent: nothing reviewed", path.display());
        return;
    };
    let (header, entries) = wthor::read(&bytes).expect("a file of games");
    let records = entries.map(|entry| {
        let entry = entry.expect("a whole game");
        entry
            .to_record(&header, &Names::new())
            .expect("legal moves")
    });
    let early = |game: &Game| {
        let passes = game.turns().iter().filter(|turn| turn.passed().is_some());
        passes
            .into_iter()
            .any(|turn| turn.before().board().empties() > 16)
    };
    let mut seen = 0;
    for record in records.filter(|record| early(&record.game)).take(4) {
        let review = review(&record.game, effort(6, 14));
        let end = review
            .standings()
            .last()
            .cloned()
            .flatten()
            .expect("an end");
        if let Some(score) = record.score() {
            assert_eq!(end.score, Score::from_discs(score));
        }
        // A pass changes only the side to move: the scores before and after it are close to each
        // other, not opposite.
        for (judged, turn) in review.judged().zip(record.game.turns()) {
            let next = review.standings()[judged.number].as_ref().expect("judged");
            if turn.passed().is_some() && judged.kind.is_exact() {
                let after = match judged.color {
                    Color::Black => judged.after,
                    Color::White => -judged.after,
                };
                assert_eq!(after, next.score);
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 4);
}

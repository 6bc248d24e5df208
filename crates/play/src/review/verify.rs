//! Verification of a review: it belongs to the game, and its exact scores agree with each other and
//! with the final position.

use engine::{Kind, Score};
use rules::{Color, Diagram, Point};

use super::sheet::{ReviewJob, ReviewSheet};
use super::{Judged, Review, Standing};
use crate::replay::final_score;

/// Checks whether a sheet can be the review that a job asks for.
pub(super) fn verify(job: &ReviewJob, sheet: &ReviewSheet) -> Result<(), String> {
    let (game, effort) = (job.game()?, job.effort()?);
    // Lines are legal, scores are in range, and no move is better than the best one.
    let review = sheet.review(&game, effort).map_err(wrong)?;
    if !review.is_complete() {
        return Err("the review is not complete".to_string());
    }
    check_end(&review).map_err(wrong)?;
    for judged in review.judged() {
        check_move(&review, judged)
            .map_err(|error| wrong(format!("move {}: {error}", judged.number)))?;
    }
    Ok(())
}

fn wrong(why: String) -> String {
    format!("the review makes no sense: {why}")
}

/// The last position must be solved if the job asks for it or the game is over.
fn check_end(review: &Review) -> Result<(), String> {
    let game = review.game();
    let Some(end) = review.standings().last().and_then(Option::as_ref) else {
        return Err("the end is missing".to_string());
    };
    let is_over = game.is_over();
    if (is_over || game.empties() <= review.effort().exact) && end.kind != Kind::Exact {
        return Err("the last position is not solved".to_string());
    }
    let score = match game.diagram().to_move() {
        Color::Black => end.score,
        Color::White => -end.score,
    };
    check_line(game.diagram(), end.kind, score, &end.line)
}

/// A move must be exact where the job asks for it; its score is then that of the next position.
fn check_move(review: &Review, judged: &Judged) -> Result<(), String> {
    let before = review.game().turns()[judged.number - 1].before();
    check_line(before, judged.kind, judged.before, &judged.line)?;
    check_line(before, judged.kind, judged.after, &judged.played)?;
    if judged.empties > review.effort().exact {
        return Ok(());
    }
    if judged.kind != Kind::Exact {
        return Err("it is not solved".to_string());
    }
    let next = review.standings()[judged.number].as_ref();
    let next = next.map(|Standing { score, .. }| match judged.color {
        Color::Black => *score,
        Color::White => -*score,
    });
    match next == Some(judged.after) {
        true => Ok(()),
        false => Err("its score is not that of the next position".to_string()),
    }
}

/// An exact score must be the final score of its line, if the line reaches the end of the game.
fn check_line(
    start: &Diagram,
    kind: Kind,
    score: Score,
    line: &[Option<Point>],
) -> Result<(), String> {
    let end = final_score(start, line.iter().copied());
    match end {
        Some(end) if kind == Kind::Exact && Score::from_discs(end) != score => {
            Err("a line ends with another score".to_string())
        }
        _ => Ok(()),
    }
}

//! A stated reason against the lines that it was found in.

use play::review::Judged;
use play::review::why::{Fact, Pair, Reason};
use rules::{Color, Diagram, Point};

use super::counts::{
    all, discs, exposed, flips, frontier, is_corner, is_empty, is_over, loud, moves, neighbours,
    passed, replay, safe_moves, stable, taken,
};

/// Asserts that a reason holds.
pub(super) fn check(before: &Diagram, judged: &Judged, reason: &Reason) {
    let size = before.size();
    let (we, they) = (judged.color, judged.color.opponent());
    assert_eq!((reason.color, reason.number), (we, judged.number));
    assert_eq!((reason.point, reason.best), (judged.point, judged.best()));
    assert!(judged.played.starts_with(&reason.played_line));
    assert!(judged.line.starts_with(&reason.best_line));
    assert_eq!(reason.played_line[0], Some(judged.point));
    assert_eq!(reason.best_line[0], Some(judged.best()));
    let ends = [&reason.played_line, &reason.best_line].map(|line| replay(before, line));
    let ends = ends.map(|positions| *positions.last().expect("a position"));
    let lines = [&judged.played, &judged.line];
    let finals = lines.map(|line| *replay(before, line).last().expect("a position"));
    let counted = |pair: &Pair, count: &dyn Fn(&Diagram) -> u32| {
        let found = Pair {
            played: count(&ends[0]),
            best: count(&ends[1]),
        };
        assert_eq!(*pair, found);
    };
    let turn = |color: Color| assert!(ends.iter().all(|end| end.to_move() == color));
    // The best line is as long as what the played one shows, or ends the game, and the other way round.
    let compares = |shown: usize| {
        assert!(reason.played_line.len() <= lines[1].len() || is_over(&finals[1]) || shown == 1);
        assert!(reason.best_line.len() <= lines[0].len() || is_over(&finals[0]) || shown == 0);
    };
    match &reason.fact {
        Fact::CornerGiven {
            corner,
            at,
            open,
            beside,
        } => {
            assert!(is_corner(*corner, size) && is_empty(before, *corner));
            assert_eq!(
                taken(judged, &reason.played_line, *corner),
                Some((*at, they))
            );
            assert_eq!(reason.played_line.last(), Some(&Some(*corner)));
            assert!(taken(judged, &judged.line, *corner).is_none_or(|(_, color)| color == we));
            assert_eq!(*open, moves(before, they).contains(corner));
            assert_eq!(*beside, neighbours(*corner, size).contains(&judged.point));
            compares(0);
        }
        Fact::CornerMissed { corner, lost_at } => {
            assert!(is_corner(*corner, size) && *corner == judged.best());
            if let Some(at) = lost_at {
                assert_eq!(
                    taken(judged, &reason.played_line, *corner),
                    Some((*at, they))
                );
            }
        }
        Fact::CornerWon { corner, at } => {
            assert!(is_corner(*corner, size) && is_empty(before, *corner));
            assert_eq!(taken(judged, &reason.best_line, *corner), Some((*at, we)));
            assert!(taken(judged, &judged.played, *corner).is_none_or(|(_, color)| color == they));
            compares(1);
        }
        Fact::WipedOut { at } => {
            assert_eq!(discs(&ends[0], we), 0);
            assert_eq!(
                *at,
                judged.number + reason.played_line.iter().flatten().count() - 1
            );
            assert!(
                replay(before, &judged.line)
                    .iter()
                    .all(|position| discs(position, we) > 0)
            );
        }
        Fact::PassForced { after } => {
            assert_eq!(passed(judged, &reason.played_line, we), Some(*after));
            assert_eq!(passed(judged, &judged.line, we), None);
            compares(0);
        }
        Fact::PassMissed { after } => {
            assert_eq!(passed(judged, &reason.best_line, they), Some(*after));
            assert_eq!(passed(judged, &judged.played, they), None);
            compares(1);
        }
        Fact::OurMoves(pair) => {
            turn(we);
            counted(pair, &|position| moves(position, we).len() as u32);
            assert!(pair.played < pair.best);
        }
        Fact::OurSafeMoves(pair) => {
            turn(we);
            counted(pair, &|position| safe_moves(position, we));
            assert!(pair.played < pair.best);
            // "Every move gives a corner" needs a move.
            assert!(!moves(&ends[0], we).is_empty());
        }
        Fact::TheirMoves(pair) => {
            turn(they);
            counted(pair, &|position| moves(position, they).len() as u32);
            assert!(pair.played > pair.best);
        }
        Fact::TheirSafeMoves(pair) => {
            turn(they);
            counted(pair, &|position| safe_moves(position, they));
            assert!(pair.played > pair.best);
        }
        Fact::Mobility { ours, theirs } => {
            turn(we);
            counted(ours, &|position| moves(position, we).len() as u32);
            counted(theirs, &|position| moves(position, they).len() as u32);
            assert!(ours.played < ours.best && theirs.played > theirs.best);
        }
        Fact::Frontier { ours, theirs } => {
            counted(ours, &|position| frontier(position, we));
            counted(theirs, &|position| frontier(position, they));
            assert!(ours.played > ours.best && theirs.played <= theirs.best);
        }
        Fact::Exposed(pair) => {
            counted(pair, &|position| exposed(position, we));
            assert!(pair.played > pair.best);
        }
        Fact::Loud(pair) => {
            assert_eq!(pair.played, loud(before, judged.point));
            assert_eq!(pair.best, loud(before, judged.best()));
            assert!(pair.played > pair.best);
        }
        Fact::Quiet { loud: count, only } => {
            let is_quiet =
                |point: Point| flips(before, point).len() <= 2 && loud(before, point) == 0;
            assert!(is_quiet(judged.best()) && !is_quiet(judged.point));
            assert_eq!(*count, loud(before, judged.point));
            let quiet = moves(before, we)
                .into_iter()
                .filter(|point| is_quiet(*point))
                .count();
            assert_eq!(*only, quiet == 1);
        }
        Fact::Shared => assert_eq!(judged.played.get(1), Some(&Some(judged.best()))),
        Fact::LastOfRegion {
            region,
            theirs,
            ours,
        } => {
            // The squares touch each other and only squares with discs besides.
            assert!(region.iter().all(|point| is_empty(before, *point)));
            let beside = region.iter().flat_map(|point| neighbours(*point, size));
            let mut beside = beside.filter(|near| is_empty(before, *near));
            assert!(beside.all(|near| region.contains(&near)));
            let last = |line: &[Option<Point>]| {
                let numbers = region.iter().map(|point| {
                    let (number, color) = taken(judged, line, *point).expect("it is filled");
                    (number, color, *point)
                });
                numbers
                    .max_by_key(|(number, ..)| *number)
                    .expect("not empty")
            };
            let (_, color, point) = last(&reason.played_line);
            assert_eq!((color, point), (they, *theirs));
            let (_, color, point) = last(&reason.best_line);
            assert_eq!((color, point), (we, *ours));
        }
        Fact::LastOfGame { theirs, ours } => {
            for (end, line, last, color) in [
                (&ends[0], &reason.played_line, theirs, they),
                (&ends[1], &reason.best_line, ours, we),
            ] {
                assert!(all(size).into_iter().all(|point| !is_empty(end, point)));
                let number = judged.number + line.iter().flatten().count() - 1;
                assert_eq!(taken(judged, line, *last), Some((number, color)));
            }
        }
        Fact::Stable { ours, theirs } => {
            counted(ours, &|position| stable(position, we));
            counted(theirs, &|position| stable(position, they));
            let costs = ours.played < ours.best;
            assert_eq!(
                reason.english().contains(" costs "),
                costs,
                "{}",
                reason.english()
            );
            assert!(costs || theirs.played > theirs.best);
        }
        Fact::Edge {
            ends: corners,
            ours,
        } => {
            assert!(finals.iter().all(is_over));
            let [from, to] = corners;
            assert!(is_corner(*from, size) && is_corner(*to, size) && from != to);
            let is_on = |point: &Point| {
                let is_row = from.row() == to.row() && point.row() == from.row();
                let is_column = from.column() == to.column() && point.column() == from.column();
                is_row || is_column
            };
            let counted = finals.each_ref().map(|end| {
                let edge = all(size).into_iter().filter(is_on);
                edge.filter(|point| end.disc(*point) == Some(we)).count() as u32
            });
            assert_eq!([ours.played, ours.best], counted);
            assert!(ours.played < ours.best);
        }
        Fact::Results { played, best } => {
            for (end, result) in finals.iter().zip([played, best]) {
                assert!(is_over(end));
                assert_eq!((discs(end, we), discs(end, they)), *result);
            }
        }
        Fact::BetterLine => assert!(judged.lost() > engine::Score::DRAW),
    }
}

/// Asserts that both sentences can be shown: they name a move, end with a full stop, and have room in a panel.
pub(super) fn check_words(reason: &Reason) {
    for text in [reason.english(), reason.greek()] {
        let names = [reason.point, reason.best].map(|point| point.to_string());
        let is_corner = matches!(reason.fact, Fact::CornerMissed { .. });
        assert!(
            is_corner || names.iter().any(|name| text.contains(name)),
            "{text}"
        );
        assert!(
            text.ends_with('.') && !text.contains("  ") && !text.contains(".."),
            "{text}"
        );
        assert!(text.chars().count() <= 190, "{text}");
        assert!(
            text.chars()
                .next()
                .is_some_and(|first| first.is_uppercase() || first.is_ascii_lowercase())
        );
    }
    assert_ne!(reason.english(), reason.greek());
}

//! Reasons in English.

use std::cmp::Ordering;

use rules::Color;

use super::super::{Fact, Finders, Pair, Reason};
use super::{Moment, OfTen, leading, squares};

const PASS: &str = "pass";

pub(super) fn say(reason: &Reason) -> String {
    let [we, they] = [reason.color, reason.color.opponent()].map(side);
    let (point, best) = (reason.point, reason.best);
    let (played_line, best_line) = (&reason.played_line, &reason.best_line);
    let also = if reason.also { " also" } else { "" };
    let when = |at: usize| match at == reason.number + 1 {
        true => "at once".to_string(),
        false => format!("at move {at}"),
    };
    let [played_moves, best_moves] = [played_line, best_line].map(|line| leading(line, PASS));
    let moments = moments(reason);
    match &reason.fact {
        Fact::CornerGiven {
            corner,
            at,
            open,
            beside,
        } => {
            let taken = format!("{}{played_moves}", when(*at));
            match (open, beside) {
                (true, _) => {
                    format!(
                        "{point}{also} leaves the corner {corner} to {they}, who takes it {taken}."
                    )
                }
                (false, true) => format!(
                    "{point}, beside the empty corner {corner},{also} gives it up: {they} takes it {taken}."
                ),
                (false, false) => {
                    format!("{point}{also} gives up the corner {corner}: {they} takes it {taken}.")
                }
            }
        }
        Fact::CornerMissed { corner, lost_at } => {
            let first = format!("{we} could take the corner {corner} at once.");
            match lost_at {
                Some(at) => format!("{first} Now {they} takes it {}{played_moves}.", when(*at)),
                None => first,
            }
        }
        Fact::CornerWon { corner, at } => {
            format!(
                "With {best}, {we} would have taken the corner {corner} at move {at}{best_moves}."
            )
        }
        Fact::WipedOut { at } => {
            format!(
                "After {point} {we} loses every disc: the last one is turned {}.",
                when(*at)
            )
        }
        Fact::PassForced { after } => format!(
            "{point}{also} leaves {we} without a move: {we} has to pass after move {after}{played_moves}."
        ),
        Fact::PassMissed { after } => {
            let when = match best_line.len() {
                2 => "at once".to_string(),
                _ => format!("after move {after}{best_moves}"),
            };
            format!("With {best}, {they} would have had no move, and would have passed {when}.")
        }
        Fact::OurMoves(Pair { played, best: more }) => {
            let [after, instead] = moments;
            let left = match played {
                0 => "no move is left".to_string(),
                1 => "1 move is left".to_string(),
                _ => format!("{played} moves are left"),
            };
            format!("{point}{also} costs {we} moves: {after} {left}; {instead} {more}.")
        }
        Fact::OurSafeMoves(Pair { played, best: more }) => {
            let [after, instead] = moments;
            let left = match played {
                0 => format!("every move gives {they} a corner at once"),
                1 => format!("only 1 move gives {they} no corner at once"),
                _ => format!("only {played} moves give {they} no corner at once"),
            };
            let instead = match played {
                0 => format!("{instead} {more} do not"),
                _ => format!("{instead} {more}"),
            };
            format!("{point}{also} costs {we} safe moves: {after} {left}; {instead}.")
        }
        Fact::TheirMoves(Pair { played, best: few }) => {
            let [after, instead] = moments;
            let count = count(*played, "move");
            let few = only(*few);
            format!("{point}{also} frees {they}: {after} it has {count}; {instead} {few}.")
        }
        Fact::TheirSafeMoves(Pair { played, best: few }) => {
            let [after, instead] = moments;
            let count = count(*played, "move");
            let few = only(*few);
            format!(
                "{point}{also} leaves {they} safe moves: {after} it has {count} that give {we} no corner at \
                 once; \
                 {instead} {few}."
            )
        }
        Fact::Mobility { ours, theirs } => {
            let [after, instead] = moments;
            format!(
                "{point}{also} loses mobility: {after} {we} has {} and {they} {}; {instead} {} and {}.",
                count(ours.played, "move"),
                theirs.played,
                ours.best,
                theirs.best,
            )
        }
        Fact::Frontier { ours, theirs } => {
            let [after, instead] = moments;
            let shape = match ours.played > theirs.played {
                true => "leads to a wall".to_string(),
                false => format!("leaves {we} more open"),
            };
            format!(
                "{point}{also} {shape}: {after} {} of {we}'s discs touch empty squares and {} of {they}'s; \
                 {instead} {} and {}.",
                ours.played,
                none(theirs.played),
                none(ours.best),
                none(theirs.best),
            )
        }
        Fact::Exposed(Pair { played, best: few }) => {
            let [after, instead] = moments;
            let count = count(*played, "empty square");
            format!(
                "{point}{also} opens the board to {they}: {after} {count} lie beside {we}'s discs; {instead} only {few}."
            )
        }
        Fact::Loud(Pair { played, best: few }) => format!(
            "{point}{also} turns {} that touch empty squares; {best} {}.",
            count(*played, "disc"),
            only(*few),
        ),
        Fact::Quiet { loud, only } => {
            let kind = if *only {
                "the only quiet move"
            } else {
                "a quiet move"
            };
            format!(
                "{best} was {kind}: no disc that it turns touches an empty square; {point} turns {loud} that do."
            )
        }
        Fact::Shared => format!("{best} was good for both sides: {they} plays there at once."),
        Fact::LastOfRegion {
            region,
            theirs,
            ours,
        } => format!(
            "{point}{also} loses parity: in the region {} {they} plays last ({theirs}); after {best} {we} does \
             ({ours}).",
            squares(region)
        ),
        Fact::LastOfGame { theirs, ours } => format!(
            "{point}{also} leaves the last move of the game to {they} ({theirs}); after {best} {we} makes it ({ours})."
        ),
        Fact::Stable { ours, theirs } => {
            let [after, instead] = moments;
            let change = (ours.best.cmp(&ours.played), theirs.best.cmp(&theirs.played));
            let [ours, theirs] = [ours, theirs].map(|pair| (none(pair.played), none(pair.best)));
            let never = "which can never be turned";
            match change {
                (_, Ordering::Equal) => format!(
                    "{point}{also} costs {we} stable discs, {never}: {after} it has {}; {instead} {}.",
                    ours.0, ours.1
                ),
                (Ordering::Equal, _) => format!(
                    "{point}{also} gives {they} stable discs, {never}: {after} it has {}; {instead} {}.",
                    theirs.0, theirs.1
                ),
                (Ordering::Less, _) => format!(
                    "{point}{also} gives {they} more stable discs, {never}: {after} {they} has {} and {we} {}; \
                     {instead} {} and {}.",
                    theirs.0, ours.0, theirs.1, ours.1
                ),
                (Ordering::Greater, _) => format!(
                    "{point}{also} costs {we} stable discs, {never}: {after} {we} has {} and {they} {}; \
                     {instead} {} and {}.",
                    ours.0, theirs.0, ours.1, theirs.1
                ),
            }
        }
        Fact::Edge {
            ends: [from, to],
            ours,
        } => {
            let left = count(ours.played, "disc");
            format!(
                "{point}{also} loses the edge {from}-{to}: with best play {we} ends with {left} there; with {best}, \
                 with {}.",
                ours.best
            )
        }
        Fact::Results {
            played: (ours, theirs),
            best: (our_best, their_best),
        } => {
            let [now, instead] =
                [(ours, theirs), (our_best, their_best)].map(|(we, they)| ends(we, they));
            let instead = if instead == now { "" } else { instead };
            format!(
                "With best play {we} {now}{ours}-{theirs} after {point}; after {best}, {instead}{our_best}-{their_best}."
            )
        }
        Fact::BetterLine => {
            let [played, better] = reason.continuations(PASS);
            format!(
                "{best} is {} discs better, and no single reason stands out: {best} {better}, instead of {point} \
                 {played}.",
                reason.discs(),
            )
        }
    }
}

pub(super) fn finders(finders: &Finders) -> String {
    let Finders { best, rating, .. } = finders;
    match OfTen::of(finders.share) {
        OfTen::Rare => format!("Fewer than 1 in 20 players rated about {rating} find {best}."),
        OfTen::Some(1) => format!("1 of 10 players rated about {rating} finds {best}."),
        OfTen::Some(count) => {
            format!("{count} of 10 players rated about {rating} find {best}.")
        }
        OfTen::All => format!("Nearly every player rated about {rating} finds {best}."),
    }
}

/// When the counts of both lines are taken: `after e7 c6,` and `after e3 c6,`, or `by move 19,` and `with e3`.
fn moments(reason: &Reason) -> [String; 2] {
    let best = reason.best;
    let [played, instead] =
        [&reason.played_line, &reason.best_line].map(|line| reason.moment(line, PASS));
    match (played, instead) {
        (Moment::After(played), Moment::After(instead)) => {
            [format!("after {played},"), format!("after {instead},")]
        }
        (Moment::By(played), Moment::By(instead)) if played != instead => [
            format!("by move {played},"),
            format!("with {best}, by move {instead},"),
        ],
        (Moment::By(number), _) | (_, Moment::By(number)) => {
            [format!("by move {number},"), format!("with {best},")]
        }
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// How a game with these discs ends for the side with the first of them.
fn ends(ours: &u32, theirs: &u32) -> &'static str {
    match ours.cmp(theirs) {
        Ordering::Less => "loses ",
        Ordering::Equal => "draws ",
        Ordering::Greater => "wins ",
    }
}

fn count(number: u32, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

fn none(number: u32) -> String {
    match number {
        0 => "none".to_string(),
        _ => number.to_string(),
    }
}

fn only(number: u32) -> String {
    match number {
        0 => "none".to_string(),
        _ => format!("only {number}"),
    }
}

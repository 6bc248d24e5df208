//! Ελληνικά.

use std::cmp::Ordering;

use rules::Color;

use super::super::{Fact, Finders, Pair, Reason};
use super::{Moment, OfTen, leading, squares};

const PASS: &str = "πάσο";

pub(super) fn say(reason: &Reason) -> String {
    let [we, they] = [reason.color, reason.color.opponent()].map(side);
    let (point, best) = (reason.point, reason.best);
    let (played_line, best_line) = (&reason.played_line, &reason.best_line);
    let also = if reason.also { " επίσης" } else { "" };
    let when = |at: usize| match at == reason.number + 1 {
        true => "αμέσως".to_string(),
        false => format!("στην κίνηση {at}"),
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
                (true, _) => format!(
                    "Η {point} αφήνει{also} τη γωνία {corner} στα {they}, που την παίρνουν {taken}."
                ),
                (false, true) => format!(
                    "Η {point}, δίπλα στην άδεια γωνία {corner}, τη χαρίζει{also}: τα {they} την παίρνουν {taken}."
                ),
                (false, false) => {
                    format!(
                        "Η {point} χαρίζει{also} τη γωνία {corner}: τα {they} την παίρνουν {taken}."
                    )
                }
            }
        }
        Fact::CornerMissed { corner, lost_at } => {
            let first = format!("Τα {we} μπορούσαν να πάρουν αμέσως τη γωνία {corner}.");
            match lost_at {
                Some(at) => {
                    format!(
                        "{first} Τώρα την παίρνουν τα {they} {}{played_moves}.",
                        when(*at)
                    )
                }
                None => first,
            }
        }
        Fact::CornerWon { corner, at } => format!(
            "Με την {best} τα {we} θα έπαιρναν τη γωνία {corner} στην κίνηση {at}{best_moves}."
        ),
        Fact::WipedOut { at } => format!(
            "Με την {point} τα {we} χάνουν όλα τους τα πούλια: το τελευταίο γυρίζει {}.",
            when(*at)
        ),
        Fact::PassForced { after } => format!(
            "Η {point} αφήνει{also} τα {we} χωρίς κίνηση: χάνουν τη σειρά τους μετά την κίνηση {after}{played_moves}."
        ),
        Fact::PassMissed { after } => {
            let when = match best_line.len() {
                2 => "αμέσως".to_string(),
                _ => format!("μετά την κίνηση {after}{best_moves}"),
            };
            format!(
                "Με την {best} τα {they} θα έμεναν χωρίς κίνηση και θα έχαναν τη σειρά τους {when}."
            )
        }
        Fact::OurMoves(Pair { played, best: more }) => {
            let [after, instead] = moments;
            let left = match played {
                0 => "δεν έχουν καμία κίνηση".to_string(),
                1 => "έχουν μόνο 1 κίνηση".to_string(),
                _ => format!("έχουν {played} κινήσεις"),
            };
            format!(
                "Η {point} στερεί{also} κινήσεις από τα {we}: {after} {left}· {instead} {more}."
            )
        }
        Fact::OurSafeMoves(Pair { played, best: more }) => {
            let [after, instead] = moments;
            let left = match played {
                0 => "κάθε κίνησή τους χαρίζει αμέσως γωνία".to_string(),
                1 => "μόνο 1 κίνηση δεν χαρίζει αμέσως γωνία".to_string(),
                _ => format!("μόνο {played} κινήσεις δεν χαρίζουν αμέσως γωνία"),
            };
            let instead = match played {
                0 => format!("{instead} {more} δεν χαρίζουν"),
                _ => format!("{instead} {more}"),
            };
            format!(
                "Η {point} στερεί{also} ασφαλείς κινήσεις από τα {we}: {after} {left}· {instead}."
            )
        }
        Fact::TheirMoves(Pair { played, best: few }) => {
            let [after, instead] = moments;
            let (count, few) = (moves(*played), only(*few));
            format!(
                "Η {point} ελευθερώνει{also} τα {they}: {after} έχουν {count}· {instead} {few}."
            )
        }
        Fact::TheirSafeMoves(Pair { played, best: few }) => {
            let [after, instead] = moments;
            let (count, few) = (moves(*played), only(*few));
            format!(
                "Η {point} αφήνει{also} στα {they} ασφαλείς κινήσεις: {after} έχουν {count} που δεν χαρίζουν αμέσως \
                 γωνία· {instead} {few}."
            )
        }
        Fact::Mobility { ours, theirs } => {
            let [after, instead] = moments;
            format!(
                "Η {point} χάνει{also} σε κινητικότητα: {after} τα {we} {} {} και τα {they} {}· {instead} {} και {}.",
                have(ours.played),
                moves(ours.played),
                theirs.played,
                ours.best,
                theirs.best,
            )
        }
        Fact::Frontier { ours, theirs } => {
            let [after, instead] = moments;
            let shape = match ours.played > theirs.played {
                true => format!("οδηγεί{also} σε τείχος"),
                false => format!("ανοίγει{also} περισσότερο τα {we}"),
            };
            format!(
                "Η {point} {shape}: {after} κενά τετράγωνα αγγίζουν {} {} και {} {}· {instead} {} και {}.",
                ours.played,
                shade(reason.color, ours.played),
                none(theirs.played),
                shade(reason.color.opponent(), theirs.played),
                none(ours.best),
                none(theirs.best),
            )
        }
        Fact::Exposed(Pair { played, best: few }) => {
            let [after, instead] = moments;
            format!(
                "Η {point} ανοίγει{also} το ταμπλό στα {they}: {after} υπάρχουν {played} κενά τετράγωνα δίπλα στα \
                 {we} πούλια· {instead} μόνο {few}."
            )
        }
        Fact::Loud(Pair { played, best: few }) => format!(
            "Η {point} γυρίζει{also} {played} πούλια που αγγίζουν κενά τετράγωνα, η {best} {}.",
            match few {
                0 => "κανένα".to_string(),
                _ => format!("μόνο {few}"),
            },
        ),
        Fact::Quiet { loud, only } => {
            let kind = match only {
                true => "η μόνη ήσυχη κίνηση",
                false => "ήσυχη κίνηση",
            };
            format!(
                "Η {best} ήταν {kind}: κανένα πούλι που γυρίζει δεν αγγίζει κενό τετράγωνο· η {point} γυρίζει {loud} \
                 που αγγίζουν."
            )
        }
        Fact::Shared => {
            format!("Η {best} ήταν καλή και για τους δύο: τα {they} παίζουν αμέσως εκεί.")
        }
        Fact::LastOfRegion {
            region,
            theirs,
            ours,
        } => format!(
            "Η {point} χάνει{also} την τελευταία κίνηση στην περιοχή {}: την κάνουν τα {they} ({theirs}), ενώ μετά \
             την {best} τα {we} ({ours}).",
            squares(region)
        ),
        Fact::LastOfGame { theirs, ours } => format!(
            "Η {point} αφήνει{also} την τελευταία κίνηση της παρτίδας στα {they} ({theirs}), ενώ μετά την {best} την \
             κάνουν τα {we} ({ours})."
        ),
        Fact::Stable { ours, theirs } => {
            let [after, instead] = moments;
            let change = (ours.best.cmp(&ours.played), theirs.best.cmp(&theirs.played));
            let [ours, theirs] = [ours, theirs].map(|pair| {
                let now = format!("{} {}", have(pair.played), none(pair.played));
                (now, none(pair.best))
            });
            let never = "που δεν γυρίζουν ποτέ πια";
            match change {
                (_, Ordering::Equal) => format!(
                    "Η {point} κοστίζει{also} σταθερά πούλια, {never}: {after} τα {we} {}· {instead} {}.",
                    ours.0, ours.1
                ),
                (Ordering::Equal, _) => format!(
                    "Η {point} δίνει{also} στα {they} σταθερά πούλια, {never}: {after} {}· {instead} {}.",
                    theirs.0, theirs.1
                ),
                (Ordering::Less, _) => format!(
                    "Η {point} δίνει{also} στα {they} περισσότερα σταθερά πούλια, {never}: {after} τα {they} {} και τα \
                     {we} {}· {instead} {} και {}.",
                    theirs.0, ours.0, theirs.1, ours.1
                ),
                (Ordering::Greater, _) => format!(
                    "Η {point} κοστίζει{also} σταθερά πούλια, {never}: {after} τα {we} {} και τα {they} {}· {instead} \
                     {} και {}.",
                    ours.0, theirs.0, ours.1, theirs.1
                ),
            }
        }
        Fact::Edge {
            ends: [from, to],
            ours,
        } => {
            let left = match ours.played {
                0 => "χωρίς πούλι".to_string(),
                1 => "με 1 πούλι".to_string(),
                count => format!("με {count} πούλια"),
            };
            format!(
                "Η {point} χάνει{also} την πλευρά {from}-{to}: αν παίξουν άριστα και οι δύο, τα {we} καταλήγουν {left} \
                 εκεί· με την {best}, με {}.",
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
                "Αν παίξουν άριστα και οι δύο, μετά την {point} τα {we} {now}{ours}-{theirs}· μετά την {best}, \
                 {instead}{our_best}-{their_best}."
            )
        }
        Fact::BetterLine => {
            let [played, better] = reason.continuations(PASS);
            format!(
                "Η {best} αξίζει {} πούλια περισσότερα, χωρίς να ξεχωρίζει ένας λόγος: {best} {better} αντί για \
                 {point} {played}.",
                reason.discs().replace('.', ","),
            )
        }
    }
}

pub(super) fn finders(finders: &Finders) -> String {
    let Finders { best, rating, .. } = finders;
    let who = format!("παίκτες με βαθμολογία γύρω στο {rating}");
    match OfTen::of(finders.share) {
        OfTen::Rare => format!("Την {best} τη βρίσκουν λιγότεροι από 1 στους 20 {who}."),
        OfTen::Some(1) => format!("Την {best} τη βρίσκει 1 στους 10 {who}."),
        OfTen::Some(count) => format!("Την {best} τη βρίσκουν {count} στους 10 {who}."),
        OfTen::All => format!("Την {best} τη βρίσκουν σχεδόν όλοι οι {who}."),
    }
}

/// When the counts of both lines are taken: `μετά τις e7 c6,`, or `ως την κίνηση 19,` and `με την e3,`.
fn moments(reason: &Reason) -> [String; 2] {
    let best = reason.best;
    let lines = [&reason.played_line, &reason.best_line];
    let [played, instead] = lines.map(|line| reason.moment(line, PASS));
    let article = if lines[0].len() == 1 {
        "την"
    } else {
        "τις"
    };
    match (played, instead) {
        (Moment::After(played), Moment::After(instead)) => {
            [played, instead].map(|moves| format!("μετά {article} {moves},"))
        }
        (Moment::By(played), Moment::By(instead)) if played != instead => [
            format!("ως την κίνηση {played},"),
            format!("με την {best}, ως την κίνηση {instead},"),
        ],
        (Moment::By(number), _) | (_, Moment::By(number)) => [
            format!("ως την κίνηση {number},"),
            format!("με την {best},"),
        ],
    }
}

/// `τα μαύρα`, `στα λευκά`.
fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "μαύρα",
        Color::White => "λευκά",
    }
}

/// `1 μαύρο`, `3 λευκά`.
fn shade(color: Color, count: u32) -> &'static str {
    match (color, count) {
        (Color::Black, 1) => "μαύρο",
        (Color::White, 1) => "λευκό",
        _ => side(color),
    }
}

/// How a game with these discs ends for the side with the first of them.
fn ends(ours: &u32, theirs: &u32) -> &'static str {
    match ours.cmp(theirs) {
        Ordering::Less => "χάνουν ",
        Ordering::Equal => "φέρνουν ισοπαλία ",
        Ordering::Greater => "κερδίζουν ",
    }
}

fn moves(count: u32) -> String {
    match count {
        0 => "καμία κίνηση".to_string(),
        1 => "1 κίνηση".to_string(),
        _ => format!("{count} κινήσεις"),
    }
}

/// `έχουν 3`, `δεν έχουν κανένα`.
fn have(count: u32) -> &'static str {
    match count {
        0 => "δεν έχουν",
        _ => "έχουν",
    }
}

fn none(count: u32) -> String {
    match count {
        0 => "κανένα".to_string(),
        _ => count.to_string(),
    }
}

fn only(count: u32) -> String {
    match count {
        0 => "καμία".to_string(),
        _ => format!("μόνο {count}"),
    }
}

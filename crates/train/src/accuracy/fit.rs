//! The constants of accuracy, strength and labels, fitted to reviews.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::Score;
use play::review::{BEND, Label, MeanLoss, Strength, USUAL_MOVES};

use super::opponents::{Figures, Subject};
use super::people::{FEWEST_GAMES, Side};
use super::statistics::{line, mean, quantile};

/// The accuracy of random moves against engine:8 and against themselves, as the mean over sides. It sets the scale
/// of accuracy.
const RANDOM_ACCURACY: f64 = 24.5;

/// The games that are taken together to measure the strength of many games.
const MANY: usize = 20;

/// Of 100 moves of the strongest fifth of the players, the number with this label or a worse one.
const LABELS: [(&str, f64); 3] = [("inaccuracy", 10.0), ("mistake", 4.0), ("blunder", 1.0)];

/// The mean loss with an accuracy of 100/e, if games with these mean losses have the accuracy of random moves
/// on average: accuracy is 100·exp(−(loss/scale)²).
#[must_use]
pub fn accuracy_scale(random: &[f64]) -> f64 {
    let reached = |scale: f64| {
        let games = random.iter().map(|loss| (-(loss / scale).powi(2)).exp());
        100.0 * mean(&games.collect::<Vec<f64>>())
    };
    // The mean rises with the scale, from 0 to 100.
    let (mut low, mut high) = (0.0, 64.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        match reached(middle) < RANDOM_ACCURACY {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

/// The constants of strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The rating of a flawless game.
    pub flawless: f64,
    /// Points for each root of a disc.
    pub points: f64,
    /// The standard deviation of one usual game.
    pub game: f64,
    /// The standard deviation that stays.
    pub player: f64,
}

impl Scale {
    /// The constants that fit some sides: the root of the mean loss as a straight line of the rating, the
    /// deviation of single games from the mean of their player, and that of many games of a player from the
    /// line.
    #[must_use]
    pub fn fitted(sides: &[&Side]) -> Scale {
        let points: Vec<(f64, f64)> = sides
            .iter()
            .map(|side| (side.person.rating, root(side)))
            .collect();
        let (start, slope) = line(&points);
        let shown = |side: &Side| (root(side) - start) / slope;
        let (mut squares, mut count) = (0.0, 0.0);
        let (mut apart, mut chance, mut groups) = (0.0, 0.0, 0.0);
        for sides in by_player(sides)
            .into_values()
            .filter(|sides| sides.len() > 1)
        {
            let off = |side: &&Side| shown(side) - side.person.rating;
            let off: Vec<f64> = sides.iter().map(off).collect();
            let usual = |sides: &[&Side]| {
                let moves = sides.iter().map(|side| side.loss.moves() as f64);
                moves.sum::<f64>() / USUAL_MOVES
            };
            let middle = mean(&off);
            let spread: f64 = off.iter().map(|off| (off - middle).powi(2)).sum();
            squares += spread * usual(&sides) / sides.len() as f64;
            count += sides.len() as f64 - 1.0;
            for (group, off) in sides.chunks_exact(MANY).zip(off.chunks_exact(MANY)) {
                apart += mean(off).powi(2);
                chance += 1.0 / usual(group);
                groups += 1.0;
            }
        }
        let game = squares / count;
        // What is left of the distance from the line when the share of chance is taken away.
        let player = ((apart - game * chance) / groups).max(0.0);
        Scale {
            flawless: -start / slope,
            points: -1.0 / slope,
            game: game.sqrt(),
            player: player.sqrt(),
        }
    }

    /// The points for each root of a disc beyond [`BEND`]: a line from the rating there through the rungs that
    /// lose more. `None` when no rung does.
    fn points_beyond(&self, opponents: &[Figures]) -> Option<f64> {
        let at_bend = self.flawless - self.points * BEND;
        let (mut products, mut squares) = (0.0, 0.0);
        for figures in opponents {
            let Some(rating) = figures.subject.rating() else {
                continue;
            };
            for losses in [&figures.against_engine, &figures.against_itself] {
                let root = mean_root(losses) - BEND;
                if root > 0.0 {
                    products += root * (at_bend - f64::from(rating.elo()));
                    squares += root * root;
                }
            }
        }
        (squares > 0.0).then(|| products / squares)
    }
}

/// The mean root of the losses of some games, each weighted by its moves.
fn mean_root(losses: &[MeanLoss]) -> f64 {
    let (mut roots, mut moves) = (0.0, 0.0);
    for loss in losses {
        if let Some(discs) = loss.discs() {
            roots += discs.sqrt() * loss.moves() as f64;
            moves += loss.moves() as f64;
        }
    }
    roots / moves
}

fn root(side: &Side) -> f64 {
    side.loss.discs().unwrap_or(0.0).sqrt()
}

fn by_player<'a>(sides: &[&'a Side]) -> BTreeMap<(usize, u16), Vec<&'a Side>> {
    let mut players: BTreeMap<(usize, u16), Vec<&Side>> = BTreeMap::new();
    for side in sides {
        players.entry(side.person.player).or_default().push(side);
    }
    players
}

/// The constants that fit, and how often the program's own strength is right about players that are
/// kept apart.
#[must_use]
pub fn report(sides: &[Side], opponents: &[Figures]) -> String {
    let rated = sides
        .iter()
        .filter(|side| side.person.games >= FEWEST_GAMES);
    // Every second player is kept apart.
    let (apart, learnt): (Vec<&Side>, Vec<&Side>) =
        rated.partition(|side| side.person.player.1 % 2 == 1);
    if learnt.is_empty() || apart.is_empty() {
        return "\ntoo few games of rated players to fit anything\n".to_string();
    }
    let mut text = String::new();
    let random = opponents.iter().find(|figures| {
        matches!(figures.subject, Subject::Computer(computer) if computer.name() == "random")
    });
    if let Some(random) = random {
        let losses = random.against_engine.iter().chain(&random.against_itself);
        let losses: Vec<f64> = losses.filter_map(MeanLoss::discs).collect();
        let _ = writeln!(
            text,
            "\naccuracy: SCALE {:.2}; random moves lose {:.2} discs a move",
            accuracy_scale(&losses),
            mean(&losses)
        );
    }
    let scale = Scale::fitted(&learnt);
    let _ = writeln!(
        text,
        "strength: FLAWLESS {:.0}, POINTS {:.0}, GAME_DEVIATION {:.0}, PLAYER_DEVIATION {:.0}",
        scale.flawless, scale.points, scale.game, scale.player
    );
    if let Some(points) = scale.points_beyond(opponents) {
        let _ = writeln!(
            text,
            "strength of rungs that lose more than {:.1} discs a move: POINTS_BEYOND {points:.0}",
            BEND.powi(2)
        );
    }
    for games in [1, MANY] {
        text += &coverage(&apart, games);
    }
    text + &labels(&learnt)
}

/// How often the program's own range holds the rating, for groups of games of one player.
fn coverage(sides: &[&Side], games: usize) -> String {
    let (mut groups, mut inside, mut twice) = (0, 0, 0);
    let mut off = Vec::new();
    for sides in by_player(sides).into_values() {
        for group in sides.chunks_exact(games) {
            let ratings: Vec<f64> = group.iter().map(|side| side.person.rating).collect();
            let Some(strength) = Strength::of_games(group.iter().map(|side| side.loss)) else {
                continue;
            };
            let wrong = f64::from(strength.rating().elo()) - mean(&ratings);
            let error = f64::from(strength.error());
            groups += 1;
            inside += usize::from(wrong.abs() <= error);
            twice += usize::from(wrong.abs() <= 2.0 * error);
            off.push(wrong);
        }
    }
    let share = |count: usize| 100.0 * count as f64 / f64::from(groups.max(1));
    let sizes: Vec<f64> = off.iter().map(|off| off.abs()).collect();
    format!(
        "players kept apart, {games} game{}: {groups} groups; off by {:+.0} on average, half within {:.0}; \
         {:.1} % within the error, {:.1} % within twice the error\n",
        if games == 1 { "" } else { "s" },
        mean(&off),
        quantile(&sizes, 0.5),
        share(inside),
        share(twice),
    )
}

/// The discs that the strongest players lose with a share of their moves.
fn labels(sides: &[&Side]) -> String {
    let mut strongest: Vec<&&Side> = sides.iter().collect();
    strongest.sort_by(|one, other| other.person.rating.total_cmp(&one.person.rating));
    strongest.truncate(sides.len().div_ceil(5));
    let lost: Vec<f64> = strongest
        .iter()
        .flat_map(|side| side.lost.iter().copied())
        .collect();
    let mut text = String::from("labels:");
    for (label, percent) in LABELS {
        let least = quantile(&lost, 1.0 - percent / 100.0);
        let _ = write!(
            text,
            " {label} from {least:.2} discs on ({percent} % of {} moves);",
            lost.len()
        );
    }
    text = text.trim_end_matches(';').to_string() + "\n";
    let all: Vec<f64> = sides
        .iter()
        .flat_map(|side| side.lost.iter().copied())
        .collect();
    for (whose, lost) in [("the strongest fifth", &lost), ("all", &all)] {
        let _ = write!(text, "moves of {whose}:");
        for label in Label::ALL {
            let has = |discs: &&f64| {
                Label::of(Score::from_units((**discs * f64::from(Score::DISC)) as i32)) == label
            };
            let count = lost.iter().filter(has).count();
            let _ = write!(
                text,
                " {label} {:.1} %",
                100.0 * count as f64 / lost.len() as f64
            );
        }
        text.push('\n');
    }
    text
}

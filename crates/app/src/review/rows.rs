//! Reviews of many games as a table.

use std::fmt::Write;

use play::review::text::sum;
use play::review::{Label, Performance, Reviewed, Strength, Totals};
use rules::Color;

use super::table::name;
use crate::input::printable;
use crate::paint::{Paint, Role};

/// Maximum number of players listed.
const MOST_PLAYERS: usize = 10;

/// Minimum number of games of a listed player, if there are many players.
const ENOUGH: usize = 5;

/// The table heading.
pub fn heading() -> String {
    let two = format!("{:>5}  {:>5}", "Black", "White");
    let [accuracy, lost, bad] = ["accuracy", "discs lost", "bad moves"];
    format!(
        "{:13}{accuracy:<14}{lost:<14}{bad}\n   #  score  {two}  {two}  {two}  turned  players\n",
        ""
    )
}

/// The row of a game.
pub fn row(number: usize, reviewed: &Reviewed, paint: Paint) -> String {
    let review = &reviewed.review;
    let score = reviewed.record.score();
    let score = score.map_or("-".to_string(), |score| format!("{score:+}"));
    let (accuracy, lost) = (review.accuracy(), review.lost());
    let bad = |color| review.count(color, Label::Mistake) + review.count(color, Label::Blunder);
    let turned = review.turning_points().last().map_or_else(
        || "-".to_string(),
        |judged| format!("{} {}", judged.number, judged.point),
    );
    let mut text = format!("{number:>4}  {score:>5}");
    for color in Color::ALL {
        let _ = write!(text, "  {:>5}", tenths(accuracy[color]));
    }
    for color in Color::ALL {
        let _ = write!(text, "  {:>5}", sum(lost[color]));
    }
    for color in Color::ALL {
        let count = bad(color);
        // Padded before it is coloured: escape sequences count as width.
        let cell = format!("{count:>5}");
        let role = if count > 0 { Role::Error } else { Role::Good };
        let _ = write!(text, "  {}", paint.paint(role, cell));
    }
    let _ = write!(text, "  {turned:<6}  {}", players(reviewed));
    format!("{}\n", text.trim_end())
}

/// The players, Black first; empty without names.
fn players(reviewed: &Reviewed) -> String {
    if reviewed.record.info.players == Default::default() {
        return String::new();
    }
    let [black, white] = Color::ALL.map(|color| name(reviewed, color));
    format!("{black} - {white}")
}

/// The sums below the table.
pub fn totals(totals: &Totals, skipped: usize, is_stopped: bool) -> String {
    let mut text = String::from(
        "Bad moves are mistakes and blunders; the game turned last with the move that is named.\n\n",
    );
    let stopped = if is_stopped { "Stopped: " } else { "" };
    let _ = write!(text, "{stopped}{} reviewed", counted(totals.games()));
    if skipped > 0 {
        let _ = write!(text, ", {skipped} skipped");
    }
    let both = totals.both();
    let _ = writeln!(
        text,
        "; accuracy {} on average (Black {}, White {}), {} discs lost by each side",
        tenths(both.accuracy()),
        tenths(totals.side(Color::Black).accuracy()),
        tenths(totals.side(Color::White).accuracy()),
        sum(both.lost()),
    );
    let players = totals.players();
    if players.len() > 1 {
        text += &ranking(&players);
    }
    text
}

/// The most accurate players; of many, those with enough games.
fn ranking(players: &[(&str, Performance)]) -> String {
    let often = players.iter().filter(|(_, play)| play.games() >= ENOUGH);
    let often: Vec<(&str, Performance)> = often.copied().collect();
    let (mut text, players) = match players.len() {
        ..=MOST_PLAYERS => ("\n".to_string(), players),
        many if often.len() < 2 => (format!("\nThe most accurate of {many} players:\n"), players),
        _ => (
            format!(
                "\nThe most accurate of {} players with {ENOUGH} games or more:\n",
                often.len()
            ),
            &often[..],
        ),
    };
    text += "accuracy   lost  games  rating        player\n";
    for (name, play) in players.iter().take(MOST_PLAYERS) {
        let _ = writeln!(
            text,
            "{:>8}  {:>5}  {:>5}  {:<12}  {}",
            tenths(play.accuracy()),
            sum(play.lost()),
            play.games(),
            rating(play.strength()),
            printable(name),
        );
    }
    text
}

/// A rating with its standard deviation, such as `1540 ± 120`.
fn rating(strength: Option<Strength>) -> String {
    strength.map_or("-".to_string(), |strength| {
        format!("{} ± {}", strength.rating(), strength.error())
    })
}

fn tenths(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.1}"))
}

fn counted(games: usize) -> String {
    let many = if games == 1 { "" } else { "s" };
    format!("{games} game{many}")
}

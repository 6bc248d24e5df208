//! What is said of events, wherever it is said.

use std::time::Duration;

use crate::contest::{Ending, Entrant, Played};
use crate::cup::{Bracket, CupGame, Enrolled, Event, Format};
use play::TimeControl;
use rules::{ByColor, Color};

use super::names::{Names, clean};

/// What the event is called.
pub(super) fn title(event: &Event) -> String {
    let title = clean(&event.title);
    match (title.is_empty(), event.entrants.len()) {
        (false, _) => title,
        (true, 2) => {
            let names = Names::of(event);
            format!("{} – {}", names.short(0), names.short(1))
        }
        (true, _) => "Reversi".to_string(),
    }
}

/// The day it began; empty when that is not known.
pub(super) fn day(event: &Event) -> String {
    let date = event.date.map(|date| date.to_string()).unwrap_or_default();
    // The time of day is for records.
    date.split(' ').next().unwrap_or_default().to_string()
}

/// How an event is played.
pub(super) fn format(event: &Event) -> &'static str {
    match event.format {
        Format::Knockout => "Knock-out",
        Format::RoundRobin if event.entrants.len() == 2 => "Match",
        Format::RoundRobin => "Round robin",
        Format::Swiss => "Swiss",
        Format::Gauntlet => "Gauntlet",
    }
}

/// How many compete; the house does not.
pub(super) fn contenders(event: &Event) -> usize {
    event.entrants.len() - usize::from(event.house.is_some())
}

/// The time that each side has.
pub(super) fn time(control: &TimeControl) -> String {
    let mut parts = Vec::new();
    if let Some(time) = control.per_move {
        parts.push(format!("{} a move", seconds(time)));
    }
    if let Some(time) = control.per_game {
        let mut text = format!("{} a game", seconds(time));
        if !control.increment.is_zero() {
            text += &format!(" and {} more after each move", seconds(control.increment));
        }
        parts.push(text);
    }
    if parts.is_empty() {
        return "no limit".to_string();
    }
    parts.join(", ")
}

/// A time as short as it can be told: `0.25 s`, `5 min`.
pub(super) fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if time.subsec_nanos() == 0 && whole >= 120 && whole.is_multiple_of(60) {
        return format!("{} min", whole / 60);
    }
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

/// How many tie-breaks have a column: none in a knock-out, where they decide ties, not places.
pub(super) fn tie_break_columns(event: &Event) -> usize {
    let known = event.standings.iter().map(|line| line.tie_breaks.len());
    known.max().unwrap_or(0).min(event.tie_breaks.len())
}

/// So many of something: `1 game`, `2 games`.
pub(super) fn count(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Points and tie-breaks: halves as such, anything else with up to two decimals.
pub(super) fn points(points: f64) -> String {
    if !points.is_finite() {
        return "–".to_string();
    }
    let halves = points * 2.0;
    if halves.fract() != 0.0 || halves.abs() > 1e12 {
        let text = format!("{points:.2}");
        return text.trim_end_matches('0').trim_end_matches('.').to_string();
    }
    let sign = if halves < 0.0 { "−" } else { "" };
    let whole = (halves.abs() / 2.0).trunc();
    match (halves % 2.0 != 0.0, whole == 0.0) {
        (true, true) => format!("{sign}½"),
        (true, false) => format!("{sign}{whole}½"),
        (false, _) => format!("{sign}{whole}"),
    }
}

/// A number that has a sign.
pub(super) fn signed(number: i64) -> String {
    match number {
        0 => "0".to_string(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// A rating or its error, to the nearest whole number.
pub(super) fn elo(elo: f64) -> String {
    if !elo.is_finite() || elo.abs() > 1e6 {
        return "–".to_string();
    }
    signed(elo.round() as i64)
}

/// The error of a rating.
pub(super) fn error(error: f64) -> String {
    if !error.is_finite() || error > 1e6 {
        return "?".to_string();
    }
    format!("±{}", error.round())
}

/// What the rounds of a bracket are called.
pub(super) fn rounds(bracket: &Bracket) -> impl Iterator<Item = String> {
    bracket.rounds.iter().map(|ties| match ties.len() {
        1 => "Final".to_string(),
        2 => "Semi-finals".to_string(),
        4 => "Quarter-finals".to_string(),
        ties => format!("Round of {}", 2 * ties),
    })
}

/// The discs of each side, empty squares to the winner; all of them when the other side lost by a
/// fault.
pub(super) fn discs(played: &Played) -> ByColor<i32> {
    let area = played.game.size().area() as i32;
    let black = ((area + played.score()) / 2).clamp(0, area);
    ByColor {
        black,
        white: area - black,
    }
}

/// `40–24`.
pub(super) fn score(played: &Played) -> String {
    let discs = discs(played);
    format!("{}–{}", discs.black, discs.white)
}

/// How a game was lost other than on the board, in a sentence.
pub(super) fn fault(game: &CupGame, names: &Names) -> Option<String> {
    let (color, reason) = blame(&game.played)?;
    Some(format!(
        "{} {}",
        names.short(game.seats[color]),
        clean(reason)
    ))
}

/// Who lost a game by a fault, and why.
pub(super) fn blame(played: &Played) -> Option<(Color, &str)> {
    match &played.ending {
        Ending::Board => None,
        Ending::Fault { black, reason } => {
            let color = if *black { Color::Black } else { Color::White };
            Some((color, reason))
        }
    }
}

/// What an entrant gets for a game: 2 for a win, 1 for a draw.
pub(super) fn half_points(game: &CupGame, color: Color) -> usize {
    match game.played.winner() {
        None => 1,
        Some(winner) => 2 * usize::from(winner == color),
    }
}

/// What plays: the name of one of ours, or how another program is talked to. Where that program is
/// on the machine is nobody's business.
pub(super) fn player(entrant: &Enrolled) -> String {
    match entrant.player.parse() {
        Ok(Entrant::Program(protocol, _)) => format!("program ({})", protocol.name()),
        Ok(_) => clean(&entrant.player),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_halves() {
        let shown = [0.0, 0.5, 2.0, 2.5, -1.5, 3.25, f64::NAN].map(points);
        assert_eq!(shown, ["0", "½", "2", "2½", "−1½", "3.25", "–"]);
    }

    #[test]
    fn times_are_told_in_short() {
        let control = TimeControl {
            per_move: Some(Duration::from_millis(250)),
            per_game: Some(Duration::from_secs(300)),
            increment: Duration::from_secs(2),
            ..TimeControl::default()
        };
        assert_eq!(
            time(&control),
            "0.25 s a move, 5 min a game and 2 s more after each move"
        );
        assert_eq!(time(&TimeControl::default()), "no limit");
    }
}

//! Wording of results: titles, numbers, times and game endings, shared by page and terminal.

use std::time::Duration;

use crate::contest::{Ending, Entrant, Played};
use crate::cup::{Action, Bracket, CupGame, Enrolled, Event, Format, QualifierTables, Ruling};
use play::TimeControl;
use rules::{ByColor, Color};

use super::names::{Names, clean};

/// The title of the event.
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

/// The day it began; empty if unknown.
pub(super) fn day(event: &Event) -> String {
    let date = event.date.map(|date| date.to_string()).unwrap_or_default();
    // The time of day is only in game records.
    date.split(' ').next().unwrap_or_default().to_string()
}

/// The format of an event, in words.
pub(super) fn format(event: &Event) -> String {
    if let Some(stage) = &event.qualifier {
        return format!("{}, then knock-out of {}", qualifier(stage), stage.advance);
    }
    let name = match event.format {
        Format::Knockout => "Knock-out",
        Format::RoundRobin if event.entrants.len() == 2 => "Match",
        Format::RoundRobin => "Round robin",
        Format::Swiss => "Swiss",
        Format::Gauntlet => "Gauntlet",
    };
    name.to_string()
}

/// The format of a qualifier, in words.
pub(super) fn qualifier(stage: &QualifierTables) -> String {
    match (stage.format, stage.tables.len()) {
        (Format::Swiss, _) => format!("Swiss, {}", count(stage.rounds, "round")),
        (_, 1) => "Round robin".to_string(),
        (_, groups) => format!("Round robin in {groups} groups"),
    }
}

/// A ruling in a sentence.
pub(super) fn ruling(ruling: &Ruling, names: &Names) -> String {
    let game = match (ruling.action.slot(), ruling.seats) {
        (Some(slot), Some(seats)) => {
            let [black, white] = [seats.black, seats.white].map(|seat| names.short(seat));
            format!("Game {slot}, {black} – {white},")
        }
        _ => String::new(),
    };
    let decided = match ruling.action {
        Action::Annul(_) => format!("{game} is annulled"),
        Action::Replay(_) => format!("{game} is played again"),
        Action::Repeat(_) => format!("{game} was disturbed and is played again"),
        Action::Forfeit { loser, .. } => format!("{game} is lost by {}", names.short(loser)),
        Action::Withdraw { entrant, .. } => format!("{} has withdrawn", names.short(entrant)),
    };
    let void = match ruling.superseded {
        true => " (superseded by a later ruling)",
        false => "",
    };
    format!("{decided}: {}{void}", clean(&ruling.reason))
}

/// The number of entrants without the house program.
pub(super) fn contenders(event: &Event) -> usize {
    event.entrants.len() - usize::from(event.house.is_some())
}

/// The time control, in words.
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

/// A time in its shortest form: `0.25 s`, `5 min`.
pub(super) fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if time.subsec_nanos() == 0 && whole >= 120 && whole.is_multiple_of(60) {
        return format!("{} min", whole / 60);
    }
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A count with its noun: `1 game`, `2 games`.
pub(super) fn count(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Points and tie-breaks: halves as `½`, other fractions with up to two decimals.
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

/// A number with its sign.
pub(super) fn signed(number: i64) -> String {
    match number {
        0 => "0".to_string(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// A rating or its error, rounded to a whole number.
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

/// The names of the rounds of a bracket.
pub(super) fn rounds(bracket: &Bracket) -> impl Iterator<Item = String> {
    bracket.rounds.iter().map(|ties| match ties.len() {
        1 => "Final".to_string(),
        2 => "Semi-finals".to_string(),
        4 => "Quarter-finals".to_string(),
        ties => format!("Round of {}", 2 * ties),
    })
}

/// The discs of each side; empty squares count for the winner. After a fault the winner has all
/// squares.
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

/// The fault that ended a game, in a sentence.
pub(super) fn fault(game: &CupGame, names: &Names) -> Option<String> {
    let (color, reason) = blame(&game.played)?;
    Some(format!(
        "{} {}",
        names.short(game.seats[color]),
        clean(reason)
    ))
}

/// The entrant that lost a game by a fault, and the reason.
pub(super) fn blame(played: &Played) -> Option<(Color, &str)> {
    match &played.ending {
        Ending::Board | Ending::Adjudicated { .. } | Ending::Void { .. } => None,
        Ending::Fault { black, reason } => {
            let color = if *black { Color::Black } else { Color::White };
            Some((color, reason))
        }
    }
}

/// Why a game was disturbed from outside, if it was.
pub(super) fn disturbance(played: &Played) -> Option<&str> {
    match &played.ending {
        Ending::Void { reason } => Some(reason),
        _ => played.disturbed.as_deref(),
    }
}

/// The half points of an entrant for a game: 2 for a win, 1 for a draw.
pub(super) fn half_points(game: &CupGame, color: Color) -> usize {
    match game.played.winner() {
        None => 1,
        Some(winner) => 2 * usize::from(winner == color),
    }
}

/// The player: the name of a built-in one, or the protocol of another program. The path of the
/// program is left out for privacy.
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

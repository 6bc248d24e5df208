//! The result of a match of more than two players: a rating list and the meetings.

use std::fmt::Write;

use anyhow::Result;
use arena::matches::{MatchSchedule, MatchScore};
use serde::Serialize;

use super::json::{self, Fault};
use super::{Outcome, summary};
use crate::input::printable;

/// A player in the rating list.
struct Place {
    player: usize,
    elo: f64,
    error: f64,
    games: u64,
    points: f64,
}

/// The rating list, the best player first. Players of equal rating stay in their order.
fn places(players: usize, schedule: &MatchSchedule) -> Vec<Place> {
    let mut places: Vec<Place> = schedule
        .ratings(players)
        .iter()
        .enumerate()
        .map(|(player, rating)| Place {
            player,
            elo: rating.elo,
            error: rating.error,
            games: 0,
            points: 0.0,
        })
        .collect();
    for meeting in schedule.meetings() {
        let ([first, second], score) = (meeting.players(), meeting.score());
        let (games, points) = (score.games().total(), score.points());
        for (player, points) in [(first, points), (second, games as f64 - points)] {
            places[player].games += games;
            places[player].points += points;
        }
    }
    places.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    places
}

/// The ratings in one line.
pub fn so_far(names: &[String], schedule: &MatchSchedule) -> String {
    let place = |place: &Place| format!("{} {:+.0}", printable(&names[place.player]), place.elo);
    let places: Vec<String> = places(names.len(), schedule).iter().map(place).collect();
    places.join(", ")
}

/// The complete result as text.
pub(super) fn write(outcome: &Outcome<'_>) -> String {
    let names: Vec<String> = outcome.names.iter().map(|name| printable(name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let mut text = summary::headline(outcome, &format!("{} players", names.len()));
    let _ = writeln!(
        text,
        "\n{:>4}  {:width$}  {:>6}  {:>6}  {:>6}  {:>8}  {:>7}",
        "", "player", "Elo", "error", "games", "points", "share"
    );
    for (rank, place) in places(names.len(), &outcome.schedule).iter().enumerate() {
        let share = match place.games {
            0 => "-".to_string(),
            games => format!("{:.1} %", 100.0 * place.points / games as f64),
        };
        let _ = writeln!(
            text,
            "{:>4}  {:width$}  {:>+6.0}  {:>6.0}  {:>6}  {:>8.1}  {share:>7}",
            rank + 1,
            names[place.player],
            place.elo,
            place.error,
            place.games,
            place.points,
        );
    }
    text.push('\n');
    for meeting in outcome.schedule.meetings() {
        let ([first, second], score) = (meeting.players(), meeting.score());
        let [lost, drawn, won] = score.games().counts();
        let _ = writeln!(
            text,
            "{} - {}: {won} won, {drawn} drawn, {lost} lost",
            names[first], names[second]
        );
    }
    for meeting in outcome.schedule.meetings() {
        for (player, group) in meeting.score().faults() {
            summary::fault(&mut text, &names[meeting.players()[player]], group);
        }
    }
    summary::notes(&mut text, outcome);
    text
}

/// The result as JSON. The fields are documented in docs/match.md and stay stable.
#[derive(Serialize)]
struct Object<'a> {
    format: &'static str,
    players: Vec<Player<'a>>,
    meetings: Vec<Met<'a>>,
    size: usize,
    seed: u64,
    games: u64,
    faults: Vec<Fault<'a>>,
    adjudicated: u64,
    void: u64,
    repeated: usize,
    resumed: usize,
    complete: bool,
}

/// A player, the best one first.
#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    elo: f64,
    error: f64,
    games: u64,
    score: f64,
}

/// A meeting, from the view of its first player.
#[derive(Serialize)]
struct Met<'a> {
    players: [&'a str; 2],
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    discs: f64,
    pentanomial: [u64; 5],
}

/// The object on one line.
pub(super) fn json(outcome: &Outcome<'_>) -> Result<String> {
    let schedule = &outcome.schedule;
    let name = |player: usize| outcome.names[player].as_str();
    let scores: Vec<([&str; 2], MatchScore)> = schedule
        .meetings()
        .iter()
        .map(|meeting| (meeting.players().map(name), meeting.score()))
        .collect();
    let meetings = scores.iter().map(|(players, score)| {
        let [losses, draws, wins] = score.games().counts();
        Met {
            players: *players,
            games: score.games().total(),
            wins,
            draws,
            losses,
            score: score.points(),
            discs: score.discs().mean(),
            pentanomial: score.pairs().counts(),
        }
    });
    let faults = scores
        .iter()
        .flat_map(|(players, score)| json::faults(score, *players));
    let places = places(outcome.names.len(), schedule);
    let object = Object {
        format: outcome.args.format.name(),
        players: places
            .iter()
            .map(|place| Player {
                name: name(place.player),
                elo: place.elo,
                error: place.error,
                games: place.games,
                score: place.points,
            })
            .collect(),
        meetings: meetings.collect(),
        size: outcome.args.size.get().side(),
        seed: outcome.seed,
        games: outcome.count(|score| score.games().total()),
        faults: faults.collect(),
        adjudicated: outcome.count(MatchScore::adjudicated),
        void: outcome.count(MatchScore::void),
        repeated: outcome.repeated,
        resumed: outcome.resumed,
        complete: !outcome.stopped,
    };
    Ok(serde_json::to_string(&object)? + "\n")
}

//! The result of a match as JSON.

use anyhow::Result;
use arena::matches::MatchScore;
use arena::rating::{Sprt, Verdict};
use serde::Serialize;

use super::Outcome;

/// A match from the view of the first player. The fields are documented in docs/match.md and stay
/// stable.
#[derive(Serialize)]
struct Object<'a> {
    players: &'a [String],
    size: usize,
    seed: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    discs: f64,
    discs_error: Option<f64>,
    elo: Option<f64>,
    error: Option<f64>,
    los: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_error: Option<f64>,
    pentanomial: [u64; 5],
    sprt: Option<Test>,
    seconds_per_move: [Option<f64>; 2],
    cpu_seconds_per_move: [Option<f64>; 2],
    faults: Vec<Fault<'a>>,
    adjudicated: u64,
    void: u64,
    repeated: usize,
    resumed: usize,
    complete: bool,
}

/// The result of the SPRT.
#[derive(Serialize)]
struct Test {
    scale: String,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: String,
}

/// Games that a player lost by a fault.
#[derive(Serialize)]
pub(super) struct Fault<'a> {
    player: &'a str,
    reason: String,
    games: u64,
}

/// The faults of two players.
pub(super) fn faults<'a>(
    score: &'a MatchScore,
    names: [&'a str; 2],
) -> impl Iterator<Item = Fault<'a>> {
    score.faults().map(move |(player, group)| Fault {
        player: names[player],
        reason: group.to_string(),
        games: group.games(),
    })
}

/// The object on one line.
pub(super) fn write(outcome: &Outcome<'_>) -> Result<String> {
    let tally = &outcome.schedule.score();
    let [losses, draws, wins] = tally.games().counts();
    let estimate = tally.estimate();
    let test = |(sprt, verdict): &(Sprt, Verdict)| {
        let (elo0, elo1) = sprt.hypotheses();
        let (alpha, beta) = sprt.chances();
        let (lower, upper) = sprt.bounds();
        Test {
            scale: sprt.scale().to_string(),
            elo0,
            elo1,
            alpha,
            beta,
            llr: sprt.ratio(tally.pairs()),
            lower,
            upper,
            verdict: verdict.to_string(),
        }
    };
    let names = [&outcome.names[0], &outcome.names[1]].map(String::as_str);
    let seconds = |player| Some(tally.time_per_move(player)?.as_secs_f64());
    let cpu_seconds = |player| Some(tally.cpu_per_move(player)?.as_secs_f64());
    let object = Object {
        players: &outcome.names,
        size: outcome.args.size.get().side(),
        seed: outcome.seed,
        games: tally.games().total(),
        wins,
        draws,
        losses,
        score: tally.points(),
        discs: tally.discs().mean(),
        discs_error: tally.discs_error(),
        elo: estimate.map(|estimate| estimate.elo),
        error: estimate.map(|estimate| estimate.error),
        los: estimate.map(|estimate| estimate.los),
        normalized_elo: estimate.map(|estimate| estimate.normalized),
        normalized_error: estimate.map(|estimate| estimate.normalized_error),
        pentanomial: tally.pairs().counts(),
        sprt: outcome.test.as_ref().map(test),
        seconds_per_move: [seconds(0), seconds(1)],
        cpu_seconds_per_move: [cpu_seconds(0), cpu_seconds(1)],
        faults: faults(tally, names).collect(),
        adjudicated: tally.adjudicated(),
        void: tally.void(),
        repeated: outcome.repeated,
        resumed: outcome.resumed,
        complete: !outcome.stopped,
    };
    Ok(serde_json::to_string(&object)? + "\n")
}

//! The result of a match as JSON.

use anyhow::Result;
use arena::rating::{Sprt, Verdict};
use serde::Serialize;

use super::Outcome;

/// A match from the view of the first player. The fields are documented in docs/match.md and stay
/// stable.
#[derive(Serialize)]
struct Object<'a> {
    players: &'a [String; 2],
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
    faults: Vec<Fault<'a>>,
    complete: bool,
}

/// The result of the SPRT.
#[derive(Serialize)]
struct Test {
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
struct Fault<'a> {
    player: &'a str,
    reason: &'a str,
    games: u64,
}

/// The object on one line.
pub(super) fn write(outcome: &Outcome<'_>) -> Result<String> {
    let tally = &outcome.tally;
    let [losses, draws, wins] = tally.games().counts();
    let estimate = tally.estimate();
    let test = |(sprt, verdict): &(Sprt, Verdict)| {
        let (elo0, elo1) = sprt.hypotheses();
        let (alpha, beta) = sprt.chances();
        let (lower, upper) = sprt.bounds();
        Test {
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
    let faults = tally
        .faults()
        .iter()
        .map(|((player, reason), games)| Fault {
            player: &outcome.names[*player],
            reason,
            games: *games,
        });
    let seconds = |player| Some(tally.time_per_move(player)?.as_secs_f64());
    let object = Object {
        players: &outcome.names,
        size: outcome.args.size.get().side(),
        seed: outcome.seed,
        games: tally.games().total(),
        wins,
        draws,
        losses,
        score: wins as f64 + draws as f64 / 2.0,
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
        faults: faults.collect(),
        complete: !outcome.stopped,
    };
    Ok(serde_json::to_string(&object)? + "\n")
}

//! The result of a match as text.

use std::fmt::Write;
use std::time::Duration;

use arena::matches::{HeadToHead, MatchScore};
use arena::rating::{Estimate, Sprt, Verdict};

use super::Outcome;
use crate::input::printable;

/// The score in one line, the most important numbers first: the line may be cut.
pub fn so_far(names: &[String; 2], head_to_head: &HeadToHead) -> String {
    let tally = head_to_head.tally();
    let [lost, drawn, won] = tally.games().counts();
    let mut line = format!("{won} won, {drawn} drawn, {lost} lost");
    if let Some(estimate) = tally.estimate() {
        let _ = write!(line, ", Elo {}", elo(&estimate));
    }
    if let Some((sprt, ratio)) = head_to_head.test() {
        let (lower, upper) = sprt.bounds();
        let _ = write!(line, ", LLR {ratio:.2} ({lower:.2}, {upper:.2})");
    }
    let _ = write!(
        line,
        "; {} - {}",
        printable(&names[0]),
        printable(&names[1])
    );
    line
}

/// The complete result.
pub(super) fn write(outcome: &Outcome<'_>) -> String {
    let tally = &outcome.tally;
    let names = outcome.names.each_ref().map(|name| printable(name));
    let [first, second] = &names;
    let games = tally.games().total();
    let mut text = format!("{first} against {second}: {}", counted(games, "game"));
    if outcome.stopped {
        let most = 2 * outcome.args.most_pairs();
        text += ", ended by Ctrl-C";
        if outcome.args.has_end() {
            let _ = write!(text, " before all {most} were played");
        }
    }
    text.push('\n');
    if let Some(estimate) = tally.estimate() {
        score(&mut text, tally, &estimate);
    }
    if let Some((sprt, verdict)) = &outcome.test {
        let _ = writeln!(text, "{:9}{}", "SPRT", test(tally, sprt, *verdict));
    }
    let times: Vec<String> = (0..2)
        .filter_map(|player| {
            let time = tally.time_per_move(player)?;
            Some(format!("{} {}", names[player], seconds(time)))
        })
        .collect();
    if !times.is_empty() {
        let _ = writeln!(text, "{:9}{} a move", "Time", times.join(", "));
    }
    for ((player, reason), count) in tally.faults() {
        let (name, games) = (&names[*player], counted(*count, "game"));
        let _ = writeln!(text, "{:9}{name} {}: {games}", "Fault", printable(reason));
    }
    text
}

fn score(text: &mut String, tally: &MatchScore, estimate: &Estimate) {
    let [lost, drawn, won] = tally.games().counts();
    let games = tally.games().total() as f64;
    let points = won as f64 + drawn as f64 / 2.0;
    let _ = writeln!(
        text,
        "{:9}{points} - {} ({:.1} %): {won} won, {drawn} drawn, {lost} lost",
        "Score",
        games - points,
        100.0 * points / games,
    );
    let _ = writeln!(
        text,
        "{:9}{} (95 %), LOS {:.1} %, normalized {:+.0} ± {:.0}",
        "Elo",
        elo(estimate),
        100.0 * estimate.los,
        estimate.normalized,
        estimate.normalized_error,
    );
    if tally.pairs().total() > 0 {
        let error = tally.discs_error().map(|error| format!(" ± {error:.1}"));
        let (mean, error) = (tally.discs().mean(), error.unwrap_or_default());
        let _ = writeln!(text, "{:9}{mean:+.1}{error} a game", "Discs");
        let [none, half, one, more, two] = tally.pairs().counts();
        let _ = writeln!(
            text,
            "{:9}LL {none}, LD {half}, WL and DD {one}, WD {more}, WW {two}",
            "Pairs"
        );
    }
}

fn elo(estimate: &Estimate) -> String {
    format!("{:+.0} ± {:.0}", estimate.elo, estimate.error)
}

fn test(tally: &MatchScore, sprt: &Sprt, verdict: Verdict) -> String {
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1) = sprt.hypotheses();
    let meaning = match verdict {
        Verdict::Open => "not decided".to_string(),
        Verdict::Weaker => format!("H0, Elo {elo0} rather than {elo1}"),
        Verdict::Stronger => format!("H1, Elo {elo1} rather than {elo0}"),
    };
    let ratio = sprt.ratio(tally.pairs());
    format!("LLR {ratio:.2} ({lower:.2}, {upper:.2}): {meaning}")
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.1 {
        format!("{:.2} ms", 1000.0 * seconds)
    } else {
        format!("{seconds:.2} s")
    }
}

fn counted(count: u64, noun: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{many}")
}

//! The result of a match as text.

use std::fmt::Write;
use std::time::Duration;

use arena::matches::{FaultGroup, MatchSchedule, MatchScore, Meeting};
use arena::rating::{EloScale, Estimate, Sprt, Verdict};

use super::Outcome;
use crate::input::printable;

/// Both ends of an interval are printed if one is this many times as far away as the other.
const LOPSIDED: f64 = 1.5;

/// The score in one line, the most important numbers first: the line may be cut.
pub fn so_far(names: &[String], schedule: &MatchSchedule) -> String {
    let tally = schedule.score();
    let [lost, drawn, won] = tally.games().counts();
    let mut line = format!("{won} won, {drawn} drawn, {lost} lost");
    if let Some(estimate) = tally.estimate() {
        let _ = write!(line, ", Elo {}", elo(&estimate));
    }
    let tested = schedule.meetings().first().and_then(Meeting::test);
    if let Some((sprt, ratio)) = tested {
        let (lower, upper) = sprt.bounds();
        let _ = write!(line, ", LLR {ratio:.2} ({lower:.2}, {upper:.2})");
    }
    let names: Vec<String> = names.iter().map(|name| printable(name)).collect();
    let _ = write!(line, "; {}", names.join(" - "));
    line
}

/// The complete result.
pub(super) fn write(outcome: &Outcome<'_>) -> String {
    let tally = &outcome.schedule.score();
    let names: Vec<String> = outcome.names.iter().map(|name| printable(name)).collect();
    let mut text = headline(outcome, &names.join(" against "));
    if let Some(estimate) = tally.estimate() {
        score(&mut text, tally, &estimate);
    }
    if let Some((sprt, verdict)) = &outcome.test {
        let _ = writeln!(text, "{:9}{}", "SPRT", test(tally, sprt, *verdict));
    }
    let times: Vec<String> = (0..2)
        .filter_map(|player| {
            let time = seconds(tally.time_per_move(player)?);
            let cpu = tally.cpu_per_move(player);
            let cpu = cpu.map(|cpu| format!(" ({} of processor time)", seconds(cpu)));
            Some(format!(
                "{} {time}{}",
                names[player],
                cpu.unwrap_or_default()
            ))
        })
        .collect();
    if !times.is_empty() {
        let _ = writeln!(text, "{:9}{} a move", "Time", times.join(", "));
    }
    for (player, group) in tally.faults() {
        fault(&mut text, &names[player], group);
    }
    notes(&mut text, outcome);
    text
}

/// The first line: who played, and how many games.
pub(super) fn headline(outcome: &Outcome<'_>, players: &str) -> String {
    let games = outcome.count(|score| score.games().total());
    let mut text = format!("{players}: {}", counted(games, "game"));
    if outcome.stopped {
        text += ", ended by Ctrl-C";
        if outcome.args.has_end() {
            let most = outcome.schedule.most_games();
            let _ = write!(text, " before all {most} were played");
        }
    }
    text.push('\n');
    text
}

/// The line of faults of one kind.
pub(super) fn fault(text: &mut String, name: &str, group: &FaultGroup) {
    let (reason, games) = (
        printable(&group.to_string()),
        counted(group.games(), "game"),
    );
    let _ = writeln!(text, "{:9}{name} {reason}: {games}", "Fault");
}

/// Lines about games that did not end as usual, and hints.
pub(super) fn notes(text: &mut String, outcome: &Outcome<'_>) {
    let adjudicated = outcome.count(MatchScore::adjudicated);
    if adjudicated > 0 {
        let games = counted(adjudicated, "game");
        let _ = writeln!(
            text,
            "{:9}{games} adjudicated by the exact solver",
            "Solver"
        );
    }
    if outcome.repeated > 0 {
        let games = counted(outcome.repeated as u64, "disturbed game");
        let _ = writeln!(text, "{:9}{games} played again", "Again");
    }
    let void = outcome.count(MatchScore::void);
    if void > 0 {
        let games = counted(void, "game");
        let _ = writeln!(
            text,
            "{:9}{games} ended from outside, counted as drawn",
            "Void"
        );
    }
    if let Some(journal) = &outcome.args.journal {
        let path = printable(&journal.display().to_string());
        let before = counted(outcome.resumed as u64, "game");
        let again = "the same command goes on from there";
        let line = match (outcome.resumed, outcome.stopped) {
            (0, false) => None,
            (0, true) => Some(format!("{path}; {again}")),
            (_, false) => Some(format!("{before} from {path}")),
            (_, true) => Some(format!("{before} from {path}; {again}")),
        };
        if let Some(line) = line {
            let _ = writeln!(text, "{:9}{line}", "Journal");
        }
    }
    let narrow = outcome.narrow_losses();
    if narrow.games > 0 {
        let games = counted(narrow.games, "game");
        // Rounded up to tenths of a second.
        let needed = (10.0 * narrow.late_by.as_secs_f64()).ceil() / 10.0;
        let advice = match needed > outcome.args.margin.as_secs_f64() {
            true => format!("--margin {needed:.1} accepts such answers"),
            false => "a larger --margin or fewer --jobs may help".to_string(),
        };
        let _ = writeln!(
            text,
            "{:9}{games} lost narrowly on time; if the machine was busy, {advice}",
            "Hint"
        );
    }
}

fn score(text: &mut String, tally: &MatchScore, estimate: &Estimate) {
    let [lost, drawn, won] = tally.games().counts();
    let games = tally.games().total() as f64;
    let points = tally.points();
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

/// Elo with its error or, if the interval is lopsided, with both ends of it.
fn elo(estimate: &Estimate) -> String {
    let Estimate { elo, error, .. } = estimate;
    let [low, high] = estimate.interval;
    let (below, above) = (elo - low, high - elo);
    let is_lopsided = below.max(above) > LOPSIDED * below.min(above);
    // With one error for both sides it must exclude 0 where the interval does, as LOS does.
    let is_at_odds = (elo - error > 0.0) != (low > 0.0) || (elo + error < 0.0) != (high < 0.0);
    if !is_lopsided && !is_at_odds && below.is_finite() {
        return format!("{elo:+.0} ± {error:.0}");
    }
    let end = |end: f64| match end.is_finite() {
        true => format!("{end:+.0}"),
        false if end > 0.0 => "+∞".to_string(),
        false => "-∞".to_string(),
    };
    format!("{elo:+.0}, from {} to {}", end(low), end(high))
}

fn test(tally: &MatchScore, sprt: &Sprt, verdict: Verdict) -> String {
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1) = sprt.hypotheses();
    let elo = match sprt.scale() {
        EloScale::Logistic => "Elo",
        EloScale::Normalized => "normalized Elo",
    };
    let meaning = match verdict {
        Verdict::Open => "not decided".to_string(),
        Verdict::Weaker => format!("H0, {elo} {elo0} rather than {elo1}"),
        Verdict::Stronger => format!("H1, {elo} {elo1} rather than {elo0}"),
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

#[cfg(test)]
mod tests {
    use arena::contest::{Ending, Played, Schedule};
    use arena::matches::{OpeningSupply, Openings};
    use arena::rating::Pentanomial;
    use clap::Parser;
    use jobs::Next;
    use play::Fault;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The result of a match whose first player lost every game by these faults, in a game that was
    /// disturbed or not.
    fn result(margin: &str, faults: &[(Fault, bool)]) -> String {
        let endings = faults.iter().map(|(fault, is_disturbed)| {
            let reason = fault.to_string();
            (move |black| Ending::Fault { black, reason }, *is_disturbed)
        });
        outcome(margin, endings, 0)
    }

    /// The result of a match whose games ended like this, where the first player is Black or White.
    fn outcome<F: FnOnce(bool) -> Ending>(
        margin: &str,
        endings: impl ExactSizeIterator<Item = (F, bool)>,
        repeated: usize,
    ) -> String {
        let words = ["reversi", "match", "greedy", "random", "--margin", margin];
        let Ok(Some(Command::Match(args))) = Cli::try_parse_from(words).map(|cli| cli.command)
        else {
            panic!("a match");
        };
        let supply = OpeningSupply::new(Openings::Start, args.size.get(), 1).expect("a start");
        let mut schedule = MatchSchedule::new(supply, endings.len().div_ceil(2), None);
        for (ending, is_disturbed) in endings {
            let Next::Job(_, pairing) = schedule.next() else {
                panic!("a game");
            };
            let played = Played {
                game: pairing.opening.clone(),
                opening: 0,
                moves: Vec::new(),
                ending: ending(pairing.seats.black == 0),
                stderr: Default::default(),
                disturbed: is_disturbed.then(|| "the machine was busy".to_string()),
                talk: Default::default(),
            };
            schedule.ended(&pairing, played);
        }
        write(&Outcome {
            args: &args,
            names: vec!["A".to_string(), "B".to_string()],
            seed: 1,
            schedule,
            test: None,
            resumed: 0,
            repeated,
            stopped: false,
        })
    }

    #[test]
    fn games_that_were_disturbed_are_counted() {
        let void = |_| Ending::Void {
            reason: "the machine was suspended".to_string(),
        };
        let text = outcome("0.1", [(void, true), (void, true)].into_iter(), 4);
        assert!(
            text.contains("Score    1 - 1 (50.0 %): 0 won, 2 drawn, 0 lost\n"),
            "{text}"
        );
        let lines = "Again    4 disturbed games played again\n\
                     Void     2 games ended from outside, counted as drawn\n";
        assert!(text.ends_with(lines), "{text}");
    }

    fn late(ms: u64) -> Fault {
        Fault::Late {
            spent: Duration::from_millis(ms),
            allowed: Duration::from_millis(1000),
        }
    }

    #[test]
    fn a_lopsided_interval_has_both_ends() {
        let text = |counts| elo(&Pentanomial::new(counts).estimate().expect("results"));
        assert_eq!(text([6, 3, 38, 2, 51]), "+166 ± 53");
        assert_eq!(text([0, 0, 0, 1, 0]), "+89, from -372 to +∞");
        assert_eq!(text([0, 0, 2, 0, 37]), "+632, from +477 to +∞");
        // LOS is more than 97.5 % exactly if the interval is above 0.
        for counts in [
            [0, 0, 3, 0, 3],
            [1, 0, 2, 0, 9],
            [2, 0, 0, 0, 8],
            [3, 1, 1, 0, 9],
        ] {
            let estimate = Pentanomial::new(counts).estimate().expect("results");
            let [low, _] = estimate.interval;
            assert_eq!(estimate.los > 0.975, low > 0.0, "{counts:?}");
            let is_above = match elo(&estimate).split_once(" ± ") {
                Some(_) => estimate.elo > estimate.error,
                None => low > 0.0,
            };
            assert_eq!(estimate.los > 0.975, is_above, "{counts:?}");
        }
    }

    #[test]
    fn a_fault_line_has_its_numbers() {
        let text = result("0.1", &[(late(1250), false), (late(9000), false)]);
        let line = "\nFault    A took 1.250–9.000 s for a move, and had 1.000 s: 2 games\n";
        assert!(text.contains(line), "{text}");
        let text = result("0.1", &[(Fault::Memory(256_000_000), false)]);
        assert!(
            text.contains("\nFault    A used more than 256 MB of memory: 1 game\n"),
            "{text}"
        );
    }

    #[test]
    fn narrow_losses_on_time_give_a_hint_about_the_margin() {
        let text = result("0.1", &[(late(1120), false), (late(1250), false)]);
        let line = "\nHint     2 games lost narrowly on time; if the machine was busy, --margin 0.3 \
                    accepts such answers\n";
        assert!(text.ends_with(line), "{text}");
        // Much too late is not narrow, unless the game was disturbed.
        assert!(!result("0.1", &[(late(5000), false)]).contains("Hint"));
        let text = result("0.1", &[(late(5000), true)]);
        let line = "\nHint     1 game lost narrowly on time; if the machine was busy, a larger \
                    --margin or fewer --jobs may help\n";
        assert!(text.ends_with(line), "{text}");
        assert!(!result("0.1", &[(Fault::Resigned, true)]).contains("Hint"));
    }
}

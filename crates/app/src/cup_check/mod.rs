//! `reversi cup check`: tests whether a program can enter a cup, and says what to fix if it cannot.

mod advice;
mod messages;
mod mistakes;

pub use mistakes::NO_NETWORK;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use arena::contest::check::{Check, Report, Scope, Summary, Trial, Trouble, Verdict};
use arena::contest::{Entrant, Launch, Manners};
use arena::cup;
use arena::cup::config::Config;
use arena::protocol::Protocol;
use play::TimeControl;

use crate::cli::{CupCheckArgs, Usage};
use crate::input::{printable, shown};
use crate::interrupt::{self, Interrupt};
use crate::paint::{Paint, Role};

/// Tolerance for late answers, as in a cup.
const MARGIN: Duration = Duration::from_millis(200);

/// Runs all trials of a program and prints the results with advice.
pub fn run(args: &CupCheckArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let Entrant::Program(protocol, command) = &args.program else {
        return Err(Usage("only other programs need a check, as in console:./program").into());
    };
    let interrupt = Interrupt::listen()?;
    let check = match &args.cup {
        Some(file) => {
            let config = Config::open(file)?;
            let here = std::env::current_dir()?;
            cup::check(&config, *protocol, command, &here, interrupt.shared())?
        }
        None => from_options(args, *protocol, command, interrupt.shared()),
    };
    let (summary, _) = examine(check, Paint::detect(), &mut *out)?;
    Ok(match (summary.stopped, summary.bad) {
        (true, _) => ExitCode::from(interrupt::EXIT_CODE),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

/// The check that the options ask for. The default values are those of a cup.
fn from_options(
    args: &CupCheckArgs,
    protocol: Protocol,
    command: &str,
    stop: Arc<AtomicBool>,
) -> Check {
    Check {
        launch: Launch {
            protocol,
            command: command.to_string(),
            folder: None,
            sandbox: args.sandbox.limits(),
        },
        sizes: args.sizes(),
        time: TimeControl {
            per_move: Some(args.time),
            margin: MARGIN,
            ..TimeControl::default()
        },
        manners: Manners {
            startup: args.startup,
            stays: false,
            ..Manners::default()
        },
        scope: Scope::Whole,
        stop,
    }
}

/// The terms of a check in three lines: board size and time, limits, sandbox.
pub fn terms(check: &Check) -> String {
    let sizes: Vec<String> = check.sizes.iter().map(|n| format!("{n}×{n}")).collect();
    let time = messages::time(&check.time);
    let state = check.launch.sandbox.sandbox.state();
    format!(
        "{}, {time}\n{}\n{state}",
        sizes.join(", "),
        messages::limits(check)
    )
}

/// Runs a check and writes its results with advice. Returns what failed first, too.
pub fn examine(
    check: Check,
    paint: Paint,
    out: &mut dyn Write,
) -> Result<(Summary, Option<String>)> {
    let protocol = check.launch.protocol;
    let player = shown(&format!("{}:{}", protocol.name(), check.launch.command));
    let time = check.time;
    let mut page = Page {
        protocol,
        paint,
        hinted: String::new(),
        failure: None,
        out,
    };
    page.heading(&check, &player)?;
    let mut told = Ok(());
    let summary = check.run(&mut |report| {
        if told.is_ok() {
            told = page.report(report);
        }
    });
    told?;
    page.conclusion(&summary, &time, &player)?;
    Ok((summary, page.failure))
}

/// Prints the results.
struct Page<'a> {
    protocol: Protocol,
    paint: Paint,
    /// The last hint: it is not repeated.
    hinted: String,
    /// What failed first.
    failure: Option<String>,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    /// Maximum number of protocol lines shown.
    const TALK: usize = 24;

    /// Maximum number of lines of standard error shown.
    const STDERR_LINES: usize = 10;

    fn heading(&mut self, check: &Check, player: &str) -> Result<()> {
        writeln!(self.out, "Checking {player} on {}", terms(check))?;
        Ok(self.out.flush()?)
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        let trial = messages::trial(&report.trial, self.protocol);
        let (role, mark, rest) = match &report.verdict {
            Verdict::Good(details) => (Role::Good, "ok", messages::details(&report.trial, details)),
            Verdict::Lacking(_) | Verdict::Wrote(_) => (Role::Hint, "hm", String::new()),
            Verdict::Bad(_) => (Role::Error, "FAIL", String::new()),
            Verdict::Skipped => (Role::Frame, "-", ", not tried".to_string()),
        };
        let mark = self.paint.paint(role, format!("{mark:4}"));
        writeln!(self.out, "  {mark}  {trial}{rest}")?;
        match &report.verdict {
            Verdict::Bad(trouble) => self.trouble(&report.trial, trouble)?,
            Verdict::Lacking(habits) => {
                for habit in habits {
                    self.item("Missing", messages::habit(*habit))?;
                }
            }
            Verdict::Wrote(files) => {
                self.item("It wrote", &messages::files(files))?;
                self.item("What to do", mistakes::OWN_FOLDER)?;
            }
            _ => {}
        }
        Ok(self.out.flush()?)
    }

    fn trouble(&mut self, trial: &Trial, trouble: &Trouble) -> Result<()> {
        let happened = format!("it {}", trouble.fault);
        self.item("What happened", &happened)?;
        let name = trouble.diagnosis.as_ref().and_then(mistakes::name);
        let named = name.map_or(happened.clone(), |name| format!("{happened}; {name}"));
        self.failure.get_or_insert(named);
        let hint = match &trouble.diagnosis {
            Some(diagnosis) => mistakes::mending(diagnosis),
            None => advice::hint(self.protocol, trial, &trouble.fault),
        };
        if hint == self.hinted {
            return self.item("What to do", "the same as above");
        }
        self.item(
            "Expected",
            &advice::expected(self.protocol, trial, &trouble.fault),
        )?;
        if !trouble.moves.is_empty() {
            self.item("The game until then", &trouble.moves)?;
        }
        if !trouble.talk.is_empty() {
            writeln!(self.out, "        The talk (> to the program, < from it):")?;
            let skipped = trouble.talk.len().saturating_sub(Page::TALK);
            for line in &trouble.talk[skipped..] {
                writeln!(self.out, "          {}", messages::spoken(line))?;
            }
        }
        if !trouble.stderr.trim().is_empty() {
            writeln!(self.out, "        Its standard error ends so:")?;
            let lines: Vec<&str> = trouble.stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(Page::STDERR_LINES)..] {
                writeln!(self.out, "          {}", shown(line))?;
            }
        }
        let painted = self.paint.paint(Role::Hint, &hint);
        writeln!(self.out, "        What to do: {painted}")?;
        self.hinted = hint;
        Ok(())
    }

    fn item(&mut self, name: &str, text: &str) -> Result<()> {
        writeln!(self.out, "        {name}: {}", printable(text))?;
        Ok(())
    }

    fn conclusion(&mut self, summary: &Summary, time: &TimeControl, player: &str) -> Result<()> {
        let tried = summary.good + summary.bad;
        let text = match summary {
            Summary { stopped: true, .. } => "Stopped before the end.".to_string(),
            Summary { bad: 0, .. } => {
                let slowest = summary.slowest.as_secs_f64();
                let mut text = format!(
                    "All {tried} checks are fine, the slowest move took {slowest:.3} s. \
                     The program can play as {player}"
                );
                let close = |limit: Duration| summary.slowest > limit.mul_f64(0.9);
                if time.per_move.is_some_and(close) {
                    text +=
                        "\nThat is close to the limit: on a slower machine it would lose on time";
                }
                text
            }
            Summary { bad, skipped, .. } => {
                let mut text = format!("{bad} of {tried} checks failed");
                if *skipped > 0 {
                    text += &format!(", {skipped} more were not tried");
                }
                text + "; mend the first one first"
            }
        };
        let role = if summary.bad == 0 {
            Role::Good
        } else {
            Role::Error
        };
        for line in text.lines() {
            writeln!(self.out, "{}", self.paint.paint(role, line))?;
        }
        Ok(self.out.flush()?)
    }
}

//! `reversi cup check`: tests whether a program can enter a cup, and says what to fix if it cannot.

mod advice;
mod messages;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use arena::contest::check::{Check, Report, Summary, Trial, Trouble, Verdict};
use arena::contest::{Entrant, Launch, Manners};
use arena::protocol;
use arena::protocol::Protocol;
use arena::sandbox::Sandbox;
use play::TimeControl;

use crate::cli::{CupCheckArgs, SandboxArg, Usage};
use crate::input::{printable, shown};
use crate::interrupt::{self, Interrupt};
use crate::paint::{Paint, Role};

/// Tolerance for the transport of messages.
const MARGIN: Duration = Duration::from_millis(100);

/// Runs all trials of a program and prints the results with advice.
pub fn run(args: &CupCheckArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let Entrant::Program(protocol, command) = &args.program else {
        return Err(Usage("only other programs need a check, as in console:./program").into());
    };
    let interrupt = Interrupt::listen()?;
    let launch = Launch {
        protocol: *protocol,
        command: command.clone(),
        folder: None,
        sandbox: args.sandbox.limits(),
    };
    let mut page = Page {
        protocol: *protocol,
        paint: Paint::detect(),
        hinted: String::new(),
        out: &mut *out,
    };
    page.heading(args, command)?;
    let spoken = *protocol;
    let check = Check {
        protocol: *protocol,
        start: launch.starter(),
        driver: Box::new(move || protocol::driver(spoken)),
        sizes: args.sizes(),
        time: TimeControl {
            per_move: Some(args.time),
            margin: MARGIN,
            ..TimeControl::default()
        },
        manners: Manners {
            startup: args.startup,
            ..Manners::default()
        },
        stop: interrupt.shared(),
    };
    let mut told = Ok(());
    let summary = check.run(&mut |report| {
        if told.is_ok() {
            told = page.report(report);
        }
    });
    told?;
    page.conclusion(&summary, args, command)?;
    Ok(match (summary.stopped, summary.bad) {
        (true, _) => ExitCode::from(interrupt::EXIT_CODE),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

/// Prints the results.
struct Page<'a> {
    protocol: Protocol,
    paint: Paint,
    /// The last hint: it is not repeated.
    hinted: String,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    /// Maximum number of protocol lines shown.
    const TALK: usize = 24;

    /// Maximum number of lines of standard error shown.
    const STDERR_LINES: usize = 10;

    fn heading(&mut self, args: &CupCheckArgs, command: &str) -> Result<()> {
        let sizes: Vec<String> = args.sizes().iter().map(|n| format!("{n}×{n}")).collect();
        let name = self.protocol.name();
        writeln!(
            self.out,
            "Checking {} on {}, {} s a move",
            shown(&format!("{name}:{command}")),
            sizes.join(", "),
            args.time.as_secs_f64()
        )?;
        let open = match args.sandbox.sandbox {
            SandboxArg::Off => Some("it was asked for so"),
            _ => Sandbox::available().err(),
        };
        if let Some(why) = open {
            writeln!(self.out, "The program runs without a sandbox: {why}")?;
        }
        Ok(self.out.flush()?)
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        let trial = messages::trial(&report.trial, self.protocol);
        let (role, mark, rest) = match &report.verdict {
            Verdict::Good(details) => (Role::Good, "ok", messages::details(&report.trial, details)),
            Verdict::Lacking(_) => (Role::Hint, "hm", String::new()),
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
            _ => {}
        }
        Ok(self.out.flush()?)
    }

    fn trouble(&mut self, trial: &Trial, trouble: &Trouble) -> Result<()> {
        self.item("What happened", &format!("it {}", trouble.fault))?;
        let hint = advice::hint(self.protocol, trial, &trouble.fault);
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

    fn conclusion(&mut self, summary: &Summary, args: &CupCheckArgs, command: &str) -> Result<()> {
        let tried = summary.good + summary.bad;
        let text = match summary {
            Summary { stopped: true, .. } => "Stopped before the end.".to_string(),
            Summary { bad: 0, .. } => {
                let slowest = summary.slowest.as_secs_f64();
                let name = self.protocol.name();
                let player = shown(&format!("{name}:{command}"));
                let mut text = format!(
                    "All {tried} checks are fine, the slowest move took {slowest:.3} s. \
                     The program can play as {player}"
                );
                if summary.slowest > args.time.mul_f64(0.9) {
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

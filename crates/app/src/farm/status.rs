//! `reversi farm`: its commands, and the view of the status.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use jobs::Watcher;

use super::{init, place, text};
use crate::cli::{FarmCommand, ForgetArgs, StatusArgs};
use crate::interrupt::Interrupt;
use crate::paint::Paint;
use crate::progress::Progress;

/// How often the view on a terminal is redrawn.
const REDRAW_INTERVAL: Duration = Duration::from_secs(1);

/// How often the view checks whether to stop.
const POLL: Duration = Duration::from_millis(50);

/// Runs the command that the command line names.
pub fn run(command: &FarmCommand, out: Box<dyn Write>) -> Result<ExitCode> {
    match command {
        FarmCommand::Init(args) => init::run(args, out),
        FarmCommand::Status(args) => status(args, out),
        FarmCommand::Forget(args) => forget(args, out),
    }
}

fn status(args: &StatusArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let watcher = Watcher::new(&place(&args.link)?)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&watcher.look()?)?)?;
    } else if args.once || !io::stdout().is_terminal() || !Progress::is_possible() {
        write!(out, "{}", text::text(&watcher.look()?, Paint::detect()))?;
    } else {
        watch(&watcher)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the status until Ctrl-C.
fn watch(watcher: &Watcher) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let view = Progress::block();
    let mut last = String::new();
    while !interrupt.is_stopped() {
        match watcher.look() {
            Ok(status) => last = text::text(&status, Paint::detect()),
            Err(error) => last = format!("{error}; trying again\n"),
        }
        view.say(|| last.trim_end().to_string());
        let looked = Instant::now();
        while looked.elapsed() < REDRAW_INTERVAL && !interrupt.is_stopped() {
            thread::sleep(POLL);
        }
    }
    drop(view);
    // What was seen last stays on the screen.
    print!("{last}");
    Ok(())
}

fn forget(args: &ForgetArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let watcher = Watcher::new(&place(&args.link)?)?;
    if !watcher.forget(&args.batch)? {
        let batches = watcher.look()?.batches;
        let names: Vec<&str> = batches.iter().map(|batch| batch.name.as_str()).collect();
        match names.as_slice() {
            [] => bail!("there is no batch {}, and no other", args.batch),
            names => bail!(
                "there is no batch {}; there are: {}",
                args.batch,
                names.join(", ")
            ),
        }
    }
    writeln!(out, "Batch {} is forgotten.", args.batch)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

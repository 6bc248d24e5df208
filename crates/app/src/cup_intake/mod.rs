//! `reversi cup intake`: students' hand-ins become programs of a cup, with a report for each.
//!
//! `desk` does the work for one hand-in, `report` writes what the student reads, and `advice` says
//! how to mend what failed.

mod advice;
mod choice;
mod desk;
mod report;

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use arena::cup::config::Config;
use arena::cup::journal::Journal;
use arena::intake::{CupFile, HandIn, Listed, Outcome, Record};
use records::files;

use crate::cli::CupIntakeArgs;
use crate::input::{printable, shown};
use crate::interrupt::{self, Interrupt};
use crate::paint::{Paint, Role};
use crate::progress::Progress;
use desk::{Desk, Done};

/// Maximum length of a cup file.
const MAX_CUP_BYTES: usize = 1 << 20;

/// The folder of the programs, beside the cup file.
const BOTS: &str = "bots";

/// The folder of the reports, beside the cup file.
const REPORTS: &str = "reports";

/// Takes in all hand-ins of a folder and writes the cup file.
pub fn run(args: &CupIntakeArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let hand_ins = HandIn::all(&args.folder)?;
    if hand_ins.is_empty() {
        let folder = shown(&args.folder.display().to_string());
        bail!(
            "there are no hand-ins in {folder}: it should hold an archive or a folder for each student"
        );
    }
    let is_new = !args.cup.exists();
    let cup_file = read_cup_file(&args.cup, hand_ins.len())?;
    let config = settings(&cup_file, &args.cup, hand_ins.len())?;
    // Programs do not change between two games of a cup.
    let _unbegun = Journal::hold_unbegun(&config)?;
    let places = Places::make(&args.cup, &args.folder)?;
    let _lock = lock(&places.reports)?;
    let desk = Desk::open(&config, &places, args, interrupt.shared())?;
    writeln!(
        out,
        "{} in {}",
        count(hand_ins.len()),
        shown(&args.folder.display().to_string())
    )?;
    writeln!(
        out,
        "Board, time and limits are those of the cup: {}",
        desk.terms()
    )?;
    out.flush()?;
    let record = Mutex::new(Record::open(&places.reports.join("intake.json"))?);
    let listed = take_in_all(&hand_ins, &desk, &record, args.jobs.into(), &mut *out)?;
    desk.close();
    let Some(listed) = listed else {
        writeln!(out, "Stopped; the same command goes on with the rest.")?;
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    };
    let record = record.into_inner().unwrap_or_else(PoisonError::into_inner);
    remove_old_reports(&hand_ins, &record, &places, &mut *out)?;
    let passed = listed.iter().filter(|one| one.outcome.failure.is_none());
    let passed = passed.count();
    let cup_file = if is_new {
        CupFile::new(passed)
    } else {
        cup_file
    };
    let text = cup_file.with(&listed);
    files::write_atomically(&args.cup, text.as_bytes())?;
    out.write_all(conclusion(passed, listed.len(), &text, args).as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The folders of an intake.
pub(crate) struct Places {
    /// Where hand-ins are; only read.
    hand_ins: PathBuf,
    /// Where programs are put, a folder each.
    bots: PathBuf,
    /// Where reports are put.
    reports: PathBuf,
}

impl Places {
    /// Makes the folders beside the cup file.
    fn make(cup: &Path, hand_ins: &Path) -> Result<Places> {
        let beside = match cup.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let make = |name: &str| -> Result<PathBuf> {
            let folder = beside.join(name);
            let made = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
            made.with_context(|| format!("cannot make the folder {}", folder.display()))
        };
        let places = Places {
            hand_ins: hand_ins.canonicalize()?,
            bots: make(BOTS)?,
            reports: make(REPORTS)?,
        };
        for own in [&places.bots, &places.reports] {
            if places.hand_ins.starts_with(own) {
                bail!(
                    "{} is written by the intake; put the hand-ins in another folder",
                    shown(&own.display().to_string())
                );
            }
        }
        Ok(places)
    }
}

/// Makes sure that no other intake writes the same reports.
fn lock(reports: &Path) -> Result<File> {
    let path = reports.join(".lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another intake is running here; wait until it has ended")
        }
        // Some file systems have no locks: two intakes at the same time are not prevented there.
        _ => Ok(file),
    }
}

/// The cup file, or a new one.
fn read_cup_file(path: &Path, entrants: usize) -> Result<CupFile> {
    if !path.exists() {
        return Ok(CupFile::new(entrants));
    }
    let name = shown(&path.display().to_string());
    let bytes = files::read_up_to(path, MAX_CUP_BYTES)?;
    if bytes.len() > MAX_CUP_BYTES {
        bail!("{name} is too long for a cup");
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name} is not a text in UTF-8"))?;
    Ok(CupFile::read(&text))
}

/// The settings of the cup.
fn settings(cup_file: &CupFile, path: &Path, entrants: usize) -> Result<Config> {
    let settings = cup_file.settings(entrants, path);
    settings.map_err(|error| anyhow!("{}: {error}", shown(&path.display().to_string())))
}

/// Takes in all hand-ins, and prints a line for each; `None` when it was stopped.
fn take_in_all(
    hand_ins: &[HandIn],
    desk: &Desk,
    record: &Mutex<Record>,
    jobs: usize,
    out: &mut dyn Write,
) -> Result<Option<Vec<Listed>>> {
    let progress = Progress::new(Some(hand_ins.len()));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; hand_ins.len()];
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..jobs.min(hand_ins.len()) {
            let (sender, record, next, progress) = (sender.clone(), record, &next, &progress);
            scope.spawn(move || {
                while let index = next.fetch_add(1, Ordering::SeqCst)
                    && let Some(hand_in) = hand_ins.get(index)
                {
                    progress.say(|| printable(&hand_in.student));
                    let done = desk.take_in(hand_in, record);
                    if !matches!(done, Ok(Done::New(_) | Done::Unchanged(_))) {
                        // The others end after the hand-in that they work on.
                        next.store(hand_ins.len(), Ordering::SeqCst);
                    }
                    // The receiver outlives this thread.
                    let _ = sender.send((index, done));
                }
            });
        }
        drop(sender);
        let paint = Paint::detect();
        for (number, (index, done)) in receiver.into_iter().enumerate() {
            progress.done(number + 1);
            let (outcome, note) = match done {
                Ok(Done::New(outcome)) => (outcome, ""),
                Ok(Done::Unchanged(outcome)) => (outcome, " (unchanged)"),
                Ok(Done::Stopped) => continue,
                Err(error) => {
                    failure.get_or_insert(error);
                    continue;
                }
            };
            let line = line(&hand_ins[index].student, &outcome, note, paint);
            // A console that is gone does not end the work: the reports are on disk.
            let _ = progress.aside(|| out.write_all(line.as_bytes()).and_then(|()| out.flush()));
            outcomes[index] = Some(outcome);
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    let listed = hand_ins.iter().zip(outcomes).map(|(hand_in, outcome)| {
        Some(Listed {
            student: hand_in.student.clone(),
            folder: format!("{BOTS}/{}", hand_in.student),
            outcome: outcome?,
        })
    });
    Ok(listed.collect())
}

/// Removes the reports of hand-ins that are gone, so that they are not taken for new ones.
fn remove_old_reports(
    hand_ins: &[HandIn],
    record: &Record,
    places: &Places,
    out: &mut dyn Write,
) -> Result<()> {
    let is_gone = |student: &&str| !hand_ins.iter().any(|one| one.student == *student);
    for student in record.students().filter(is_gone) {
        let report = places.reports.join(format!("{student}.md"));
        if fs::remove_file(report).is_ok() {
            let student = printable(student);
            writeln!(
                out,
                "  gone  {student:20}  there is no such hand-in any more; its report was removed"
            )?;
        }
    }
    Ok(())
}

/// The line of a hand-in.
fn line(student: &str, outcome: &Outcome, note: &str, paint: Paint) -> String {
    let (role, mark, text) = match &outcome.failure {
        None => (Role::Good, "ok", &outcome.player),
        Some(failure) => (Role::Error, "FAIL", failure),
    };
    let mark = paint.paint(role, format!("{mark:4}"));
    let student = printable(student);
    let warning = outcome
        .warning
        .as_ref()
        .filter(|_| outcome.failure.is_none());
    let warning = warning.map_or(String::new(), |text| format!("; {}", shown(text)));
    format!("  {mark}  {student:20}  {}{warning}{note}\n", shown(text))
}

/// The last lines: how many can play, and what comes next.
fn conclusion(passed: usize, all: usize, text: &str, args: &CupIntakeArgs) -> String {
    let cup = shown(&args.cup.display().to_string());
    let mut lines = format!(
        "{passed} of {} can play. {cup} lists them; the reports are in {}.\n",
        count(all),
        shown(&args.cup.with_file_name(REPORTS).display().to_string()),
    );
    lines += &match Config::read(text, &args.cup) {
        Ok(_) => format!("Play it with: reversi cup {cup}\n"),
        Err(error) => format!("It cannot be played yet: {error}\n"),
    };
    lines
}

fn count(hand_ins: usize) -> String {
    format!("{hand_ins} hand-in{}", if hand_ins == 1 { "" } else { "s" })
}

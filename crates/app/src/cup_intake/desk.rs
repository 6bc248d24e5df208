//! Desk: takes in one hand-in after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use arena::contest::check::{Check, Scope};
use arena::cup::config::Config;
use arena::cup::{self, SandboxPlan};
use arena::intake::{
    self, BuildLimits, Candidate, HandIn, Manifest, Outcome, Recipe, Record, Taken, UnpackLimits,
};
use arena::protocol::Protocol;
use arena::sandbox::SandboxOptions;
use records::files;

use super::advice;
use super::choice::Choice;
use super::report::{Report, at_home, redacted};
use super::{BOTS, Places};
use crate::cli::CupIntakeArgs;
use crate::cup_check;
use crate::paint::Paint;

/// Where a hand-in is unpacked before it is put in its place; in the folder of the programs.
const NEW: &str = ".new";

/// Where earlier versions of programs are kept; in the folder of the programs.
const PREVIOUS: &str = ".previous";

/// Takes in hand-ins. It may be used by several threads.
pub struct Desk<'a> {
    config: &'a Config,
    places: &'a Places,
    terms: String,
    build: BuildLimits,
    /// Whether hand-ins that have not changed are taken in again.
    again: bool,
    stop: Arc<AtomicBool>,
}

/// What was done with a hand-in.
pub enum Done {
    /// It was taken in.
    New(Outcome),
    /// It had been taken in before.
    Unchanged(Outcome),
    /// It was stopped from outside.
    Stopped,
}

/// How far a hand-in came.
enum Step {
    /// To a result.
    Outcome(Outcome),
    /// It was stopped from outside.
    Stopped,
}

impl<'a> Desk<'a> {
    /// A desk for a cup. What an intake that was killed had begun to unpack is removed.
    pub fn open(
        config: &'a Config,
        places: &'a Places,
        args: &CupIntakeArgs,
        stop: Arc<AtomicBool>,
    ) -> Result<Desk<'a>> {
        let new = places.bots.join(NEW);
        if new.exists() {
            let removed = fs::remove_dir_all(&new);
            removed.with_context(|| format!("cannot remove {}", new.display()))?;
        }
        let any = cup::check(
            config,
            Protocol::Simple,
            "true",
            &places.bots,
            Arc::clone(&stop),
        )?;
        Ok(Desk {
            config,
            places,
            terms: cup_check::terms(&any),
            build: BuildLimits {
                time: args.build_time,
                ..BuildLimits::default()
            },
            again: args.again,
            stop,
        })
    }

    /// Removes the folder for unpacking, which is empty at the end.
    pub fn close(&self) {
        let _ = fs::remove_dir(self.places.bots.join(NEW));
    }

    /// The terms of the checks, in a few lines.
    pub fn terms(&self) -> &str {
        &self.terms
    }

    /// Takes in a hand-in, unless that was done before and nothing has changed.
    ///
    /// # Errors
    /// When files cannot be written. Whatever is wrong with the hand-in is no error, but its result.
    pub fn take_in(&self, hand_in: &HandIn, record: &Mutex<Record>) -> Result<Done> {
        if self.is_stopped() {
            return Ok(Done::Stopped);
        }
        let student = &hand_in.student;
        let place = self.places.bots.join(student);
        let report_path = self.places.reports.join(format!("{student}.md"));
        let digest = hand_in.digest();
        let known = lock(record).get(student).cloned();
        if let Some(known) = &known
            && let Some(outcome) = &known.outcome
            && known.digest == digest
            && known.terms == self.terms
            && report_path.exists()
            && (place.exists() || outcome.failure.is_some())
            && !self.again
        {
            return Ok(Done::Unchanged(outcome.clone()));
        }
        let mut report = Report::default();
        let foreign = known.is_none() && place.exists();
        let step = if foreign {
            let failure = format!(
                "{BOTS}/{student} is there already and was not made by an intake; move it away"
            );
            Step::Outcome(unfinished(hand_in, failure))
        } else {
            // From here on the folder of the program is ours, also if we are killed.
            let begun = Taken {
                digest: digest.clone(),
                terms: self.terms.clone(),
                outcome: None,
            };
            lock(record).set(student, begun)?;
            self.unpack(hand_in, &place, &mut report)?
        };
        let Step::Outcome(outcome) = step else {
            return Ok(Done::Stopped);
        };
        let text = report.text(
            hand_in,
            &outcome,
            &self.terms,
            &at_home(self.config, &outcome),
        );
        let text = redacted(&text, &self.places.bots, student);
        files::write_atomically(&report_path, text.as_bytes())?;
        if !foreign {
            let done = Taken {
                digest,
                terms: self.terms.clone(),
                outcome: Some(outcome.clone()),
            };
            lock(record).set(student, done)?;
        }
        Ok(Done::New(outcome))
    }

    /// Unpacks a hand-in and puts it in its place; then builds and checks it.
    fn unpack(&self, hand_in: &HandIn, place: &Path, report: &mut Report) -> Result<Step> {
        let new = self.places.bots.join(NEW).join(&hand_in.student);
        fs::create_dir_all(&new)
            .with_context(|| format!("cannot make the folder {}", new.display()))?;
        let unpacked = intake::unpack(&hand_in.source, &new, &UnpackLimits::default());
        let step = match unpacked {
            Err(refusal) => {
                report.section("Unpacking", &format!("It failed: {refusal}."));
                // The refusal says what would be right.
                report.advise("Mend what is said above, and hand it in again.");
                Ok(Step::Outcome(unfinished(hand_in, refusal.to_string())))
            }
            Ok(inner) => {
                self.keep_previous(place)?;
                fs::rename(&inner, place)
                    .with_context(|| format!("cannot write {}", place.display()))?;
                self.prepare(hand_in, place, report)
            }
        };
        // What is left of it was unpacked here, and nothing was run there.
        let _ = fs::remove_dir_all(&new);
        step
    }

    /// Moves an earlier version of a program aside.
    fn keep_previous(&self, place: &Path) -> Result<()> {
        if !place.exists() {
            return Ok(());
        }
        let previous = self.places.bots.join(PREVIOUS);
        fs::create_dir_all(&previous)?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let free = |number: &u32| !previous.join(format!("{name}-{number}")).exists();
        let number = (1..).find(free).unwrap_or(u32::MAX);
        let aside = previous.join(format!("{name}-{number}"));
        unlock(place);
        fs::rename(place, &aside).with_context(|| format!("cannot move {}", place.display()))
    }

    /// Builds a program that is in its place, and checks it.
    fn prepare(&self, hand_in: &HandIn, place: &Path, report: &mut Report) -> Result<Step> {
        let failed = |failure: String| Ok(Step::Outcome(unfinished(hand_in, failure)));
        let manifest = match Manifest::of(place) {
            Ok(manifest) => manifest,
            Err(error) => {
                report.advise(advice::MANIFEST);
                return failed(error.to_string());
            }
        };
        match Recipe::find(place, &manifest) {
            Ok(None) => {}
            Ok(Some(recipe)) => {
                let sandbox = SandboxPlan::of(self.config)?.for_folder(Some(place), 0);
                let sandbox = SandboxOptions {
                    hidden: self.hidden(sandbox.hidden),
                    ..sandbox
                };
                let built =
                    intake::build(&recipe.command, place, &sandbox, &self.build, &self.stop);
                if built.stopped {
                    return Ok(Step::Stopped);
                }
                report.build(&recipe, &built);
                if let Some(failure) = &built.failure {
                    report.advise(advice::build(failure, &built.output));
                    let more = advice::build_mistake(&built.output);
                    return failed(format!("its build `{}` {failure}{more}", recipe.command));
                }
            }
            Err(several) => {
                report.advise(advice::SEVERAL);
                return failed(several.to_string());
            }
        }
        let candidates = intake::candidates(place, &manifest);
        if candidates.is_empty() {
            report.advise(advice::NO_PROGRAM);
            return failed("no program was found in it".to_string());
        }
        self.choose(hand_in, place, &manifest, &candidates, report)
    }

    /// Chooses the command and the protocol with which the program plays a game, and checks it.
    fn choose(
        &self,
        hand_in: &HandIn,
        place: &Path,
        manifest: &Manifest,
        candidates: &[Candidate],
        report: &mut Report,
    ) -> Result<Step> {
        let choice = Choice::make(candidates, |protocol, command| {
            let mut check = self.check(protocol, command, place)?;
            check.scope = Scope::FirstGame;
            let plays = check.run(&mut |_| ()).is_passed();
            Ok((!self.is_stopped()).then_some(plays))
        })?;
        let Some(choice) = choice else {
            return Ok(Step::Stopped);
        };
        let check = self.check(choice.protocol, choice.command, place)?;
        let mut text = Vec::new();
        let (summary, failure) = cup_check::examine(check, Paint::Plain, &mut text)?;
        if summary.stopped {
            return Ok(Step::Stopped);
        }
        if let Some(told) = choice.told() {
            report.section("Program", &told);
        }
        report.check(&String::from_utf8_lossy(&text));
        if !summary.is_passed() {
            report.advise("See `What to do` in the results of the check below.");
        }
        let failure = (!summary.is_passed())
            .then(|| failure.unwrap_or_else(|| "it failed the check".to_string()));
        Ok(Step::Outcome(Outcome {
            player: choice.player(),
            name: manifest
                .name
                .clone()
                .unwrap_or_else(|| hand_in.name.clone()),
            author: manifest.author.clone().unwrap_or_default(),
            failure,
            warning: choice.warning(),
        }))
    }

    /// The check of a program with the limits of the cup. It does not see the hand-ins and the
    /// reports either.
    fn check(&self, protocol: Protocol, command: &str, place: &Path) -> Result<Check> {
        let mut check = cup::check(
            self.config,
            protocol,
            command,
            place,
            Arc::clone(&self.stop),
        )?;
        let hidden = std::mem::take(&mut check.launch.sandbox.hidden);
        check.launch.sandbox.hidden = self.hidden(hidden);
        Ok(check)
    }

    fn hidden(&self, mut hidden: Vec<PathBuf>) -> Vec<PathBuf> {
        hidden.push(self.places.hand_ins.clone());
        hidden.push(self.places.reports.clone());
        hidden
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// Makes a folder writable for us, which is needed to move it: its build may have changed that.
fn unlock(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Moving it reports what is wrong.
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o755));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// The result of a hand-in that could not be started.
fn unfinished(hand_in: &HandIn, failure: String) -> Outcome {
    Outcome {
        name: hand_in.name.clone(),
        author: String::new(),
        player: String::new(),
        failure: Some(failure),
        warning: None,
    }
}

fn lock(record: &Mutex<Record>) -> MutexGuard<'_, Record> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}

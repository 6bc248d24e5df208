//! Examiner: makes the trials of a check, one after the other.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Classic, Level};
use rules::{ByColor, Color, Game, Size};

use super::diagnosis::Diagnosis;
use super::positions::opening_with_pass;
use super::preflight::{Unstartable, preflight};
use super::recorder::{Notes, Recorder};
use super::report::{Details, Report, Summary, Trial, Trouble, Verdict};
use super::snapshot::Snapshot;
use super::witness::Witness;
use super::{Check, Scope};
use crate::contest::launch::Launch;
use crate::contest::played::{Ending, MAX_REPEATS, Played};
use crate::contest::program::{Manners, Program, Start};
use crate::contest::referee::Referee;
use crate::contest::trial::{TRIAL_TIME, ask_once};
use crate::protocol::Protocol;
use crate::protocol::console::Habit;
use crate::protocol::driver;
use play::Fault;
use play::TimeControl;
use play::{ClassicPlayer, Player};

/// After this many failed trials the rest is skipped: the reasons would be the same.
const MAX_FAILURES: usize = 3;

/// A game, the fault that ended it, and how the program took its end.
type Judged = (Played, Option<Fault>, Result<(), Fault>);

/// The state of a running check.
pub(super) struct Examiner<'a> {
    pub(super) launch: Launch,
    pub(super) sizes: Vec<Size>,
    pub(super) scope: Scope,
    pub(super) program: Program,
    pub(super) notes: Notes,
    pub(super) time: TimeControl,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) summary: Summary,
    /// Why it did not answer, once this was looked for.
    pub(super) silence: Option<Option<Diagnosis>>,
    /// Whether it plays if it may write in its own folder, once this was found out.
    pub(super) needs_own_folder: Option<bool>,
    /// The manners of the check.
    pub(super) manners: Manners,
    /// The first fault at the end of a game.
    pub(super) hanging: Option<Trouble>,
    pub(super) tell: &'a mut dyn FnMut(&Report),
}

impl<'a> Examiner<'a> {
    /// An examiner before its first trial.
    pub(super) fn new(check: Check, tell: &'a mut dyn FnMut(&Report)) -> Examiner<'a> {
        let notes = Notes::default();
        let (launch, log) = (check.launch.clone(), notes.clone());
        let recorded: Start = Box::new(move || {
            let transport = launch.start()?;
            let notes = log.clone();
            Ok(Box::new(Recorder { transport, notes }))
        });
        let spoken = check.launch.protocol;
        let program = Program::new("program", recorded, move || driver(spoken))
            .with_manners(check.manners)
            .stopped_by(Arc::clone(&check.stop));
        Examiner {
            launch: check.launch,
            sizes: check.sizes,
            scope: check.scope,
            program,
            notes,
            time: check.time,
            stop: check.stop,
            summary: Summary::default(),
            silence: None,
            needs_own_folder: None,
            manners: check.manners,
            hanging: None,
            tell,
        }
    }

    /// Makes all trials.
    pub(super) fn run(mut self) -> Summary {
        self.examine();
        self.summary.stopped = self.is_stopped();
        self.summary
    }

    fn examine(&mut self) {
        let sizes = self.sizes.clone();
        let first = sizes.first().copied().unwrap_or(Size::EIGHT);
        let folder = self.launch.folder.clone();
        let folder = folder.unwrap_or_else(|| PathBuf::from("."));
        let before = Snapshot::of(&folder);
        let started = match preflight(&self.launch.command, &folder) {
            Ok(()) => self.start(first),
            Err(Unstartable { reason, diagnosis }) => Verdict::Bad(Box::new(Trouble {
                fault: Fault::Start(reason),
                diagnosis,
                moves: String::new(),
                talk: Vec::new(),
                stderr: String::new(),
            })),
        };
        self.report(Trial::Start(first), started);
        if self.summary.bad > 0 {
            return;
        }
        if self.scope == Scope::FirstGame {
            return self.try_first_game(first);
        }
        let said = self.try_games(&sizes);
        self.try_passes(&sizes);
        if self.is_stopped() {
            return;
        }
        let left = self.leave();
        self.report(Trial::Leave, left);
        let console = self.launch.protocol == Protocol::Console;
        if let Some(said) = said.filter(|_| console) {
            let missing = Habit::missing(&said);
            let verdict = if missing.is_empty() {
                Verdict::Good(Details::default())
            } else {
                Verdict::Lacking(missing)
            };
            self.report(Trial::Habits, verdict);
        }
        let written = before.written_since();
        if !written.is_empty() {
            self.report(Trial::Folder, Verdict::Wrote(written));
        }
    }

    fn try_first_game(&mut self, size: Size) {
        let (color, opponent) = (Color::Black, Classic::Random);
        let trial = Trial::Game {
            size,
            color,
            opponent,
        };
        self.try_game(trial, color, opponent, &Game::new(size));
    }

    /// Plays games against both opponents with both colours. Returns the program's output in the
    /// last game before the first failure.
    fn try_games(&mut self, sizes: &[Size]) -> Option<String> {
        let mut said = None;
        for &size in sizes {
            for opponent in [Classic::Random, Classic::Greedy] {
                for color in Color::ALL {
                    let trial = Trial::Game {
                        size,
                        color,
                        opponent,
                    };
                    self.try_game(trial, color, opponent, &Game::new(size));
                    if self.summary.bad == 0 {
                        said = Some(self.notes.said());
                    }
                }
            }
        }
        said
    }

    /// Plays games that begin with a forced pass.
    fn try_passes(&mut self, sizes: &[Size]) {
        for &size in sizes {
            for (color, own) in [
                (Color::Black, true),
                (Color::White, true),
                (Color::Black, false),
                (Color::White, false),
            ] {
                let passing = if own { color } else { color.opponent() };
                if let Some(opening) = opening_with_pass(size, passing) {
                    let trial = Trial::Pass { size, color, own };
                    self.try_game(trial, color, Classic::Random, &opening);
                }
            }
        }
    }

    /// Trial: the program starts and is ready for a game.
    fn start(&mut self, size: Size) -> Verdict {
        self.notes.clear();
        let notes = self.notes.clone();
        // It is told its real time, and only has to be there.
        let hurry = || notes.hurry(TRIAL_TIME);
        match ask_once(&mut self.program, size, self.time, hurry) {
            Ok(()) => {
                // What it says in a game that is not played does not matter.
                let _ = self.program.stderr();
                Verdict::Good(Details::default())
            }
            Err(fault) => {
                let game = Game::new(size);
                let verdict = self.trouble(fault, &game, None);
                self.diagnosed(verdict, &game, 0, Color::Black)
            }
        }
    }

    /// Plays a game, unless enough went wrong.
    fn try_game(&mut self, trial: Trial, color: Color, opponent: Classic, opening: &Game) {
        if self.is_stopped() {
            return;
        }
        if self.summary.bad >= MAX_FAILURES {
            return self.report(trial, Verdict::Skipped);
        }
        let mut repeats = 0;
        let (played, fault, ended) = loop {
            let Some(judged) = self.judge(color, opponent, opening) else {
                return;
            };
            // As in a cup: a disturbed game says nothing about the program.
            let is_void = matches!(judged.0.ending, Ending::Void { .. });
            if repeats == MAX_REPEATS || !(is_void || judged.0.disturbed.is_some()) {
                break judged;
            }
            repeats += 1;
        };
        let stderr = played.stderr[color as usize].clone();
        let verdict = match fault {
            Some(fault) => {
                let first = played.opening;
                let verdict = self.trouble(fault, &played.game, Some(stderr));
                self.diagnosed(verdict, &played.game, first, color)
            }
            None => {
                if let Err(fault) = ended
                    && self.hanging.is_none()
                    && let Verdict::Bad(trouble) = self.trouble(fault, &played.game, Some(stderr))
                {
                    self.hanging = Some(*trouble);
                }
                let turns = &played.game.turns()[played.opening..];
                let made = turns.iter().zip(&played.moves);
                let own = made.filter(|(turn, _)| turn.color() == color);
                let spent: Vec<_> = own.map(|(_, made)| made.spent).collect();
                let black = color == Color::Black;
                Verdict::Good(Details {
                    moves: spent.len(),
                    passes: turns.iter().filter(|turn| turn.passed().is_some()).count()
                        + usize::from(opening.passed().is_some()),
                    slowest: spent.into_iter().max().unwrap_or_default(),
                    score: if black {
                        played.score()
                    } else {
                        -played.score()
                    },
                })
            }
        };
        self.report(trial, verdict);
    }

    /// Plays a game; `None` when it was stopped. Returns the fault, and how the program took the end
    /// of the game.
    fn judge(&mut self, color: Color, opponent: Classic, opening: &Game) -> Option<Judged> {
        self.notes.clear();
        let mut other = ClassicPlayer::new(opponent, Level::LOWEST, 1).named(opponent.name());
        let mut witness = Witness {
            program: &mut self.program,
            ended: Ok(()),
        };
        let seats: ByColor<&mut dyn Player> = match color {
            Color::Black => ByColor {
                black: &mut witness,
                white: &mut other,
            },
            Color::White => ByColor {
                black: &mut other,
                white: &mut witness,
            },
        };
        let referee = Referee {
            time: self.time,
            stop: &self.stop,
        };
        let judged = referee.judge(opening, seats, &mut |_, _| ());
        let ended = witness.ended;
        judged.map(|(played, fault)| (played, fault, ended))
    }

    /// Trial: the program ends when it is asked to, now or after its games.
    fn leave(&mut self) -> Verdict {
        let left = self.program.leave();
        if let Some(trouble) = self.hanging.take() {
            return Verdict::Bad(Box::new(trouble));
        }
        match left {
            Ok(()) => Verdict::Good(Details::default()),
            Err(fault) => self.trouble(fault, &Game::new(Size::EIGHT), None),
        }
    }

    /// The verdict for a fault, with its circumstances.
    fn trouble(&mut self, fault: Fault, game: &Game, stderr: Option<String>) -> Verdict {
        let stderr = stderr.unwrap_or_else(|| self.program.stderr());
        Verdict::Bad(Box::new(Trouble {
            diagnosis: Diagnosis::of(&fault, &stderr),
            fault,
            moves: rules::formats::transcript::write(game),
            talk: self.notes.excerpt(),
            stderr,
        }))
    }

    /// Counts a verdict and reports it.
    fn report(&mut self, trial: Trial, verdict: Verdict) {
        if self.is_stopped() {
            return;
        }
        match &verdict {
            Verdict::Good(details) => {
                self.summary.good += 1;
                self.summary.slowest = self.summary.slowest.max(details.slowest);
            }
            Verdict::Lacking(_) | Verdict::Wrote(_) => self.summary.good += 1,
            Verdict::Bad(_) => self.summary.bad += 1,
            Verdict::Skipped => self.summary.skipped += 1,
        }
        (self.tell)(&Report { trial, verdict });
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

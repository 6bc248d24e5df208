//! Whether a program can take part in a contest, found out by trying.

mod recorder;
mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Classic, Level, Random};
use rules::{ByColor, Color, Game, Size};

pub use recorder::Spoken;
pub use report::{Details, Report, Summary, Trial, Trouble, Verdict};

use recorder::{Notes, Recorder};

use super::program::{Manners, Program, Start};
use super::referee::Referee;
use crate::protocol::Driver;
use crate::protocol::Protocol;
use crate::protocol::console::Habit;
use play::Fault;
use play::{ChosenMove, ClassicPlayer, Player, Watch};
use play::{Clock, TimeControl};

/// A program to be tried, and at what.
pub struct Check {
    /// How to talk to it.
    pub protocol: Protocol,
    /// What starts it.
    pub start: Start,
    /// Who talks to it.
    pub driver: Box<dyn Fn() -> Box<dyn Driver> + Send>,
    /// On which boards.
    pub sizes: Vec<Size>,
    /// In how much time.
    pub time: TimeControl,
    /// How patient we are when it does not think.
    pub manners: Manners,
    /// Breaks the check off when it is set.
    pub stop: Arc<AtomicBool>,
}

/// After so many trials that went wrong the rest is left out: the reasons will be the same.
const ENOUGH: usize = 3;

/// How many games are played out in search of one with a pass.
const GAMES_FOR_A_PASS: u64 = 200;

impl Check {
    /// Tries everything, and tells what came of each trial as soon as that is known.
    pub fn run(self, tell: &mut dyn FnMut(&Report)) -> Summary {
        let notes = Notes::default();
        let (mut start, log) = (self.start, notes.clone());
        let recorded: Start = Box::new(move || {
            let transport = start()?;
            let notes = log.clone();
            Ok(Box::new(Recorder { transport, notes }))
        });
        let program = Program::new("program", recorded, self.driver)
            .with_manners(self.manners)
            .stopped_by(Arc::clone(&self.stop));
        let mut examiner = Examiner {
            program,
            notes,
            time: self.time,
            stop: self.stop,
            summary: Summary::default(),
            hanging: None,
            tell,
        };
        examiner.examine(self.protocol, &self.sizes);
        examiner.summary.stopped = examiner.is_stopped();
        examiner.summary
    }
}

/// Who tries a program.
struct Examiner<'a> {
    program: Program,
    notes: Notes,
    time: TimeControl,
    stop: Arc<AtomicBool>,
    summary: Summary,
    /// What went wrong first when a game had ended.
    hanging: Option<Trouble>,
    tell: &'a mut dyn FnMut(&Report),
}

impl Examiner<'_> {
    fn examine(&mut self, protocol: Protocol, sizes: &[Size]) {
        let first = sizes.first().copied().unwrap_or(Size::EIGHT);
        let started = self.start(first);
        self.report(Trial::Start(first), started);
        if self.summary.bad > 0 {
            return;
        }
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
        if self.is_stopped() {
            return;
        }
        let left = self.leave();
        self.report(Trial::Leave, left);
        if let Some(said) = said.filter(|_| protocol == Protocol::Console) {
            let missing = Habit::missing(&said);
            let verdict = if missing.is_empty() {
                Verdict::Good(Details::default())
            } else {
                Verdict::Lacking(missing)
            };
            self.report(Trial::Habits, verdict);
        }
    }

    /// Whether the program can be started and is ready for a game.
    fn start(&mut self, size: Size) -> Verdict {
        self.notes.clear();
        let game = Game::new(size);
        let begun = self
            .program
            .begin(&game, Color::Black, &Clock::new(self.time));
        match begun {
            Ok(()) => {
                // A game that nobody plays: how it ends is looked at with the real ones.
                let _ = self.program.end(&game);
                let _ = self.program.stderr();
                Verdict::Good(Details::default())
            }
            Err(fault) => self.trouble(fault, &game, None),
        }
    }

    /// Plays a game, unless enough went wrong.
    fn try_game(&mut self, trial: Trial, color: Color, opponent: Classic, opening: &Game) {
        if self.is_stopped() {
            return;
        }
        if self.summary.bad >= ENOUGH {
            return self.report(trial, Verdict::Skipped);
        }
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
        let judged = referee.judge(opening, seats, &mut |_| ());
        let ended = witness.ended;
        let Some((played, fault)) = judged else {
            return;
        };
        let stderr = played.stderr[color as usize].clone();
        let verdict = match fault {
            Some(fault) => self.trouble(fault, &played.game, Some(stderr)),
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

    /// Whether the program leaves when it is asked to, now or after its games.
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

    fn trouble(&mut self, fault: Fault, game: &Game, stderr: Option<String>) -> Verdict {
        Verdict::Bad(Box::new(Trouble {
            fault,
            moves: rules::formats::transcript::write(game),
            talk: self.notes.excerpt(),
            stderr: stderr.unwrap_or_else(|| self.program.stderr()),
        }))
    }

    fn report(&mut self, trial: Trial, verdict: Verdict) {
        if self.is_stopped() {
            return;
        }
        match &verdict {
            Verdict::Good(details) => {
                self.summary.good += 1;
                self.summary.slowest = self.summary.slowest.max(details.slowest);
            }
            Verdict::Lacking(_) => self.summary.good += 1,
            Verdict::Bad(_) => self.summary.bad += 1,
            Verdict::Skipped => self.summary.skipped += 1,
        }
        (self.tell)(&Report { trial, verdict });
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// A program whose last word is noted.
struct Witness<'a> {
    program: &'a mut Program,
    ended: Result<(), Fault>,
}

impl Player for Witness<'_> {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn begin(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<(), Fault> {
        self.program.begin(game, color, clock)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        self.program.choose(game, clock, watch)
    }

    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        self.ended = self.program.end(game);
        self.ended.clone()
    }

    fn stderr(&mut self) -> String {
        self.program.stderr()
    }
}

/// The beginning of a game in which a colour has to pass now and is not done yet; `None` if none
/// was found.
fn opening_with_pass(size: Size, passing: Color) -> Option<Game> {
    (0..GAMES_FOR_A_PASS).find_map(|seed| {
        let mut random = Random::new(seed);
        let mut game = Game::new(size);
        while !game.is_over() {
            let legal: Vec<_> = game.legal_moves().into_iter().collect();
            game.play(random.pick(&legal)?).ok()?;
            if game.passed() == Some(passing) && !game.is_over() {
                return Some(game);
            }
        }
        None
    })
}

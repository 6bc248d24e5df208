//! The console protocol: programs that are played against by typing `newgame`, `play` and `cont`.

mod grid;
mod habits;
mod screen;

use std::cell::Cell;
use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Point, Start, Turn};

pub use grid::Grid;
pub use habits::Habit;
pub use screen::Screen;

use super::SILENT;
use super::driver::Driver;
use crate::transport::Channel;
use play::ChosenMove;
use play::{Clock, Fault};

/// Plays against a console program as a person would: types the opponent's moves with `play`, asks
/// for the program's with `cont`, and looks at every board it draws.
#[derive(Debug)]
pub struct Console {
    /// The colour that the program takes for ours.
    ours: Option<Color>,
    /// The program's colour.
    theirs: Color,
    /// How many moves of the game the program has heard of, its own included.
    heard: usize,
    /// Whether it prints a prompt when it has answered, once that is known.
    prompts: Option<bool>,
}

/// An answer that is not a new board.
enum Failure {
    /// There is none.
    Fault(Fault),
    /// Other words.
    Refused(String),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// A board without anything after it counts as an answer when nothing follows for so long.
const QUIET: Duration = Duration::from_millis(250);

/// Words without a board count as an answer when no board follows for so long.
const PATIENCE: Duration = Duration::from_secs(1);

/// No answer is longer than this: the largest board takes a fifth of it.
const LONGEST: usize = 32_000;

/// An answer that comes in more pieces than this is not read after each.
const MOST_READINGS: usize = 300;

/// No prompt is longer than this, even a coloured one.
const LONGEST_PROMPT: usize = 64;

impl Default for Console {
    fn default() -> Console {
        Console::new()
    }
}

impl Console {
    /// A driver for a program that was just started.
    #[must_use]
    pub fn new() -> Console {
        Console {
            ours: None,
            theirs: Color::White,
            heard: 0,
            prompts: None,
        }
    }

    /// Tells the program which colour is ours, if it thinks otherwise.
    fn select(&mut self, talk: &mut Channel, color: Color) -> Result<(), Fault> {
        if self.ours == Some(color) {
            return Ok(());
        }
        talk.say(&format!("selectcolor {}", name(color)))?;
        self.ours = Some(color);
        // What it has to say to that is not the answer to the next question.
        self.await_prompt(talk, false)
    }

    /// Tells the program a move, and checks that its board is then as it should be.
    fn tell(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        index: usize,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let turns = game.turns();
        let turn = &turns[index];
        let (before, point) = (Grid::of(turn.before()), turn.point());
        let wanted = Grid::of(turns.get(index + 1).map_or(game.diagram(), Turn::before));
        talk.say(&format!("play {point}"))?;
        let screen = match self.answer(talk, Some(&before), deadline) {
            Ok((screen, _)) => screen,
            Err(Failure::Fault(fault)) => return Err(fault),
            Err(Failure::Refused(said)) => {
                let passed = index.checked_sub(1).and_then(|last| turns[last].passed());
                return Err(if passed.is_some() {
                    Fault::RefusedPass(said)
                } else {
                    Fault::RefusedMove(said)
                });
            }
        };
        let board = screen.board.unwrap_or(before);
        self.heard = index + 1;
        match board.difference(&wanted) {
            None => Ok(()),
            Some(what) => Err(Fault::WrongBoard(format!("after `play {point}`: {what}"))),
        }
    }

    /// What the program prints until there is a board other than the `stale` one, and all that goes
    /// with it; and when that was there.
    fn answer(
        &mut self,
        talk: &mut Channel,
        stale: Option<&Grid>,
        deadline: Option<Instant>,
    ) -> Result<(Screen, Instant), Failure> {
        let is_new = |screen: &Screen| screen.board.is_some() && screen.board.as_ref() != stale;
        let asked = Instant::now();
        let readings = Cell::new((0, 0));
        loop {
            let glance = Instant::now() + QUIET;
            let until = deadline.map_or(glance, |deadline| deadline.min(glance));
            let complete = |bytes: &[u8]| {
                if bytes.len() > LONGEST {
                    return Some(LONGEST);
                }
                // All of it is read again, so only when it may have come to an end; and whoever
                // sends more pieces than any board has is read when there is news.
                let ends =
                    bytes.ends_with(b"\n") || bytes.ends_with(b">") || bytes.ends_with(b"> ");
                let (times, length) = readings.get();
                if !ends || (times > MOST_READINGS && bytes.len() < length + length / 16) {
                    return None;
                }
                readings.set((times + 1, bytes.len()));
                let screen = Screen::read(&String::from_utf8_lossy(bytes));
                let whole = screen.counted || screen.prompt;
                (is_new(&screen) && whole).then_some(bytes.len())
            };
            if let Some(heard) = talk.until(complete, Some(until))? {
                let screen = Screen::read(&heard.text);
                if is_new(&screen) {
                    self.await_prompt(talk, screen.prompt)?;
                    return Ok((screen, heard.at));
                }
                if heard.text.len() >= LONGEST {
                    return Err(Fault::Flood(LONGEST as u64).into());
                }
                // It has ended; its last words are no answer.
                continue;
            }
            let now = Instant::now();
            let screen = Screen::read(&talk.pending());
            let quiet = now.duration_since(talk.last_heard().max(asked));
            let late = deadline.is_some_and(|deadline| deadline <= now);
            let patience = if is_new(&screen) { QUIET } else { PATIENCE };
            if late || quiet >= patience {
                let answered = late || (screen.prompt && self.prompts == Some(true));
                match screen.message.clone() {
                    _ if is_new(&screen) => {
                        let all = talk.until(|bytes| Some(bytes.len()), Some(now))?;
                        return Ok((screen, all.map_or(now, |heard| heard.at)));
                    }
                    Some(message) if answered => {
                        talk.forget();
                        return Err(Failure::Refused(message));
                    }
                    None if late && screen.board.is_some() => {
                        let same = "the same board as before".to_string();
                        return Err(Failure::Refused(same));
                    }
                    _ => {}
                }
            }
            if late {
                return Err(SILENT.into());
            }
        }
    }

    /// Waits for the prompt after an answer, so that it is not taken for the next one's, unless the
    /// program is known to have none.
    fn await_prompt(&mut self, talk: &mut Channel, seen: bool) -> Result<(), Fault> {
        if seen {
            self.prompts = Some(true);
        } else if self.prompts != Some(false) {
            self.prompts = Some(hear_prompt(talk, QUIET)?);
        }
        Ok(())
    }

    /// The move that the program's board shows.
    fn read_move(&self, screen: &Screen, game: &Game) -> Result<Point, Fault> {
        let before = Grid::of(game.diagram());
        let shown = screen.board.unwrap_or(before);
        let after = |point: Point| {
            let diagram = game.diagram().play(point);
            diagram.map(|diagram| Grid::of(&diagram))
        };
        let said = screen.played;
        let drawn = game
            .legal_moves()
            .into_iter()
            .find(|point| after(*point) == Some(shown));
        if let Some(point) = drawn.filter(|point| said.is_none_or(|said| said == *point)) {
            return Ok(point);
        }
        let mut added = shown.new_discs(&before);
        let Some(point) = said.or_else(|| added.next()) else {
            let board = format!("{shown:?}");
            return Err(Fault::Unreadable(board));
        };
        if shown.disc(point) == Some(self.theirs.opponent()) {
            let words = format!("a {} disc on {point}", name(self.theirs.opponent()));
            return Err(Fault::WrongColor(words));
        }
        match after(point) {
            Some(wanted) => {
                let what = shown.difference(&wanted).unwrap_or_default();
                Err(Fault::WrongBoard(format!("after its move {point}: {what}")))
            }
            // The referee knows best what is wrong with it.
            None => Ok(point),
        }
    }
}

impl Driver for Console {
    /// Some print a title, some a prompt, some nothing: all of it is fine, and not waited for long.
    fn greet(&mut self, talk: &mut Channel, _: Option<Instant>) -> Result<(), Fault> {
        hear_prompt(talk, 2 * QUIET).map(drop)
    }

    fn begin(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        color: Color,
        _: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let size = game.size();
        if *game.start() != Diagram::start(size, Start::Standard) {
            let why = "console programs begin from the usual position only, or from moves after it";
            return Err(Fault::Start(why.to_string()));
        }
        self.theirs = color;
        self.heard = 0;
        self.ours = None;
        let wanted = Grid::of(game.start());
        talk.has_ended()?;
        talk.forget();
        talk.say(&format!("newgame {size}"))?;
        let mut stale: Option<Grid> = None;
        loop {
            match self.answer(talk, stale.as_ref(), deadline) {
                Ok((screen, _)) if screen.board == Some(wanted) => break,
                // Perhaps the board it greets with: the one that was asked for may follow.
                Ok((screen, _)) => stale = screen.board,
                Err(Failure::Refused(said)) => {
                    let words = format!("answered `newgame {size}` with `{said}`");
                    return Err(Fault::Protocol(words));
                }
                Err(Failure::Fault(Fault::Silent { .. })) if stale.is_some() => {
                    let wrong = stale.and_then(|board| board.difference(&wanted));
                    let what = wrong.unwrap_or_default();
                    let words = format!("after `newgame {size}`: {what}");
                    return Err(Fault::WrongBoard(words));
                }
                Err(Failure::Fault(fault)) => return Err(fault),
            }
        }
        for index in 0..game.turns().len() {
            self.select(talk, game.turns()[index].color())?;
            self.tell(talk, game, index, deadline)?;
        }
        self.select(talk, color.opponent())
    }

    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let allowed = clock.allowed().unwrap_or_default();
        for index in self.heard..game.turns().len() {
            let told = self.tell(talk, game, index, deadline);
            told.map_err(|fault| fault.within(allowed))?;
        }
        talk.say("cont")?;
        let before = Grid::of(game.diagram());
        match self.answer(talk, Some(&before), deadline) {
            Ok((screen, at)) => {
                let point = self.read_move(&screen, game)?;
                self.heard += 1;
                let answer = ChosenMove::of(point);
                Ok(ChosenMove { at, ..answer })
            }
            Err(Failure::Fault(fault)) => Err(fault.within(allowed)),
            Err(Failure::Refused(said)) if game.passed() == Some(self.theirs.opponent()) => {
                Err(Fault::RefusedPass(said))
            }
            Err(Failure::Refused(said)) => {
                Err(Fault::Protocol(format!("answered `cont` with `{said}`")))
            }
        }
    }

    /// Shows the program the moves up to the end, so that it knows that the game is over.
    fn end(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        if game.is_over() {
            for index in self.heard..game.turns().len() {
                self.tell(talk, game, index, deadline)?;
            }
        }
        Ok(())
    }

    fn farewell(&mut self, talk: &mut Channel) {
        let _ = talk.say("quit");
    }
}

/// Whether a prompt comes within a time. What is said before it is forgotten.
fn hear_prompt(talk: &mut Channel, patience: Duration) -> Result<bool, Fault> {
    let is_prompt = |bytes: &[u8]| {
        let last = &bytes[bytes.len().saturating_sub(LONGEST_PROMPT)..];
        Screen::read(&String::from_utf8_lossy(last)).prompt
    };
    let complete = |bytes: &[u8]| is_prompt(bytes).then_some(bytes.len());
    match talk.until(complete, Some(Instant::now() + patience)) {
        Ok(heard) => Ok(heard.is_some_and(|heard| is_prompt(heard.text.as_bytes()))),
        // Whoever asks next will find out.
        Err(Fault::Died(_)) => Ok(false),
        Err(fault) => Err(fault),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

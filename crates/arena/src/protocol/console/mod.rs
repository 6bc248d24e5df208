//! Driver of the console protocol, for programs with the commands `newgame`, `play` and `cont`.

mod grid;
mod habits;
mod screen;

use std::cell::Cell;
use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Point, Start, Turn};

pub use grid::Grid;
pub use habits::Habit;
pub use screen::Screen;

use super::driver::{Driver, SILENT};
use crate::transport::Channel;
use play::{ChosenMove, Clock, Fault};

/// Plays against a console program as a person would: sends the opponent's moves with `play`, asks
/// for the program's move with `cont`, and checks every board that it draws.
#[derive(Debug)]
pub struct Console {
    /// The colour that the program believes is ours.
    ours: Option<Color>,
    /// The program's colour.
    theirs: Color,
    /// The number of moves that the program knows, its own included.
    known_moves: usize,
    /// Whether it prints a prompt after an answer, once this is known.
    prompts: Option<bool>,
}

/// An answer that is not a new board.
enum Failure {
    /// There is no answer.
    Fault(Fault),
    /// A text without a new board.
    Refused(String),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// A board without a count or prompt after it is complete when nothing follows for this time.
const BOARD_PAUSE: Duration = Duration::from_millis(250);

/// A text without a board is an answer when no board follows for this time.
const TEXT_PAUSE: Duration = Duration::from_secs(1);

/// The longest answer, in bytes. The largest board takes a fifth of it.
const MAX_ANSWER_BYTES: usize = 32_000;

/// After this many chunks an answer is no longer parsed after each chunk.
const MAX_PARSES: usize = 300;

/// The longest prompt in bytes, colour escapes included.
const MAX_PROMPT_BYTES: usize = 64;

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
            known_moves: 0,
            prompts: None,
        }
    }

    /// Sends our colour with `selectcolor`, if the program believes otherwise.
    fn select(&mut self, channel: &mut Channel, color: Color) -> Result<(), Fault> {
        if self.ours == Some(color) {
            return Ok(());
        }
        channel.send_line(&format!("selectcolor {}", name(color)))?;
        self.ours = Some(color);
        // Its reaction to this is not the answer to the next command.
        self.await_prompt(channel, false)
    }

    /// Sends a move with `play`, and checks the board that the program draws after it.
    fn tell(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        index: usize,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let turns = game.turns();
        let turn = &turns[index];
        let (before, point) = (Grid::of(turn.before()), turn.point());
        let wanted = Grid::of(turns.get(index + 1).map_or(game.diagram(), Turn::before));
        channel.send_line(&format!("play {point}"))?;
        let screen = match self.answer(channel, Some(&before), deadline) {
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
        self.known_moves = index + 1;
        match board.difference(&wanted) {
            None => Ok(()),
            Some(what) => Err(Fault::WrongBoard(format!("after `play {point}`: {what}"))),
        }
    }

    /// The output up to a board other than the `stale` one, with the lines that belong to it, and the
    /// time when it was complete.
    fn answer(
        &mut self,
        channel: &mut Channel,
        stale: Option<&Grid>,
        deadline: Option<Instant>,
    ) -> Result<(Screen, Instant), Failure> {
        let is_new = |screen: &Screen| screen.board.is_some() && screen.board.as_ref() != stale;
        let asked = Instant::now();
        let parses = Cell::new((0, 0));
        loop {
            let pause_end = Instant::now() + BOARD_PAUSE;
            let until = deadline.map_or(pause_end, |deadline| deadline.min(pause_end));
            let complete = |bytes: &[u8]| {
                if bytes.len() > MAX_ANSWER_BYTES {
                    return Some(MAX_ANSWER_BYTES);
                }
                // The whole output is parsed each time, so only when it may be complete. After
                // MAX_PARSES chunks it is parsed only when it has grown by a sixteenth.
                let ends =
                    bytes.ends_with(b"\n") || bytes.ends_with(b">") || bytes.ends_with(b"> ");
                let (times, length) = parses.get();
                if !ends || (times > MAX_PARSES && bytes.len() < length + length / 16) {
                    return None;
                }
                parses.set((times + 1, bytes.len()));
                let screen = Screen::read(&String::from_utf8_lossy(bytes));
                let whole = screen.counted || screen.prompt;
                (is_new(&screen) && whole).then_some(bytes.len())
            };
            if let Some(message) = channel.read_until(complete, Some(until))? {
                let screen = Screen::read(&message.text);
                if is_new(&screen) {
                    self.await_prompt(channel, screen.prompt)?;
                    return Ok((screen, message.at));
                }
                if message.text.len() >= MAX_ANSWER_BYTES {
                    return Err(Fault::Flood(MAX_ANSWER_BYTES as u64).into());
                }
                // The program has ended; its last output is no answer.
                continue;
            }
            let now = Instant::now();
            let screen = Screen::read(&channel.unread());
            let pause = now.duration_since(channel.last_received().max(asked));
            let late = deadline.is_some_and(|deadline| deadline <= now);
            let patience = if is_new(&screen) {
                BOARD_PAUSE
            } else {
                TEXT_PAUSE
            };
            if late || pause >= patience {
                let answered = late || (screen.prompt && self.prompts == Some(true));
                match screen.message.clone() {
                    _ if is_new(&screen) => {
                        let all = channel.read_until(|bytes| Some(bytes.len()), Some(now))?;
                        return Ok((screen, all.map_or(now, |message| message.at)));
                    }
                    Some(message) if answered => {
                        channel.discard_unread();
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

    /// Waits for the prompt after an answer, so that it is not mistaken for the prompt after the next
    /// one. Does nothing for a program that is known to print none.
    fn await_prompt(&mut self, channel: &mut Channel, seen: bool) -> Result<(), Fault> {
        if seen {
            self.prompts = Some(true);
        } else if self.prompts != Some(false) {
            self.prompts = Some(read_prompt(channel, BOARD_PAUSE)?);
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
            // An illegal move: the referee finds out why.
            None => Ok(point),
        }
    }
}

impl Driver for Console {
    /// Some print a title, some a prompt, some nothing: all of it is fine, and not waited for long.
    fn greet(&mut self, channel: &mut Channel, _: Option<Instant>) -> Result<(), Fault> {
        read_prompt(channel, 2 * BOARD_PAUSE).map(drop)
    }

    fn begin(
        &mut self,
        channel: &mut Channel,
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
        self.known_moves = 0;
        self.ours = None;
        let wanted = Grid::of(game.start());
        channel.has_ended()?;
        channel.discard_unread();
        channel.send_line(&format!("newgame {size}"))?;
        let mut stale: Option<Grid> = None;
        loop {
            match self.answer(channel, stale.as_ref(), deadline) {
                Ok((screen, _)) if screen.board == Some(wanted) => break,
                // This may be the board that it prints at its start. The new one may follow.
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
            self.select(channel, game.turns()[index].color())?;
            self.tell(channel, game, index, deadline)?;
        }
        self.select(channel, color.opponent())
    }

    fn choose(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let allowed = clock.allowed().unwrap_or_default();
        for index in self.known_moves..game.turns().len() {
            let told = self.tell(channel, game, index, deadline);
            told.map_err(|fault| fault.within(allowed))?;
        }
        channel.send_line("cont")?;
        let before = Grid::of(game.diagram());
        match self.answer(channel, Some(&before), deadline) {
            Ok((screen, at)) => {
                let point = self.read_move(&screen, game)?;
                self.known_moves += 1;
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

    /// Sends the moves up to the end, so that the program knows that the game is over.
    fn end(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        if game.is_over() {
            for index in self.known_moves..game.turns().len() {
                self.tell(channel, game, index, deadline)?;
            }
        }
        Ok(())
    }

    fn farewell(&mut self, channel: &mut Channel) {
        let _ = channel.send_line("quit");
    }
}

/// Whether a prompt comes within the time `patience`. The output before it is discarded.
fn read_prompt(channel: &mut Channel, patience: Duration) -> Result<bool, Fault> {
    let is_prompt = |bytes: &[u8]| {
        let last = &bytes[bytes.len().saturating_sub(MAX_PROMPT_BYTES)..];
        Screen::read(&String::from_utf8_lossy(last)).prompt
    };
    let complete = |bytes: &[u8]| is_prompt(bytes).then_some(bytes.len());
    match channel.read_until(complete, Some(Instant::now() + patience)) {
        Ok(message) => Ok(message.is_some_and(|message| is_prompt(message.text.as_bytes()))),
        // The next command will find this out.
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

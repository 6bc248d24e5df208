//! One game, from the first board to the result.

use std::io::Write;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use engine::{Level, Opponent};
use play::{Player, Session, VerbError};
use rules::{ByColor, Color, Game, IllegalMove, Point, Turn};

use super::text::{Language, Message};
use crate::draw::{Drawing, Style};
use crate::input::{Input, printable};
use crate::paint::{Paint, Role};
use crate::record::Record;

/// How a game is shown and written down, whoever plays it.
pub struct Table {
    /// The language spoken at it.
    pub language: Language,
    /// How the board looks.
    pub style: Style,
    /// With colours or without.
    pub paint: Paint,
    /// How long computers that play each other pause after a move.
    pub pause: Duration,
    /// Where games are written down.
    pub record: Option<Record>,
    /// Where it all is printed.
    pub out: Box<dyn Write>,
}

/// Somebody at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The name used in messages.
    pub name: String,
    /// Who decides the moves.
    pub player: Player,
}

/// How a round came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game was played to the end.
    Finished,
    /// Somebody gave up.
    GivenUp,
}

struct Round<'a> {
    table: &'a mut Table,
    input: &'a mut Input,
    session: Session,
    names: ByColor<String>,
}

/// What came of a turn.
enum Step {
    Moved {
        point: Point,
        passed: Option<Color>,
    },
    /// Moves were taken back or made again; look who is to move.
    Rearranged,
    Ended(Ending),
}

impl From<Turn> for Step {
    fn from(turn: Turn) -> Step {
        Step::Moved {
            point: turn.point(),
            passed: turn.passed(),
        }
    }
}

/// What a person typed at a turn.
enum Answer {
    Move(Point),
    Word(Word),
    Nothing,
    Unclear,
}

/// Something to type instead of a move.
#[derive(Clone, Copy)]
enum Word {
    Hint,
    Undo,
    Redo,
    Rules,
    Help,
    Quit,
}

impl Table {
    /// Prints a message.
    pub fn tell(&mut self, message: &Message) -> Result<()> {
        let text = self.language.say(message);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a message that something was wrong.
    pub fn object(&mut self, message: &Message) -> Result<()> {
        let text = self.paint.paint(Role::Error, self.language.say(message));
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Plays a game to its end, or until somebody gives up.
    pub fn play(
        &mut self,
        game: Game,
        seats: &ByColor<Seat>,
        seed: u64,
        input: &mut Input,
    ) -> Result<Ending> {
        let players = ByColor::from_fn(|color| seats[color].player);
        let names = ByColor::from_fn(|color| seats[color].name.clone());
        let mut round = Round {
            table: self,
            input,
            session: Session::new(game, players, seed),
            names,
        };
        let ending = round.run();
        // However it ended, what was played is kept.
        let Round { table, session, .. } = round;
        if let Some(record) = &mut table.record {
            record.end(session.game())?;
        }
        ending
    }
}

impl Round<'_> {
    fn run(&mut self) -> Result<Ending> {
        if let Some(record) = &mut self.table.record {
            record.begin(&self.names);
        }
        let names = self.names.clone();
        let symbols = self.table.style.discs();
        self.table.tell(&Message::NewGame {
            names: &names,
            symbols: &symbols,
        })?;
        let game = self.session.game();
        let begins = game.to_move();
        let passed = game.start().to_move();
        self.show_board(None)?;
        if let Some(next) = begins
            && next != passed
        {
            self.announce_pass(passed)?;
        }
        loop {
            let step = match self.session.mover() {
                None => {
                    self.announce_result()?;
                    return Ok(Ending::Finished);
                }
                Some(Player::Computer(..)) => self.computer_moves()?,
                Some(Player::Human) => self.human_moves()?,
            };
            match step {
                Step::Moved { point, passed } => {
                    self.show_board(Some(point))?;
                    if let Some(color) = passed {
                        self.announce_pass(color)?;
                    }
                }
                Step::Rearranged => self.show_board(None)?,
                Step::Ended(ending) => return Ok(ending),
            }
            if let Some(record) = &mut self.table.record {
                record.update(self.session.game())?;
            }
        }
    }

    fn computer_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        self.table.out.flush()?;
        let (turn, _) = self.session.think()?;
        let place = self.place(turn.point());
        let name = self.names[turn.color()].clone();
        self.table.tell(&Message::Moved {
            name: &name,
            place: &place,
        })?;
        let players = self.session.players();
        if !players.black.is_human() && !players.white.is_human() {
            self.table.out.flush()?;
            thread::sleep(self.table.pause);
        }
        Ok(turn.into())
    }

    /// Asks for a move until there is one, or something else happens.
    fn human_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        let game = self.session.game();
        let side = game.size().side();
        let legal = game.legal_moves().into_iter();
        self.input
            .offer_squares(legal.map(|point| point.to_string()));
        self.table.tell(&Message::AskMove {
            last_letter: (b'a' + side as u8 - 1) as char,
            first: self.table.style.first_number(),
            last: side - 1 + self.table.style.first_number(),
        })?;
        loop {
            let line = self.input.line("> ", &mut *self.table.out)?;
            match self.understand(&line)? {
                Answer::Move(point) => match self.session.play(point) {
                    Ok(turn) => return Ok(turn.into()),
                    Err(VerbError::Illegal(error)) => {
                        self.object_to_move(&error)?;
                        self.show_board(None)?;
                    }
                    Err(error) => return Err(error.into()),
                },
                Answer::Word(Word::Undo) => match self.session.undo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.table.object(&Message::NothingToUndo)?,
                },
                Answer::Word(Word::Redo) => match self.session.redo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.table.object(&Message::NothingToRedo)?,
                },
                Answer::Word(Word::Hint) => {
                    let point = self.session.suggest(Opponent::Engine, Level::DEFAULT)?;
                    let place = self.place(point);
                    self.table.tell(&Message::Hint { place: &place })?;
                }
                Answer::Word(Word::Rules) => self.table.tell(&Message::Rules)?,
                Answer::Word(Word::Help) => self.table.tell(&Message::MoveHelp)?,
                Answer::Word(Word::Quit) => return Ok(Step::Ended(Ending::GivenUp)),
                Answer::Nothing => {}
                Answer::Unclear => {
                    let answer = printable(line.trim());
                    self.table.object(&Message::NotAMove { answer: &answer })?;
                }
            }
        }
    }

    fn understand(&mut self, line: &str) -> Result<Answer> {
        let words: Vec<&str> = line
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .collect();
        let first = self.table.style.first_number();
        let number = |word: &str| word.parse::<usize>().ok();
        Ok(match words.as_slice() {
            [] => Answer::Nothing,
            [row, column] => match (number(row), number(column)) {
                (Some(row), Some(column)) => point(row, column, first),
                _ => Answer::Unclear,
            },
            [row] if number(row).is_some() => {
                self.table.tell(&Message::AskColumn)?;
                let column = self.input.line("> ", &mut *self.table.out)?;
                match (number(row), number(column.trim())) {
                    (Some(row), Some(column)) => point(row, column, first),
                    _ => Answer::Unclear,
                }
            }
            [word] => match word.to_ascii_lowercase().as_str() {
                "hint" | "suggest" => Answer::Word(Word::Hint),
                "undo" => Answer::Word(Word::Undo),
                "redo" => Answer::Word(Word::Redo),
                "rules" => Answer::Word(Word::Rules),
                "help" | "?" => Answer::Word(Word::Help),
                "quit" | "exit" => Answer::Word(Word::Quit),
                square => square.parse().map_or(Answer::Unclear, Answer::Move),
            },
            _ => Answer::Unclear,
        })
    }

    fn show_board(&mut self, last: Option<Point>) -> Result<()> {
        let game = self.session.game();
        let drawing = Drawing {
            diagram: game.diagram(),
            legal: self.session.human_moves(),
            last,
            style: self.table.style,
            paint: self.table.paint,
        };
        let board = drawing.text();
        let empty_percent = 100.0 * f64::from(game.empties()) / game.size().area() as f64;
        let score = Message::Score {
            names: &self.names,
            counts: game.counts(),
            empty_percent,
        };
        writeln!(self.table.out, "\n{board}")?;
        self.table.tell(&score)
    }

    fn announce_turn(&mut self) -> Result<()> {
        let Some(color) = self.session.game().to_move() else {
            return Ok(());
        };
        let name = &self.names[color];
        self.table.tell(&Message::Turn { name, color })
    }

    fn announce_pass(&mut self, passed: Color) -> Result<()> {
        let (name, next) = (&self.names[passed], &self.names[passed.opponent()]);
        self.table.tell(&Message::CannotMove { name, next })
    }

    fn announce_result(&mut self) -> Result<()> {
        let Some(outcome) = self.session.game().outcome() else {
            return Ok(());
        };
        let counts = outcome.discs;
        match outcome.winner() {
            Some(color) => self.table.tell(&Message::Winner {
                name: &self.names[color],
                human: self.session.players()[color].is_human(),
                color,
                counts,
            }),
            None => self.table.tell(&Message::Draw { counts }),
        }
    }

    fn object_to_move(&mut self, error: &IllegalMove) -> Result<()> {
        let legal = error.legal.into_iter().map(|point| self.place(point));
        let separator = match self.table.style {
            Style::Xo => ", ",
            _ => " ",
        };
        let message = Message::IllegalMove {
            place: &self.place(error.point),
            reason: error.reason,
            legal: &legal.collect::<Vec<_>>().join(separator),
        };
        self.table.object(&message)
    }

    /// A square the way the board's labels name it.
    fn place(&self, point: Point) -> String {
        match self.table.style {
            Style::Xo => self.table.language.say(&Message::RowColumn {
                row: point.row(),
                column: point.column(),
            }),
            _ => point.to_string(),
        }
    }
}

/// The square at a row and a column that are counted from `first`.
fn point(row: usize, column: usize, first: usize) -> Answer {
    let point = match (row.checked_sub(first), column.checked_sub(first)) {
        (Some(row), Some(column)) => Point::new(column, row),
        _ => None,
    };
    point.map_or(Answer::Unclear, Answer::Move)
}

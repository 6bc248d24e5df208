//! The loop of one game at the terminal.

use std::io::Write;
use std::thread;

use anyhow::Result;
use engine::{Level, Opponent};
use play::{PlayerSpec, Session, VerbError, opening};
use rules::{ByColor, Game, IllegalMove, Point, Size};

use super::Terminal;
use super::turn_input::TurnInput;
use crate::draw::{Drawing, Style};
use crate::input::printable;
use crate::text::Message;

/// A game in progress.
pub(super) struct GameLoop<'a> {
    terminal: &'a mut Terminal,
    session: Session,
    names: ByColor<String>,
    /// The opening name printed last.
    opening: Option<&'static str>,
}

/// The result of a turn.
enum Step {
    Moved(Point),
    /// Moves were taken back or replayed.
    Rearranged,
    GivenUp,
}

impl<'a> GameLoop<'a> {
    pub(super) fn new(
        terminal: &'a mut Terminal,
        session: Session,
        names: ByColor<String>,
    ) -> GameLoop<'a> {
        GameLoop {
            terminal,
            session,
            names,
            opening: None,
        }
    }

    /// Plays the game to its end, or until a person quits. The record is written in any case.
    pub(super) fn play(mut self) -> Result<Game> {
        let ending = self.take_turns();
        let kept = match &mut self.terminal.record {
            Some(record) => record.update(self.session.game()),
            None => Ok(()),
        };
        ending.and(kept)?;
        Ok(self.session.game().clone())
    }

    fn take_turns(&mut self) -> Result<()> {
        if let Some(record) = &mut self.terminal.record {
            record.begin(&self.names);
        }
        let message = Message::NewGame {
            names: &self.names,
            symbols: self.symbols(),
        };
        self.terminal.tell(&message)?;
        self.tell_of_rivals()?;
        self.show_board(None)?;
        loop {
            let step = match self.session.mover() {
                None => return self.announce_result(),
                Some(PlayerSpec::Computer(..)) => self.computer_moves()?,
                Some(PlayerSpec::Human) => self.human_moves()?,
            };
            match step {
                Step::Moved(point) => self.show_board(Some(point))?,
                Step::Rearranged => self.show_board(None)?,
                Step::GivenUp => return Ok(()),
            }
            let players = self.session.players();
            let watched = !players.black.is_human() && !players.white.is_human();
            if let Some(record) = &mut self.terminal.record {
                let game = self.session.game();
                if watched {
                    record.update_now_and_then(game)?;
                } else {
                    record.update(game)?;
                }
            }
            if watched {
                self.terminal.out.flush()?;
                thread::sleep(self.terminal.pause);
            }
        }
    }

    /// Says what rivals are if the board is not 8×8.
    fn tell_of_rivals(&mut self) -> Result<()> {
        let size = self.session.game().size();
        let ByColor { black, white } = *self.session.players();
        let has_rival = black.rung().or(white.rung()).is_some();
        if has_rival && size != Size::EIGHT {
            self.terminal.tell(&Message::RivalElsewhere { size })?;
        }
        Ok(())
    }

    fn computer_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        self.terminal.out.flush()?;
        let session = &mut self.session;
        let display = &self.terminal.display;
        let (turn, _) = display.follow(|watch| session.think_watched(watch))?;
        let place = self.place(turn.point());
        let name = self.names[turn.color()].clone();
        self.terminal.tell(&Message::Moved {
            name: &name,
            place: &place,
        })?;
        Ok(Step::Moved(turn.point()))
    }

    /// Asks for a move until there is one, or a person undoes, redoes or quits.
    fn human_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        let game = self.session.game();
        let side = game.size().side();
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        let names = legal.iter().map(ToString::to_string);
        self.terminal.input.offer_squares(names);
        let first = self.terminal.style.first_number();
        let example = legal.first().copied();
        self.terminal.tell(&Message::AskMove {
            last_letter: (b'a' + side as u8 - 1) as char,
            first,
            last: side - 1 + first,
            example: example.unwrap_or(Point::A1),
        })?;
        loop {
            let mut line = self.terminal.line()?;
            let mut answer = TurnInput::read(&line, first);
            if let TurnInput::Row(row) = answer {
                self.terminal.tell(&Message::AskColumn)?;
                let column = self.terminal.line()?;
                answer = TurnInput::read_column(row, &column, first);
                line = format!("{} {}", line.trim(), column.trim());
            }
            match answer {
                TurnInput::Move(point) => match self.session.play(point) {
                    Ok(turn) => return Ok(Step::Moved(turn.point())),
                    Err(VerbError::Illegal(error)) => {
                        self.object_to_move(&error)?;
                        self.show_board(None)?;
                    }
                    Err(error) => return Err(error.into()),
                },
                TurnInput::Undo => match self.session.undo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.terminal.object(&Message::NothingToUndo)?,
                },
                TurnInput::Redo => match self.session.redo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.terminal.object(&Message::NothingToRedo)?,
                },
                TurnInput::Hint => {
                    let point = self.advice()?;
                    let place = self.place(point);
                    self.terminal.tell(&Message::Hint { place: &place })?;
                }
                TurnInput::Rules => self.terminal.tell(&Message::Rules)?,
                TurnInput::Help => self.terminal.tell(&Message::MoveHelp { first })?,
                TurnInput::Quit => return Ok(Step::GivenUp),
                TurnInput::Nothing => {}
                TurnInput::Row(_) | TurnInput::Unclear => {
                    let answer = printable(line.trim());
                    self.terminal
                        .object(&Message::NotAMove { answer: &answer })?;
                }
            }
        }
    }

    fn advice(&mut self) -> Result<Point, VerbError> {
        let session = &mut self.session;
        let display = &self.terminal.display;
        display.follow(|watch| session.suggest(Opponent::Engine, Level::ADVICE, watch))
    }

    fn show_board(&mut self, last: Option<Point>) -> Result<()> {
        let game = self.session.game();
        let drawing = Drawing {
            diagram: game.diagram(),
            legal: self.session.human_moves(),
            last,
            style: self.terminal.style,
            paint: self.terminal.paint,
        };
        let board = drawing.text();
        let empty_percent = 100.0 * f64::from(game.empties()) / game.size().area() as f64;
        let score = Message::Score {
            names: &self.names,
            counts: game.counts(),
            empty_percent,
        };
        writeln!(self.terminal.out, "\n{board}")?;
        self.terminal.tell(&score)?;
        self.name_opening()?;
        if let Some(passed) = self.session.game().passed() {
            let (name, next) = (&self.names[passed], &self.names[passed.opponent()]);
            self.terminal.tell(&Message::CannotMove { name, next })?;
        }
        Ok(())
    }

    /// Prints the name of the opening when it has changed.
    fn name_opening(&mut self) -> Result<()> {
        let name = opening::name(self.session.game());
        if name != self.opening {
            self.opening = name;
            if let Some(name) = name {
                self.terminal.tell(&Message::Opening { name })?;
            }
        }
        Ok(())
    }

    /// The characters of the discs, if the board is not drawn in colour.
    fn symbols(&self) -> Option<ByColor<char>> {
        let style = self.terminal.style;
        (!style.is_felt(self.terminal.paint)).then(|| style.discs())
    }

    fn announce_turn(&mut self) -> Result<()> {
        let Some(color) = self.session.game().to_move() else {
            return Ok(());
        };
        let name = &self.names[color];
        self.terminal.tell(&Message::Turn { name, color })
    }

    fn announce_result(&mut self) -> Result<()> {
        let Some(outcome) = self.session.game().outcome() else {
            return Ok(());
        };
        let counts = outcome.discs;
        match outcome.winner() {
            Some(color) => self.terminal.tell(&Message::Winner {
                name: &self.names[color],
                human: self.session.players()[color].is_human(),
                color,
                counts,
            }),
            None => self.terminal.tell(&Message::Draw { counts }),
        }
    }

    fn object_to_move(&mut self, error: &IllegalMove) -> Result<()> {
        let legal = error.legal.into_iter().map(|point| self.place(point));
        let separator = match self.terminal.style {
            Style::Xo => ", ",
            _ => " ",
        };
        let message = Message::IllegalMove {
            place: &self.place(error.point),
            reason: error.reason,
            legal: &legal.collect::<Vec<_>>().join(separator),
        };
        self.terminal.object(&message)
    }

    /// A square as the labels of the board name it.
    fn place(&self, point: Point) -> String {
        match self.terminal.style {
            Style::Xo => self.terminal.language.say(&Message::RowColumn {
                row: point.row(),
                column: point.column(),
            }),
            _ => point.to_string(),
        }
    }
}

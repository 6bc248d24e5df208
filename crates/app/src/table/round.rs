//! One game, from the first board to the result.

use std::io::Write;
use std::thread;

use anyhow::Result;
use engine::{Level, Opponent};
use play::{PlayerSpec, Session, VerbError, opening};
use rules::{ByColor, IllegalMove, Point};

use super::Table;
use super::answer::Answer;
use crate::draw::{Drawing, Style};
use crate::input::printable;
use crate::text::Message;

/// A game in progress at a table.
pub(super) struct Round<'a> {
    table: &'a mut Table,
    session: Session,
    names: ByColor<String>,
    /// The opening that was named last.
    opening: Option<&'static str>,
}

/// What came of a turn.
enum Step {
    Moved(Point),
    /// Moves were taken back or made again; look who is to move.
    Rearranged,
    GivenUp,
}

impl<'a> Round<'a> {
    pub(super) fn new(table: &'a mut Table, session: Session, names: ByColor<String>) -> Round<'a> {
        Round {
            table,
            session,
            names,
            opening: None,
        }
    }

    /// Plays the game to its end, or until somebody gives up. However it ends, what was played is
    /// kept.
    pub(super) fn play(mut self) -> Result<()> {
        let ending = self.take_turns();
        let kept = match &mut self.table.record {
            Some(record) => record.update(self.session.game()),
            None => Ok(()),
        };
        ending.and(kept)
    }

    fn take_turns(&mut self) -> Result<()> {
        if let Some(record) = &mut self.table.record {
            record.begin(&self.names);
        }
        let message = Message::NewGame {
            names: &self.names,
            symbols: self.symbols(),
        };
        self.table.tell(&message)?;
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
            if let Some(record) = &mut self.table.record {
                let game = self.session.game();
                if watched {
                    record.update_now_and_then(game)?;
                } else {
                    record.update(game)?;
                }
            }
            if watched {
                self.table.out.flush()?;
                thread::sleep(self.table.pause);
            }
        }
    }

    fn computer_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        self.table.out.flush()?;
        let session = &mut self.session;
        let thinking = &self.table.thinking;
        let (turn, _) = thinking.follow(|watch| session.think_watched(watch))?;
        let place = self.place(turn.point());
        let name = self.names[turn.color()].clone();
        self.table.tell(&Message::Moved {
            name: &name,
            place: &place,
        })?;
        Ok(Step::Moved(turn.point()))
    }

    /// Asks for a move until there is one, or something else happens.
    fn human_moves(&mut self) -> Result<Step> {
        self.announce_turn()?;
        let game = self.session.game();
        let side = game.size().side();
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        let names = legal.iter().map(ToString::to_string);
        self.table.input.offer_squares(names);
        let first = self.table.style.first_number();
        let example = legal.first().copied();
        self.table.tell(&Message::AskMove {
            last_letter: (b'a' + side as u8 - 1) as char,
            first,
            last: side - 1 + first,
            example: example.unwrap_or(Point::A1),
        })?;
        loop {
            let mut line = self.table.line()?;
            let mut answer = Answer::read(&line, first);
            if let Answer::Row(row) = answer {
                self.table.tell(&Message::AskColumn)?;
                let column = self.table.line()?;
                answer = Answer::read_column(row, &column, first);
                line = format!("{} {}", line.trim(), column.trim());
            }
            match answer {
                Answer::Move(point) => match self.session.play(point) {
                    Ok(turn) => return Ok(Step::Moved(turn.point())),
                    Err(VerbError::Illegal(error)) => {
                        self.object_to_move(&error)?;
                        self.show_board(None)?;
                    }
                    Err(error) => return Err(error.into()),
                },
                Answer::Undo => match self.session.undo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.table.object(&Message::NothingToUndo)?,
                },
                Answer::Redo => match self.session.redo() {
                    Ok(_) => return Ok(Step::Rearranged),
                    Err(_) => self.table.object(&Message::NothingToRedo)?,
                },
                Answer::Hint => {
                    let point = self.advice()?;
                    let place = self.place(point);
                    self.table.tell(&Message::Hint { place: &place })?;
                }
                Answer::Rules => self.table.tell(&Message::Rules)?,
                Answer::Help => self.table.tell(&Message::MoveHelp { first })?,
                Answer::Quit => return Ok(Step::GivenUp),
                Answer::Nothing => {}
                Answer::Row(_) | Answer::Unclear => {
                    let answer = printable(line.trim());
                    self.table.object(&Message::NotAMove { answer: &answer })?;
                }
            }
        }
    }

    fn advice(&mut self) -> Result<Point, VerbError> {
        let session = &mut self.session;
        let thinking = &self.table.thinking;
        thinking.follow(|watch| session.suggest(Opponent::Engine, Level::ADVICE, watch))
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
        self.table.tell(&score)?;
        self.name_opening()?;
        if let Some(passed) = self.session.game().passed() {
            let (name, next) = (&self.names[passed], &self.names[passed.opponent()]);
            self.table.tell(&Message::CannotMove { name, next })?;
        }
        Ok(())
    }

    /// Says what the opening is called when that has changed.
    fn name_opening(&mut self) -> Result<()> {
        let name = opening::name(self.session.game());
        if name != self.opening {
            self.opening = name;
            if let Some(name) = name {
                self.table.tell(&Message::Opening { name })?;
            }
        }
        Ok(())
    }

    /// The characters for discs, where they are what tells the colours apart.
    fn symbols(&self) -> Option<ByColor<char>> {
        let style = self.table.style;
        (!style.is_felt(self.table.paint)).then(|| style.discs())
    }

    fn announce_turn(&mut self) -> Result<()> {
        let Some(color) = self.session.game().to_move() else {
            return Ok(());
        };
        let name = &self.names[color];
        self.table.tell(&Message::Turn { name, color })
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

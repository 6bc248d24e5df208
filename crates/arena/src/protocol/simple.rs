//! The simple protocol: board in, move out.

use std::time::Instant;

use rules::{Color, Game, Point};

use super::SILENT;
use super::driver::{Driver, Lifetime};
use crate::transport::Channel;
use play::ChosenMove;
use play::{Clock, Fault};

/// Shows a program the board when it is its turn, and takes the square that it answers. One process
/// plays a game, whose end is the end of its input; or one process makes one move.
#[derive(Clone, Copy, Debug)]
pub struct Simple {
    lifetime: Lifetime,
}

impl Simple {
    /// For a program that runs as long as a game.
    #[must_use]
    pub fn new() -> Simple {
        Simple {
            lifetime: Lifetime::Game,
        }
    }

    /// For a program that is started for each move.
    #[must_use]
    pub fn once() -> Simple {
        Simple {
            lifetime: Lifetime::Move,
        }
    }

    /// The answer of a program that stays: the next line that is not empty.
    fn next_line(
        talk: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(String, Instant), Fault> {
        loop {
            match talk.line(deadline)? {
                Some(heard) if heard.text.trim().is_empty() => {}
                Some(heard) => return Ok((heard.text, heard.at)),
                None if talk.pending().trim().is_empty() => return Err(SILENT),
                None => {
                    let said = talk.pending();
                    let words = format!("wrote `{}` without the end of a line", said.trim());
                    return Err(Fault::Protocol(words));
                }
            }
        }
    }

    /// The answer of a program that ends: its last line that is not empty.
    fn last_line(
        talk: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(String, Instant), Fault> {
        // It need not read what it does not want to know.
        talk.close_input();
        match talk.until(|_| None, deadline)? {
            Some(heard) => match last(&heard.text) {
                Some(line) => Ok((line.to_string(), heard.at)),
                None => Err(Fault::Unreadable(String::new())),
            },
            None => match last(&talk.pending()) {
                Some(line) => {
                    let words = format!("wrote `{line}` but did not end, as it should then");
                    Err(Fault::Protocol(words))
                }
                None => Err(SILENT),
            },
        }
    }
}

impl Default for Simple {
    fn default() -> Simple {
        Simple::new()
    }
}

impl Driver for Simple {
    fn greet(&mut self, _: &mut Channel, _: Option<Instant>) -> Result<(), Fault> {
        Ok(())
    }

    fn begin(
        &mut self,
        _: &mut Channel,
        _: &Game,
        _: Color,
        _: &Clock,
        _: Option<Instant>,
    ) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let once = self.lifetime == Lifetime::Move;
        if !once {
            expect_nothing(talk)?;
        }
        match talk.say(turn_text(game, clock).trim_end()) {
            Err(Fault::Died(_)) if once => {}
            said => said?,
        }
        let answer = if once {
            Simple::last_line(talk, deadline)
        } else {
            Simple::next_line(talk, deadline)
        };
        let allowed = clock.allowed().unwrap_or_default();
        let (line, at) = answer.map_err(|fault| fault.within(allowed))?;
        Ok(ChosenMove {
            point: read_answer(&line)?,
            analysis: None,
            at,
        })
    }

    fn end(&mut self, talk: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        talk.close_input();
        expect_nothing(talk)
    }

    fn farewell(&mut self, talk: &mut Channel) {
        talk.close_input();
    }

    fn lifetime(&self) -> Lifetime {
        self.lifetime
    }
}

/// What a program is shown when it is its turn: its colour, the size of the board and how many
/// seconds the move may take (0 for ever); the rows of the board; its legal moves.
///
/// ```
/// use play::{Clock, TimeControl};
/// use arena::protocol::simple::turn_text;
/// use rules::{Game, Size};
/// let clock = Clock::new(TimeControl::default());
/// assert_eq!(
///     turn_text(&Game::new(Size::MIN), &clock),
///     "black 4 0\n....\n.WB.\n.BW.\n....\nb1 a2 d3 c4\n"
/// );
/// ```
#[must_use]
pub fn turn_text(game: &Game, clock: &Clock) -> String {
    let diagram = game.diagram();
    let side = diagram.size().side();
    let color = match diagram.to_move() {
        Color::Black => "black",
        Color::White => "white",
    };
    let seconds = match clock.allowed() {
        // Nothing left is not the same as all the time in the world.
        Some(left) => format!("{:.3}", left.as_secs_f64().max(0.001)),
        None => "0".to_string(),
    };
    let mut text = format!("{color} {side} {seconds}\n");
    for row in 0..side {
        text.extend((0..side).map(|column| {
            let disc = Point::new(column, row).and_then(|point| diagram.disc(point));
            match disc {
                Some(Color::Black) => 'B',
                Some(Color::White) => 'W',
                None => '.',
            }
        }));
        text.push('\n');
    }
    text + &format!("{}\n", game.legal_moves())
}

/// The square that a line names, in either case and with any blanks; `None` is a pass.
///
/// ```
/// use arena::protocol::simple::read_answer;
/// assert_eq!(read_answer(" F5\r").unwrap(), "f5".parse().ok());
/// assert_eq!(read_answer("pass").unwrap(), None);
/// assert!(read_answer("My move: f5").is_err());
/// ```
///
/// # Errors
/// When it names none.
pub fn read_answer(line: &str) -> Result<Option<Point>, Fault> {
    let word: String = line.split_whitespace().collect();
    if ["pass", "pa", "--"]
        .iter()
        .any(|pass| word.eq_ignore_ascii_case(pass))
    {
        return Ok(None);
    }
    let point = word.parse();
    point
        .map(Some)
        .map_err(|_| Fault::Unreadable(line.to_string()))
}

/// Objects to what was said without a question. Who has ended may have said why, and how it ended
/// will be seen.
fn expect_nothing(talk: &mut Channel) -> Result<(), Fault> {
    let ended = talk.has_ended()?;
    match last(&talk.pending()) {
        Some(line) if !ended => {
            let words = format!("wrote `{line}` without being asked, besides its move");
            Err(Fault::Protocol(words))
        }
        _ => {
            talk.forget();
            Ok(())
        }
    }
}

/// The last line that is not empty.
fn last(text: &str) -> Option<&str> {
    let line = text.lines().rfind(|line| !line.trim().is_empty());
    line.map(str::trim)
}

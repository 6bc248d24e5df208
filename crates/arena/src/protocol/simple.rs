//! Driver of the simple protocol: board in, move out.

use std::time::Instant;

use rules::{Color, Game, Point};

use super::driver::{Driver, Lifetime, SILENT};
use crate::transport::Channel;
use play::{ChosenMove, Clock, Fault};

/// Sends the board when it is the program's turn, and reads the square that it answers. One process
/// plays one game, and its input is closed at the end of the game; or one process makes one move.
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

    /// The answer of a program that plays a whole game: the next line that is not empty.
    fn next_line(
        channel: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(String, Instant), Fault> {
        loop {
            match channel.read_line(deadline)? {
                Some(message) if message.text.trim().is_empty() => {}
                Some(message) => return Ok((message.text, message.at)),
                None if channel.unread().trim().is_empty() => return Err(SILENT),
                None => {
                    let said = channel.unread();
                    let words = format!("wrote `{}` without the end of a line", said.trim());
                    return Err(Fault::Protocol(words));
                }
            }
        }
    }

    /// The answer of a program that makes one move and ends: its last line that is not empty.
    fn last_line(
        channel: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(String, Instant), Fault> {
        // The program may ignore parts of its input.
        channel.close_input();
        match channel.read_until(|_| None, deadline)? {
            Some(message) => match last(&message.text) {
                Some(line) => Ok((line.to_string(), message.at)),
                None => Err(Fault::Unreadable(String::new())),
            },
            None => match last(&channel.unread()) {
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
        channel: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let once = self.lifetime == Lifetime::Move;
        if !once {
            expect_nothing(channel)?;
        }
        match channel.send_line(turn_text(game, clock).trim_end()) {
            Err(Fault::Died(_)) if once => {}
            said => said?,
        }
        let answer = if once {
            Simple::last_line(channel, deadline)
        } else {
            Simple::next_line(channel, deadline)
        };
        let allowed = clock.allowed().unwrap_or_default();
        let (line, at) = answer.map_err(|fault| fault.within(allowed))?;
        Ok(ChosenMove {
            point: read_answer(&line)?,
            analysis: None,
            at,
        })
    }

    fn end(&mut self, channel: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        channel.close_input();
        expect_nothing(channel)
    }

    fn farewell(&mut self, channel: &mut Channel) {
        channel.close_input();
    }

    fn lifetime(&self) -> Lifetime {
        self.lifetime
    }
}

/// The text that is sent when it is the program's turn: its colour, the size of the board and its
/// seconds; the rows of the board; its legal moves.
///
/// The seconds are those that this move may take, 0 for no limit. A number with a plus sign is a
/// clock: all that is left for the rest of the game. Every reader of numbers accepts the sign, so
/// programs that do not know it still read the line; a fourth word would be taken for the first row
/// by programs that read word by word.
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
    let control = clock.control();
    let is_clock = match (control.per_move, clock.left()) {
        (Some(one), Some(left)) => left <= one,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let sign = if is_clock { "+" } else { "" };
    let seconds = match clock.allowed() {
        // At least a millisecond, because 0 would mean no limit.
        Some(left) => format!("{sign}{:.3}", left.as_secs_f64().max(0.001)),
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

/// The square that a line names, in either case and with any blanks. `None` is a pass.
///
/// ```
/// use arena::protocol::simple::read_answer;
/// assert_eq!(read_answer(" F5\r").unwrap(), "f5".parse().ok());
/// assert_eq!(read_answer("pass").unwrap(), None);
/// assert!(read_answer("My move: f5").is_err());
/// ```
///
/// # Errors
/// When it names no square.
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

/// The fault of a program that wrote something without being asked. Output of a program that has
/// ended is ignored: it may be the reason, and the exit status is reported elsewhere.
fn expect_nothing(channel: &mut Channel) -> Result<(), Fault> {
    let ended = channel.has_ended()?;
    match last(&channel.unread()) {
        Some(line) if !ended => {
            let words = format!("wrote `{line}` without being asked, besides its move");
            Err(Fault::Protocol(words))
        }
        _ => {
            channel.discard_unread();
            Ok(())
        }
    }
}

/// The last line that is not empty.
fn last(text: &str) -> Option<&str> {
    let line = text.lines().rfind(|line| !line.trim().is_empty());
    line.map(str::trim)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use play::TimeControl;
    use rules::Size;

    /// The third word of a turn under a time control, before any move.
    fn seconds(per_move: Option<u64>, per_game: Option<u64>) -> String {
        let clock = Clock::new(TimeControl {
            per_move: per_move.map(Duration::from_secs),
            per_game: per_game.map(Duration::from_secs),
            ..TimeControl::default()
        });
        let text = turn_text(&Game::new(Size::MIN), &clock);
        let first = text.lines().next().unwrap_or_default();
        let words: Vec<&str> = first.split(' ').collect();
        assert_eq!(words.len(), 3, "{first}");
        words[2].to_string()
    }

    #[test]
    fn a_clock_for_the_game_has_a_plus_sign() {
        assert_eq!(seconds(Some(5), None), "5.000");
        assert_eq!(seconds(None, Some(60)), "+60.000");
        assert_eq!(seconds(None, None), "0");
        // The smaller of the two limits counts.
        assert_eq!(seconds(Some(5), Some(60)), "5.000");
        assert_eq!(seconds(Some(60), Some(5)), "+5.000");
        assert_eq!(seconds(None, Some(60)).parse(), Ok(60.0));
    }
}

//! Driver of the Go Text Protocol (GTP).

use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Start};

use super::message::{Request, Response, read_vertex, vertex};
use crate::protocol::driver::{Driver, SILENT};
use crate::protocol::ply::{Ply, plies};
use crate::transport::Channel;
use play::{ChosenMove, Clock, Fault, TimeControl, shortened};

/// Drives a program that speaks the Go Text Protocol.
///
/// Requests have no ids, because every program understands that. Only the first line of a response
/// counts. Output before it, and after it until the next response, is ignored.
#[derive(Debug, Default)]
pub struct Gtp {
    name: Option<String>,
    /// Whether it knows the command `time_settings`.
    knows_settings: bool,
    /// Whether it knows the command `time_left`.
    knows_left: bool,
    color: Option<Color>,
    /// The plies that it knows, its own included.
    known: Vec<Ply>,
    /// Its error message for a pass that it did not accept. It may have made the pass by itself; if
    /// it has not, the next command fails.
    refused_pass: Option<String>,
}

impl Gtp {
    /// A driver for a program that was just started.
    #[must_use]
    pub fn new() -> Gtp {
        Gtp::default()
    }

    /// Sends a request and waits for the response: its outcome and its time of arrival.
    fn ask(
        &self,
        channel: &mut Channel,
        command: &str,
        arguments: &[&str],
        deadline: Option<Instant>,
    ) -> Result<(Result<String, String>, Instant), Fault> {
        channel.send_line(&Request::new(command, arguments).to_string())?;
        loop {
            let message = channel.read_line(deadline)?.ok_or(SILENT)?;
            if let Some(response) = Response::read(&message.text, false) {
                return Ok((response.outcome, message.at));
            }
        }
    }

    /// The response to an optional command; `None` when the program does not know it.
    fn ask_optional(
        &self,
        channel: &mut Channel,
        command: &str,
        arguments: &[&str],
        deadline: Option<Instant>,
    ) -> Result<Option<String>, Fault> {
        let (outcome, _) = self.ask(channel, command, arguments, deadline)?;
        Ok(outcome.ok())
    }

    /// Whether the program knows a command, asked with `known_command`.
    fn knows(
        &self,
        channel: &mut Channel,
        command: &str,
        deadline: Option<Instant>,
    ) -> Result<bool, Fault> {
        let answer = self.ask_optional(channel, "known_command", &[command], deadline)?;
        Ok(answer.is_some_and(|answer| answer.eq_ignore_ascii_case("true")))
    }

    /// Sets up the start position of a game.
    fn set_board(
        &mut self,
        channel: &mut Channel,
        start: &Diagram,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let refused = |what: &str, said: String| {
            let said = shortened(&said);
            Err(Fault::Protocol(format!("{what} was refused with `{said}`")))
        };
        let size = start.size();
        let (sized, _) = self.ask(channel, "boardsize", &[&size.to_string()], deadline)?;
        // A program that knows only the 8×8 board may not know the command.
        if let Err(said) = sized
            && size != rules::Size::EIGHT
        {
            return refused(&format!("boardsize {size}"), said);
        }
        if let (Err(said), _) = self.ask(channel, "clear_board", &[], deadline)? {
            return refused("clear_board", said);
        }
        if *start != Diagram::start(size, Start::Standard) {
            let squares = set_up(start);
            let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
            if let (Err(said), _) = self.ask(channel, "gogui-setup", &squares, deadline)? {
                return refused("a game from a position of its own (gogui-setup)", said);
            }
            let color = initial(start.to_move());
            if let (Err(said), _) = self.ask(channel, "gogui-setup_player", &[color], deadline)? {
                return refused("gogui-setup_player", said);
            }
        }
        self.known.clear();
        self.refused_pass = None;
        Ok(())
    }

    /// Sends the plies that the program does not know yet.
    fn tell(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let plies = plies(game);
        if !plies.starts_with(&self.known) {
            self.set_board(channel, game.start(), deadline)?;
        }
        for ply in &plies[self.known.len()..] {
            let arguments = [initial(ply.color), &vertex(ply.point)];
            let (outcome, _) = self.ask(channel, "play", &arguments, deadline)?;
            match (outcome, ply.point) {
                (Ok(_), _) => {}
                (Err(said), None) => self.refused_pass = Some(said),
                (Err(said), Some(_)) => return Err(self.refused(said)),
            }
            self.known.push(*ply);
        }
        Ok(())
    }

    /// The fault of a program that refused a move, perhaps because it refused a pass before.
    fn refused(&mut self, said: String) -> Fault {
        match self.refused_pass.take() {
            Some(pass) => Fault::RefusedPass(pass),
            None => Fault::RefusedMove(said),
        }
    }
}

impl Driver for Gtp {
    fn greet(&mut self, channel: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        let version = self.ask_optional(channel, "protocol_version", &[], deadline)?;
        // The version is 2, 2.0, or unknown to us.
        if let Some(version) = version.filter(|version| version.trim_start().starts_with('1')) {
            let version = shortened(&version);
            let text = format!("it speaks version {version} of GTP, and 2 is wanted");
            return Err(Fault::Protocol(text));
        }
        self.name = self.ask_optional(channel, "name", &[], deadline)?;
        self.name = self.name.take().map(|name| shortened(&name));
        self.name = self.name.take().filter(|name| !name.is_empty());
        self.knows_settings = self.knows(channel, "time_settings", deadline)?;
        self.knows_left = self.knows(channel, "time_left", deadline)?;
        Ok(())
    }

    fn begin(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        color: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        self.color = Some(color);
        self.set_board(channel, game.start(), deadline)?;
        if self.knows_settings {
            let settings = time_settings(clock.control());
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            // A program that refuses it gets `time_left` before each move.
            self.ask_optional(channel, "time_settings", &settings, deadline)?;
        }
        self.tell(channel, game, deadline)
    }

    fn choose(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let color = self.color.unwrap_or(game.diagram().to_move());
        self.tell(channel, game, deadline)?;
        if self.knows_left
            && let Some(left) = time_left(clock)
        {
            let [time, stones] = left;
            let arguments = [initial(color), &time, &stones];
            self.ask_optional(channel, "time_left", &arguments, deadline)?;
        }
        let (outcome, at) = self.ask(channel, "genmove", &[initial(color)], deadline)?;
        let said = match (outcome, self.refused_pass.take()) {
            (Ok(said), _) => said,
            (Err(_), Some(pass)) => return Err(Fault::RefusedPass(pass)),
            (Err(said), None) => {
                let said = shortened(&said);
                return Err(Fault::Protocol(format!(
                    "genmove was refused with `{said}`"
                )));
            }
        };
        let word = said.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let point = read_vertex(word).ok_or(Fault::Unreadable(said))?;
        // The program has made the move on its board.
        self.known.push(Ply { color, point });
        Ok(ChosenMove {
            point,
            analysis: None,
            at,
        })
    }

    fn end(&mut self, _: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        // The next game begins with `clear_board`.
        Ok(())
    }

    fn farewell(&mut self, channel: &mut Channel) {
        let _ = channel.send_line("quit");
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

fn initial(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// All discs as arguments of `gogui-setup`.
fn set_up(start: &Diagram) -> Vec<String> {
    let mut squares = Vec::new();
    for color in Color::ALL {
        for point in start.discs(color) {
            squares.push(initial(color).to_string());
            squares.push(vertex(Some(point)));
        }
    }
    squares
}

/// The arguments of `time_settings`: main time for the game, or the same time for each move. An
/// increment is not sent, because programs do not agree on its form; it shows in `time_left`.
fn time_settings(control: &TimeControl) -> [String; 3] {
    let zero = || "0".to_string();
    match (control.per_game, control.per_move) {
        (Some(game), _) => [seconds(game), zero(), zero()],
        (None, Some(one)) => [zero(), seconds(one), "1".to_string()],
        (None, None) => [zero(), zero(), zero()],
    }
}

/// The arguments of `time_left`: the time for the game, or for the next move.
fn time_left(clock: &Clock) -> Option<[String; 2]> {
    let allowed = clock.allowed()?;
    let whole_game = clock.left() == Some(allowed);
    let stones = if whole_game { "0" } else { "1" };
    Some([seconds(allowed), stones.to_string()])
}

/// Whole seconds, because some programs read nothing else. Less than a second is sent as a fraction:
/// 0 would mean no limit, and 1 would be wrong.
fn seconds(time: Duration) -> String {
    if time.as_secs() == 0 && !time.is_zero() {
        format!("{:.3}", time.as_secs_f64())
    } else {
        time.as_secs().to_string()
    }
}

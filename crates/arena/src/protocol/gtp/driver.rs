//! What to say to a program that speaks the Go Text Protocol.

use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Start};

use super::message::{Request, Response, read_vertex, vertex};
use crate::protocol::{Driver, Ply, SILENT, plies};
use crate::transport::Channel;
use play::ChosenMove;
use play::{Clock, Fault, TimeControl, shortened};

/// Drives a program that speaks the Go Text Protocol.
///
/// Requests have no numbers, which every program understands. Of an answer only its first line
/// counts; what a program prints before it, and after it until the next answer, is passed over.
#[derive(Debug, Default)]
pub struct Gtp {
    name: Option<String>,
    /// Whether it wants to know how the time is divided, and what is left of it.
    knows_settings: bool,
    knows_left: bool,
    color: Option<Color>,
    /// The turns it has heard of, or made itself.
    heard: Vec<Ply>,
    /// What it said to a pass that it did not accept. It may know of the pass by itself; if it
    /// does not, it will say so at the next turn.
    refused_pass: Option<String>,
}

impl Gtp {
    /// Drives a program that has not been spoken to yet.
    #[must_use]
    pub fn new() -> Gtp {
        Gtp::default()
    }

    fn ask(
        &self,
        talk: &mut Channel,
        command: &str,
        arguments: &[&str],
        deadline: Option<Instant>,
    ) -> Result<(Result<String, String>, Instant), Fault> {
        talk.say(&Request::new(command, arguments).to_string())?;
        loop {
            let heard = talk.line(deadline)?.ok_or(SILENT)?;
            if let Some(response) = Response::read(&heard.text, false) {
                return Ok((response.outcome, heard.at));
            }
        }
    }

    /// The answer to a request that a program need not know.
    fn ask_politely(
        &self,
        talk: &mut Channel,
        command: &str,
        arguments: &[&str],
        deadline: Option<Instant>,
    ) -> Result<Option<String>, Fault> {
        let (outcome, _) = self.ask(talk, command, arguments, deadline)?;
        Ok(outcome.ok())
    }

    fn knows(
        &self,
        talk: &mut Channel,
        command: &str,
        deadline: Option<Instant>,
    ) -> Result<bool, Fault> {
        let answer = self.ask_politely(talk, "known_command", &[command], deadline)?;
        Ok(answer.is_some_and(|answer| answer.eq_ignore_ascii_case("true")))
    }

    /// Puts up the board on which a game begins.
    fn set_board(
        &mut self,
        talk: &mut Channel,
        start: &Diagram,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let refused = |what: &str, said: String| {
            let said = shortened(&said);
            Err(Fault::Protocol(format!("{what} was refused with `{said}`")))
        };
        let size = start.size();
        let (sized, _) = self.ask(talk, "boardsize", &[&size.to_string()], deadline)?;
        // Who knows only the usual board may not know the question.
        if let Err(said) = sized
            && size != rules::Size::EIGHT
        {
            return refused(&format!("boardsize {size}"), said);
        }
        if let (Err(said), _) = self.ask(talk, "clear_board", &[], deadline)? {
            return refused("clear_board", said);
        }
        if *start != Diagram::start(size, Start::Standard) {
            let squares = set_up(start);
            let squares: Vec<&str> = squares.iter().map(String::as_str).collect();
            if let (Err(said), _) = self.ask(talk, "gogui-setup", &squares, deadline)? {
                return refused("a game from a position of its own (gogui-setup)", said);
            }
            let color = initial(start.to_move());
            if let (Err(said), _) = self.ask(talk, "gogui-setup_player", &[color], deadline)? {
                return refused("gogui-setup_player", said);
            }
        }
        self.heard.clear();
        self.refused_pass = None;
        Ok(())
    }

    /// Tells what has been played since the program heard of it last.
    fn tell(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let plies = plies(game);
        if !plies.starts_with(&self.heard) {
            self.set_board(talk, game.start(), deadline)?;
        }
        for ply in &plies[self.heard.len()..] {
            let arguments = [initial(ply.color), &vertex(ply.point)];
            let (outcome, _) = self.ask(talk, "play", &arguments, deadline)?;
            match (outcome, ply.point) {
                (Ok(_), _) => {}
                (Err(said), None) => self.refused_pass = Some(said),
                (Err(said), Some(_)) => return Err(self.refused(said)),
            }
            self.heard.push(*ply);
        }
        Ok(())
    }

    /// The fault of a program that does not go along, be it because of an earlier pass.
    fn refused(&mut self, said: String) -> Fault {
        match self.refused_pass.take() {
            Some(pass) => Fault::RefusedPass(pass),
            None => Fault::RefusedMove(said),
        }
    }
}

impl Driver for Gtp {
    fn greet(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        let version = self.ask_politely(talk, "protocol_version", &[], deadline)?;
        // 2, 2.0, or something we have never heard of.
        if let Some(version) = version.filter(|version| version.trim_start().starts_with('1')) {
            let version = shortened(&version);
            let text = format!("it speaks version {version} of GTP, and 2 is wanted");
            return Err(Fault::Protocol(text));
        }
        self.name = self.ask_politely(talk, "name", &[], deadline)?;
        self.name = self.name.take().map(|name| shortened(&name));
        self.name = self.name.take().filter(|name| !name.is_empty());
        self.knows_settings = self.knows(talk, "time_settings", deadline)?;
        self.knows_left = self.knows(talk, "time_left", deadline)?;
        Ok(())
    }

    fn begin(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        color: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        self.color = Some(color);
        self.set_board(talk, game.start(), deadline)?;
        if self.knows_settings {
            let settings = time_settings(clock.control());
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            // Who cannot do with it is told what is left, or finds out.
            self.ask_politely(talk, "time_settings", &settings, deadline)?;
        }
        self.tell(talk, game, deadline)
    }

    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let color = self.color.unwrap_or(game.diagram().to_move());
        self.tell(talk, game, deadline)?;
        if self.knows_left
            && let Some(left) = time_left(clock)
        {
            let [time, stones] = left;
            let arguments = [initial(color), &time, &stones];
            self.ask_politely(talk, "time_left", &arguments, deadline)?;
        }
        let (outcome, at) = self.ask(talk, "genmove", &[initial(color)], deadline)?;
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
        // It has made the move itself.
        self.heard.push(Ply { color, point });
        Ok(ChosenMove {
            point,
            analysis: None,
            at,
        })
    }

    fn end(&mut self, _: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        // The next game begins with a clear board.
        Ok(())
    }

    fn farewell(&mut self, talk: &mut Channel) {
        let _ = talk.say("quit");
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

/// All discs, as `gogui-setup` takes them.
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

/// How the time is divided: all of it before the first move, or the same for each move. An
/// increment is not told but shows in what is left, because programs do not agree how to tell it.
fn time_settings(control: &TimeControl) -> [String; 3] {
    let zero = || "0".to_string();
    match (control.per_game, control.per_move) {
        (Some(game), _) => [seconds(game), zero(), zero()],
        (None, Some(one)) => [zero(), seconds(one), "1".to_string()],
        (None, None) => [zero(), zero(), zero()],
    }
}

/// What is left for the game, or for the next move.
fn time_left(clock: &Clock) -> Option<[String; 2]> {
    let allowed = clock.allowed()?;
    let whole_game = clock.left() == Some(allowed);
    let stones = if whole_game { "0" } else { "1" };
    Some([seconds(allowed), stones.to_string()])
}

/// Whole seconds, which is all that some programs read. Less than one is told as it is: 0 would be
/// no limit, and 1 would not be true.
fn seconds(time: Duration) -> String {
    if time.as_secs() == 0 && !time.is_zero() {
        format!("{:.3}", time.as_secs_f64())
    } else {
        time.as_secs().to_string()
    }
}

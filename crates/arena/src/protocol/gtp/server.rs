//! Our engine behind the Go Text Protocol.

use std::time::Duration;

use engine::{Analysis, Level, Line, Score};
use rules::{ByColor, Color, Diagram, Game, Point, PointSet, Record, Size};

use super::message::{Request, Response, read_color, read_vertex, vertex};
use super::show;
use super::timing::Timing;
use crate::protocol::{Action, Course, Question, Service, Strength};

/// Reads the game in a file for `loadsgf`.
pub type Load = Box<dyn Fn(&str) -> Result<Record, String> + Send>;

/// Every command, in the order they are listed.
pub const COMMANDS: [&str; 33] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "cputime",
    "loadsgf",
    "set_level",
    "list_games",
    "set_game",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "reversi-scores",
];

/// What GoGui may offer in its window for analyses.
const ANALYSES: &str = "pspairs/Scores of the Moves/reversi-scores\n\
    string/Legal Moves/gogui-rules_legal_moves\n\
    string/Side to Move/gogui-rules_side_to_move\n\
    string/Result/gogui-rules_final_result\n\
    string/Score/final_score\n\
    hstring/Board/showboard";

/// The longest time that anybody means: a year or so.
const LONGEST: f64 = 3e7;

/// The Go Text Protocol with our engine behind it.
pub struct Server {
    strength: Strength,
    load: Load,
    course: Course,
    timing: Timing,
    /// The search that an answer is owed for.
    pending: Option<Pending>,
}

struct Pending {
    id: Option<u32>,
    wish: Wish,
}

enum Wish {
    /// A move, which is then made.
    Move(Color),
    /// A move, which is not.
    Advice(Color),
    /// What every move is worth.
    Scores,
}

/// An answer, or something to think about first.
enum Reply {
    Text(String),
    Think(Wish, usize),
    Leave,
}

type Answered = Result<Reply, String>;

fn text(text: impl Into<String>) -> Answered {
    Ok(Reply::Text(text.into()))
}

impl Server {
    /// A new game on 8×8 with an engine of some strength.
    #[must_use]
    pub fn new(strength: Strength, load: Load) -> Server {
        Server {
            strength,
            load,
            course: Course::new(Game::new(Size::EIGHT)),
            timing: Timing::default(),
            pending: None,
        }
    }

    /// The game so far.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    fn obey(&mut self, command: &str, arguments: &[&str]) -> Answered {
        let game = self.course.game();
        match (command, arguments) {
            ("protocol_version", _) => text("2"),
            ("name", _) => text("Reversi"),
            ("version", _) => text(env!("CARGO_PKG_VERSION")),
            ("known_command", [name]) => text(COMMANDS.contains(name).to_string()),
            ("known_command", _) => text("false"),
            ("list_commands", _) => text(COMMANDS.join("\n")),
            ("quit", _) => Ok(Reply::Leave),
            ("boardsize", [size]) => {
                let size: Size = size
                    .parse()
                    .map_err(|error| format!("unacceptable size: {error}"))?;
                self.restart(Game::new(size))
            }
            ("clear_board", _) => self.restart(Game::new(game.size())),
            ("komi", [komi]) if komi.parse::<f64>().is_ok() => text(""),
            ("play", [color, place]) => {
                self.play(side(color)?, place)?;
                text("")
            }
            ("gogui-play_sequence", moves) => self.play_all(moves),
            ("genmove", [color]) => self.choose(side(color)?, true),
            ("reg_genmove", [color]) => self.choose(side(color)?, false),
            ("undo", _) => {
                let undone = self.course.undo();
                let wrong = || "cannot undo: no move has been made".to_string();
                undone
                    .then_some(Reply::Text(String::new()))
                    .ok_or_else(wrong)
            }
            ("showboard", _) => text(show::board(game.diagram(), self.course.to_move())),
            ("final_score", _) => {
                let wrong = || "cannot score: the game is not over".to_string();
                show::score(game).map(Reply::Text).ok_or_else(wrong)
            }
            ("time_settings", [main, period, stones]) => {
                self.timing = Timing::new(seconds(main)?, seconds(period)?, count(stones)?);
                text("")
            }
            ("time_left", [color, time, stones]) => {
                let (color, time, stones) = (side(color)?, seconds(time)?, count(stones)?);
                self.timing.set_left(color, time, stones);
                text("")
            }
            ("time_left", [color, time]) => {
                self.timing.set_left(side(color)?, seconds(time)?, 0);
                text("")
            }
            ("cputime", _) => text(format!("{:.3}", processor_time().as_secs_f64())),
            ("loadsgf", [name @ .., number]) if !name.is_empty() && count(number).is_ok() => {
                let before = count(number)?.max(1) as usize;
                self.load(&name.join(" "), Some(before - 1))
            }
            ("loadsgf", [_, ..]) => self.load(&arguments.join(" "), None),
            ("set_level", [level]) => {
                let level: Level = level.parse().map_err(|error| format!("{error}"))?;
                self.strength.level = Some(level);
                text("")
            }
            ("list_games", _) => text("Othello"),
            ("set_game", [name]) if is_our_game(name) => text(""),
            ("set_game", _) => Err("unsupported game: only Othello is played here".to_string()),
            ("gogui-setup", squares) => self.set_up(squares),
            ("gogui-setup_player", [color]) => {
                let color = side(color)?;
                let diagram = *game.diagram();
                let turned = diagram.to_move() != color;
                let diagram = if turned { diagram.pass() } else { diagram };
                self.restart(Game::from_diagram(diagram))
            }
            ("gogui-rules_game_id", _) => text("Othello"),
            ("gogui-rules_board", _) => text(show::board_upside_down(game.diagram())),
            ("gogui-rules_board_size", _) => text(game.size().to_string()),
            ("gogui-rules_legal_moves", _) => text(self.legal_moves()),
            ("gogui-rules_side_to_move", _) => {
                text(self.course.to_move().to_string().to_lowercase())
            }
            ("gogui-rules_final_result", _) => text(show::result(game)),
            ("gogui-analyze_commands", _) => text(ANALYSES),
            ("reversi-scores", _) => {
                let moves = self.course.diagram().legal_moves().len() as usize;
                match moves {
                    0 => text(""),
                    _ => Ok(Reply::Think(Wish::Scores, moves)),
                }
            }
            (known, _) if COMMANDS.contains(&known) => Err(usage(known)),
            _ => Err("unknown command".to_string()),
        }
    }

    /// Another game, with the clocks as at the start.
    fn restart(&mut self, game: Game) -> Answered {
        self.course = Course::new(game);
        self.timing = self.timing.restarted();
        text("")
    }

    /// Makes a move, or accepts a pass. A side that has to pass need not say so.
    fn play(&mut self, color: Color, place: &str) -> Result<(), String> {
        let game = self.course.game();
        let point = read_vertex(place).ok_or_else(|| {
            let place: String = place.chars().take(12).collect();
            format!("syntax error: `{place}` is neither a square such as f5 nor pass")
        })?;
        let idle_pass = point.is_none() && game.is_over();
        if !self.course.may_move(color) && !idle_pass {
            return Err(format!("illegal move: {}", self.whose_turn()));
        }
        let illegal = |error| format!("illegal move: {error}");
        match point {
            Some(point) if game.to_move() == Some(color) => {
                self.course.play(point).map_err(illegal)
            }
            Some(_) => Err(format!("illegal move: {color} has no move and must pass")),
            None if game.is_over() || self.course.owes_pass() == Some(color) => {
                self.course.pass().map_err(illegal)
            }
            None => Err(format!(
                "illegal move: {color} can move and may not pass; legal squares: {}",
                game.legal_moves()
            )),
        }
    }

    fn play_all(&mut self, moves: &[&str]) -> Answered {
        for pair in moves.chunks(2) {
            let [color, place] = pair else {
                return Err(usage("gogui-play_sequence"));
            };
            self.play(side(color)?, place)?;
        }
        text("")
    }

    /// Has a move thought out, where there is a choice.
    fn choose(&mut self, color: Color, make: bool) -> Answered {
        if self.course.game().is_over() || self.course.owes_pass() == Some(color) {
            if make {
                // It is due, or nobody can move: never refused.
                let _ = self.course.pass();
            }
            return text("pass");
        }
        if !self.course.may_move(color) {
            return Err(self.whose_turn());
        }
        let wish = if make { Wish::Move } else { Wish::Advice };
        Ok(Reply::Think(wish(color), 1))
    }

    fn whose_turn(&self) -> String {
        match self.course.game().to_move() {
            Some(color) => format!("it is {color}'s turn"),
            None => "the game is over".to_string(),
        }
    }

    fn load(&mut self, name: &str, moves: Option<usize>) -> Answered {
        let record = (self.load)(name).map_err(|error| format!("cannot load file: {error}"))?;
        let mut game = Game::from_diagram(*record.game.start());
        for turn in record.game.turns().iter().take(moves.unwrap_or(usize::MAX)) {
            game.play(turn.point()).map_err(|error| error.to_string())?;
        }
        self.restart(game)
    }

    /// Puts discs on an empty board: `b f5 w d6`. Black is to move unless said otherwise later.
    fn set_up(&mut self, squares: &[&str]) -> Answered {
        let size = self.course.game().size();
        let mut discs = ByColor::from_fn(|_| PointSet::EMPTY);
        for pair in squares.chunks(2) {
            let [color, place] = pair else {
                return Err(usage("gogui-setup"));
            };
            let point: Point = place.parse().map_err(|error| format!("{error}"))?;
            discs[side(color)?].insert(point);
        }
        let diagram = Diagram::from_discs(size, discs, Color::Black);
        let wrong = || "a square is off the board, or has two discs".to_string();
        self.restart(Game::from_diagram(diagram.ok_or_else(wrong)?))
    }

    fn legal_moves(&self) -> String {
        if self.course.owes_pass().is_some() {
            return "pass".to_string();
        }
        let moves = self.course.game().legal_moves().into_iter();
        let moves: Vec<String> = moves.map(|point| vertex(Some(point))).collect();
        moves.join(" ")
    }

    /// What is asked of the engine for a wish.
    fn question(&self, wish: &Wish, lines: usize) -> Question {
        let (diagram, (clock, time)) = match wish {
            Wish::Scores => (self.course.diagram(), (None, None)),
            Wish::Move(color) | Wish::Advice(color) => {
                (*self.course.game().diagram(), self.timing.limits(*color))
            }
        };
        let mut limits = self.strength.limits(&diagram, clock, time);
        limits.book = lines == 1 && self.strength.opens_from_book();
        Question {
            limits,
            diagram,
            lines,
        }
    }

    /// The answer to a wish, now that the engine has thought.
    fn fulfil(&mut self, wish: &Wish, analysis: &Analysis) -> Result<String, String> {
        match wish {
            Wish::Scores => Ok(scores(analysis)),
            Wish::Advice(_) => Ok(vertex(analysis.best().point())),
            Wish::Move(color) => {
                self.timing.spend(*color, analysis.time);
                let point = analysis.best().point().ok_or("no move was found")?;
                self.course.play(point).map_err(|error| error.to_string())?;
                Ok(vertex(Some(point)))
            }
        }
    }
}

impl Service for Server {
    fn hear(&mut self, line: &str) -> Vec<Action> {
        let Some(Request {
            id,
            command,
            arguments,
        }) = Request::read(line)
        else {
            return Vec::new();
        };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let say = |outcome| Action::say(Response { id, outcome }.to_string());
        match self.obey(&command, &arguments) {
            Ok(Reply::Text(text)) => vec![say(Ok(text))],
            Ok(Reply::Leave) => vec![say(Ok(String::new())), Action::Leave],
            Ok(Reply::Think(wish, lines)) => {
                let question = self.question(&wish, lines);
                self.pending = Some(Pending { id, wish });
                vec![Action::Think(Box::new(question))]
            }
            Err(why) => vec![say(Err(why))],
        }
    }

    fn found(&mut self, analysis: &Analysis, done: bool) -> Vec<Action> {
        if !done {
            return Vec::new();
        }
        let Some(Pending { id, wish }) = self.pending.take() else {
            return Vec::new();
        };
        let outcome = self.fulfil(&wish, analysis);
        vec![Action::say(Response { id, outcome }.to_string())]
    }

    fn listens(&self) -> bool {
        self.pending.is_none()
    }
}

/// Squares and what a move there is worth, one after the other.
fn scores(analysis: &Analysis) -> String {
    let pair = |line: &Line| {
        let point = line.point()?;
        let score = line.discs().unwrap_or(Score::DRAW);
        Some(format!("{} {score}", vertex(Some(point))))
    };
    let pairs: Vec<String> = analysis.lines.iter().filter_map(pair).collect();
    pairs.join(" ")
}

fn side(word: &str) -> Result<Color, String> {
    read_color(word).ok_or_else(|| "syntax error: the colour is black or white".to_string())
}

fn seconds(word: &str) -> Result<Duration, String> {
    let number = word.parse().ok();
    let number = number.filter(|number| (0.0..=LONGEST).contains(number));
    let wrong = || "syntax error: time is a number of seconds".to_string();
    number.map(Duration::from_secs_f64).ok_or_else(wrong)
}

fn count(word: &str) -> Result<u32, String> {
    let wrong = |_| "syntax error: a whole number is wanted".to_string();
    word.parse().map_err(wrong)
}

fn is_our_game(name: &str) -> bool {
    ["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str())
}

/// How a command is given that was given wrongly.
fn usage(command: &str) -> String {
    let arguments = match command {
        "boardsize" => "SIZE",
        "komi" => "NUMBER",
        "play" => "COLOUR SQUARE",
        "genmove" | "reg_genmove" | "gogui-setup_player" => "COLOUR",
        "time_settings" => "MAIN PERIOD STONES",
        "time_left" => "COLOUR SECONDS STONES",
        "loadsgf" => "FILE [MOVE]",
        "set_level" => "LEVEL",
        _ => "COLOUR SQUARE COLOUR SQUARE …",
    };
    format!("syntax error: {command} {arguments}")
}

/// How long all processors together have worked for this program.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Where the system cannot be asked, the time since this was asked first.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static SINCE: LazyLock<Instant> = LazyLock::new(Instant::now);
    SINCE.elapsed()
}

//! NBoard server: our engine behind NBoard's protocol.

use engine::{Analysis, Clock, Kind, Level, Limits, Line, Score};
use rules::{Diagram, Game, Point, Size, Value};

use super::clock::GameClock;
use super::message::{Command, Depth, Hint, Made, Reply, WrongCommand};
use crate::protocol::{Action, Course, Question, Service, Strength, plies};

/// The maximum length of a text: it may quote input.
const LONGEST_STATUS: usize = 300;

/// The maximum number of hints: no position has more moves.
const MOST_HINTS: usize = 676;

/// NBoard's protocol with our engine behind it.
pub struct Server {
    strength: Strength,
    course: Course,
    /// The clocks at the start of the game, and the time used.
    clock: Option<GameClock>,
    doing: Doing,
    /// Whether the last command was a move: the next one takes time.
    has_moved: bool,
}

/// The purpose of the search.
enum Doing {
    Nothing,
    /// Hints for the user.
    Hint,
    /// A move.
    Go,
    /// The value of every position: the numbers of turns before the remaining positions, the last
    /// first.
    Analysis(Vec<(usize, Diagram)>),
}

impl Server {
    /// A new game on 8×8 with an engine of this strength.
    #[must_use]
    pub fn new(strength: Strength) -> Server {
        Server {
            strength,
            course: Course::new(Game::new(Size::EIGHT)),
            clock: None,
            doing: Doing::Nothing,
            has_moved: false,
        }
    }

    /// The game so far.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    fn obey(&mut self, command: Command) -> Vec<Action> {
        match command {
            Command::NBoard(_) | Command::Contempt(_) => Vec::new(),
            Command::Depth(depth) => {
                let level = Level::new(depth).unwrap_or(Level::LOWEST);
                self.strength.level = Some(level);
                vec![say(&Reply::Name(format!("Reversi{level}")))]
            }
            Command::Game(setup) => {
                self.clock = Some(GameClock::of(&setup.times, &setup.record));
                self.course = Course::new(setup.record.game);
                if setup.passed {
                    // Without a forced pass, the record would not have been accepted.
                    let _ = self.course.pass();
                }
                self.interrupt()
            }
            Command::Move(made) => {
                let mut actions = self.interrupt();
                actions.extend(self.play(&made));
                actions
            }
            Command::Hint(moves) => self.hint(moves),
            Command::Go => self.go(),
            Command::Ping(word) => {
                let mut actions = self.interrupt();
                actions.push(say(&Reply::Pong(word)));
                actions
            }
            Command::Learn => vec![
                status("Games are added to a book with `reversi book add`"),
                say(&Reply::Learned),
            ],
            Command::Analyze => self.analyze(),
            Command::Quit => vec![Action::Leave],
        }
    }

    /// Stops the search.
    fn interrupt(&mut self) -> Vec<Action> {
        self.doing = Doing::Nothing;
        vec![Action::Stop]
    }

    fn play(&mut self, made: &Made) -> Option<Action> {
        let mover = self.course.to_move();
        let played = match made.point {
            Some(point) => self.course.play(point).map_err(|error| error.to_string()),
            None => self
                .course
                .pass()
                .map_err(|error| format!("nobody has to pass; legal squares: {}", error.legal)),
        };
        if let (Ok(()), Some(clock), Some(time)) = (&played, &mut self.clock, made.time) {
            clock.spend(mover, time);
        }
        played
            .err()
            .map(|error| status(&format!("Move ignored: {error}")))
    }

    fn hint(&mut self, moves: usize) -> Vec<Action> {
        let diagram = self.course.diagram();
        if self.course.game().is_over() {
            self.doing = Doing::Nothing;
            return vec![Action::Stop, status("The game is over")];
        }
        self.doing = Doing::Hint;
        let limits = self.strength.limits(&diagram, None, None);
        let question = Question {
            limits: Limits {
                // Hints have no time limit: the GUI stops them.
                nodes: None,
                book: false,
                ..limits
            },
            lines: moves.clamp(1, MOST_HINTS),
            diagram,
        };
        vec![status("Thinking"), Action::Think(Box::new(question))]
    }

    fn go(&mut self) -> Vec<Action> {
        let mut actions = self.interrupt();
        if self.course.owes_pass().is_some() || self.course.game().is_over() {
            let pass = Made {
                point: None,
                value: None,
                time: None,
            };
            actions.push(say(&Reply::Move(pass)));
            return actions;
        }
        self.doing = Doing::Go;
        let diagram = self.course.diagram();
        let left = self.clock.and_then(|clock| clock.left(diagram.to_move()));
        actions.push(status("Thinking"));
        actions.push(Action::Think(Box::new(self.question(diagram, left, true))));
        actions
    }

    fn analyze(&mut self) -> Vec<Action> {
        let mut positions = positions(self.course.game());
        if self.course.owes_pass().is_some() {
            // The pass has not been made yet.
            positions.pop();
        }
        let Some((_, last)) = positions.last().copied() else {
            return Vec::new();
        };
        self.doing = Doing::Analysis(positions);
        vec![
            status("Analyzing the game"),
            Action::Think(Box::new(self.question(last, None, false))),
        ]
    }

    fn question(&self, diagram: Diagram, clock: Option<Clock>, from_book: bool) -> Question {
        let mut limits = self.strength.limits(&diagram, clock, None);
        limits.book = from_book && self.strength.opens_from_book();
        Question {
            limits,
            lines: 1,
            diagram,
        }
    }

    /// The next position of an analysis, after a result.
    fn go_on(&mut self, analysis: &Analysis) -> Vec<Action> {
        let Doing::Analysis(positions) = &mut self.doing else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        if let Some((made, _)) = positions.pop()
            && let Some(score) = analysis.best().discs()
        {
            actions.push(say(&Reply::Analysis(made, value(score))));
        }
        match positions.last().copied() {
            Some((_, next)) => {
                actions.push(Action::Think(Box::new(self.question(next, None, false))));
            }
            None => {
                self.doing = Doing::Nothing;
                actions.push(status(""));
            }
        }
        actions
    }
}

impl Service for Server {
    fn hear(&mut self, line: &str) -> Vec<Action> {
        let command = Command::read(line);
        self.has_moved = matches!(command, Ok(Command::Move(_)));
        match command {
            Ok(command) => self.obey(command),
            Err(WrongCommand::Unknown) => Vec::new(),
            Err(wrong) => vec![status(&format!("Ignored: {wrong}"))],
        }
    }

    fn ponder(&self) -> Option<Question> {
        let question = self.strength.pondering(self.course.diagram());
        question.filter(|_| self.has_moved)
    }

    fn found(&mut self, analysis: &Analysis, done: bool) -> Vec<Action> {
        match self.doing {
            Doing::Nothing => Vec::new(),
            Doing::Hint => {
                let mut actions: Vec<Action> = analysis.lines.iter().filter_map(hint).collect();
                actions.push(stats(analysis));
                if done {
                    self.doing = Doing::Nothing;
                    actions.push(status(""));
                }
                actions
            }
            Doing::Go if !done => vec![stats(analysis)],
            Doing::Go => {
                self.doing = Doing::Nothing;
                let made = Made {
                    point: analysis.best().point(),
                    value: analysis.best().discs().map(value),
                    time: Some(analysis.time),
                };
                vec![say(&Reply::Move(made)), status("")]
            }
            Doing::Analysis(_) if !done => Vec::new(),
            Doing::Analysis(_) => self.go_on(analysis),
        }
    }
}

fn say(reply: &Reply) -> Action {
    Action::say(reply.to_string())
}

fn status(text: &str) -> Action {
    say(&Reply::Status(text.chars().take(LONGEST_STATUS).collect()))
}

fn stats(analysis: &Analysis) -> Action {
    let seconds = analysis.time.as_secs_f64();
    say(&Reply::NodeStats(analysis.nodes, seconds))
}

/// The hint for a move; none when the game is over.
fn hint(line: &Line) -> Option<Action> {
    let depth = match line.kind {
        Kind::Exact => Depth::Exact,
        Kind::WinLossDraw => Depth::WinLossDraw,
        Kind::Probable(percent) => Depth::Probable(percent),
        Kind::Estimate(moves) | Kind::Book(moves) | Kind::Heuristic(moves) => Depth::Moves(moves),
        Kind::Bounds(..) => return None,
    };
    (!line.moves.is_empty()).then(|| {
        say(&Reply::Search(Hint {
            line: line.moves.clone(),
            value: value(line.discs().unwrap_or(Score::DRAW)),
            games: 0,
            depth,
        }))
    })
}

fn value(score: Score) -> Value {
    Value((score.discs() * 100.0).round() as i32)
}

/// Every position of a game, passes included, with the number of turns before it.
fn positions(game: &Game) -> Vec<(usize, Diagram)> {
    let mut diagram = *game.start();
    let mut positions = vec![(0, diagram)];
    for (made, ply) in (1..).zip(plies(game)) {
        let next = ply.point.map(|point: Point| diagram.play(point));
        diagram = next.flatten().unwrap_or_else(|| diagram.pass());
        positions.push((made, diagram));
    }
    positions
}

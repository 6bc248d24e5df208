//! Our engine behind NBoard's protocol.

use engine::{Clock, Kind, Level, Limits, Score};
use rules::{Diagram, Game, Point, Size, Value};

use super::clock::GameClock;
use super::message::{Command, Depth, Hint, Made, Reply, WrongCommand};
use crate::protocol::{Course, Deed, Idea, Insight, Question, Service, Strength, plies};

/// Longer texts are cut: they may quote what came in.
const LONGEST_STATUS: usize = 300;

/// More hints than any position has moves.
const MOST_HINTS: usize = 676;

/// NBoard's protocol with our engine behind it.
pub struct Server {
    strength: Strength,
    course: Course,
    /// The clocks at the beginning of the game, and what has been spent of them.
    clock: Option<GameClock>,
    doing: Doing,
}

/// What the engine is thinking for.
enum Doing {
    Nothing,
    /// Hints for a person.
    Hint,
    /// A move.
    Go,
    /// A judgement of every position: the turns made before each that is left, the last first.
    Analysis(Vec<(usize, Diagram)>),
}

impl Server {
    /// A new game on 8×8 with an engine of some strength.
    #[must_use]
    pub fn new(strength: Strength) -> Server {
        Server {
            strength,
            course: Course::new(Game::new(Size::EIGHT)),
            clock: None,
            doing: Doing::Nothing,
        }
    }

    /// The game so far.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    fn obey(&mut self, command: Command) -> Vec<Deed> {
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
                    // Where nobody has to pass, the record would not have been read.
                    let _ = self.course.pass();
                }
                self.interrupt()
            }
            Command::Move(made) => {
                let mut deeds = self.interrupt();
                deeds.extend(self.play(&made));
                deeds
            }
            Command::Hint(moves) => self.hint(moves),
            Command::Go => self.go(),
            Command::Ping(word) => {
                let mut deeds = self.interrupt();
                deeds.push(say(&Reply::Pong(word)));
                deeds
            }
            Command::Learn => vec![
                status("Games are added to a book with `reversi book add`"),
                say(&Reply::Learned),
            ],
            Command::Analyze => self.analyze(),
            Command::Quit => vec![Deed::Leave],
        }
    }

    /// Stops what is going on.
    fn interrupt(&mut self) -> Vec<Deed> {
        self.doing = Doing::Nothing;
        vec![Deed::Stop]
    }

    fn play(&mut self, made: &Made) -> Option<Deed> {
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

    fn hint(&mut self, moves: usize) -> Vec<Deed> {
        let diagram = self.course.diagram();
        if self.course.game().is_over() {
            self.doing = Doing::Nothing;
            return vec![Deed::Stop, status("The game is over")];
        }
        self.doing = Doing::Hint;
        let limits = self.strength.limits(&diagram, None, None);
        let question = Question {
            limits: Limits {
                // However long it takes: whoever has seen enough says so.
                nodes: None,
                ..limits
            },
            lines: moves.clamp(1, MOST_HINTS),
            from_book: false,
            level: self.strength.level(),
            diagram,
        };
        vec![status("Thinking"), Deed::Think(Box::new(question))]
    }

    fn go(&mut self) -> Vec<Deed> {
        let mut deeds = self.interrupt();
        if self.course.owes_pass().is_some() || self.course.game().is_over() {
            let pass = Made {
                point: None,
                value: None,
                time: None,
            };
            deeds.push(say(&Reply::Move(pass)));
            return deeds;
        }
        self.doing = Doing::Go;
        let diagram = self.course.diagram();
        let left = self.clock.and_then(|clock| clock.left(diagram.to_move()));
        deeds.push(status("Thinking"));
        deeds.push(Deed::Think(Box::new(self.question(diagram, left, true))));
        deeds
    }

    fn analyze(&mut self) -> Vec<Deed> {
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
            Deed::Think(Box::new(self.question(last, None, false))),
        ]
    }

    fn question(&self, diagram: Diagram, clock: Option<Clock>, from_book: bool) -> Question {
        Question {
            limits: self.strength.limits(&diagram, clock, None),
            level: self.strength.level(),
            lines: 1,
            from_book: from_book && self.strength.opens_from_book(),
            diagram,
        }
    }

    /// The next position of an analysis, once one is known.
    fn go_on(&mut self, insight: &Insight) -> Vec<Deed> {
        let Doing::Analysis(positions) = &mut self.doing else {
            return Vec::new();
        };
        let mut deeds = Vec::new();
        if let Some((made, _)) = positions.pop()
            && let Some(score) = insight.score()
        {
            deeds.push(say(&Reply::Analysis(made, value(score))));
        }
        match positions.last().copied() {
            Some((_, next)) => {
                deeds.push(Deed::Think(Box::new(self.question(next, None, false))));
            }
            None => {
                self.doing = Doing::Nothing;
                deeds.push(status(""));
            }
        }
        deeds
    }
}

impl Service for Server {
    fn hear(&mut self, line: &str) -> Vec<Deed> {
        match Command::read(line) {
            Ok(command) => self.obey(command),
            Err(WrongCommand::Unknown) => Vec::new(),
            Err(wrong) => vec![status(&format!("Ignored: {wrong}"))],
        }
    }

    fn found(&mut self, insight: &Insight, done: bool) -> Vec<Deed> {
        match self.doing {
            Doing::Nothing => Vec::new(),
            Doing::Hint => {
                let mut deeds: Vec<Deed> = insight.lines.iter().filter_map(hint).collect();
                deeds.push(stats(insight));
                if done {
                    self.doing = Doing::Nothing;
                    deeds.push(status(""));
                }
                deeds
            }
            Doing::Go if !done => vec![stats(insight)],
            Doing::Go => {
                self.doing = Doing::Nothing;
                let made = Made {
                    point: insight.best(),
                    value: insight.score().map(value),
                    time: Some(insight.time),
                };
                vec![say(&Reply::Move(made)), status("")]
            }
            Doing::Analysis(_) if !done => Vec::new(),
            Doing::Analysis(_) => self.go_on(insight),
        }
    }
}

fn say(reply: &Reply) -> Deed {
    Deed::say(reply.to_string())
}

fn status(text: &str) -> Deed {
    say(&Reply::Status(text.chars().take(LONGEST_STATUS).collect()))
}

fn stats(insight: &Insight) -> Deed {
    let seconds = insight.time.as_secs_f64();
    say(&Reply::NodeStats(insight.nodes, seconds))
}

/// What is known of a move; nothing when the game is over.
fn hint(idea: &Idea) -> Option<Deed> {
    let depth = match idea.kind {
        Kind::Exact => Depth::Exact,
        Kind::WinLossDraw => Depth::WinLossDraw,
        Kind::Probable(percent) => Depth::Probable(percent),
        Kind::Estimate(moves) | Kind::Book(moves) | Kind::Heuristic(moves) => Depth::Moves(moves),
        Kind::Bounds(..) => return None,
    };
    (!idea.moves.is_empty()).then(|| {
        say(&Reply::Search(Hint {
            line: idea.moves.clone(),
            value: value(idea.score.unwrap_or(Score::DRAW)),
            games: 0,
            depth,
        }))
    })
}

fn value(score: Score) -> Value {
    Value((score.discs() * 100.0).round() as i32)
}

/// Every position of a game with the number of turns before it, passes among them.
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

//! Test harness of a protocol service: asked line by line in one thread, or served through a pipe.

use std::io::{self, PipeWriter, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use arena::contest::Program;
use arena::protocol::{Action, Driver, Service, Strength, serve};
use arena::transport::{Channel, Chunk, Transport};
use engine::{Level, Random};
use play::{Clock, EngineOptions, EnginePlayer, Fault, TimeControl, Watch};
use rules::{Game, Point, Size};

/// A strength with a level and no time limit.
pub fn strength(level: u32) -> Strength {
    Strength {
        level: Level::new(level),
        ..Strength::default()
    }
}

/// An engine with little memory and no book.
pub fn player() -> EnginePlayer {
    let options = EngineOptions {
        threads: Some(1),
        hash: Some(1),
        ..EngineOptions::default()
    };
    EnginePlayer::new(options, None, 1)
}

/// A service with an engine that answers before the next line is read.
pub struct Harness<S> {
    pub service: S,
    player: EnginePlayer,
    pub left: bool,
}

impl<S: Service> Harness<S> {
    pub fn new(service: S) -> Harness<S> {
        Harness {
            service,
            player: player(),
            left: false,
        }
    }

    /// The answer to a line.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        let mut said = Vec::new();
        let mut actions = self.service.hear(line);
        while !actions.is_empty() {
            let mut next = Vec::new();
            for action in actions {
                match action {
                    Action::Say(text) => said.extend(text.lines().map(str::to_string)),
                    Action::Think(question) => {
                        let mut found = Vec::new();
                        let stop = AtomicBool::new(false);
                        let mut watch = Watch {
                            stop: &stop,
                            on_progress: &mut |analysis| found.push((analysis.clone(), false)),
                        };
                        let (diagram, limits) = (&question.diagram, &question.limits);
                        let lines = question.lines;
                        let last = self.player.analyse(diagram, limits, lines, &mut watch);
                        found.push((last, true));
                        for (analysis, done) in found {
                            next.extend(self.service.found(&analysis, done));
                        }
                    }
                    Action::Forget => self.player.clear(),
                    Action::Stop => {}
                    Action::Leave => self.left = true,
                }
            }
            actions = next;
        }
        said
    }
}

/// A service that runs in its own thread, connected like an external program.
pub struct Served {
    input: Option<PipeWriter>,
    output: Receiver<Chunk>,
}

impl Served {
    pub fn new(mut service: impl Service + Send + 'static) -> Served {
        let (reader, input) = io::pipe().expect("a pipe");
        let (pieces, output) = mpsc::channel();
        thread::spawn(move || {
            let mut pieces = Pieces(pieces);
            serve(&mut service, player(), reader, &mut pieces).expect("the output is open");
        });
        Served {
            input: Some(input),
            output,
        }
    }

    /// A channel to the service.
    pub fn talk(self) -> Channel {
        Channel::new(Box::new(self))
    }
}

struct Pieces(Sender<Chunk>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // After the test, nothing reads the channel.
        let _ = self.0.send(Chunk {
            bytes: bytes.to_vec(),
            at: Instant::now(),
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transport for Served {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        let dead = || Fault::Died("it has left".to_string());
        let input = self.input.as_mut().ok_or_else(dead)?;
        input.write_all(text.as_bytes()).map_err(|_| dead())
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        let wait = deadline.map_or(Duration::from_secs(120), |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        match self.output.recv_timeout(wait) {
            Ok(piece) => Ok(Some(piece)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Chunk {
                bytes: Vec::new(),
                at: Instant::now(),
            })),
        }
    }

    fn exit_status(&mut self) -> String {
        "exit status: 0".to_string()
    }
}

/// The service as a player of a game.
pub fn program<W: Transport + 'static>(
    mut wire: impl FnMut() -> W + Send + 'static,
    driver: impl Fn() -> Box<dyn Driver> + Send + 'static,
) -> Program {
    let start = move || -> Result<Box<dyn Transport>, Fault> { Ok(Box::new(wire())) };
    Program::new("program", Box::new(start), driver)
}

/// A random game up to the move after which one side must pass; the game is not over.
pub fn just_before_a_pass(size: Size) -> Game {
    let mut random = Random::new(1);
    loop {
        let mut game = Game::new(size);
        while !game.is_over() {
            let legal: Vec<Point> = game.legal_moves().into_iter().collect();
            let turn = game.play(*legal.get(random.below(legal.len())).expect("a move"));
            if turn.expect("legal").passed().is_some() {
                game.undo();
                let mut moves = Game::new(size);
                for turn in game.turns() {
                    moves.play(turn.point()).expect("legal");
                }
                return moves;
            }
        }
    }
}

/// A clock with this time for each move.
pub fn clock(per_move: Option<Duration>, per_game: Option<Duration>) -> Clock {
    Clock::new(TimeControl {
        per_move,
        per_game,
        ..TimeControl::default()
    })
}

/// A deadline that a busy machine can meet.
pub fn soon() -> Option<Instant> {
    Instant::now().checked_add(Duration::from_secs(120))
}

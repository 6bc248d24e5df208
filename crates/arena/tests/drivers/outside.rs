//! Starting, restarting and losing a process: what the referee makes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arena::contest::{Ending, Program, Referee};
use arena::protocol::Driver;
use arena::transport::{Channel, Transport};
use play::{ChosenMove, Player};
use play::{Clock, Fault, TimeControl};
use rules::{ByColor, Color, Game, Size};

use super::scripted::{Reaction, ScriptedProgram};
use super::table::{Last, expected, meet};

/// A minimal protocol. A request lists all moves so far; the next line of output is the move.
/// `over` ends a game and `bye` ends the process.
struct Plain;

impl Driver for Plain {
    fn greet(&mut self, channel: &mut Channel, _: Option<Instant>) -> Result<(), Fault> {
        channel.send_line("hello")
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
        _: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        channel.send_line(&game.legal_moves().to_string())?;
        let silent = Fault::Silent {
            allowed: Duration::ZERO,
        };
        let heard = channel.read_line(deadline)?.ok_or(silent)?;
        let unreadable = Fault::Unreadable(heard.text.clone());
        heard
            .text
            .parse()
            .map(ChosenMove::of)
            .map_err(|_| unreadable)
    }

    fn end(&mut self, channel: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        channel.send_line("over")
    }

    fn farewell(&mut self, channel: &mut Channel) {
        let _ = channel.send_line("bye");
    }

    fn name(&self) -> Option<&str> {
        Some("Plain Jane")
    }
}

/// A program that plays the first legal move. `act` decides its reaction to `over` and to move
/// requests. Also returns how often the program was started.
fn program(
    act: impl Fn(&str) -> Option<Reaction> + Send + Clone + 'static,
) -> (Program, Arc<AtomicUsize>) {
    let starts = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&starts);
    let start = move || -> Result<Box<dyn Transport>, Fault> {
        count.fetch_add(1, Ordering::SeqCst);
        let act = act.clone();
        Ok(Box::new(ScriptedProgram::new("", move |line| {
            match act(line) {
                Some(act) => act,
                None if ["hello", "over", "bye"].contains(&line) => Reaction::Say(String::new()),
                None => Reaction::Say(format!("{}\n", line.split(' ').next().unwrap())),
            }
        })))
    };
    let program = Program::new("./jane", Box::new(start), || Box::new(Plain));
    (program, starts)
}

#[test]
fn one_process_plays_many_games() {
    let (mut jane, starts) = program(|_| None);
    assert_eq!(jane.name(), "./jane");
    for color in [Color::Black, Color::White, Color::Black] {
        let opening = Game::new(Size::EIGHT);
        let played = meet(&mut jane, color, &opening, 30.0);
        assert_eq!(played.game, expected(&opening, color));
    }
    assert_eq!(starts.load(Ordering::SeqCst), 1);
    assert_eq!(jane.name(), "Plain Jane");
    let (jane, _) = program(|_| None);
    let mut jane = jane.named("Jane");
    meet(&mut jane, Color::Black, &Game::new(Size::MIN), 30.0);
    assert_eq!(jane.name(), "Jane");
}

#[test]
fn a_death_between_games_loses_only_the_next_game() {
    let opening = Game::new(Size::MIN);
    let (mut jane, starts) =
        program(|line| (line == "over").then_some(Reaction::Die("signal: 11")));
    let endings: Vec<Ending> = (0..4)
        .map(|_| meet(&mut jane, Color::White, &opening, 30.0).ending)
        .collect();
    let died = Ending::Fault {
        black: false,
        reason: "ended by itself: signal: 11, after the game before".to_string(),
    };
    assert_eq!(endings, [Ending::Board, died.clone(), Ending::Board, died]);
    assert_eq!(starts.load(Ordering::SeqCst), 2);

    // A program that exited without a fault is started again.
    let (mut jane, starts) =
        program(|line| (line == "over").then_some(Reaction::Die("exit status: 0")));
    for _ in 0..3 {
        let played = meet(&mut jane, Color::White, &opening, 30.0);
        assert_eq!(played.ending, Ending::Board);
    }
    assert_eq!(starts.load(Ordering::SeqCst), 3);
}

#[test]
fn a_program_that_cannot_be_started_loses_every_game() {
    let start = || Err(Fault::Start("it is not there".to_string()));
    let mut nobody = Program::new("./nobody", Box::new(start), || Box::new(Plain));
    for _ in 0..2 {
        let played = meet(&mut nobody, Color::Black, &Game::new(Size::MIN), 30.0);
        let reason = "could not be started: it is not there".to_string();
        assert_eq!(
            played.ending,
            Ending::Fault {
                black: true,
                reason
            }
        );
    }
}

#[test]
fn a_stop_is_heard_while_a_program_is_silent() {
    let stop = Arc::new(AtomicBool::new(false));
    let (jane, _) = program(|line| line.contains('d').then(|| Reaction::Say(String::new())));
    let mut jane = jane.stopped_by(Arc::clone(&stop));
    // No time limit: only the stop flag can end this.
    let referee = Referee {
        time: TimeControl::default(),
        stop: &stop,
    };
    let begun = Instant::now();
    let played = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::SeqCst);
        });
        let mut last = Last;
        let seats = ByColor {
            black: &mut jane as &mut dyn Player,
            white: &mut last,
        };
        referee.play(&Game::new(Size::EIGHT), seats, &mut |_, _| ())
    });
    assert_eq!(played, None);
    assert!(begun.elapsed() < Duration::from_secs(120));
}

/// The lines of a talk without their times.
fn lines(talk: &str) -> Vec<&str> {
    talk.lines().map(|line| &line[8..]).collect()
}

#[test]
fn the_talk_of_each_game_is_kept() {
    let (mut jane, _) = program(|_| None);
    let opening = Game::new(Size::MIN);
    let mut last_talk = String::new();
    for begins in ["! started", "> "] {
        let played = meet(&mut jane, Color::Black, &opening, 30.0);
        let [black, white] = played.talk;
        assert_eq!(white, "", "players of this program do not talk");
        let lines = lines(&black);
        assert!(lines[0].starts_with(begins), "{black}");
        let answers = lines.iter().filter(|line| line.starts_with("< ")).count();
        let moves = played.game.turns().iter();
        let own = moves.filter(|turn| turn.color() == Color::Black).count();
        assert_eq!(answers, own, "{black}");
        assert_eq!(lines.last(), Some(&"> over"), "{black}");
        last_talk = black;
    }
    assert!(!last_talk.contains("started"), "only its own game");

    let (mut jane, _) = program(|line| line.contains(' ').then_some(Reaction::Die("signal: 6")));
    let [black, _] = meet(&mut jane, Color::Black, &opening, 30.0).talk;
    let lines = lines(&black);
    assert!(lines.contains(&"! output ended"), "{black}");
    assert!(lines.contains(&"! ended by itself: signal: 6"), "{black}");

    // The referee tells what was wrong with an answer that came.
    let (mut jane, _) = program(|line| {
        line.contains(' ')
            .then(|| Reaction::Say("a1\n".to_string()))
    });
    let played = meet(&mut jane, Color::Black, &opening, 30.0);
    let Ending::Fault { reason, .. } = &played.ending else {
        panic!("{:?}", played.ending);
    };
    let [black, _] = &played.talk;
    assert!(black.contains("< a1\n"), "{black}");
    assert!(black.ends_with(&format!("        ! {reason}\n")), "{black}");
}

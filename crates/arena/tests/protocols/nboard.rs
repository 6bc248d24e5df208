//! NBoard's protocol.

use std::time::Duration;

use arena::contest::Ending;
use arena::protocol::nboard::{Command, NBoard, Reply, Server};
use arena::protocol::{Driver, Service};
use arena::transport::Channel;
use play::Fault;
use rules::formats::transcript;
use rules::{Color, Diagram, Game, Size, Start, Value};

use super::harness::{Harness, clock, program, soon, strength};
use crate::drivers::scripted::{Reaction, ScriptedProgram};
use crate::drivers::table::meet;

const AFTER_F5: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)";

/// The sample game on 4×4: Black must pass after B1, and A2 ends the game.
const STUCK: &str = "set game (;GM[Othello]TY[4]B[C4]W[D4]B[D3]W[B4]B[A4]W[D2]B[D1]W[B1];)";

fn server() -> Harness<Server> {
    Harness::new(Server::new(strength(4)))
}

/// The lines that begin with `word`.
fn only<'a>(said: &'a [String], word: &str) -> Vec<&'a str> {
    let begins = |line: &&str| line.split(' ').next() == Some(word);
    said.iter().map(String::as_str).filter(begins).collect()
}

fn moves(harness: &Harness<Server>) -> String {
    transcript::write(harness.service.course().game())
}

#[test]
fn it_ponders_after_a_move_if_asked_to() {
    for ponder in [true, false] {
        let strength = arena::protocol::Strength {
            ponder,
            ..strength(4)
        };
        let mut harness = Harness::new(Server::new(strength));
        assert_eq!(harness.service.ponder(), None, "nothing was played");
        harness.ask("move F5");
        let question = harness.service.ponder();
        assert_eq!(question.is_some(), ponder);
        if let Some(question) = question {
            assert_eq!(question.diagram, harness.service.course().diagram());
        }
        harness.ask("ping 1");
        assert_eq!(harness.service.ponder(), None);
    }
}

#[test]
fn the_minimal_session() {
    let mut harness = server();
    assert!(harness.ask("nboard 2").is_empty());
    assert_eq!(harness.ask("set depth 6"), ["set myname Reversi6"]);
    assert!(harness.ask(AFTER_F5).is_empty());
    assert_eq!(harness.ask("ping 1"), ["pong 1"]);
    let said = harness.ask("hint 2");
    let searched = only(&said, "search");
    assert!(searched.len() >= 4, "it streams: {said:?}");
    let Some(Reply::Search(best)) = Reply::read(searched[searched.len() - 2]) else {
        panic!("{said:?}");
    };
    assert!(best.line.len() > 1, "a line of play: {searched:?}");
    assert_eq!(best.depth.to_string(), "6");
    assert!(!only(&said, "nodestats").is_empty());
    assert_eq!(harness.ask("ping 2"), ["pong 2"]);
    let said = harness.ask("go");
    let answers = only(&said, "===");
    let [answer] = answers.as_slice() else {
        panic!("exactly one answer: {said:?}");
    };
    assert_eq!(moves(&harness), "f5", "it is not played");
    let made = answer.trim_start_matches("=== ");
    assert!(harness.ask(&format!("move {made}")).is_empty());
    assert_eq!(harness.service.course().game().turns().len(), 2);
}

#[test]
fn moves_are_understood_with_and_without_the_word() {
    let mut harness = server();
    harness.ask("F5");
    harness.ask("move d6/1.2/3.4");
    harness.ask("move C3//1.0");
    assert_eq!(moves(&harness), "f5d6c3");
    let said = harness.ask("move a1");
    assert!(said[0].starts_with("status Move ignored"), "{said:?}");
    let said = harness.ask("move PA");
    assert!(said[0].contains("nobody has to pass"), "{said:?}");
    assert_eq!(moves(&harness), "f5d6c3");
}

#[test]
fn passes_are_explicit_generated_or_left_out() {
    let mut harness = server();
    harness.ask(STUCK);
    assert_eq!(only(&harness.ask("go"), "==="), ["=== PA"]);
    let said = harness.ask("hint 1");
    assert!(
        only(&said, "search")[0].starts_with("search PAA2"),
        "{said:?}"
    );
    harness.ask("move PA");
    assert!(only(&harness.ask("go"), "===")[0].starts_with("=== A"));
    // The next move implies the pass before it.
    harness.ask(STUCK);
    harness.ask("move A2");
    assert!(harness.service.course().game().is_over());
    assert_eq!(only(&harness.ask("go"), "==="), ["=== PA"]);
    assert_eq!(harness.ask("hint 3"), ["status The game is over"]);
    // A game that ends after a pass.
    harness.ask(&STUCK.replace(";)", "B[PA];)"));
    assert!(only(&harness.ask("go"), "===")[0].starts_with("=== A"));
}

#[test]
fn solved_positions_say_so() {
    let mut harness = server();
    harness.ask("set depth 10");
    harness.ask("set game (;GM[Othello]TY[4]B[C4]W[D4];)");
    let said = harness.ask("hint 9");
    let last = only(&said, "search").pop().expect("a move").to_string();
    let Some(Reply::Search(hint)) = Reply::read(&last) else {
        panic!("{last}");
    };
    assert_eq!(hint.depth.to_string(), "100%");
}

#[test]
fn a_game_is_judged_from_its_end() {
    let mut harness = server();
    harness.ask("set depth 10");
    harness.ask(&STUCK.replace(";)", "B[PA]W[A2];)"));
    let said = harness.ask("analyze");
    let lines = only(&said, "analysis");
    let made: Vec<usize> = lines
        .iter()
        .map(|line| match Reply::read(line) {
            Some(Reply::Analysis(made, _)) => made,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(made, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    // 11-2 and three empty squares. After ten turns Black would be to move; the pass is the ninth.
    assert_eq!(lines[0], "analysis 10 -12.00");
    assert_eq!(lines[1], "analysis 9 +12.00");
    assert_eq!(lines[2], "analysis 8 -12.00");
}

#[test]
fn other_lines_are_answered_or_passed_over() {
    let mut harness = server();
    assert!(harness.ask("set contempt 50").is_empty());
    assert!(harness.ask("sing a song").is_empty());
    assert!(harness.ask("").is_empty());
    assert_eq!(
        harness.ask("learn").last().map(String::as_str),
        Some("learned")
    );
    for wrong in [
        "set depth",
        "hint x",
        "set game (;GM[Chess];)",
        "move",
        "nboard two",
    ] {
        let said = harness.ask(wrong);
        assert!(said[0].starts_with("status Ignored"), "{wrong}: {said:?}");
    }
    assert_eq!(harness.ask("hint 99999999999999999999").len(), 1);
    let other = format!("set game (;GM[\u{0}\u{7}{}];)", "x".repeat(5000));
    let said = harness.ask(&other);
    assert!(
        !said[0].contains(char::is_control) && said[0].len() < 400,
        "{said:?}"
    );
    assert!(!harness.left);
    harness.ask("quit");
    assert!(harness.left);
}

/// A program that plays the first legal move; `put` writes the answer.
fn bot(put: impl Fn(&str) -> String + Send + 'static) -> ScriptedProgram {
    let mut game = Game::new(Size::EIGHT);
    ScriptedProgram::new("Hello, I am a program\n", move |line| {
        Reaction::Say(match Command::read(line) {
            Ok(Command::Game(setup)) => {
                game = setup.record.game;
                "status got it\n".to_string()
            }
            Ok(Command::Ping(word)) => format!("search A1 64 0 60\npong {word}\n"),
            Ok(Command::Go) => {
                let point = game.legal_moves().into_iter().next().expect("a move");
                put(&point.to_string())
            }
            Ok(Command::Depth(depth)) => format!("set myname Bot{depth}\n"),
            _ => String::new(),
        })
    })
}

#[test]
fn programs_that_write_as_they_like_are_understood() {
    let asked = |said: fn(&str) -> String| {
        let mut talk = Channel::new(Box::new(bot(said)));
        let (game, clock) = (Game::new(Size::EIGHT), clock(None, None));
        let mut driver = NBoard::new(Some(7));
        driver.greet(&mut talk, soon()).expect("it answers");
        assert_eq!(driver.name(), Some("Bot7"));
        driver
            .begin(&mut talk, &game, Color::Black, &clock, soon())
            .expect("ready");
        driver.choose(&mut talk, &game, &clock, soon())
    };
    let edax = asked(|place| {
        format!("status Edax is thinking\nnodestats 12 0.1\n=== {place} -1.00 0.0\nstatus\n")
    });
    let edax = edax.expect("a move");
    assert_eq!(edax.point, "d3".parse().ok());
    assert_eq!(edax.value(), Some(Value(-100)));
    let ntest = asked(|place| {
        let place = place.to_uppercase();
        format!("search {place}C3 +2.50 0 14\nsearch F5 1 0 99\n=== {place}/3,2/0.52\n")
    });
    let ntest = ntest.expect("a move");
    assert_eq!((ntest.value(), ntest.depth()), (Some(Value(250)), Some(14)));
    let bare = asked(|place| format!("=== {place}\n")).expect("a move");
    assert_eq!((bare.value(), bare.depth()), (None, None));
    assert_eq!(
        asked(|_| "=== PA\n".to_string()).expect("a pass").point,
        None
    );
    let odd = asked(|_| "=== banana/1/2\n".to_string());
    assert_eq!(odd, Err(Fault::Unreadable("banana/1/2".to_string())));
}

#[test]
fn a_program_receives_the_whole_game_and_its_clock() {
    let told = |per_move: Option<u64>, per_game: Option<u64>| {
        let scripted = bot(|place| format!("=== {place}\n"));
        let heard = scripted.heard();
        let mut talk = Channel::new(Box::new(scripted));
        let small = Diagram::start(Size::MIN, Start::Standard);
        let game = transcript::read("c4d4d3b4a4d2d1b1", small).expect("a game");
        let clock = clock(
            per_move.map(Duration::from_secs),
            per_game.map(Duration::from_secs),
        );
        let mut driver = NBoard::new(None);
        driver.greet(&mut talk, soon()).expect("it answers");
        driver
            .begin(&mut talk, &game, Color::White, &clock, soon())
            .expect("ready");
        driver
            .choose(&mut talk, &game, &clock, soon())
            .expect("a move");
        let heard = heard.lock().expect("no thread panicked").clone();
        assert_eq!(heard[0], "nboard 2");
        assert!(!heard.iter().any(|line| line.contains("depth")));
        assert_eq!(heard.last().map(String::as_str), Some("go"));
        heard[heard.len() - 3].clone()
    };
    let line = told(None, None);
    assert!(line.ends_with("W[b1]B[PA];)"), "{line}");
    assert!(!line.contains("TI["), "{line}");
    assert!(told(None, Some(300)).contains("TI[5:00/0:00]"));
    assert!(told(Some(2), None).contains("TI[0:02/0:02]"));
}

#[test]
fn a_program_plays_whole_games_with_passes() {
    for color in Color::ALL {
        let opening = super::harness::just_before_a_pass(Size::EIGHT);
        let mut program = program(
            || bot(|place| format!("=== {place}\n")),
            || Box::new(NBoard::new(None)),
        );
        let played = meet(&mut program, color, &opening, 20.0);
        assert_eq!(played.ending, Ending::Board);
        assert!(played.game.is_over());
    }
}

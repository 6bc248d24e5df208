//! Programs that speak the simple protocol.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::contest::{Ending, Manners, Program};
use arena::protocol::simple::Simple;
use arena::transport::Transport;
use play::Fault;
use rules::formats::transcript;
use rules::{Color, Diagram, Game, Size, Start};

use super::scripted::{Reaction, ScriptedProgram};
use super::table::{expected, meet};

/// Reads turns and answers with the first legal move, written by `said`.
fn bot(said: impl Fn(&str) -> Reaction + Send + 'static) -> ScriptedProgram {
    let mut expecting = 0;
    ScriptedProgram::new("", move |line| {
        if expecting == 0 {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(["black", "white"].contains(&words[0]), "{line}");
            assert_eq!(words[2], "30.000");
            // Skip the rows and the legal moves.
            expecting = words[1].parse::<usize>().unwrap() + 1;
            return Reaction::Say(String::new());
        }
        expecting -= 1;
        if expecting > 0 {
            return Reaction::Say(String::new());
        }
        said(line.split(' ').next().unwrap())
    })
}

fn game_long(said: impl Fn(&str) -> Reaction + Send + Clone + 'static) -> Program {
    let start = move || -> Result<Box<dyn Transport>, Fault> { Ok(Box::new(bot(said.clone()))) };
    Program::new("bot", Box::new(start), || Box::new(Simple::new())).with_manners(Manners {
        startup: Duration::from_secs(2),
        ..Manners::default()
    })
}

fn move_long(said: impl Fn(&str) -> Reaction + Send + Clone + 'static) -> Program {
    let start = move || -> Result<Box<dyn Transport>, Fault> { Ok(Box::new(bot(said.clone()))) };
    Program::new("bot", Box::new(start), || Box::new(Simple::once()))
}

fn reason(program: &mut Program) -> String {
    match meet(program, Color::White, &Game::new(Size::MIN), 30.0).ending {
        Ending::Fault {
            black: false,
            reason,
        } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn whole_games_as_both_colors() {
    let small = Diagram::start(Size::MIN, Start::Standard);
    let passed = transcript::read("c4d4d3b4a4d2d1b1", small).unwrap();
    let say = |square: &str| Reaction::Say(format!("{square}\n"));
    for mut program in [game_long(say), move_long(say)] {
        for opening in [
            Game::new(Size::MIN),
            passed.clone(),
            Game::new(Size::EIGHT),
            Game::new(Size::new(12).unwrap()),
        ] {
            for color in Color::ALL {
                let played = meet(&mut program, color, &opening, 30.0);
                assert_eq!(played.ending, Ending::Board);
                assert_eq!(played.game, expected(&opening, color));
            }
        }
    }
}

#[test]
fn other_ways_to_write_a_square_are_tolerated() {
    let ways: [fn(&str) -> String; 4] = [
        |square| format!("{}\r\n", square.to_uppercase()),
        |square| format!("\n  {square}  \n\n"),
        |square| format!("{} {}\n", &square[..1], &square[1..]),
        |square| format!("\t{square}\n"),
    ];
    for way in ways {
        let mut program = game_long(move |square| Reaction::Say(way(square)));
        let opening = Game::new(Size::MIN);
        let played = meet(&mut program, Color::Black, &opening, 30.0);
        assert_eq!(played.game, expected(&opening, Color::Black));
    }
    // A program that ends after each move may print other text before the move, and the last line
    // needs no newline.
    let mut thinker = move_long(|square| Reaction::Say(format!("thinking\nbest: 12\n{square}")));
    let opening = Game::new(Size::MIN);
    let played = meet(&mut thinker, Color::Black, &opening, 30.0);
    assert_eq!(played.game, expected(&opening, Color::Black));
}

#[test]
fn faults_are_reported() {
    let say = |text: &'static str| game_long(move |_| Reaction::Say(text.to_string()));
    assert_eq!(
        reason(&mut say("e9 no\n")),
        "answered `e9 no`, which is not a move"
    );
    assert_eq!(reason(&mut say("pass\n")), "passed, but has legal moves");
    assert!(reason(&mut say("d4\n")).starts_with("played an illegal move"));
    let dead = game_long(|_| Reaction::Die("exit status: 1"));
    assert_eq!(reason(&mut { dead }), "ended by itself: exit status: 1");
    let chatter = game_long(|square| Reaction::Say(format!("{square}\nI am winning\n")));
    assert_eq!(
        reason(&mut { chatter }),
        "broke the protocol: wrote `I am winning` without being asked, besides its move"
    );
    let mute = move_long(|_| Reaction::Say(String::new()));
    assert_eq!(reason(&mut { mute }), "ended by itself: exit status: 0");
}

#[test]
fn silence_and_half_a_line_are_distinguished() {
    let opening = Game::new(Size::MIN);
    for (said, why) in [
        ("", "did not answer within the 0.500 s it had"),
        (
            "c3",
            "broke the protocol: wrote `c3` without the end of a line",
        ),
    ] {
        let start = move || -> Result<Box<dyn Transport>, Fault> {
            let said = said.to_string();
            let answer = move |line: &str| {
                let last = line.contains(' ') && !line.starts_with("black");
                Reaction::Say(if last { said.clone() } else { String::new() })
            };
            Ok(Box::new(ScriptedProgram::new("", answer)))
        };
        let mut program = Program::new("bot", Box::new(start), || Box::new(Simple::new()));
        let played = meet(&mut program, Color::Black, &opening, 0.5);
        assert_eq!(
            played.ending,
            Ending::Fault {
                black: true,
                reason: why.to_string()
            }
        );
    }
}

#[test]
fn the_turn_is_as_promised() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&heard);
    let start = move || -> Result<Box<dyn Transport>, Fault> {
        let scripted = bot(|square| Reaction::Say(format!("{square}\n")));
        notes.lock().unwrap().push(scripted.heard());
        Ok(Box::new(scripted))
    };
    let mut program = Program::new("bot", Box::new(start), || Box::new(Simple::new()));
    meet(&mut program, Color::White, &Game::new(Size::MIN), 30.0);
    let heard = heard.lock().unwrap();
    let lines = heard[0].lock().unwrap();
    // Black has played c4, the last of its legal moves.
    assert_eq!(
        lines[..6],
        ["white 4 30.000", "....", ".WB.", ".BB.", "..B.", "d2 b4 d4"]
    );
}

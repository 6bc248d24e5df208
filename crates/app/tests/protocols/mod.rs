//! `reversi gtp`, `reversi nboard` and `reversi cassio`, as other programs run them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{feed, reversi, run};

/// A running program and its output, line by line.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Running {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it has not been hung up");
        writeln!(input, "{line}").expect("it listens");
    }

    /// The next line, within half a minute.
    fn line(&self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(120));
        line.expect("it answers")
    }

    fn until(&self, begins: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(begins) {
                return line;
            }
        }
    }

    /// The exit status, which comes soon.
    fn ends(mut self) -> Option<i32> {
        drop(self.input.take());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(120) {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        panic!("it does not end");
    }
}

#[test]
fn a_game_over_gtp_that_is_piped_in_is_answered_to_its_end() {
    let input = "1 boardsize 6\n2 genmove b\n3 genmove w\n4 undo\n5 genmove w\n";
    let output = run("gtp --level 3", input).good();
    let answers: Vec<&str> = output
        .split("\n\n")
        .filter(|text| !text.is_empty())
        .collect();
    assert_eq!(answers.len(), 5, "{output}");
    for (number, answer) in (1..).zip(&answers) {
        assert!(answer.starts_with(&format!("={number}")), "{output}");
    }
    assert_eq!(answers[2].split(' ').nth(1), answers[4].split(' ').nth(1));
}

#[test]
fn gtp_loads_games_from_files_of_any_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a game.ggf");
    std::fs::write(&path, "(;GM[Othello]TY[8]B[f5]W[d6]B[c3];)").expect("it is written");
    let name = path.display();
    let input = format!("loadsgf {name}\nshowboard\nloadsgf {name} 2\nshowboard\nloadsgf x.sgf\n");
    let output = run("gtp", &input).good();
    assert!(output.contains("White to move, X 5, O 2"), "{output}");
    assert!(output.contains("White to move, X 4, O 1"), "{output}");
    assert!(
        output.contains("? cannot load file: there is no file x.sgf"),
        "{output}"
    );
}

#[test]
fn nboard_stops_at_once_and_leaves_when_told() {
    let mut engine = Running::start(reversi().args(["nboard", "--no-book"]));
    engine.say("nboard 2");
    engine.say("set depth 40");
    assert_eq!(engine.line(), "set myname Reversi40");
    engine.say("set game (;GM[Othello]TY[8]B[F5];)");
    engine.say("hint 3");
    engine.until("search");
    let asked = Instant::now();
    engine.say("ping 1");
    engine.until("pong 1");
    assert!(asked.elapsed() < Duration::from_secs(60));
    engine.say("set depth 3");
    engine.say("go");
    let answer = engine.until("===");
    assert_eq!(answer.split('/').count(), 3, "{answer}");
    engine.say("hint 1");
    engine.say("quit");
    assert_eq!(engine.ends(), Some(0));
}

#[test]
fn cassio_gets_its_answer_and_hears_that_we_live() {
    let mut engine = Running::start(reversi().args(["cassio", "--hash", "1"]));
    let start = "---------------------------OX------XO---------------------------X";
    engine.say("ENGINE-PROTOCOL init");
    assert_eq!(engine.line(), "ready.");
    engine.say(&format!(
        "ENGINE-PROTOCOL midgame-search {start} -64 64 40 73"
    ));
    engine.until(start);
    engine.say("");
    engine.until("ok.");
    engine.say("ENGINE-PROTOCOL stop");
    engine.until("ready.");
    engine.say("ENGINE-PROTOCOL quit");
    assert_eq!(engine.line(), "bye bye.");
    assert_eq!(engine.ends(), Some(0));
}

#[test]
fn closed_connections_are_not_waited_for() {
    for command in ["gtp", "nboard", "cassio"] {
        let engine = Running::start(reversi().arg(command));
        assert_eq!(engine.ends(), Some(0), "{command}");
    }
}

#[test]
fn bytes_of_any_kind_do_no_harm() {
    let mut input = vec![b'x'; 1 << 20];
    input.extend(b"\n\xff\xfe\x00\n\r\n");
    input.extend("play b \u{1F600}\n".as_bytes());
    for (command, question, answer) in [
        ("gtp", "name\n", "= Reversi"),
        ("nboard", "ping 7\n", "pong 7"),
        ("cassio", "ENGINE-PROTOCOL init\n", "ready."),
    ] {
        let mut input = input.clone();
        input.extend(question.as_bytes());
        let output = feed(reversi().arg(command), &input).good();
        assert!(output.lines().any(|line| line == answer), "{command}");
        assert!(output.len() < 10_000, "{command}");
    }
}

#[test]
fn wrong_options_are_refused() {
    for (arguments, word) in [
        ("gtp --level 0", "level"),
        ("gtp --time 0", "seconds"),
        ("nboard --threads 0", "threads"),
        ("nboard --hash x", "megabytes"),
        ("cassio --level 3", "--level"),
    ] {
        let said = run(arguments, "").bad(2);
        assert!(said.contains(word), "{said}");
    }
    let said = run("gtp --book no-such.book", "").bad(1);
    assert!(said.contains("no-such.book"), "{said}");
}

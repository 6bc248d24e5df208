//! Input that arrives during a search is handled at once.

use std::time::{Duration, Instant};

use arena::protocol::Strength;
use arena::protocol::{cassio, gtp, nboard};
use arena::transport::Channel;

use super::harness::{Served, soon, strength};

const START: &str = "---------------------------OX------XO---------------------------X";

/// A search of tens of moves takes longer than a test.
const PATIENCE: Duration = Duration::from_secs(120);

fn line(channel: &mut Channel) -> String {
    let heard = channel.read_line(soon()).expect("it is there");
    heard.expect("it answers").text
}

/// The lines up to the first wanted one.
fn until(channel: &mut Channel, wanted: &str) -> Vec<String> {
    let start = Instant::now();
    let mut lines = Vec::new();
    loop {
        let line = line(channel);
        let found = line == wanted;
        lines.push(line);
        assert!(start.elapsed() < PATIENCE, "{wanted}: {lines:?}");
        if found {
            return lines;
        }
    }
}

#[test]
fn a_ping_ends_a_deep_hint_and_nothing_follows_the_pong() {
    let mut channel = Served::new(nboard::Server::new(Strength::default())).talk();
    channel
        .send_line("nboard 2\nset depth 50")
        .expect("it listens");
    assert_eq!(line(&mut channel), "set myname Reversi50");
    for round in 1..=5 {
        channel.send_line("hint 4").expect("it listens");
        until(&mut channel, "status Thinking");
        assert!(line(&mut channel).starts_with("search"), "it has begun");
        channel
            .send_line(&format!("ping {round}"))
            .expect("it listens");
        until(&mut channel, &format!("pong {round}"));
    }
    let a_while = Instant::now().checked_add(Duration::from_millis(300));
    assert_eq!(
        channel.read_line(a_while),
        Ok(None),
        "nothing about an old position"
    );
    // A new game also ends the search; its position is searched next.
    channel
        .send_line("hint 1\nset game (;GM[Othello]TY[4]B[C4]W[D4];)\nping 6\nset depth 12\nhint 1")
        .expect("it listens");
    until(&mut channel, "pong 6");
    let lines = until(&mut channel, "status");
    assert!(lines.iter().any(|line| line.ends_with("100%")), "{lines:?}");
    channel.send_line("hint 1\nquit").expect("it listens");
    while let Ok(heard) = channel.read_line(soon()) {
        heard.expect("it leaves soon");
    }
}

#[test]
fn cassio_gets_signs_of_life() {
    let mut channel = Served::new(cassio::Server::new()).talk();
    channel
        .send_line("ENGINE-PROTOCOL init")
        .expect("it listens");
    assert_eq!(line(&mut channel), "ready.");
    channel.send_line("").expect("it listens");
    assert_eq!(line(&mut channel), "ready.");
    channel
        .send_line(&format!(
            "ENGINE-PROTOCOL midgame-search {START} -64 64 50 100"
        ))
        .expect("it listens");
    assert!(line(&mut channel).starts_with(START));
    for _ in 0..3 {
        channel.send_line("").expect("it listens");
        until(&mut channel, "ok.");
    }
    channel
        .send_line("ENGINE-PROTOCOL stop")
        .expect("it listens");
    until(&mut channel, "ready.");
    channel.send_line("").expect("it listens");
    assert_eq!(line(&mut channel), "ready.");
    channel
        .send_line("ENGINE-PROTOCOL quit")
        .expect("it listens");
    assert_eq!(line(&mut channel), "bye bye.");
}

#[test]
fn the_end_of_the_input_ends_a_search_too_but_not_without_an_answer() {
    let mut channel = Served::new(nboard::Server::new(Strength::default())).talk();
    channel
        .send_line("set depth 50\nset game (;GM[Othello]TY[8];)\ngo")
        .expect("it listens");
    channel.close_input();
    let start = Instant::now();
    let mut answer = None;
    while let Ok(heard) = channel.read_line(soon()) {
        let heard = heard.expect("it leaves soon").text;
        if heard.starts_with("===") {
            answer = Some(heard);
        }
    }
    assert!(answer.is_some());
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn a_program_that_ponders_answers_at_once_and_leaves() {
    let strength = Strength {
        ponder: true,
        ..strength(4)
    };
    let server = gtp::Server::new(strength, Box::new(|_| Err(String::new())));
    let mut channel = Served::new(server).talk();
    // It ponders without a limit after each of its moves.
    for round in 0..3 {
        channel.send_line("genmove b").expect("it listens");
        assert!(line(&mut channel).starts_with("= "), "round {round}");
        assert_eq!(line(&mut channel), "");
        channel.send_line("clear_board").expect("it listens");
        assert_eq!(line(&mut channel), "= ");
        assert_eq!(line(&mut channel), "");
    }
    channel.send_line("genmove b").expect("it listens");
    assert!(line(&mut channel).starts_with("= "));
    channel.close_input();
    while let Ok(heard) = channel.read_line(soon()) {
        if heard.is_none() {
            break;
        }
    }
}

//! Faults: every way to lose other than on the board.

use std::time::Duration;

use arena::contest::{Ending, Played};
use play::ChosenMove;
use play::Fault;
use rules::{Color, Game, Size};

use super::scripted::{Scripted, first, play};

/// White has a fault at its third move; Black plays normally.
fn white_fails(ask: Scripted) -> Played {
    let (mut black, mut white) = (Scripted::honest(), ask);
    let played = play(&Game::new(Size::EIGHT), &mut black, &mut white);
    assert_eq!(
        played.winner(),
        Some(Color::Black),
        "at any rate, White lost"
    );
    assert_eq!(played.score(), 64);
    assert_eq!(played.moves.len(), 5, "what was played before is kept");
    assert_eq!(played.game.turns().len(), 5);
    for side in [&black, &white] {
        assert_eq!(side.told().last().unwrap(), "end after 5");
    }
    played
}

fn reason(played: &Played) -> &str {
    match &played.ending {
        Ending::Fault {
            black: false,
            reason,
        } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_illegal_move_loses() {
    let played = white_fails(Scripted::until(4, |_, _| {
        Ok(ChosenMove::of("h8".parse().unwrap()))
    }));
    let why = reason(&played);
    assert!(
        why.starts_with("played an illegal move: a disc on h8 would turn nothing; legal"),
        "{why}"
    );
    let off = white_fails(Scripted::until(4, |_, _| {
        Ok(ChosenMove::of("z26".parse().unwrap()))
    }));
    assert!(reason(&off).contains("no square z26"), "{}", reason(&off));
}

#[test]
fn a_pass_with_legal_moves_loses() {
    let played = white_fails(Scripted::until(4, |game, _| {
        Ok(ChosenMove {
            point: None,
            ..first(game)
        })
    }));
    assert_eq!(reason(&played), "passed, but has legal moves");
}

#[test]
fn one_millisecond_over_the_margin_loses() {
    let millisecond = Duration::from_millis(1);
    let answer_at = |late: bool| {
        Scripted::until(4, move |game, deadline| {
            let deadline = deadline.expect("there is a limit");
            let at = if late {
                deadline + millisecond
            } else {
                deadline - millisecond
            };
            Ok(ChosenMove { at, ..first(game) })
        })
    };
    let played = white_fails(answer_at(true));
    let why = reason(&played);
    // 30 seconds, and 0.1 seconds for the messages.
    assert_eq!(why, "took 30.101 s for a move, and had 30.000 s");
    let (mut black, mut white) = (Scripted::honest(), answer_at(false));
    let played = play(&Game::new(Size::EIGHT), &mut black, &mut white);
    assert_eq!(played.ending, Ending::Board);
}

#[test]
fn every_reported_fault_loses() {
    let faults = [
        (
            Fault::Died("signal: 11".to_string()),
            "ended by itself: signal: 11",
        ),
        (
            Fault::Silent {
                allowed: Duration::from_secs(1),
            },
            "did not answer within",
        ),
        (Fault::Flood(1_000_000), "wrote more than 1 MB"),
        (
            Fault::Memory(512_000_000),
            "used more than 512 MB of memory",
        ),
        (Fault::Processes(64), "started more than 64 processes"),
        (
            Fault::WrongColor("= f5".to_string()),
            "played as the other colour",
        ),
        (
            Fault::RefusedPass("? illegal".to_string()),
            "refused to pass",
        ),
        (
            Fault::RefusedMove("? illegal".to_string()),
            "refused a legal move",
        ),
        (
            Fault::Unreadable("\u{fffd}\u{7}x".to_string()),
            "answered `\u{fffd} x`",
        ),
    ];
    for (fault, words) in faults {
        let played = white_fails(Scripted::until(4, move |_, _| Err(fault.clone())));
        let why = reason(&played);
        assert!(why.contains(words), "{why}");
    }
}

#[test]
fn a_panic_loses_one_game() {
    let played = white_fails(Scripted::until(4, |_, _| panic!("at the disco")));
    assert_eq!(reason(&played), "ended by itself: panic: at the disco");
}

#[test]
fn a_player_that_cannot_begin_loses_before_the_first_move() {
    let mut absent = Scripted::honest();
    absent.begin = Box::new(|| Err(Fault::Died("exit status: 3".to_string())));
    let mut honest = Scripted::honest();
    let played = play(&Game::new(Size::EIGHT), &mut honest, &mut absent);
    assert_eq!(reason(&played), "ended by itself: exit status: 3");
    assert!(played.moves.is_empty());
    // The other player is told that the game is over.
    assert_eq!(honest.told(), ["begin Black after 0", "end after 0"]);

    let mut present = Scripted::honest();
    let played = play(&Game::new(Size::EIGHT), &mut absent, &mut present);
    assert_eq!(played.winner(), Some(Color::White));
    // That player never began a game.
    assert!(present.told().is_empty());
}

#[test]
fn faults_after_the_end_change_nothing() {
    let (mut black, mut white) = (Scripted::honest(), Scripted::honest());
    let fair = play(&Game::new(Size::EIGHT), &mut black, &mut white);
    white.end = Box::new(|| Err(Fault::Died("signal: 6".to_string())));
    black.end = Box::new(|| panic!("after all that"));
    let played = play(&Game::new(Size::EIGHT), &mut black, &mut white);
    assert_eq!((&played.game, &played.ending), (&fair.game, &Ending::Board));
    assert_eq!(
        played.stderr,
        [
            "hm\n[after the game, it ended by itself: panic: after all that]\n",
            "hm\n[after the game, it ended by itself: signal: 6]\n"
        ]
    );
}

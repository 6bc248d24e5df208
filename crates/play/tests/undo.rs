//! Undo and redo.

use crate::common::{SAMPLE, moves, players, point, sample, session, step};
use engine::Random;
use play::{PlayerSpec, VerbError};
use rules::Color;

#[test]
fn undo_takes_back_the_humans_move_and_the_reply() {
    let mut session = session(8, "human", "walle:2", 1);
    session.play(point("f5")).expect("a legal move");
    assert_eq!(session.undo(), Ok(1), "before the reply");
    session.play(point("d3")).expect("a legal move");
    session.think().expect("the computer's turn");
    let two_moves = moves(&session);
    let reply = session.game().turns()[1];
    assert_eq!(session.undo(), Ok(2), "after the reply");
    assert_eq!(moves(&session), "");
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));

    assert_eq!(session.redo(), Ok(reply));
    assert_eq!(moves(&session), two_moves);
    assert_eq!(session.redo(), Err(VerbError::NothingToRedo));
}

#[test]
fn undo_leaves_the_computers_first_move_to_a_human_who_is_white() {
    let mut session = session(8, "walle:2", "human", 1);
    let (first, _) = session.think().expect("the computer's turn");
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));
    let mut chance = Random::new(1);
    step(&mut session, &mut chance);
    step(&mut session, &mut chance);
    let three_moves = moves(&session);
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(session.game().turns(), [first]);
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    assert_eq!(session.game().to_move(), Some(Color::White));
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));
    session.redo().expect("two moves were taken back");
    assert_eq!(moves(&session), three_moves);
}

#[test]
fn undo_and_redo_cross_a_pass_of_the_humans() {
    let mut session = sample("human", "walle:2");
    // d1, then White's b1, after which Black must pass, then White's a2.
    assert_eq!(session.undo(), Ok(3));
    assert_eq!(moves(&session), "c4d4d3b4a4d2");
    assert_eq!(session.mover(), Some(PlayerSpec::Human));
    assert_eq!(session.game().to_move(), Some(Color::Black));
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(moves(&session), "c4d4d3b4");
    session.redo().expect("two moves");
    let last = session.redo().expect("three moves");
    assert_eq!((last.color(), last.point()), (Color::White, point("a2")));
    assert_eq!(session.game(), sample("human", "walle:2").game());
}

#[test]
fn undo_and_redo_cross_a_pass_of_the_computers() {
    let mut session = sample("walle:2", "human");
    assert_eq!(session.undo(), Ok(1), "a2, after Black was passed over");
    assert_eq!(session.undo(), Ok(1), "b1");
    assert_eq!(session.undo(), Ok(2), "d2 and Black's d1");
    assert_eq!(moves(&session), "c4d4d3b4a4");
    for expected in ["c4d4d3b4a4d2d1", "c4d4d3b4a4d2d1b1", SAMPLE] {
        session.redo().expect("there is more");
        assert_eq!(moves(&session), expected);
    }
    assert_eq!(session.redo(), Err(VerbError::NothingToRedo));
}

#[test]
fn undo_walks_back_through_the_humans_turns_and_redo_forth() {
    let sides = [
        ("human", "random"),
        ("random", "human"),
        ("human", "greedy"),
        ("human", "human"),
    ];
    for seed in 0..200 {
        let (black, white) = sides[seed as usize % sides.len()];
        let mut session = session(if seed % 3 == 0 { 6 } else { 4 }, black, white, seed);
        let mut chance = Random::new(seed);
        let mut humans_turns = Vec::new();
        while !session.game().is_over() {
            if !session.human_moves().is_empty() {
                humans_turns.push(moves(&session));
            }
            step(&mut session, &mut chance);
        }
        let finished = session.game().clone();
        for expected in humans_turns.iter().rev() {
            session.undo().expect("there is an earlier move");
            assert_eq!(&moves(&session), expected, "seed {seed}");
        }
        assert_eq!(session.undo(), Err(VerbError::NothingToUndo), "seed {seed}");
        for expected in &humans_turns[1..] {
            session.redo().expect("there is a later move");
            assert_eq!(&moves(&session), expected, "seed {seed}");
        }
        session.redo().expect("the last move");
        assert_eq!(session.game(), &finished, "seed {seed}");
    }
}

#[test]
fn two_humans_take_back_one_move_at_a_time() {
    let mut session = session(8, "human", "human", 1);
    for name in ["f5", "d6", "c6"] {
        session.play(point(name)).expect("a legal move");
    }
    for expected in ["f5d6", "f5", ""] {
        assert_eq!(session.undo(), Ok(1));
        assert_eq!(moves(&session), expected);
    }
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));
    for expected in ["f5", "f5d6", "f5d6c6"] {
        session.redo().expect("there is more");
        assert_eq!(moves(&session), expected);
    }
}

#[test]
fn two_computers_have_no_move_to_take_back() {
    let mut session = session(6, "walle:1", "discs:1", 1);
    session.think().expect("a computer's turn");
    session.think().expect("a computer's turn");
    assert_eq!(session.undo(), Err(VerbError::NothingToUndo));
    assert_eq!(session.game().turns().len(), 2);
}

#[test]
fn another_move_clears_redo() {
    let mut session = session(8, "human", "walle:1", 1);
    session.play(point("f5")).expect("a legal move");
    session.think().expect("the computer's turn");
    session.undo().expect("two moves");
    session.play(point("e6")).expect("a legal move");
    assert_eq!(session.redo(), Err(VerbError::NothingToRedo));
    assert_eq!(moves(&session), "e6");
}

#[test]
fn an_illegal_move_keeps_redo() {
    let mut session = session(8, "human", "human", 1);
    session.play(point("f5")).expect("a legal move");
    session.undo().expect("one move");
    session.play(point("a1")).expect_err("an illegal move");
    session.redo().expect("f5 again");
    assert_eq!(moves(&session), "f5");
}

#[test]
fn a_seat_can_change_hands_during_a_game() {
    let mut session = session(8, "human", "human", 1);
    session.play(point("f5")).expect("a legal move");
    session.seat(players("human", "discs:1"));
    session.think().expect("the computer's turn");
    session.seat(players("discs:1", "human"));
    session.think().expect("the computer's turn");
    // White's move is now the last move of the human.
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(moves(&session), "f5");
}

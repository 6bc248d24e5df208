//! Positions without moves, and invalid answers.

use engine::{Kind, Score};
use jobs::{Batch, Next};
use play::solve::Answer;
use play::split::{Budget, Split};
use rules::Diagram;

use super::fake_executor::FakeExecutor;
use super::{plain, positions, result};

fn begin(diagram: &Diagram, wld: bool) -> Split {
    Split::new(diagram, wld, Budget { nodes: 500 }).expect("a size that can be solved")
}

#[test]
fn finished_games_need_no_hands() {
    for (text, score) in [
        ("XXXXXXXXXXXXXXX- X", 16),
        ("XXXXXXXXXXXXXXX- O", -16),
        ("XXXXXXXXOOOOOOOO X", 0),
        ("---------------- O", 0),
        (&format!("{} X", "O".repeat(64)), -64),
    ] {
        let diagram: Diagram = text.parse().expect("a board");
        for wld in [false, true] {
            let mut split = begin(&diagram, wld);
            assert_eq!(split.next(), Next::Done, "{text}");
            let found = split.analysis().expect("an answer");
            let wanted = if wld { i32::signum(score) } else { score };
            assert_eq!(found.best().score, Score::from_discs(wanted), "{text}");
            assert_eq!(found.best().moves, [], "{text}");
        }
    }
}

#[test]
fn a_side_that_must_pass_passes() {
    let mut seen = 0;
    for diagram in positions(8, 10, 3000, 77) {
        // The other side to move; it may have no legal move.
        let turned = diagram.pass();
        if !turned.legal_moves().is_empty() {
            continue;
        }
        seen += 1;
        let mut split = begin(&turned, false);
        FakeExecutor::new(2, seen).run(&mut split);
        let found = split.analysis().expect("an answer");
        let whole = plain(&turned, false);
        assert_eq!(found.best().score, whole.best().score, "{turned}");
        assert_eq!(found.best().moves[0], None, "{turned}");
        // The line may end early, but it must be correct.
        if let Some(result) = result(&turned, &found) {
            assert_eq!(Score::from_discs(result), whole.best().score, "{turned}");
        }
        if seen == 6 {
            return;
        }
    }
    panic!("only {seen} positions with a pass");
}

#[test]
fn large_boards_are_refused() {
    let diagram: Diagram = format!("{} X", "-".repeat(100)).parse().expect("a board");
    let why = Split::new(&diagram, false, Budget { nodes: 1 }).expect_err("too large");
    assert!(why.to_string().contains("10×10"), "{why}");
}

#[test]
fn answers_that_make_no_sense_are_failures() {
    let diagram = positions(8, 14, 1, 4)[0];
    for text in [
        r#"{"lines":[],"depth":0,"nodes":0,"time":0}"#,
        r#"{"lines":[{"score":0,"kind":"exact","moves":"a1 a1 a1"}],"depth":0,"nodes":0,"time":0}"#,
        r#"{"lines":[{"score":99999999,"kind":"exact","moves":""}],"depth":0,"nodes":0,"time":0}"#,
        r#"{"lines":[{"score":0,"kind":{"bounds":[5,-5]},"moves":""}],"depth":0,"nodes":0,"time":0}"#,
        r#"{"lines":[{"score":0,"kind":{"bounds":[-8192,8192]},"moves":""}],"depth":9,"nodes":0,"time":0}"#,
    ] {
        let answer: Answer = serde_json::from_str(text).expect("JSON");
        let mut split = begin(&diagram, false);
        FakeExecutor::new(2, 1).run_with(&mut split, &mut |_| Ok(answer.clone()));
        let why = split.analysis().expect_err("no answer").to_string();
        assert!(
            why.contains("makes no sense") || why.contains("not what was asked"),
            "{text}: {why}"
        );
    }
    // Every position is won for its side to move.
    let liar = r#"{"lines":[{"score":128,"kind":{"bounds":[128,8192]},"moves":""}],"depth":9,"nodes":0,"time":0}"#;
    let answer: Answer = serde_json::from_str(liar).expect("JSON");
    let mut split = begin(&diagram, true);
    FakeExecutor::new(2, 1).run_with(&mut split, &mut |_| Ok(answer.clone()));
    let found = split.analysis().expect("a lie that nothing contradicts");
    assert_eq!(found.best().kind, Kind::WinLossDraw);
}

//! Games without faults.

use std::sync::atomic::{AtomicBool, Ordering};

use arena::contest::{Ending, Referee};
use rules::formats::transcript;
use rules::{ByColor, Color, Diagram, Game, Size, Start};

use super::scripted::{Scripted, first, play, time};

#[test]
fn whole_games_on_every_size_end_on_the_board() {
    for size in [4, 6, 8, 10, 14] {
        let size = Size::new(size).unwrap();
        let (mut black, mut white) = (Scripted::honest(), Scripted::honest());
        let opening = Game::new(size);
        let played = play(&opening, &mut black, &mut white);
        let mut expected = Game::new(size);
        while !expected.is_over() {
            let point = first(&expected).point.unwrap();
            expected.play(point).unwrap();
        }
        assert_eq!(played.game, expected);
        assert_eq!(played.ending, Ending::Board);
        assert_eq!(played.moves.len(), expected.turns().len());
        assert_eq!(
            played.winner(),
            expected.outcome().and_then(|end| end.winner())
        );
        let last = format!("end after {}", expected.turns().len());
        assert_eq!(black.told(), ["begin Black after 0", &last]);
        assert_eq!(white.told(), ["begin White after 0", &last]);
        assert_eq!(played.stderr, ["hm\n", "hm\n"]);
    }
}

#[test]
fn a_player_that_must_pass_is_not_asked() {
    // Black has no move after b1; the script asserts that it is asked only when it can move.
    let start = Diagram::start(Size::MIN, Start::Standard);
    let opening = transcript::read("c4d4d3b4a4d2d1b1", start).unwrap();
    assert_eq!(opening.passed(), Some(Color::Black));
    let mut black = Scripted::new(|_, _| panic!("Black has no move"));
    let mut white = Scripted::new(|_, _| Ok(play::ChosenMove::of("a2".parse().unwrap())));
    let played = play(&opening, &mut black, &mut white);
    assert_eq!(played.ending, Ending::Board);
    assert_eq!((played.opening, played.moves.len()), (8, 1));
    // 11 to 2 on the board, and the three empty squares to the winner.
    assert_eq!(played.score(), -12);
    assert_eq!(black.told(), ["begin Black after 8", "end after 9"]);
}

#[test]
fn the_beginning_and_every_move_are_reported_with_the_clocks() {
    let (mut black, mut white) = (Scripted::honest(), Scripted::honest());
    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let referee = Referee {
        time: time(),
        stop: &stop,
    };
    let pair = ByColor {
        black: &mut black as &mut dyn play::Player,
        white: &mut white,
    };
    let opening = Game::new(Size::MIN);
    let played = referee.play(&opening, pair, &mut |game, clocks| {
        seen.push(game.turns().len());
        assert_eq!(clocks.black.allowed(), time().per_move);
    });
    let played = played.expect("it is not stopped");
    assert_eq!(seen, (0..=played.moves.len()).collect::<Vec<_>>());
}

#[test]
fn a_game_that_is_stopped_is_no_game() {
    let stop = AtomicBool::new(false);
    let referee = Referee {
        time: time(),
        stop: &stop,
    };
    let (mut black, mut white) = (Scripted::honest(), Scripted::honest());
    let pair = ByColor {
        black: &mut black as &mut dyn play::Player,
        white: &mut white,
    };
    let played = referee.play(&Game::new(Size::EIGHT), pair, &mut |game, _| {
        stop.store(game.turns().len() == 10, Ordering::SeqCst);
    });
    assert_eq!(played, None);
    // A stopped game sends no `end`: the runner ends the programs.
    assert_eq!(black.told(), ["begin Black after 0"]);
}

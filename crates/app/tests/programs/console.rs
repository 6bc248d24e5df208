//! Our own console as an external program of the console protocol.

use arena::contest::Ending;
use arena::protocol::Protocol;
use rules::formats::transcript;
use rules::{Color, Diagram, Game, Size, Start};

use super::table::{meet, program};

fn console(options: &str) -> arena::contest::Program {
    let command = format!("{} {options}", env!("CARGO_BIN_EXE_reversi"));
    program(Protocol::Console, &command, None)
}

#[test]
fn whole_games_on_every_size_with_passes() {
    let mut reversi = console("--opponent greedy --seed 3");
    let mut passes = 0;
    for size in [4, 6, 8, 10] {
        for color in Color::ALL {
            for seed in 0..2 {
                let opening = Game::new(Size::new(size).unwrap());
                let played = meet(&mut reversi, color, &opening, seed);
                assert_eq!(played.ending, Ending::Board, "{size} as {color}");
                assert!(played.game.is_over());
                let turns = played.game.turns().iter();
                passes += turns.filter(|turn| turn.passed().is_some()).count();
            }
        }
    }
    assert!(passes > 2, "{passes} passes");
}

#[test]
fn games_from_openings() {
    let mut reversi = console("-l -w -n 6 -d 2");
    let eight = Diagram::start(Size::EIGHT, Start::Standard);
    let four = Diagram::start(Size::MIN, Start::Standard);
    for opening in [
        transcript::read("f5d6c3d3c4f4f6f3e6e7", eight).unwrap(),
        // Black must pass at once.
        transcript::read("c4d4d3b4a4d2d1b1", four).unwrap(),
        transcript::read("c4d4d3b4a4d2", four).unwrap(),
    ] {
        for color in Color::ALL {
            let played = meet(&mut reversi, color, &opening, 7);
            assert_eq!(played.ending, Ending::Board);
            assert_eq!(played.opening, opening.turns().len());
            assert_eq!(played.game.turns()[..played.opening], *opening.turns());
        }
    }
}

#[test]
fn an_invalid_level_ends_the_program_with_its_message() {
    let mut wrong = console("-d many");
    let played = meet(&mut wrong, Color::Black, &Game::new(Size::MIN), 1);
    assert_eq!(
        played.ending,
        Ending::Fault {
            black: true,
            reason: "ended by itself: exit status: 2".to_string()
        }
    );
    assert!(played.stderr[0].contains("many"), "{:?}", played.stderr);
}

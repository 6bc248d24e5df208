//! Any text is a game or an error, from the start of a board of any size and after some legal
//! moves. A game that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::transcript;
use rules::{Diagram, Game, Point, Size, Start};

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (start, choices, text) = input;
    let start = choose_start(start);
    check(text, start);
    // Random text hardly ever gets past the first moves, so it also follows a longer game.
    let played = transcript::write(&play(start, &choices));
    check(&(played + text), start);
});

/// One of the twelve sizes in one of the two start positions.
fn choose_start(choice: u8) -> Diagram {
    let sizes: Vec<Size> = Size::all().collect();
    let size = sizes[usize::from(choice / 2) % sizes.len()];
    if choice.is_multiple_of(2) {
        Diagram::start(size, Start::Standard)
    } else {
        Diagram::start(size, Start::Mirrored)
    }
}

fn play(start: Diagram, choices: &[u8]) -> Game {
    let mut game = Game::from_diagram(start);
    for choice in choices {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        if legal.is_empty() {
            break;
        }
        let point = legal[usize::from(*choice) % legal.len()];
        game.play(point).expect("a legal move");
    }
    game
}

fn check(text: &str, start: Diagram) {
    match transcript::read(text, start) {
        Ok(game) => {
            let written = transcript::write(&game);
            assert_eq!(transcript::read(&written, start), Ok(game), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

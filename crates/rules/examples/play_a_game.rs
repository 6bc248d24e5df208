//! A game in the terminal, both sides typed in: `cargo run --example play_a_game`.

use std::io::{self, BufRead, Write};

use reversi_rules::formats::transcript;
use reversi_rules::{Game, Point, Size};

fn main() -> io::Result<()> {
    let mut game = Game::new(Size::EIGHT);
    let mut lines = io::stdin().lock().lines();
    while let Some(color) = game.to_move() {
        println!("\n{:?}", game.diagram());
        print!("{color}, one of {}: ", game.legal_moves());
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            break;
        };
        // A pass needs no input: the game passes by itself.
        match line.trim().parse::<Point>() {
            Ok(point) => match game.play(point) {
                Ok(_) => {}
                Err(error) => println!("{error}"),
            },
            Err(error) => println!("{error}"),
        }
    }
    if let Some(outcome) = game.outcome() {
        let counts = game.counts();
        println!("\n{:?}", game.diagram());
        println!("Black {}, White {}", counts.black, counts.white);
        match outcome.winner() {
            Some(color) => println!("{color} wins"),
            None => println!("A draw"),
        }
    }
    println!("Moves: {}", transcript::write(&game));
    Ok(())
}

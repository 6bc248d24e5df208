//! A bot that reads the moves of its opponent and answers with its own, one move per line. It plays
//! White; `quit` ends the game: `cargo run --release --example bot`.

use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;

use reversi_engine::book::Book;
use reversi_engine::{Engine, Level, Random, Settings};
use reversi_rules::{Color, Game, Point, Size};

fn main() -> io::Result<()> {
    let mut game = Game::new(Size::EIGHT);
    let mut engine = Engine::new(Settings::default());
    engine.set_book(Some(Book::embedded()));
    engine.prepare(game.size());
    let level = Level::new(10).expect("not 0");
    let mut random = Random::new(1);
    let stop = AtomicBool::new(false);

    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim() == "quit" {
            break;
        }
        let played = line
            .trim()
            .parse::<Point>()
            .map_err(|error| error.to_string())
            .and_then(|point| game.play(point).map_err(|error| error.to_string()));
        if let Err(error) = played {
            println!("error: {error}");
            continue;
        }
        // The opponent may have to pass: then the bot moves again.
        while game.to_move() == Some(Color::White) {
            let limits = level.limits(game.size(), game.empties());
            let chosen = engine.choose(&game, &limits, &mut random, &stop, &mut |_| {});
            let Some((point, analysis)) = chosen else {
                break;
            };
            game.play(point).expect("the engine plays legal moves");
            println!("{point} ({})", analysis.best().score);
        }
        if let Some(outcome) = game.outcome() {
            println!("game over: {:+} for Black", outcome.score(Color::Black));
            break;
        }
    }
    Ok(())
}

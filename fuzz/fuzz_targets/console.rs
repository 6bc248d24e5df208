//! Any lines are commands or errors, and the console continues. Files are not touched: they have
//! their own target.

#![no_main]

use std::io;

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use reversi::{Cli, Console, Flow};

fuzz_target!(|bytes: &[u8]| {
    let cli = Cli::parse_from(["reversi", "-n", "4", "-d", "2", "--seed", "1"]);
    let mut console = Console::new(&cli.console, false, Box::new(io::sink()));
    let text = String::from_utf8_lossy(bytes);
    // Long scripts and high levels only cost time.
    let lines = text.lines().filter(|line| !is_slow(line)).take(40);
    for line in lines {
        match console.obey(line) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => break,
            Err(error) => panic!("nothing can fail on the way to nowhere: {error}"),
        }
    }
});

/// True when a line uses files or asks for a slow level or board.
fn is_slow(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let numbers = line.chars().filter(char::is_ascii_digit).count();
    let heavy = line.starts_with("level") || line.starts_with("newgame") || line.contains(':');
    line.starts_with("save") || line.starts_with("load") || (heavy && numbers > 0)
}

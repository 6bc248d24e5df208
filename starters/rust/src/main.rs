//! A small Reversi player for the simple protocol: it takes a corner if it can, and otherwise the
//! move that turns the most discs. Make it better!
//!
//! Build it with `cargo build --release`, check it with
//! `reversi cup check simple:target/release/bot`.

use std::io::{self, BufRead, Write};

/// The rows of a board: `B`, `W` and `.`.
struct Board(Vec<Vec<u8>>);

impl Board {
    /// The disc on a square; `None` if it is empty or outside of the board.
    fn disc(&self, column: i32, row: i32) -> Option<u8> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        let disc = *row.get(usize::try_from(column).ok()?)?;
        (disc != b'.').then_some(disc)
    }

    /// How many discs a move of the colour `own` turns.
    fn turned(&self, column: i32, row: i32, own: u8) -> usize {
        let directions = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let runs = directions.filter(|direction| *direction != (0, 0)).map(|(dx, dy)| {
            let mut run = 0;
            let (mut x, mut y) = (column + dx, row + dy);
            while self.disc(x, y).is_some_and(|disc| disc != own) {
                run += 1;
                (x, y) = (x + dx, y + dy);
            }
            if self.disc(x, y) == Some(own) { run } else { 0 }
        });
        runs.sum()
    }

    /// How good a move is; moves are names such as `f5`.
    fn value(&self, name: &str, own: u8) -> (bool, usize) {
        let column = i32::from(name.as_bytes()[0] - b'a');
        let row = name[1..].parse::<i32>().expect("a number") - 1;
        let last = self.0.len() as i32 - 1;
        let corner = (column == 0 || column == last) && (row == 0 || row == last);
        (corner, self.turned(column, row, own))
    }
}

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    // One turn each time round, until the input ends.
    while let Some(header) = lines.next().transpose()? {
        let words: Vec<&str> = header.split_whitespace().collect();
        let own = if words[0] == "black" { b'B' } else { b'W' };
        let size: usize = words[1].parse().expect("a number");
        // Seconds for this move; with a plus sign, for the rest of the game.
        let _seconds: f64 = words[2].parse().expect("a number");
        let mut next = || lines.next().unwrap_or_else(|| Ok(String::new()));
        let mut rows = Vec::new();
        for _ in 0..size {
            rows.push(next()?.trim().bytes().collect());
        }
        let board = Board(rows);
        let moves = next()?;
        let best = moves.split_whitespace().max_by_key(|name| board.value(name, own));
        println!("{}", best.unwrap_or_default());
        io::stdout().flush()?; // send the answer at once
    }
    Ok(())
}

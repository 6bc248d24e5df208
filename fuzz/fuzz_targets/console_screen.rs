//! Any text is console output. A board that was found in it is found again when it is drawn as the
//! assignment says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use arena::protocol::console::{Grid, Habit, Screen};
use rules::{Color, Point};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let screen = Screen::read(&text);
    let _ = Habit::missing(&text);
    if let Some(board) = screen.board {
        let drawn = draw(&board);
        let again = Screen::read(&drawn);
        assert_eq!(again.board, Some(board), "{drawn}");
        assert_eq!(board.difference(&board), None);
    }
});

fn draw(board: &Grid) -> String {
    let side = board.size().side();
    let line = format!("   {}+\n", "+---".repeat(side));
    let mut text = line.clone();
    for row in 0..side {
        text += &format!("{:>2} ", row + 1);
        for column in 0..side {
            let point = Point::new(column, row).expect("on the board");
            text += match board.disc(point) {
                Some(Color::Black) => "| B ",
                Some(Color::White) => "| W ",
                None => "|   ",
            };
        }
        text += "|\n";
        text += &line;
    }
    text
}

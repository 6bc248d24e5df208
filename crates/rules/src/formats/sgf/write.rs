//! SGF writer.

use super::MARKS;
use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::lines::{Lines, rewind};
use crate::formats::numbers::Seconds;
use crate::game::Game;
use crate::record::{Note, Record, Value};

/// Writes a game with its variations, notes and marks.
///
/// Squares are names such as `f5`, and the start position is always set up. The time of day is lost.
/// The property `MT`, the time of a move in seconds, is our own.
///
/// ```
/// use reversi_rules::{formats::{sgf, transcript}, Diagram, Record, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// let mut record = Record::from(transcript::read("f5d6", start).unwrap());
/// record.note_mut(2).comment = "perpendicular [usual]".to_string();
/// assert_eq!(
///     sgf::write(&record),
///     "(;FF[4]GM[2]CA[UTF-8]AP[reversi]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n\
///      ;B[f5];W[d6]C[perpendicular [usual\\]])"
/// );
/// ```
#[must_use]
pub fn write(record: &Record) -> String {
    let start = record.game.start();
    let mut writer = Writer {
        text: String::new(),
        lines: Lines::of(record),
        game: Game::from_diagram(*start),
    };
    writer.write_root(record);
    writer.write_tree();
    writer.text
}

struct Writer<'a> {
    text: String,
    lines: Lines<'a>,
    game: Game,
}

/// Text that is still to be written; a stack replaces recursion.
enum Task {
    /// A line from this many moves on, in brackets.
    Tree(Option<usize>, usize),
    Close,
}

impl Writer<'_> {
    fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.text.push('[');
        for letter in value.chars() {
            if matches!(letter, ']' | '\\') {
                self.text.push('\\');
            }
            self.text.push(letter);
        }
        self.text.push(']');
    }

    /// Writes a property unless its value is empty.
    fn property_if_set(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, value);
        }
    }

    fn write_root(&mut self, record: &Record) {
        let Record { game, info, .. } = record;
        self.text.push_str("(;FF[4]GM[2]CA[UTF-8]AP[reversi]");
        self.property("SZ", &game.size().to_string());
        self.write_board(game.start());
        self.property_if_set("EV", &info.event);
        self.property_if_set("PC", &info.place);
        self.property_if_set("RO", &info.round);
        if let Some(date) = info.date {
            let text = date.to_string();
            self.property("DT", text.split(' ').next().unwrap_or(&text));
        }
        for (color, name, rating) in [(Color::Black, "PB", "BR"), (Color::White, "PW", "WR")] {
            self.property_if_set(name, &info.players[color]);
            if let Some(number) = info.ratings[color] {
                self.property(rating, &number.to_string());
            }
        }
        match record.score() {
            Some(0) => self.property("RE", "0"),
            Some(score) => {
                let winner = if score > 0 { 'B' } else { 'W' };
                self.property("RE", &format!("{winner}+{}", score.unsigned_abs()));
            }
            None => {}
        }
        if let Some(note) = record.note(0) {
            self.write_note(note, game.start().to_move());
        }
        self.text.push('\n');
        let first = game.start().to_move();
        if self.game.passed().is_some() {
            self.write_pass(first);
        }
    }

    fn write_board(&mut self, start: &Diagram) {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            for (number, point) in start.discs(color).into_iter().enumerate() {
                let name = if number == 0 { name } else { "" };
                self.property(name, &point.to_string());
            }
        }
        if start.board().empties() as usize == start.size().area() {
            // A file without set-up properties means the standard start.
            self.property("AE", "a1");
        }
        self.property("PL", initial(start.to_move()));
    }

    fn write_tree(&mut self) {
        let mut tasks = vec![Task::Close];
        self.write_line(None, 0, &mut tasks, false);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.text.push(')'),
                Task::Tree(line, turns) => {
                    self.text.push_str("\n(");
                    tasks.push(Task::Close);
                    rewind(&mut self.game, turns);
                    self.write_line(line, turns, &mut tasks, true);
                }
            }
        }
    }

    /// Writes a line after `from` moves, up to its next branch.
    fn write_line(
        &mut self,
        line: Option<usize>,
        from: usize,
        tasks: &mut Vec<Task>,
        mut is_branch: bool,
    ) {
        let mut turns = from;
        loop {
            let others = self.lines.branches(line, turns);
            if !others.is_empty() && !is_branch {
                let trees = others.iter().rev();
                tasks.extend(trees.map(|&other| Task::Tree(Some(other), turns)));
                // Pushed last, written first: the first branch is the main line.
                tasks.push(Task::Tree(line, turns));
                return;
            }
            let point = self.lines.point(line, turns);
            let Some(turn) = point.and_then(|point| self.game.play(point).ok()) else {
                if is_branch {
                    // The line ends where variations continue: an empty node stands for it.
                    self.text.push(';');
                }
                return;
            };
            is_branch = false;
            turns += 1;
            let color = turn.color();
            self.text.push(';');
            self.property(initial(color), &turn.point().to_string());
            if let Some(note) = self.lines.note(line, turns) {
                self.write_note(note, color);
            }
            if let Some(passed) = turn.passed() {
                self.write_pass(passed);
            }
        }
    }

    fn write_pass(&mut self, color: Color) {
        self.text.push(';');
        self.property(initial(color), "PA");
    }

    fn write_note(&mut self, note: &Note, color: Color) {
        self.property_if_set("C", &note.comment);
        if let Some(Value(value)) = note.value {
            // SGF values are for Black.
            let value = Value(if color == Color::Black { value } else { -value });
            self.property("V", &value.to_string());
        }
        for (mark, name, value) in MARKS {
            if note.mark == Some(mark) {
                self.property(name, value);
            }
        }
        if let Some(time) = note.time {
            self.property("MT", &Seconds(time).to_string());
        }
    }
}

const fn initial(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

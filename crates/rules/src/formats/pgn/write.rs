//! PGN writer.

use super::{MARKS, fen};
use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::lines::{Lines, rewind};
use crate::game::{Game, Turn};
use crate::record::{Date, Note, Record};
use crate::size::Size;
use crate::wide::Start;

/// How the result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// For people and Othello programs: the discs of Black and White, `40-24`.
    #[default]
    Othello,
    /// For programs that compute ratings from games of chess: `1-0` when the player in the `White`
    /// tag won. The discs are in a tag of their own, `Score`.
    Rating,
}

/// Lines are broken before this column.
const WIDTH: usize = 80;

/// Writes a game with its comments, marks and variations.
///
/// Values and times of moves are lost, and so are variations that start after the last move.
///
/// ```
/// use reversi_rules::{formats::{pgn, transcript}, Diagram, Record, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// let record = Record::from(transcript::read("f5d6c3", start).unwrap());
/// let text = pgn::write(&record, pgn::Dialect::Othello);
/// assert!(text.contains("[Result \"*\"]"));
/// assert!(text.ends_with("\n1. f5 d6 2. c3 *\n"));
/// ```
#[must_use]
pub fn write(record: &Record, dialect: Dialect) -> String {
    let start = record.game.start();
    let mut writer = Writer {
        text: String::with_capacity(512),
        line_start: 0,
        lines: Lines::of(record),
        game: Game::from_diagram(*start),
    };
    writer.write_tags(record, dialect);
    writer.text.push('\n');
    writer.line_start = writer.text.len();
    if let Some(note) = record.note(0) {
        writer.write_note(note);
    }
    writer.write_moves();
    writer.word(&result(record, dialect));
    writer.text.push('\n');
    writer.text
}

fn result(record: &Record, dialect: Dialect) -> String {
    let Some(score) = record.score() else {
        return "*".to_string();
    };
    match dialect {
        Dialect::Othello => discs(score, record.game.size()),
        Dialect::Rating if score < 0 => "1-0".to_string(),
        Dialect::Rating if score > 0 => "0-1".to_string(),
        Dialect::Rating => "1/2-1/2".to_string(),
    }
}

fn discs(score: i32, size: Size) -> String {
    let area = size.area() as i32;
    let black = ((area + score) / 2).clamp(0, area);
    format!("{black}-{}", (black - score).max(0))
}

struct Writer<'a> {
    text: String,
    /// The offset of the current text line.
    line_start: usize,
    lines: Lines<'a>,
    game: Game,
}

/// Text that is still to be written; a stack replaces recursion.
enum Task {
    /// A variation, in brackets.
    Open(usize),
    Close,
    /// A line after this many moves.
    Line(Option<usize>, usize),
}

impl Writer<'_> {
    fn write_tags(&mut self, record: &Record, dialect: Dialect) {
        let Record { game, info, .. } = record;
        self.tag("Event", &info.event);
        self.tag("Site", &info.place);
        let date = info.date.map(|date| {
            let part =
                |part: Option<u8>| part.map_or("??".to_string(), |part| format!("{part:02}"));
            format!(
                "{:04}.{}.{}",
                date.year(),
                part(date.month()),
                part(date.day())
            )
        });
        self.tag("Date", date.as_deref().unwrap_or("????.??.??"));
        if let Some(seconds) = info.date.and_then(Date::seconds) {
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            self.tag(
                "Time",
                &format!("{hours:02}:{minutes:02}:{:02}", seconds % 60),
            );
        }
        self.tag("Round", &info.round);
        let players = [
            (Color::Black, "Black", "BlackElo"),
            (Color::White, "White", "WhiteElo"),
        ];
        for (color, name, _) in players {
            self.tag(name, &info.players[color]);
        }
        self.tag("Result", &result(record, dialect));
        if let (Dialect::Rating, Some(score)) = (dialect, record.score()) {
            self.tag("Score", &discs(score, game.size()));
        }
        for (color, _, elo) in players {
            if let Some(rating) = info.ratings[color] {
                self.tag(elo, &rating.to_string());
            }
        }
        if *game.start() != Diagram::start(Size::EIGHT, Start::Standard) {
            self.tag("SetUp", "1");
            self.tag("FEN", &fen::write(game.start()));
        }
    }

    /// Writes a tag; an empty value becomes `?`.
    fn tag(&mut self, name: &str, value: &str) {
        self.text.push('[');
        self.text.push_str(name);
        self.text.push_str(" \"");
        for letter in if value.is_empty() { "?" } else { value }.chars() {
            match letter {
                '"' | '\\' => self.text.extend(['\\', letter]),
                letter if letter.is_control() => self.text.push(' '),
                letter => self.text.push(letter),
            }
        }
        self.text.push_str("\"]\n");
    }

    /// Writes a word, on a new line if it does not fit.
    fn word(&mut self, word: &str) {
        let is_empty = self.text.len() == self.line_start;
        let after_bracket = self.text.ends_with('(') || word == ")";
        if !is_empty && !after_bracket {
            if self.text.len() - self.line_start + word.len() >= WIDTH {
                self.text.push('\n');
                self.line_start = self.text.len();
            } else {
                self.text.push(' ');
            }
        }
        self.text.push_str(word);
    }

    fn write_moves(&mut self) {
        let mut tasks = vec![Task::Line(None, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.word(")"),
                Task::Open(line) => {
                    self.word("(");
                    tasks.push(Task::Close);
                    let after = self.lines.after(line);
                    tasks.push(Task::Line(Some(line), after));
                }
                Task::Line(line, turns) => self.write_line(line, turns, &mut tasks),
            }
        }
    }

    /// Writes a line after `from` moves, up to a move that has variations.
    fn write_line(&mut self, line: Option<usize>, from: usize, tasks: &mut Vec<Task>) {
        // The variations of the last move were written before: play that move again.
        let last = from
            .checked_sub(1)
            .and_then(|last| self.lines.point(line, last));
        if let Some(last) = last {
            rewind(&mut self.game, from - 1);
            if self.game.play(last).is_err() {
                return;
            }
        } else {
            rewind(&mut self.game, from);
        }
        let mut turns = from;
        let mut needs_number = true;
        loop {
            let Some(point) = self.lines.point(line, turns) else {
                // A pass is written only before another move.
                return;
            };
            self.write_pass(&mut needs_number);
            let ply = self.ply();
            let Ok(turn) = self.game.play(point) else {
                return;
            };
            self.write_number(ply, needs_number);
            self.word(&turn.point().to_string());
            needs_number = false;
            turns += 1;
            if let Some(note) = self.lines.note(line, turns) {
                self.write_note(note);
                needs_number = !note.comment.is_empty();
            }
            let others = self.lines.branches(line, turns - 1);
            if !others.is_empty() {
                tasks.push(Task::Line(line, turns));
                tasks.extend(others.iter().rev().map(|&other| Task::Open(other)));
                return;
            }
        }
    }

    /// Writes the pass before the next move, if there is one.
    fn write_pass(&mut self, needs_number: &mut bool) {
        if self.game.passed().is_some() {
            self.write_number(self.ply() - 1, *needs_number);
            self.word("--");
            *needs_number = false;
        }
    }

    /// The number of plies before this one, with passes. If White starts, Black's missing first move
    /// counts, too.
    fn ply(&self) -> usize {
        let start = self.game.start();
        let turns = self.game.turns();
        let passes = turns.iter().filter(|turn| turn.passed().is_some()).count();
        let first = turns
            .first()
            .map_or(self.game.diagram().to_move(), Turn::color);
        let passed_first = usize::from(first != start.to_move());
        let white_begins = usize::from(start.to_move() == Color::White);
        turns.len() + passes + passed_first + white_begins
    }

    fn write_number(&mut self, ply: usize, needs_number: bool) {
        let number = ply / 2 + 1;
        if ply.is_multiple_of(2) {
            self.word(&format!("{number}."));
        } else if needs_number {
            self.word(&format!("{number}..."));
        }
    }

    fn write_note(&mut self, note: &Note) {
        let marked = MARKS.iter().find(|mark| Some(mark.0) == note.mark);
        if let Some((_, numbers, _)) = marked {
            self.word(&format!("${}", numbers[0]));
        }
        if !note.comment.is_empty() {
            let comment = note.comment.replace('}', ")");
            self.word(&format!("{{{}}}", comment.trim()));
        }
    }
}

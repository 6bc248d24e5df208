//! What a person types at a turn.

use rules::Point;

/// A turn's answer, as far as it can be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Move(Point),
    /// A row alone; the column is still to be asked for.
    Row(usize),
    Hint,
    Undo,
    Redo,
    Rules,
    Help,
    Quit,
    Nothing,
    Unclear,
}

impl Answer {
    /// Understands a line: a square, a row and a column counted from `first`, or a word.
    pub(super) fn read(line: &str, first: usize) -> Answer {
        let words: Vec<&str> = line
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .collect();
        match words.as_slice() {
            [] => Answer::Nothing,
            [word] => match word.to_ascii_lowercase().as_str() {
                "hint" | "suggest" => Answer::Hint,
                "undo" => Answer::Undo,
                "redo" => Answer::Redo,
                "rules" => Answer::Rules,
                "help" | "?" => Answer::Help,
                "quit" | "exit" => Answer::Quit,
                word => match (word.parse(), word.parse()) {
                    (Ok(row), _) => Answer::Row(row),
                    (_, Ok(point)) => Answer::Move(point),
                    _ => Answer::Unclear,
                },
            },
            [row, column] => match row.parse() {
                Ok(row) => Answer::at(row, column, first),
                Err(_) => Answer::Unclear,
            },
            _ => Answer::Unclear,
        }
    }

    /// Understands what is typed after a row alone: its column, or anything else that could be
    /// typed in its place.
    pub(super) fn read_column(row: usize, line: &str, first: usize) -> Answer {
        match Answer::read(line, first) {
            Answer::Row(_) => Answer::at(row, line, first),
            Answer::Nothing => Answer::Unclear,
            instead => instead,
        }
    }

    /// The square at a row and a typed column, both counted from `first`.
    fn at(row: usize, column: &str, first: usize) -> Answer {
        let point = || {
            let column: usize = column.trim().parse().ok()?;
            Point::new(column.checked_sub(first)?, row.checked_sub(first)?)
        };
        point().map_or(Answer::Unclear, Answer::Move)
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    fn square(name: &str) -> Answer {
        Answer::Move(name.parse().expect("a square"))
    }

    #[test]
    fn a_move_is_a_square_or_a_row_and_a_column() {
        assert_eq!(Answer::read("c4", 1), square("c4"));
        assert_eq!(Answer::read(" C4 ", 0), square("c4"));
        assert_eq!(Answer::read("4 3", 1), square("c4"));
        assert_eq!(Answer::read("3,2", 0), square("c4"));
        assert_eq!(Answer::read("26 26", 1), square("z26"));
        assert_eq!(Answer::read("7", 1), Answer::Row(7));
        assert_eq!(Answer::read_column(4, " 3 ", 1), square("c4"));
        assert_eq!(Answer::read_column(4, "quit", 1), Answer::Quit);
        assert_eq!(Answer::read_column(4, "c x", 1), Answer::Unclear);
    }

    #[test]
    fn what_is_neither_a_move_nor_a_word_is_unclear() {
        for line in [
            "4 x",
            "x 4",
            "0 3",
            "4 27",
            "c4 d5 e6",
            "c",
            "44c",
            "-1 3",
            "4 99999999999",
        ] {
            assert_eq!(Answer::read(line, 1), Answer::Unclear, "{line}");
        }
        assert_eq!(Answer::read("  ", 1), Answer::Nothing);
        assert_eq!(Answer::read("UNDO", 1), Answer::Undo);
    }
}

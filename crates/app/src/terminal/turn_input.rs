//! Parses what a person types at a turn.

use rules::Point;

/// A parsed input line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnInput {
    Move(Point),
    /// Only a row; the column is asked for next.
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

impl TurnInput {
    /// Parses a square, a row and a column counted from `first`, or a word.
    pub(super) fn read(line: &str, first: usize) -> TurnInput {
        let words: Vec<&str> = line
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .collect();
        match words.as_slice() {
            [] => TurnInput::Nothing,
            [word] => match word.to_ascii_lowercase().as_str() {
                "hint" | "suggest" => TurnInput::Hint,
                "undo" => TurnInput::Undo,
                "redo" => TurnInput::Redo,
                "rules" => TurnInput::Rules,
                "help" | "?" => TurnInput::Help,
                "quit" | "exit" => TurnInput::Quit,
                word => match (word.parse(), word.parse()) {
                    (Ok(row), _) => TurnInput::Row(row),
                    (_, Ok(point)) => TurnInput::Move(point),
                    _ => TurnInput::Unclear,
                },
            },
            [row, column] => match row.parse() {
                Ok(row) => TurnInput::at(row, column, first),
                Err(_) => TurnInput::Unclear,
            },
            _ => TurnInput::Unclear,
        }
    }

    /// Parses the line after a row: its column, or any other input.
    pub(super) fn read_column(row: usize, line: &str, first: usize) -> TurnInput {
        match TurnInput::read(line, first) {
            TurnInput::Row(_) => TurnInput::at(row, line, first),
            TurnInput::Nothing => TurnInput::Unclear,
            instead => instead,
        }
    }

    /// The square at a row and a typed column, both counted from `first`.
    fn at(row: usize, column: &str, first: usize) -> TurnInput {
        let point = || {
            let column: usize = column.trim().parse().ok()?;
            Point::new(column.checked_sub(first)?, row.checked_sub(first)?)
        };
        point().map_or(TurnInput::Unclear, TurnInput::Move)
    }
}

#[cfg(test)]
mod tests {
    use super::TurnInput;

    fn square(name: &str) -> TurnInput {
        TurnInput::Move(name.parse().expect("a square"))
    }

    #[test]
    fn a_move_is_a_square_or_a_row_and_a_column() {
        assert_eq!(TurnInput::read("c4", 1), square("c4"));
        assert_eq!(TurnInput::read(" C4 ", 0), square("c4"));
        assert_eq!(TurnInput::read("4 3", 1), square("c4"));
        assert_eq!(TurnInput::read("3,2", 0), square("c4"));
        assert_eq!(TurnInput::read("26 26", 1), square("z26"));
        assert_eq!(TurnInput::read("7", 1), TurnInput::Row(7));
        assert_eq!(TurnInput::read_column(4, " 3 ", 1), square("c4"));
        assert_eq!(TurnInput::read_column(4, "quit", 1), TurnInput::Quit);
        assert_eq!(TurnInput::read_column(4, "c x", 1), TurnInput::Unclear);
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
            assert_eq!(TurnInput::read(line, 1), TurnInput::Unclear, "{line}");
        }
        assert_eq!(TurnInput::read("  ", 1), TurnInput::Nothing);
        assert_eq!(TurnInput::read("UNDO", 1), TurnInput::Undo);
    }
}

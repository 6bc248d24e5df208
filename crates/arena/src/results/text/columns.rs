//! Tables of text, aligned by the width of characters on a terminal.

use unicode_width::UnicodeWidthStr;

use crate::results::names::shorten;

/// Names are not cut below this width, even if a line becomes too long.
const SHORTEST_NAME: usize = 8;

/// A column of a table.
pub(super) struct Column {
    heading: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Figures, aligned right.
    Right,
    /// Names, aligned left; long ones are cut.
    Name,
}

impl Column {
    /// A column of figures.
    pub(super) fn right(heading: &str) -> Column {
        Column {
            heading: heading.to_string(),
            kind: Kind::Right,
        }
    }

    /// A column of names.
    pub(super) fn name(heading: &str) -> Column {
        Column {
            heading: heading.to_string(),
            kind: Kind::Name,
        }
    }
}

/// A table of text.
pub(super) struct Columns {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// A table without rows.
    pub(super) fn new(columns: Vec<Column>) -> Columns {
        Columns {
            columns,
            rows: Vec::new(),
        }
    }

    /// Adds a row with one cell for each column.
    pub(super) fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The width of each column before names are cut.
    fn widths(&self) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        let width = |(index, column): (usize, &Column)| {
            let cells = self.rows.iter().map(|row| row[index].width());
            cells.max().unwrap_or(0).max(column.heading.width())
        };
        columns.map(width).collect()
    }

    /// The table, two blanks between columns, names cut so that lines are no longer than `most`.
    pub(super) fn to_text(&self, most: usize) -> String {
        let mut widths = self.widths();
        let all: usize = widths.iter().map(|width| width + 2).sum::<usize>() - 2;
        let name = self.columns.iter().position(|it| it.kind == Kind::Name);
        if let Some(name) = name.filter(|_| all > most) {
            let less = widths[name].saturating_sub(all - most);
            widths[name] = less.max(SHORTEST_NAME).min(widths[name]);
        }
        let headings: Vec<String> = self.columns.iter().map(|it| it.heading.clone()).collect();
        let mut text = String::new();
        for row in [&headings].into_iter().chain(&self.rows) {
            let mut line = String::new();
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    line.push_str("  ");
                }
                match self.columns[index].kind {
                    Kind::Right => line.push_str(&right(cell, widths[index])),
                    Kind::Name => line.push_str(&left(cell, widths[index])),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A text aligned left in a number of columns, cut if it is longer.
pub(super) fn left(text: &str, width: usize) -> String {
    let text = shorten(text, width);
    let blanks = width.saturating_sub(text.width());
    text + &" ".repeat(blanks)
}

/// A text aligned right in a number of columns.
pub(super) fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

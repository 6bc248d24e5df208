//! The rules of Reversi in their plainest form: a grid of squares and eight directions. It shares
//! only the two colour names with the boards it tests.

pub mod games;
pub mod random;
pub mod records;

use std::fmt;

use reversi_rules::Color;

/// A square: its column and its row, both counted from 0.
pub type Cell = (usize, usize);

/// The discs on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: Vec<Vec<Option<Color>>>,
}

impl Grid {
    pub fn empty(side: usize) -> Grid {
        Grid {
            rows: vec![vec![None; side]; side],
        }
    }

    /// White on the upper left and lower right of the four middle squares, Black on the others.
    pub fn start(side: usize) -> Grid {
        let mut grid = Grid::empty(side);
        let middle = side / 2;
        grid.set((middle - 1, middle - 1), Color::White);
        grid.set((middle, middle), Color::White);
        grid.set((middle, middle - 1), Color::Black);
        grid.set((middle - 1, middle), Color::Black);
        grid
    }

    pub fn side(&self) -> usize {
        self.rows.len()
    }

    /// Every square, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side();
        (0..side).flat_map(move |row| (0..side).map(move |column| (column, row)))
    }

    pub fn get(&self, (column, row): Cell) -> Option<Color> {
        self.rows[row][column]
    }

    pub fn set(&mut self, (column, row): Cell, color: Color) {
        self.rows[row][column] = Some(color);
    }

    pub fn count(&self, color: Color) -> usize {
        self.cells()
            .filter(|&cell| self.get(cell) == Some(color))
            .count()
    }

    /// The discs that flip when `color` plays on `cell`; empty when the move is illegal.
    pub fn turned(&self, color: Color, cell: Cell) -> Vec<Cell> {
        let mut turned = Vec::new();
        if self.get(cell).is_some() {
            return turned;
        }
        for rows in [-1, 0, 1] {
            for columns in [-1, 0, 1] {
                if (columns, rows) != (0, 0) {
                    turned.extend(self.bracketed(color, cell, columns, rows));
                }
            }
        }
        turned
    }

    /// The run of opposing discs that starts next to `cell` and ends at a disc of `color`.
    fn bracketed(&self, color: Color, cell: Cell, columns: isize, rows: isize) -> Vec<Cell> {
        let mut run = Vec::new();
        let mut here = cell;
        loop {
            let (Some(column), Some(row)) = (
                here.0.checked_add_signed(columns),
                here.1.checked_add_signed(rows),
            ) else {
                return Vec::new();
            };
            if column >= self.side() || row >= self.side() {
                return Vec::new();
            }
            here = (column, row);
            match self.get(here) {
                None => return Vec::new(),
                Some(disc) if disc == color => return run,
                Some(_) => run.push(here),
            }
        }
    }

    /// The squares where `color` may play, row by row.
    pub fn moves(&self, color: Color) -> Vec<Cell> {
        self.cells()
            .filter(|&cell| !self.turned(color, cell).is_empty())
            .collect()
    }

    /// The board after `color` has played on `cell`.
    pub fn after(&self, color: Color, cell: Cell) -> Grid {
        let mut after = self.clone();
        for disc in self.turned(color, cell) {
            after.set(disc, color);
        }
        after.set(cell, color);
        after
    }

    /// The side to move after `color` has moved: the other side if it has a legal move, else the
    /// same.
    pub fn next_after(&self, color: Color) -> Option<Color> {
        [color.opponent(), color]
            .into_iter()
            .find(|&next| !self.moves(next).is_empty())
    }
}

impl fmt::Display for Grid {
    /// `X` for Black, `O` for White, `-` for an empty square; one line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            for cell in row {
                f.write_str(match cell {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => "-",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

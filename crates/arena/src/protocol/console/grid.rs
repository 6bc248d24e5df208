//! The board that a console program has drawn.

use std::fmt;

use rules::{ByColor, Color, Diagram, Point, PointSet, Size};

/// The discs on a board that a program has drawn. The side to move is not part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    discs: ByColor<PointSet>,
}

impl Grid {
    /// The number of differing squares that are named. The rest are counted.
    const MAX_NAMED: usize = 3;

    /// The board of a position.
    #[must_use]
    pub fn of(diagram: &Diagram) -> Grid {
        Grid {
            size: diagram.size(),
            discs: ByColor::from_fn(|color| diagram.discs(color)),
        }
    }

    /// A board from its rows, top row first. `None` when they do not form a square of an even size.
    #[must_use]
    pub fn from_rows(rows: &[Vec<Option<Color>>]) -> Option<Grid> {
        let size = Size::new(rows.len()).ok()?;
        let mut discs = ByColor::from_fn(|_| PointSet::default());
        for (row, cells) in rows.iter().enumerate() {
            if cells.len() != size.side() {
                return None;
            }
            for (column, cell) in cells.iter().enumerate() {
                if let Some(color) = cell {
                    discs[*color].insert(Point::new(column, row)?);
                }
            }
        }
        Some(Grid { size, discs })
    }

    /// Its size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colour of the disc on a square, if there is one.
    #[must_use]
    pub fn disc(&self, point: Point) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.discs[*color].contains(point))
    }

    /// The squares that have a disc here and none on `before`.
    pub fn new_discs(&self, before: &Grid) -> impl Iterator<Item = Point> {
        let before = *before;
        self.points()
            .filter(move |point| before.disc(*point).is_none())
            .filter(|point| self.disc(*point).is_some())
    }

    /// The differences from the `wanted` board, in words. `None` when there are none.
    ///
    /// ```
    /// # use arena::protocol::console::Grid;
    /// # use rules::{Game, Size};
    /// let mut game = Game::new(Size::EIGHT);
    /// let before = Grid::of(game.diagram());
    /// game.play("f5".parse().unwrap()).unwrap();
    /// assert_eq!(
    ///     before.difference(&Grid::of(game.diagram())).unwrap(),
    ///     "e5 is white and should be black, f5 is empty and should be black"
    /// );
    /// ```
    #[must_use]
    pub fn difference(&self, wanted: &Grid) -> Option<String> {
        if self.size != wanted.size {
            let (size, other) = (self.size, wanted.size);
            return Some(format!("it is {size}×{size} and should be {other}×{other}"));
        }
        let word = |disc: Option<Color>| match disc {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "empty",
        };
        let wrong: Vec<Point> = self
            .points()
            .filter(|point| self.disc(*point) != wanted.disc(*point))
            .collect();
        let mut words: Vec<String> = wrong
            .iter()
            .take(Grid::MAX_NAMED)
            .map(|point| {
                let (is, should) = (self.disc(*point), wanted.disc(*point));
                format!("{point} is {} and should be {}", word(is), word(should))
            })
            .collect();
        if wrong.len() > Grid::MAX_NAMED {
            words.push(format!("and {} more", wrong.len() - Grid::MAX_NAMED));
        }
        (!wrong.is_empty()).then(|| words.join(", "))
    }

    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let side = self.size.side();
        (0..side * side).filter_map(move |index| Point::new(index % side, index / side))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.points() {
            let disc = self.disc(point);
            f.write_str(disc.map_or(".", |c| if c == Color::Black { "B" } else { "W" }))?;
            if point.column() + 1 == self.size.side() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

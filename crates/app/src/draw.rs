//! Draws a board as text, in the style of each reference program.

use clap::ValueEnum;
use rules::{ByColor, Color, Diagram, Point, PointSet};

use crate::paint::{Paint, Role};

/// The style of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// A grid with B and W, as the console draws it.
    #[default]
    Grid,
    /// Letters x and o with - for empty squares, labels on all four sides.
    Letters,
    /// X and O with rows and columns numbered from 0.
    Xo,
    /// Unicode discs.
    Discs,
}

impl Style {
    /// The default style for a terminal or a pipe.
    pub fn preferred(paint: Paint) -> Style {
        match paint {
            Paint::Colored => Style::Discs,
            Paint::Plain => Style::Grid,
        }
    }

    /// The number of the first row and column.
    pub fn first_number(self) -> usize {
        match self {
            Style::Xo => 0,
            _ => 1,
        }
    }

    /// The characters for black and white discs.
    pub fn discs(self) -> ByColor<char> {
        let (black, white) = match self {
            Style::Grid => ('B', 'W'),
            Style::Letters => ('x', 'o'),
            Style::Xo => ('X', 'O'),
            Style::Discs => ('●', '○'),
        };
        ByColor { black, white }
    }

    /// True if the board is drawn in green with black and white discs.
    pub fn is_felt(self, paint: Paint) -> bool {
        self == Style::Discs && paint == Paint::Colored
    }

    fn empty(self) -> char {
        match self {
            Style::Grid | Style::Xo => ' ',
            Style::Letters => '-',
            Style::Discs => '·',
        }
    }

    fn legal(self) -> char {
        match self {
            Style::Grid | Style::Xo | Style::Discs => '*',
            Style::Letters => 'v',
        }
    }
}

/// A board to draw.
pub struct Drawing<'a> {
    /// The position.
    pub diagram: &'a Diagram,
    /// Squares to mark as legal.
    pub legal: PointSet,
    /// The square to mark as played last.
    pub last: Option<Point>,
    /// The style.
    pub style: Style,
    /// With or without colours.
    pub paint: Paint,
}

impl Drawing<'_> {
    /// The board; every line ends with a newline.
    pub fn text(&self) -> String {
        match self.style {
            Style::Grid | Style::Xo => self.ruled(),
            Style::Letters | Style::Discs => self.open(),
        }
    }

    /// Cells with lines between them.
    fn ruled(&self) -> String {
        let side = self.diagram.size().side();
        let line = match self.style {
            Style::Grid => format!("{:3}{}+", "", "+---".repeat(side)),
            _ => format!("{:3}{}", "", "-".repeat(4 * side + 1)),
        };
        // Row numbers have two characters on boards of 10 rows and more, one on smaller boards.
        let narrow = usize::from(side < 10);
        let line = self.frame(&line[narrow..]);
        let mut text = format!("{}\n{line}\n", self.frame(&self.column_labels()[narrow..]));
        for row in 0..side {
            let number = row + self.style.first_number();
            let label = format!("{number:>2} ");
            text += &self.frame(&label[narrow..]);
            for column in 0..side {
                text += &format!("{} {} ", self.frame("|"), self.cell(column, row));
            }
            text += &format!("{}\n{line}\n", self.frame("|"));
        }
        text
    }

    /// Cells separated by blanks, with labels on all sides.
    fn open(&self) -> String {
        let side = self.diagram.size().side();
        let felt = self.is_felt();
        // With three columns per square discs look round; the largest boards have room for two.
        let width = if felt && side <= 22 { 3 } else { 2 };
        let columns: String = (0..side)
            .map(|column| format!("{:<width$}", format!(" {}", letter(column))))
            .collect();
        let labels = self.frame(format!("{:width$}{columns}", "").trim_end());
        let mut text = format!("{labels}\n");
        for row in 0..side {
            let number = row + 1;
            text += &self.frame(&format!("{number:>2}{:1$}", "", width - 2));
            for column in 0..side {
                text += &if felt {
                    self.felt_cell(column, row, width)
                } else {
                    format!(" {}", self.cell(column, row))
                };
            }
            text += &format!(" {}\n", self.frame(&number.to_string()));
        }
        text + &format!("{labels}\n")
    }

    fn is_felt(&self) -> bool {
        self.style.is_felt(self.paint)
    }

    fn felt_cell(&self, column: usize, row: usize, width: usize) -> String {
        let point = Point::new(column, row).expect("on the board");
        let (role, symbol) = match self.diagram.disc(point) {
            Some(Color::Black) => (Role::BlackOnFelt, '●'),
            Some(Color::White) => (Role::WhiteOnFelt, '●'),
            None if self.legal.contains(point) => (Role::LegalOnFelt, '*'),
            None => (Role::EmptyOnFelt, '·'),
        };
        let cell = match (self.last == Some(point), width) {
            (true, 3) => format!("({symbol})"),
            (true, _) => format!("({symbol}"),
            (false, _) => format!("{:<width$}", format!(" {symbol}")),
        };
        self.paint.paint(role, cell)
    }

    fn column_labels(&self) -> String {
        let label = |column: usize| match self.style {
            Style::Xo => column.to_string(),
            _ => letter(column).to_string(),
        };
        let side = self.diagram.size().side();
        let labels: String = (0..side)
            .map(|column| format!("{:^4}", format!(" {}", label(column))))
            .collect();
        format!("   {}", labels.trim_end())
    }

    fn cell(&self, column: usize, row: usize) -> String {
        let point = Point::new(column, row).expect("on the board");
        let style = self.style;
        match self.diagram.disc(point) {
            Some(color) => {
                let role = match color {
                    Color::Black => Role::Black,
                    Color::White => Role::White,
                };
                let last = self.last == Some(point);
                let role = if last { role.underlined() } else { role };
                self.paint.paint(role, style.discs()[color])
            }
            None if self.legal.contains(point) => self.paint.paint(Role::Legal, style.legal()),
            None => self.frame(&style.empty().to_string()),
        }
    }

    fn frame(&self, text: &str) -> String {
        if text.trim().is_empty() {
            return text.to_string();
        }
        self.paint.paint(Role::Frame, text)
    }
}

fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

//! The score graph of a game in characters: Black's lead goes up, White's goes down.

use play::review::text::graph_scale;
use play::review::{Review, Standing};
use rules::Color;

use crate::paint::{Paint, Role};

/// Rows above and below the zero line.
const ROWS: i32 = 6;

/// The characters a graph is drawn with.
pub struct Pens {
    /// Exact scores: full cell, lower half, upper half.
    exact: [char; 3],
    /// The same for estimates.
    estimate: [char; 3],
    /// The zero line: exact, estimate.
    middle: [char; 2],
}

impl Pens {
    /// Block characters, for terminals with Unicode.
    pub const BLOCKS: Pens = Pens {
        exact: ['█', '▄', '▀'],
        estimate: ['▒', '▄', '▀'],
        middle: ['━', '─'],
    };

    /// ASCII characters.
    pub const ASCII: Pens = Pens {
        exact: ['#', '#', '#'],
        estimate: [':', '.', '\''],
        middle: ['=', '-'],
    };
}

/// The graph: one column for each position. Turning points and move numbers are marked below.
pub fn draw(review: &Review, pens: &Pens, paint: Paint) -> String {
    let scale = graph_scale(review);
    let mut text = String::new();
    for row in (-ROWS..=ROWS).rev() {
        let label = match row {
            ROWS => format!("{scale:+}"),
            0 => "0".to_string(),
            _ if row == -ROWS => format!("{:+}", -scale),
            _ if row == ROWS / 2 => "Black".to_string(),
            _ if row == -ROWS / 2 => "White".to_string(),
            _ => String::new(),
        };
        let standings = review.standings().iter();
        let cells: String = standings
            .map(|standing| match standing {
                Some(standing) => cell(standing, row, scale, pens),
                None => ' ',
            })
            .collect();
        let role = match row {
            0 => Role::Frame,
            1.. => Role::Black,
            _ => Role::White,
        };
        let cells = cells.trim_end();
        let line = if cells.is_empty() {
            format!("{label:>5}")
        } else {
            format!("{label:>5} {}", paint.paint(role, cells))
        };
        text += line.trim_end();
        text.push('\n');
    }
    text + &below(review)
}

/// The character of a column in a row: row 0 is the zero line, Black's rows are above it.
fn cell(standing: &Standing, row: i32, scale: f64, pens: &Pens) -> char {
    let is_exact = standing.kind.is_exact();
    if row == 0 {
        return pens.middle[usize::from(!is_exact)];
    }
    let [whole, lower, upper] = if is_exact { pens.exact } else { pens.estimate };
    // Filled half cells, counted from the zero line.
    let halves = (standing.score.discs() / scale * f64::from(2 * ROWS)).round() as i32;
    let within = halves * row.signum() - 2 * (row.abs() - 1);
    match (within, row.signum()) {
        (2.., _) => whole,
        (1, 1) => lower,
        (1, _) => upper,
        _ => ' ',
    }
}

/// The marks below the columns: turning points, and every tenth move.
fn below(review: &Review) -> String {
    let columns = review.standings().len();
    let mut marks = vec![' '; columns];
    for judged in review.turning_points() {
        marks[judged.number] = match judged.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
    }
    let mut numbers = String::new();
    for number in (0..columns).step_by(10) {
        numbers = format!("{numbers:number$}{number}");
    }
    let mut text = String::new();
    if marks.iter().any(|mark| *mark != ' ') {
        let marks: String = marks.into_iter().collect();
        text += &format!("turns {}\n", marks.trim_end());
    }
    text + &format!(" move {numbers}\n")
}

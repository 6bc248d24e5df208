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
    /// The zero line: opening book, estimate, exact.
    middle: [char; 3],
}

impl Pens {
    /// Block characters, for terminals with Unicode.
    pub const BLOCKS: Pens = Pens {
        exact: ['█', '▄', '▀'],
        estimate: ['▒', '▄', '▀'],
        middle: ['┄', '─', '━'],
    };

    /// ASCII characters.
    pub const ASCII: Pens = Pens {
        exact: ['#', '#', '#'],
        estimate: [':', '.', '\''],
        middle: ['.', '-', '='],
    };
}

/// What is known of a position: the index of its character in the zero line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// An estimate, after book moves only.
    Book,
    Estimate,
    Exact,
}

impl Known {
    const ALL: [(Known, &str); 3] = [
        (Known::Book, "book"),
        (Known::Estimate, "estimate"),
        (Known::Exact, "exact"),
    ];

    /// Of the position after a number of moves, of which the first `book` are book moves.
    fn of(standing: &Standing, after: usize, book: usize) -> Known {
        match standing.kind.is_exact() {
            true => Known::Exact,
            false if book > 0 && after <= book => Known::Book,
            false => Known::Estimate,
        }
    }
}

/// The graph: one column for each position. Below it are turning points, move numbers and what the
/// line in the middle means.
pub fn draw(review: &Review, pens: &Pens, paint: Paint) -> String {
    let scale = graph_scale(review);
    let book = review.book();
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
        let standings = review.standings().iter().enumerate();
        let cells: String = standings
            .map(|(after, standing)| match standing {
                Some(standing) if row == 0 => {
                    pens.middle[Known::of(standing, after, book) as usize]
                }
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
    text + &below(review) + &legend(review, book, pens)
}

/// What the characters of the line in the middle mean, of those that are there.
fn legend(review: &Review, book: usize, pens: &Pens) -> String {
    let standings = review.standings().iter().enumerate();
    let known =
        standings.filter_map(|(after, standing)| Some(Known::of(standing.as_ref()?, after, book)));
    let known: Vec<Known> = known.collect();
    let meanings = Known::ALL.into_iter().filter(|(it, _)| known.contains(it));
    let meanings = meanings.map(|(it, name)| format!("{} {name}", pens.middle[it as usize]));
    format!(" line {}\n", meanings.collect::<Vec<String>>().join("  "))
}

/// The character of a column in a row other than the zero line; Black's rows are above it.
fn cell(standing: &Standing, row: i32, scale: f64, pens: &Pens) -> char {
    let is_exact = standing.kind.is_exact();
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

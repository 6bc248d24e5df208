//! Parser for the output of a console program, tolerant as a human reader.

use rules::{Color, Point};

use super::grid::Grid;

/// The output of a console program since the last command.
///
/// The parser tolerates missing prompts, blank lines, other words, either case, and boards with or
/// without lines, row numbers, colours or `*` on legal squares.
///
/// ```
/// use arena::protocol::console::Screen;
/// let text = "
///     a   b   c   d
///   +---+---+---+---+
/// 1 |   |   |   |   |
///   +---+---+---+---+
/// 2 |   | W | B | * |
///   +---+---+---+---+
/// 3 |   | B | B |   |
///   +---+---+---+---+
/// 4 |   | * | B | * |
///   +---+---+---+---+
/// Move played: c4
/// White player (human) plays now
/// White: 1 - Black: 4
/// > ";
/// let screen = Screen::read(text);
/// assert_eq!(screen.played, "c4".parse().ok());
/// assert!(screen.counted && screen.prompt && !screen.over);
/// assert_eq!(screen.board.unwrap().size().side(), 4);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The last complete board.
    pub board: Option<Grid>,
    /// The move that it reports as played.
    pub played: Option<Point>,
    /// The side that it reports as to move.
    pub turn: Option<Color>,
    /// Whether a disc count follows the last board.
    pub counted: bool,
    /// Whether it reports the end of the game.
    pub over: bool,
    /// Whether the output ends with a prompt.
    pub prompt: bool,
    /// The last line that is none of these.
    pub message: Option<String>,
}

impl Screen {
    /// Parses the output. Every text is accepted.
    #[must_use]
    pub fn read(text: &str) -> Screen {
        let text = without_escapes(text);
        let mut screen = Screen::default();
        let mut rows = Rows::default();
        for line in text.split('\n') {
            // Input from a pipe is not echoed, so an answer follows the prompt on the same line.
            let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
            if let Some(board) = rows.take(line) {
                if screen.counted || screen.turn.is_some() {
                    // The move reported before belongs to the board before.
                    screen.played = None;
                }
                screen.board = Some(board);
                screen.counted = false;
                screen.turn = None;
                screen.over = false;
            } else {
                screen.take(line);
            }
        }
        let last = text.rsplit('\n').next().unwrap_or_default();
        screen.prompt = last.trim() == ">";
        screen
    }

    /// Parses a line that belongs to no board.
    fn take(&mut self, line: &str) {
        let lower = line.to_lowercase();
        let says = |word: &str| lower.contains(word);
        if let Some(point) = said_move(&lower) {
            self.played = Some(point);
        } else if says("plays now") {
            self.turn = [("black", Color::Black), ("white", Color::White)]
                .into_iter()
                .find_map(|(name, color)| says(name).then_some(color));
        } else if says("end of game") {
            self.over = true;
        } else if says("white") && says("black") && says_number(line) {
            self.counted = true;
        } else if !is_frame(line) {
            self.message = Some(line.to_string());
        }
    }
}

/// The square in `move played: f5`.
fn said_move(lower: &str) -> Option<Point> {
    let (_, after) = lower.split_once("played")?;
    let mut words = after.split(|letter: char| !letter.is_alphanumeric());
    words.find(|word| !word.is_empty())?.parse().ok()
}

fn says_number(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a line is empty, an echo of the input, a line between rows, or the column letters of a
/// board.
fn is_frame(line: &str) -> bool {
    let drawn = |letter: char| "+-=|_─┼├┤┌┐└┘┬┴│ ".contains(letter);
    let typed = ["newgame ", "play ", "selectcolor "];
    let mut letters = line.split_whitespace();
    line == "cont"
        || typed.iter().any(|command| line.starts_with(command))
        || line.chars().all(drawn)
        || letters.all(|word| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic())
}

/// The rows of a board that is being drawn.
#[derive(Default)]
struct Rows {
    rows: Vec<Vec<Option<Color>>>,
    labels: Vec<Option<usize>>,
}

impl Rows {
    /// Adds a line. Returns the board when the line was its last row.
    fn take(&mut self, line: &str) -> Option<Grid> {
        let (label, row) = read_row(line)?;
        let follows = match (label, self.labels.last().copied().flatten()) {
            (Some(label), Some(last)) => label.abs_diff(last) == 1,
            _ => true,
        };
        let fits = self.rows.last().is_none_or(|last| last.len() == row.len());
        if !follows || !fits {
            *self = Rows::default();
        }
        self.rows.push(row);
        self.labels.push(label);
        let side = self.rows[0].len();
        if self.rows.len() < side {
            return None;
        }
        let Rows { mut rows, labels } = std::mem::take(self);
        // Some programs draw the last row on top.
        if labels[0] == Some(side) {
            rows.reverse();
        }
        Grid::from_rows(&rows)
    }
}

/// A row of a board and its number, as in `2 |   | W | B | * |` or `2 . W B *`.
fn read_row(line: &str) -> Option<(Option<usize>, Vec<Option<Color>>)> {
    let line = line.replace(['│', '┃', '║'], "|");
    let (label, cells) = match line.split_once('|') {
        Some((label, rest)) => (number(label)?, barred(rest)?),
        None => {
            let (label, rest) = line.split_once(char::is_whitespace)?;
            (Some(number(label)??), open(rest)?)
        }
    };
    (cells.len().is_multiple_of(2) && (4..=26).contains(&cells.len())).then_some((label, cells))
}

/// A row number, or an empty label.
fn number(label: &str) -> Option<Option<usize>> {
    match label.trim() {
        "" => Some(None),
        digits if digits.len() <= 2 => digits.parse().ok().map(Some),
        _ => None,
    }
}

/// Cells with bars between them. After the last bar there may be the row number again, or the last
/// cell without a bar: boards have an even number of columns.
fn barred(rest: &str) -> Option<Vec<Option<Color>>> {
    let mut parts: Vec<&str> = rest.split('|').map(str::trim).collect();
    if !parts.len().is_multiple_of(2) {
        number(parts.pop()?)?;
    }
    parts.into_iter().map(cell).collect()
}

/// Cells separated by blanks, or without separators.
fn open(rest: &str) -> Option<Vec<Option<Color>>> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    if words.last().is_some_and(|word| word.parse::<u8>().is_ok()) {
        words.pop();
    }
    if let [word] = words[..] {
        let mut buffer = [0; 4];
        let cells = word.chars();
        return cells.map(|c| cell(c.encode_utf8(&mut buffer))).collect();
    }
    words.into_iter().map(cell).collect()
}

/// The content of a square.
fn cell(text: &str) -> Option<Option<Color>> {
    match text {
        "" | "*" | "." | "-" | "_" | "·" => Some(None),
        "B" | "b" | "X" | "x" | "●" => Some(Some(Color::Black)),
        "W" | "w" | "O" | "o" | "○" => Some(Some(Color::White)),
        _ => None,
    }
}

/// The text without terminal escape sequences.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\u{1b}' {
            plain.push(letter);
        } else if letters.next() == Some('[') {
            // Skips to the letter that ends the sequence.
            letters.find(|c| ('\u{40}'..='\u{7e}').contains(c));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Size};

    fn start() -> Option<Grid> {
        Some(Grid::of(Game::new(Size::MIN).diagram()))
    }

    #[test]
    fn boards_are_read_however_they_are_drawn() {
        let drawings = [
            // From a scan of the assignment.
            "a b c d\n\n+---+---+---+---+\n\n1 | | | | |\n\n2 | | W | B | |\n\n3 | | B | W | |\n\n4 | | | | |",
            // No lines, no numbers, no last bar, numbers on both sides, blanks at the end.
            "  abcd\n1 ....\n2 .WB.\n3 .BW.\n4 ....",
            "1 - - - -\n2 - O X *\n3 - X O -\n4 - - - -\n  a b c d",
            "| | | | |\n| |w|b| |\n| |b|w| |\n| | | | |",
            " 1|   |   |   |   \r\n 2|   | W | B |   \r\n 3|   | B | W |   \r\n 4|   |   |   |   \r\n",
            "1|.|.|.|.|1\n2|.|W|B|.|2\n3|.|B|W|.|3\n4|.|.|.|.|4\n",
            "0 . . . . 0\n1 . W B . 1\n2 . B W . 2\n3 . . . . 3",
            // The last row on top.
            "4 |   |   |   |   |\n3 |   | B | W |   |\n2 |   | W | B |   |\n1 |   |   |   |   |",
            "\u{1b}[2m1 │\u{1b}[0m   │   │   │   │\n2 │   │ ○ │ ● │   │\n3 │   │ ● │ ○ │   │\n4 │   │   │   │   │",
        ];
        for drawing in drawings {
            assert_eq!(Screen::read(drawing).board, start(), "{drawing}");
        }
    }

    #[test]
    fn half_a_board_is_no_board() {
        let text = "1 | | | | |\n2 | | W | B | |\n3 | | B | W | |\n";
        assert_eq!(Screen::read(text).board, None);
        // A new board begins before the old one is complete.
        let again = format!("{text}{text}4 | | | | |\n");
        assert_eq!(Screen::read(&again).board, start());
    }

    #[test]
    fn reports_belong_to_the_last_board() {
        let board = "1 ....\n2 .WB.\n3 .BW.\n4 ....\n";
        let text = format!(
            "{board}MOVE PLAYED : C4\nBlack player (computer) plays now\nWhite: 2 - Black: 2\n{board}"
        );
        let screen = Screen::read(&text);
        assert_eq!((screen.played, screen.counted), (None, false));
        let before = Screen::read(&format!("Computer played c4.\n{board}"));
        assert_eq!(before.played, "c4".parse().ok());
    }

    #[test]
    fn other_words_are_kept_apart() {
        let screen = Screen::read("> cont\nIt's your turn to play\n> ");
        assert_eq!(screen.message.as_deref(), Some("It's your turn to play"));
        assert!(screen.prompt);
        let glued = Screen::read("> > It's your turn to play\n> ");
        assert_eq!(glued, screen);
        let end = Screen::read("White: 11 - Black: 2\nEND OF GAME\n");
        assert!(end.over && end.counted && !end.prompt && end.message.is_none());
    }
}

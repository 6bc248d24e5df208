//! OBF, the Othello Board File: problems with the scores of their moves, one per line.

use std::fmt;

use crate::diagram::Diagram;
use crate::formats::board_string::{self, BoardStringError};
use crate::formats::moves;
use crate::game::{self, Game, IllegalMove};
use crate::point::Point;
use crate::record::{Note, Record, Value, Variation};

/// A position with known scores. All scores are in discs, for the side to move.
///
/// Displayed as a line of a file, which [`read`](read()) can read.
///
/// ```
/// use reversi_rules::formats::obf;
/// let line = "XXXX XXXX OOOX -O-- X; a4:+16; C4:+8; --:-127; % from a game";
/// let problem = obf::read(line).unwrap().unwrap();
/// assert_eq!(problem.best_score(), Some(16));
/// assert_eq!(problem.is_best("c4".parse().unwrap()), Some(false));
/// assert_eq!(problem.to_string(), "XXXXXXXXOOOX-O-- X; A4:+16; C4:+8;");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub diagram: Diagram,
    /// The listed moves with their scores, in file order.
    pub scores: Vec<(Point, i32)>,
    /// The score of the position itself, where the file gives one.
    pub score: Option<i32>,
}

impl Problem {
    /// A position without scores.
    #[must_use]
    pub fn unknown(diagram: Diagram) -> Problem {
        Problem {
            diagram,
            scores: Vec::new(),
            score: None,
        }
    }

    /// The score of best play: that of the position, or else of its best listed move. `None` when the
    /// file has neither.
    #[must_use]
    pub fn best_score(&self) -> Option<i32> {
        let moves = self.scores.iter().map(|&(_, score)| score);
        self.score.or_else(|| moves.max())
    }

    /// The listed score of a move.
    #[must_use]
    pub fn score_of(&self, point: Point) -> Option<i32> {
        let mut scores = self.scores.iter();
        scores.find_map(|&(listed, score)| (listed == point).then_some(score))
    }

    /// Whether a move reaches the best score; `None` when it is not listed.
    #[must_use]
    pub fn is_best(&self, point: Point) -> Option<bool> {
        let score = self.score_of(point)?;
        Some(Some(score) == self.best_score())
    }
}

impl Problem {
    /// The last position of a record. The variations that start there give the moves and scores.
    #[must_use]
    pub fn of_record(record: &Record) -> Problem {
        let diagram = moves::last_position(&record.game);
        let last = record.game.turns().len();
        let legal = diagram.legal_moves();
        let discs = |value: Value| (f64::from(value.0) / 100.0).round() as i32;
        let value_of = |note: Option<&Note>| note.and_then(|note| note.value).map(discs);
        let most = diagram.size().area() as i32;
        let sane = |score: &i32| (-most..=most).contains(score);
        let mut problem = Problem::unknown(diagram);
        for line in &record.variations {
            let score = value_of(line.notes.first()).filter(sane);
            if let (None, Some(&point), Some(score)) = (line.parent, line.moves.first(), score)
                && line.after == last
                && legal.contains(point)
                && problem.score_of(point).is_none()
            {
                problem.scores.push((point, score));
            }
        }
        if last == 0 {
            problem.score = value_of(record.note(0)).filter(sane);
        }
        problem
    }
}

impl From<&Problem> for Record {
    /// A record without moves; each listed move is a variation.
    fn from(problem: &Problem) -> Record {
        let mut record = Record::from(Game::from_diagram(problem.diagram));
        let note = |score: i32| Note {
            value: Some(Value(score * 100)),
            ..Note::default()
        };
        if let Some(score) = problem.score {
            record.set_note(0, note(score));
        }
        let variation = |&(point, score): &(Point, i32)| Variation {
            parent: None,
            after: 0,
            moves: vec![point],
            notes: vec![note(score)],
        };
        record.variations = problem.scores.iter().map(variation).collect();
        record
    }
}

/// Reads a line; `None` when it is blank or only a comment, which begins with `%`.
///
/// A line is a [board string](board_string), then fields, each ended by `;`: a move with its
/// score, as in `F5:+12`, or the score of the position alone, as in `+12`. Squares may be in any
/// case, blanks may be anywhere between the parts, and the last `;` may be missing. A pass
/// (`--`, `pa`, `ps` or `pass`) with a score is the score of the position where the side to move
/// has no legal move, and elsewhere a dummy that is skipped, as some files have at each line's end.
///
/// # Errors
/// At the first invalid part, or a move that is illegal or listed twice.
pub fn read(line: &str) -> Result<Option<Problem>, ObfError> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let content = line.split('%').next().unwrap_or_default().trim();
    if content.is_empty() {
        return Ok(None);
    }
    let mut fields = content.split(';').map(str::trim);
    let board = fields.next().unwrap_or_default();
    let diagram = board_string::read(board).map_err(ObfError::Board)?;
    let mut problem = Problem::unknown(diagram);
    for field in fields.filter(|field| !field.is_empty()) {
        read_field(field, &mut problem)?;
    }
    Ok(Some(problem))
}

/// Reads a whole file. Each problem comes with its line number, from 1; blank lines are skipped.
pub fn read_all(text: &str) -> impl Iterator<Item = (usize, Result<Problem, ObfError>)> {
    (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, read(line).transpose()?)))
}

fn read_field(field: &str, problem: &mut Problem) -> Result<(), ObfError> {
    let most = problem.diagram.size().area() as i32;
    let number = |text: &str| {
        let score = text.parse().ok();
        score
            .filter(|score: &i32| (-most..=most).contains(score))
            .ok_or_else(|| ObfError::Score {
                field: field.to_string(),
                most,
            })
    };
    let Some((name, score)) = field.split_once(':') else {
        let numeric = |letter: char| letter.is_ascii_digit() || "+-.".contains(letter);
        if !field.starts_with(numeric) {
            return Err(ObfError::Field(field.to_string()));
        }
        return set_score(problem, number(field)?);
    };
    let (name, score) = (name.trim(), score.trim());
    let legal = problem.diagram.legal_moves();
    if ["--", "pa", "ps", "pass"].contains(&name.to_ascii_lowercase().as_str()) {
        return if legal.is_empty() {
            set_score(problem, number(score)?)
        } else {
            Ok(())
        };
    }
    let Ok(point) = name.parse() else {
        return Err(ObfError::Square(name.to_string()));
    };
    if legal.is_empty() {
        return Err(ObfError::NoMove(point));
    }
    if !legal.contains(point) {
        let error = game::why_illegal(&problem.diagram, point);
        return Err(ObfError::Illegal(error));
    }
    if problem.score_of(point).is_some() {
        return Err(ObfError::Twice(point));
    }
    problem.scores.push((point, number(score)?));
    Ok(())
}

fn set_score(problem: &mut Problem, score: i32) -> Result<(), ObfError> {
    match problem.score.replace(score) {
        None => Ok(()),
        Some(first) => Err(ObfError::Scores(first, score)),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.diagram)?;
        for (point, score) in &self.scores {
            write!(f, " {}:{score:+};", point.to_string().to_ascii_uppercase())?;
        }
        match self.score {
            Some(score) => write!(f, " {score:+};"),
            None => Ok(()),
        }
    }
}

/// Why a line is not a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObfError {
    /// The line does not begin with a board.
    Board(BoardStringError),
    /// A field that is neither a score nor a move with one.
    Field(String),
    /// A move is not a square.
    Square(String),
    /// The score in a field is not a whole number, or too high or too low for the board.
    Score {
        /// The whole field.
        field: String,
        /// The highest score on this board.
        most: i32,
    },
    /// Two scores for the position itself.
    Scores(i32, i32),
    /// An illegal move.
    Illegal(IllegalMove),
    /// A move in a position where the side to move has none.
    NoMove(Point),
    /// A move is listed twice.
    Twice(Point),
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObfError::Board(error) => write!(f, "the board: {error}"),
            ObfError::Field(field) => write!(
                f,
                "`{field}` is neither a move with its score, such as F5:+12, nor a score alone"
            ),
            ObfError::Square(name) => write!(
                f,
                "`{name}` is not a square; a move and its score are written F5:+12"
            ),
            ObfError::Score { field, most } => write!(
                f,
                "`{field}`: the score should be a whole number from -{most} to +{most}"
            ),
            ObfError::Scores(first, second) => write!(
                f,
                "the position has two scores, {first:+} and {second:+}; it should have one"
            ),
            ObfError::Illegal(error) => error.fmt(f),
            ObfError::NoMove(point) => write!(
                f,
                "{point} is listed, but the side to move has no legal move here; \
                 is it the other side's turn?"
            ),
            ObfError::Twice(point) => write!(f, "{point} is listed twice; once is enough"),
        }
    }
}

impl std::error::Error for ObfError {}

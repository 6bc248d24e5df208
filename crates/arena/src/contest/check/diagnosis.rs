//! Diagnosis: the mistake behind a failed trial, where it can be told.

use rules::{Diagram, Point};

use play::Fault;

/// A common mistake of a program, found by a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// Lines of this script end with CR LF, as on Windows, and its interpreter does not accept that.
    CrLf(String),
    /// This file, which its command names, is not in its folder.
    MissingFile(String),
    /// This Java class, which its command names, is not in its folder.
    MissingClass(String),
    /// The interpreter that the first line of a script names is not on this machine.
    MissingInterpreter(String),
    /// It imports this module, which is not on this machine.
    MissingModule(String),
    /// It cannot write in its own folder.
    OwnFolder,
    /// It keeps its output in a buffer: the answer comes when its input ends.
    Buffered,
    /// Its answer is a line without an end.
    OpenLine,
    /// It needs longer than the time for a move.
    Slow,
    /// It needs a network.
    Network,
    /// Its moves are legal in another notation or for another side.
    Move(MoveMistake),
    /// It writes the row before the column, or two numbers: what it wrote.
    Notation(String),
    /// It writes a word for a pass: the word.
    PassWord(String),
}

/// A mistake that explains all moves of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMistake {
    /// Columns and rows are swapped.
    SwappedAxes,
    /// It plays the moves of its opponent.
    OtherColor,
    /// Its columns and rows are too small by these numbers, because it counts from 0; too large if
    /// they are negative.
    OffBy {
        /// Columns to the right.
        columns: i8,
        /// Rows down.
        rows: i8,
    },
    /// It counts rows from the bottom.
    UpsideDown,
}

impl MoveMistake {
    /// All mistakes, the likely ones first.
    const ALL: [MoveMistake; 9] = [
        MoveMistake::SwappedAxes,
        MoveMistake::OtherColor,
        MoveMistake::OffBy {
            columns: 0,
            rows: 1,
        },
        MoveMistake::OffBy {
            columns: 1,
            rows: 1,
        },
        MoveMistake::OffBy {
            columns: 1,
            rows: 0,
        },
        MoveMistake::OffBy {
            columns: 0,
            rows: -1,
        },
        MoveMistake::OffBy {
            columns: -1,
            rows: -1,
        },
        MoveMistake::OffBy {
            columns: -1,
            rows: 0,
        },
        MoveMistake::UpsideDown,
    ];

    /// The mistake that explains every answer of a program, if one does: answers are squares in
    /// positions with the program to move. Legal answers have to fit too.
    pub(super) fn behind(answers: &[(Diagram, Point)]) -> Option<MoveMistake> {
        let is_illegal =
            |(before, point): &(Diagram, Point)| !before.legal_moves().contains(*point);
        if !answers.iter().any(is_illegal) {
            return None;
        }
        MoveMistake::ALL.into_iter().find(|mistake| {
            let mut all = answers.iter();
            all.all(|(before, point)| mistake.explains(before, *point))
        })
    }

    /// Whether the answer would be legal without the mistake.
    fn explains(self, before: &Diagram, point: Point) -> bool {
        let meant = match self {
            MoveMistake::OtherColor => return before.pass().legal_moves().contains(point),
            MoveMistake::SwappedAxes => Point::new(point.row(), point.column()),
            MoveMistake::OffBy { columns, rows } => point.step(columns, rows),
            MoveMistake::UpsideDown => {
                let last = before.size().side() - 1;
                let row = last.checked_sub(point.row());
                row.and_then(|row| Point::new(point.column(), row))
            }
        };
        meant.is_some_and(|meant| before.legal_moves().contains(meant))
    }
}

/// Words that programs write when they want to pass, beyond those that protocols know.
const PASS_WORDS: [&str; 10] = [
    "passe", "passes", "passed", "pass.", "pass!", "skip", "none", "null", "nomove", "-",
];

impl Diagnosis {
    /// The mistake that a fault and the program's standard error show.
    pub(super) fn of(fault: &Fault, stderr: &str) -> Option<Diagnosis> {
        match fault {
            Fault::Unreadable(said) => notation(said),
            Fault::Died(_) | Fault::Start(_) => words_of(stderr),
            Fault::Silent { .. } | Fault::Late { .. } => {
                needs_network(stderr).then_some(Diagnosis::Network)
            }
            _ => None,
        }
    }
}

/// The mistake in an answer that is no square.
fn notation(said: &str) -> Option<Diagnosis> {
    let word: String = said.split_whitespace().collect();
    let word = word.to_lowercase();
    if PASS_WORDS.contains(&word.as_str()) {
        return Some(Diagnosis::PassWord(said.trim().to_string()));
    }
    if let Some(column) = word.strip_suffix('0')
        && column.len() == 1
        && column.chars().all(|letter| letter.is_ascii_lowercase())
    {
        let mistake = MoveMistake::OffBy {
            columns: 0,
            rows: 1,
        };
        return Some(Diagnosis::Move(mistake));
    }
    let core = word.trim_matches(['(', ')', '[', ']', '"', '\'']);
    let parts: Vec<&str> = core
        .split([',', ';', '-', ':'])
        .filter(|part| !part.is_empty())
        .collect();
    let is_number = |part: &&str| part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    let row_first = core.len() >= 2
        && core.len() <= 3
        && core.ends_with(|letter: char| letter.is_ascii_lowercase())
        && core[..core.len() - 1].bytes().all(|b| b.is_ascii_digit());
    let numbers = !core.is_empty() && parts.iter().all(is_number);
    (row_first || numbers).then(|| Diagnosis::Notation(said.trim().to_string()))
}

/// Whether the output of a program or of a build says that it found no network.
#[must_use]
pub fn needs_network(output: &str) -> bool {
    const WORDS: [&str; 25] = [
        "name resolution",
        "Name or service not known",
        "Could not resolve",
        "Network is unreachable",
        "network failure",
        "No route to host",
        "Connection refused",
        "ECONNREFUSED",
        "ENETUNREACH",
        "ENOTFOUND",
        "EAI_AGAIN",
        "getaddrinfo",
        "gaierror",
        "urlopen error",
        "Failed to establish a new connection",
        "failed to lookup address",
        "UnknownHostException",
        "java.net.ConnectException",
        "java.net.SocketException",
        "socket.py\"",
        "Failed to create socket",
        "failed to download",
        "No matching distribution found",
        "no matching package named",
        "you're using offline mode",
    ];
    WORDS.iter().any(|word| output.contains(word))
}

/// The mistake that the standard error of a program names.
fn words_of(stderr: &str) -> Option<Diagnosis> {
    const READ_ONLY: [&str; 4] = [
        "Read-only file system",
        "ReadOnlyFileSystem",
        "EROFS",
        "read-only filesystem",
    ];
    let has = |words: &[&str]| words.iter().any(|word| stderr.contains(word));
    if has(&READ_ONLY) {
        return Some(Diagnosis::OwnFolder);
    }
    let between = |before: &str, after: char| {
        let (_, rest) = stderr.split_once(before)?;
        let name: String = rest.chars().take_while(|letter| *letter != after).collect();
        let name = name.lines().next().unwrap_or_default().trim().to_string();
        (!name.is_empty()).then_some(name)
    };
    if let Some(module) = between("No module named '", '\'') {
        return Some(Diagnosis::MissingModule(module));
    }
    if let Some(module) = between("Cannot find module '", '\'') {
        return Some(Diagnosis::MissingModule(module));
    }
    if let Some(class) = between("Could not find or load main class ", '\n') {
        return Some(Diagnosis::MissingClass(class));
    }
    needs_network(stderr).then_some(Diagnosis::Network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Size};

    /// Answers of a program that plays the last legal move, written with a mistake.
    fn answers(write: impl Fn(&Diagram) -> Point) -> Vec<(Diagram, Point)> {
        let mut game = Game::new(Size::EIGHT);
        let mut answers = Vec::new();
        while answers.len() < 8 {
            let before = *game.diagram();
            answers.push((before, write(&before)));
            let legal: Vec<Point> = game.legal_moves().into_iter().collect();
            let point = legal[answers.len() * 3 % legal.len()];
            game.play(point).expect("legal");
        }
        answers
    }

    fn last(diagram: &Diagram) -> Point {
        diagram.legal_moves().into_iter().last().expect("a move")
    }

    #[test]
    fn the_mistake_behind_moves_is_found() {
        let swapped = answers(|before| {
            let meant = last(before);
            Point::new(meant.row(), meant.column()).expect("on the board")
        });
        assert_eq!(
            MoveMistake::behind(&swapped),
            Some(MoveMistake::SwappedAxes)
        );
        let other = answers(|before| last(&before.pass()));
        assert_eq!(MoveMistake::behind(&other), Some(MoveMistake::OtherColor));
        let zero = answers(|before| last(before).step(0, -1).expect("not the first row"));
        let rows = MoveMistake::OffBy {
            columns: 0,
            rows: 1,
        };
        assert_eq!(MoveMistake::behind(&zero), Some(rows));
        let two = answers(|before| last(before).step(0, 1).expect("on a board"));
        let rows = MoveMistake::OffBy {
            columns: 0,
            rows: -1,
        };
        assert_eq!(MoveMistake::behind(&two), Some(rows));
        let bottom = answers(|before| {
            let meant = last(before);
            Point::new(meant.column(), 7 - meant.row()).expect("on the board")
        });
        assert_eq!(MoveMistake::behind(&bottom), Some(MoveMistake::UpsideDown));
        // Legal moves have no mistake, and nonsense has none of these.
        assert_eq!(MoveMistake::behind(&answers(last)), None);
        assert_eq!(MoveMistake::behind(&answers(|_| Point::A1)), None);
    }

    #[test]
    fn answers_that_are_no_squares_are_explained() {
        let unreadable = |said: &str| Diagnosis::of(&Fault::Unreadable(said.to_string()), "");
        for said in ["5f", "3,4", "(3, 4)", "34", "12d"] {
            assert_eq!(
                unreadable(said),
                Some(Diagnosis::Notation(said.to_string())),
                "{said}"
            );
        }
        assert!(matches!(unreadable("d0"), Some(Diagnosis::Move(_))));
        assert!(matches!(unreadable("PASS!"), Some(Diagnosis::PassWord(_))));
        for said in ["", "I play f5", "f5 f6", "ή5", "hello"] {
            assert_eq!(unreadable(said), None, "{said}");
        }
    }

    #[test]
    fn standard_error_names_the_mistake() {
        let died = |stderr: &str| Diagnosis::of(&Fault::Died("exit status: 1".to_string()), stderr);
        let python = "OSError: [Errno 30] Read-only file system: 'log.txt'\n";
        assert_eq!(died(python), Some(Diagnosis::OwnFolder));
        let module = "ModuleNotFoundError: No module named 'numpy'\n";
        let numpy = Some(Diagnosis::MissingModule("numpy".to_string()));
        assert_eq!(died(module), numpy);
        let class = "Error: Could not find or load main class Main\nCaused by: …\n";
        let main = Some(Diagnosis::MissingClass("Main".to_string()));
        assert_eq!(died(class), main);
        assert_eq!(died("IndexError: list index out of range\n"), None);
    }
}

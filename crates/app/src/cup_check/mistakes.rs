//! Advice for mistakes that a check has found.

use arena::contest::check::{Diagnosis, MoveMistake};

use crate::input::shown;

/// Advice for a program that writes in its own folder.
pub const OWN_FOLDER: &str = "in a cup a program cannot write in its own folder, which is read-only: \
    write logs and other files to the folder that the variable HOME names (they are deleted after \
    the game), or to standard error, or leave them out";

/// Advice for a program that needs a network.
pub const NO_NETWORK: &str = "there is no network in a cup, neither for the program nor for its \
    build: hand in all files and modules that it needs, or do without them";

/// What is wrong, and how to mend it.
pub fn mending(diagnosis: &Diagnosis) -> String {
    match diagnosis {
        Diagnosis::CrLf(file) => format!(
            "the lines of {0} end with CR LF, as on Windows, and the system takes the CR for a part \
             of the interpreter's name: save it with Unix line ends, as `sed -i 's/\\r$//' {0}` or \
             dos2unix does",
            shown(file)
        ),
        Diagnosis::MissingFile(file) => format!(
            "hand in {0}, or correct its name in the command; upper and lower case differ, and paths \
             are relative to the program's folder",
            shown(file)
        ),
        Diagnosis::MissingClass(class) if class.ends_with(".class") => format!(
            "leave out .class: java takes the name of a class, not of a file, as in java {}",
            shown(class.trim_end_matches(".class"))
        ),
        Diagnosis::MissingClass(class) => format!(
            "compile it (javac -d . *.java) and hand in {}.class, or correct the name of the class; \
             a class in a package is started by its whole name, as in java -cp . game.Main",
            shown(&class.replace('.', "/"))
        ),
        Diagnosis::MissingInterpreter(name) => format!(
            "{} is not on this machine: name another interpreter in the first line, such as \
             #!/usr/bin/env python3",
            shown(name)
        ),
        Diagnosis::MissingModule(name) => format!(
            "the module {} is not on this machine: do without it, or hand it in beside the program",
            shown(name)
        ),
        Diagnosis::OwnFolder => OWN_FOLDER.to_string(),
        Diagnosis::Buffered => "it answers when its input ends, so it keeps its output in a buffer: \
             end each answer with a newline and send it at once, with print(move, flush=True) in Python, fflush(stdout) in C, \
             System.out.flush() in Java"
            .to_string(),
        Diagnosis::OpenLine => "end each answer with a newline, as in print(move, flush=True) in \
             Python, printf(\"%s\\n\", move) in C, System.out.println(move) in Java: without it the \
             line is not complete"
            .to_string(),
        Diagnosis::Slow => "it is too slow: it needs longer than the time for a move, or does not stop \
             searching. Read the seconds that it is given, stop a little before they are over, and \
             look less far ahead"
            .to_string(),
        Diagnosis::Network => NO_NETWORK.to_string(),
        Diagnosis::Move(mistake) => moves(*mistake),
        Diagnosis::Notation(said) => format!(
            "it writes `{}`: a square is the letter of the column, then the number of the row, \
             counted from 1, as in f5",
            shown(said)
        ),
        Diagnosis::PassWord(said) => format!(
            "it writes `{}` instead of a move: a side that has to pass is not asked, so there is \
             always a legal move; its list of legal moves or its board is wrong",
            shown(said)
        ),
    }
}

/// The mistake in a few words, for a list; `None` if what happened tells it.
pub fn name(diagnosis: &Diagnosis) -> Option<String> {
    let name = match diagnosis {
        Diagnosis::CrLf(_)
        | Diagnosis::MissingFile(_)
        | Diagnosis::MissingInterpreter(_)
        | Diagnosis::OpenLine => return None,
        Diagnosis::MissingClass(class) => return Some(format!("java finds no class {class}")),
        Diagnosis::MissingModule(name) => return Some(format!("there is no module {name} here")),
        Diagnosis::OwnFolder => "it writes in its own folder",
        Diagnosis::Buffered => "it keeps its output in a buffer",
        Diagnosis::Slow => "it is too slow",
        Diagnosis::Network => "it needs a network",
        Diagnosis::Move(MoveMistake::SwappedAxes) => "it swaps columns and rows",
        Diagnosis::Move(MoveMistake::OtherColor) => "it plays the moves of its opponent",
        Diagnosis::Move(MoveMistake::OffBy { .. }) => "it does not count from a1",
        Diagnosis::Move(MoveMistake::UpsideDown) => "it counts rows from the bottom",
        Diagnosis::Notation(_) => "a square is the letter of the column, then the row",
        Diagnosis::PassWord(_) => "it finds no legal move, but there is one",
    };
    Some(name.to_string())
}

fn moves(mistake: MoveMistake) -> String {
    match mistake {
        MoveMistake::SwappedAxes => {
            "it swaps columns and rows: all its moves are legal the other way round. The letter is \
             the column, counted from the left; the number is the row, counted from the top"
                .to_string()
        }
        MoveMistake::OtherColor => {
            "it plays the moves of its opponent: all its moves are legal for the other side. The \
             first word that it gets is its own colour; B is black, W is white"
                .to_string()
        }
        MoveMistake::UpsideDown => {
            "it counts rows from the bottom: row 1 is the first line of the board".to_string()
        }
        MoveMistake::OffBy { columns, rows } => {
            let off = |name: &str, by: i8| match by {
                0 => None,
                1.. => Some(format!("its {name} are too small by {by}")),
                _ => Some(format!("its {name} are too large by {}", -by)),
            };
            let parts = [off("columns", columns), off("rows", rows)];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            format!(
                "{}: rows are counted from 1 and columns begin with a, so the square at index 0, 0 is \
                 a1",
                parts.join(" and ")
            )
        }
    }
}

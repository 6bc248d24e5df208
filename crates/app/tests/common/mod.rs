//! Runs the program as a script does: through pipes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use play::Session;
use play::rival::is_clear;
use rules::{ByColor, Color, Game, Size};

/// The output and exit code of a run.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

/// Every console command, in the order of its help.
pub const COMMANDS: [&str; 18] = [
    "newgame",
    "play",
    "cont",
    "undo",
    "redo",
    "suggest",
    "selectcolor",
    "showlegal",
    "level",
    "opponent",
    "save",
    "load",
    "showstate",
    "moves",
    "opening",
    "eval",
    "help",
    "quit",
];

/// The engine and every classic opponent, by name.
pub const OPPONENTS: [&str; 8] = [
    "engine",
    "discs",
    "corners-edges",
    "positional",
    "roxanne",
    "walle",
    "greedy",
    "random",
];

/// Those that search ahead and have levels.
pub fn searchers() -> impl Iterator<Item = &'static str> {
    let searches = |name: &&str| !["greedy", "random"].contains(name);
    OPPONENTS.into_iter().filter(searches)
}

/// A folder that does not exist yet, in which a run remembers things apart from all others.
fn own_state() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("state-{}-{number}", process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier process of this number left.
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The program, not yet started, with English messages and default settings.
pub fn reversi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "LANG", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    command.env("XDG_STATE_HOME", own_state());
    command
}

/// Whether a tool is on this machine. Says so if it is not.
pub fn has_tool(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|place| place.join(tool).is_file());
    if !found {
        eprintln!("{tool} is not on this machine: not tried");
    }
    found
}

/// Runs the program with arguments separated by blanks and with `input` on standard input.
pub fn run(arguments: &str, input: &str) -> Run {
    feed(
        reversi().args(arguments.split_whitespace()),
        input.as_bytes(),
    )
}

/// Runs a command to its end with `input` on standard input.
pub fn feed(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Write in another thread: neither side waits for the other. The program may end first.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("nothing to panic about");
    Run {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        code: output.status.code(),
    }
}

impl Run {
    /// The output of a successful run.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.stderr.as_str(), self.code), ("", Some(0)), "{self:?}");
        self.stdout
    }

    /// The message of a run that failed with this exit code.
    #[track_caller]
    pub fn bad(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        self.stderr
    }
}

/// The console's answers to some commands, one for each.
#[track_caller]
pub fn console(arguments: &str, commands: &[&str]) -> Vec<String> {
    answers(&run(arguments, &(commands.join("\n") + "\n")).good())
}

/// The answers in a console's output: the text between the prompts without the commands.
pub fn answers(output: &str) -> Vec<String> {
    let output = format!("\n{output}");
    let mut answers: Vec<String> = output
        .split("\n> ")
        .skip(1)
        .map(|text| text.split_once('\n').map_or("", |(_, answer)| answer))
        .map(str::to_string)
        .collect();
    // The last prompt had no command, or `quit` wrote the last newline.
    if output.ends_with("\n> \n") {
        answers.pop();
    }
    answers
}

/// The rest of each line after `word`, for all lines that contain it.
pub fn after<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let tail = |line: &'t str| line.split_once(word).map(|(_, tail)| tail);
    text.lines().filter_map(tail).collect()
}

/// A game in which black, a person who plays the first legal move, clearly loses to `rival:13`: the seed of
/// the program's game, and the moves of black.
pub fn clear_loss() -> (u64, Vec<String>) {
    lost_game("rival:13", |score| is_clear(score, 64))
}

/// The same against `rival:4`, lost by a few discs only.
pub fn close_loss() -> (u64, Vec<String>) {
    lost_game("rival:4", |score| !is_clear(score, 64))
}

fn lost_game(rival: &str, fits: impl Fn(i32) -> bool) -> (u64, Vec<String>) {
    let players = ByColor {
        black: "human".parse().expect("a player"),
        white: rival.parse().expect("a player"),
    };
    let lost = |seed: u64| {
        let mut session = Session::new(Game::new(Size::EIGHT), players, seed);
        let mut moves = Vec::new();
        while !session.game().is_over() {
            match session.human_moves().into_iter().next() {
                Some(point) => {
                    session.play(point).expect("a legal move");
                    moves.push(point.to_string());
                }
                None => drop(session.think().expect("the computer's turn")),
            }
        }
        let outcome = session.game().outcome().expect("it is over");
        let score = outcome.score(Color::Black);
        (score < 0 && fits(score)).then_some((seed, moves))
    };
    (1..1000)
        .find_map(lost)
        .expect("the first move is a bad one")
}

/// Compares long texts and shows the first line that differs.
#[track_caller]
pub fn assert_same(actual: &str, expected: &str) {
    let pairs = actual.lines().zip(expected.lines());
    for (number, (actual_line, expected_line)) in pairs.enumerate() {
        assert_eq!(
            actual_line,
            expected_line,
            "line {} of\n{actual}",
            number + 1
        );
    }
    assert_eq!(actual, expected);
}

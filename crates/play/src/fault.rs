//! Faults: how a player loses a game other than on the board.

use std::fmt;
use std::time::Duration;

use crate::amount;
use rules::IllegalMove;

/// Why a player lost a game other than on the board, in words for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// The process ended: its exit status as the system tells it.
    Died(String),
    /// It answered too late.
    Late {
        /// How long it took.
        spent: Duration,
        /// How long it had, without the margin.
        allowed: Duration,
    },
    /// It did not answer at all in the time it had.
    Silent {
        /// How long it had, without the margin.
        allowed: Duration,
    },
    /// It wrote more than its limit of this many bytes.
    Flood(u64),
    /// It used more memory than its limit of this many bytes.
    Memory(u64),
    /// It had more processes than its limit of this many.
    Processes(u64),
    /// It had more threads than its limit of this many.
    Threads(u64),
    /// The process that supervised it was killed.
    Unsupervised {
        /// Whether it was in a sandbox, so that no program of the game can have done it.
        enclosed: bool,
    },
    /// Its move is against the rules.
    Illegal(IllegalMove),
    /// It passed, but has legal moves.
    Passed,
    /// It does not accept a forced pass: its answer.
    RefusedPass(String),
    /// It does not accept a legal move of its opponent: its answer.
    RefusedMove(String),
    /// Its answer is not a move: its answer.
    Unreadable(String),
    /// It plays as the other colour: its answer.
    WrongColor(String),
    /// It shows a wrong board: after which move, and where it differs.
    WrongBoard(String),
    /// It resigned.
    Resigned,
    /// It breaks the protocol in another way: how.
    Protocol(String),
}

impl Fault {
    /// A player was asked although its side cannot move.
    #[must_use]
    pub fn no_legal_move() -> Fault {
        Fault::Protocol("there is no legal move".to_string())
    }

    /// The same fault; silence gets the time that was really allowed.
    #[must_use]
    pub fn within(self, allowed: Duration) -> Fault {
        match self {
            Fault::Silent { .. } => Fault::Silent { allowed },
            other => other,
        }
    }
}

/// At most this many characters of a program's answer are repeated.
const LONGEST: usize = 80;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(why) => write!(f, "could not be started: {why}"),
            Fault::Died(how) => write!(f, "ended by itself: {how}"),
            Fault::Late { spent, allowed } => write!(
                f,
                "took {:.3} s for a move, and had {:.3} s",
                spent.as_secs_f64(),
                allowed.as_secs_f64()
            ),
            Fault::Silent { allowed } => write!(
                f,
                "did not answer within the {:.3} s it had",
                allowed.as_secs_f64()
            ),
            Fault::Flood(bytes) => write!(f, "wrote more than {}", amount::bytes(*bytes)),
            Fault::Memory(bytes) => write!(f, "used more than {} of memory", amount::bytes(*bytes)),
            Fault::Processes(count) => write!(f, "started more than {count} processes"),
            Fault::Threads(count) => write!(f, "started more than {count} threads"),
            Fault::Unsupervised { enclosed: true } => {
                f.write_str("was ended from outside: its supervisor was killed")
            }
            Fault::Unsupervised { enclosed: false } => {
                f.write_str("had the move when a supervisor of this game was killed")
            }
            Fault::Illegal(error) => write!(f, "played an illegal move: {error}"),
            Fault::Passed => f.write_str("passed, but has legal moves"),
            Fault::RefusedPass(said) => write!(f, "refused to pass: `{}`", shortened(said)),
            Fault::RefusedMove(said) => {
                write!(
                    f,
                    "refused a legal move of its opponent: `{}`",
                    shortened(said)
                )
            }
            Fault::Unreadable(said) => {
                write!(f, "answered `{}`, which is not a move", shortened(said))
            }
            Fault::WrongColor(said) => {
                write!(f, "played as the other colour: `{}`", shortened(said))
            }
            Fault::WrongBoard(what) => write!(f, "showed a wrong board {what}"),
            Fault::Resigned => f.write_str("resigned"),
            Fault::Protocol(what) => write!(f, "broke the protocol: {what}"),
        }
    }
}

impl std::error::Error for Fault {}

/// Invisible characters that change the text around them, or that XML forbids.
#[must_use]
pub fn is_unruly(letter: char) -> bool {
    let turns_lines_around = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    letter.is_control() || turns_lines_around || matches!(letter, '\u{fffe}' | '\u{ffff}')
}

/// A program's text on one line, without control characters and characters that change the text
/// direction, and cut if it is long.
pub fn shortened(said: &str) -> String {
    let plain = |letter: char| if is_unruly(letter) { ' ' } else { letter };
    let mut text: String = said.trim().chars().take(LONGEST).map(plain).collect();
    if said.trim().chars().count() > LONGEST {
        text.push('…');
    }
    text
}

//! How a contestant loses a game other than on the board.

use std::fmt;
use std::time::Duration;

use rules::IllegalMove;

/// Why a contestant lost a game other than on the board, in words for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// It ended by itself: how, as the system tells it.
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
    /// It wrote more than it may: so many bytes.
    Flood(u64),
    /// It used more memory than it may: so many bytes.
    Memory(u64),
    /// It had more processes than it may: so many.
    Processes(u64),
    /// Its move is against the rules.
    Illegal(IllegalMove),
    /// It passed, but has legal moves.
    Passed,
    /// It does not accept that it, or its opponent, has to pass: what it said.
    RefusedPass(String),
    /// It does not accept a legal move of its opponent's: what it said.
    RefusedMove(String),
    /// Its answer is no move: what it said.
    Unreadable(String),
    /// It plays as the other colour: what it said.
    WrongColor(String),
    /// The board that it shows is not the real one: after what, and where it differs.
    WrongBoard(String),
    /// It gave up.
    Resigned,
    /// It does not keep to its protocol in another way: which.
    Protocol(String),
}

impl Fault {
    /// The same fault; if it was silence, then for as long as it really was.
    #[must_use]
    pub fn within(self, allowed: Duration) -> Fault {
        match self {
            Fault::Silent { .. } => Fault::Silent { allowed },
            other => other,
        }
    }
}

/// No more of what a program said than this many characters is repeated.
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
            Fault::Flood(bytes) => write!(f, "wrote more than {} kB", bytes / 1000),
            Fault::Memory(bytes) => write!(f, "used more than {} MB of memory", bytes / 1_000_000),
            Fault::Processes(count) => write!(f, "started more than {count} processes"),
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

/// What a program said, on one line, without control characters, and not too long.
pub fn shortened(said: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut text: String = said.trim().chars().take(LONGEST).map(plain).collect();
    if said.trim().chars().count() > LONGEST {
        text.push('…');
    }
    text
}

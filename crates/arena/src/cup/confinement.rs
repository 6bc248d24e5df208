//! Confinement: the sandbox and the limits of other programs.

/// The sandbox and the limits of other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The sandbox, in a sentence.
    pub sandbox: String,
    /// Whether there is one.
    pub is_sandboxed: bool,
    /// The memory limit of a program, in bytes.
    pub memory: Option<u64>,
    /// The process limit of a program.
    pub processes: Option<u32>,
    /// The thread limit of a program.
    pub threads: u64,
    /// Whether programs may think in the opponent's turn.
    pub ponder: bool,
}

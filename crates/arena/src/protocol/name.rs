//! Names of the protocols.

/// A protocol that other programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of NBoard.
    NBoard,
    /// The protocol of Cassio.
    Cassio,
    /// The commands of our console.
    Console,
    /// Board in, move out, one process for the whole game.
    Simple,
    /// Board in, move out, one process for each move.
    Once,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 6] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Cassio,
        Protocol::Console,
        Protocol::Simple,
        Protocol::Once,
    ];

    /// Its name before the colon, as in `gtp:COMMAND`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Cassio => "cassio",
            Protocol::Console => "console",
            Protocol::Simple => "simple",
            Protocol::Once => "once",
        }
    }
}

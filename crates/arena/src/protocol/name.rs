//! The protocols by name.

/// How another program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's.
    NBoard,
    /// Cassio's.
    Cassio,
    /// The commands of our console.
    Console,
    /// Board in, move out, one process for the whole game.
    Simple,
    /// Board in, move out, one process for each move.
    Once,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 6] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Cassio,
        Protocol::Console,
        Protocol::Simple,
        Protocol::Once,
    ];

    /// What it is called before the colon.
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

//! The node limit of a leaf.

/// The work that one leaf may take before it is split into its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Nodes that one job may visit.
    pub nodes: u64,
}

impl Budget {
    /// The default for a root with this many empty squares. It gives enough leaves for many workers.
    /// Leaves are as large as that allows, because each job starts with an empty transposition table.
    #[must_use]
    pub fn for_empties(empties: u32) -> Budget {
        // A million nodes up to 20 empties, then 1.5 times as many per empty square. At most 1e9:
        // some minutes of work.
        let doublings = f64::from(empties.saturating_sub(20)) * 0.6;
        Budget {
            nodes: (1e6 * doublings.exp2()).min(1e9) as u64,
        }
    }
}

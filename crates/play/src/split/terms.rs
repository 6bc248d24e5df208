//! How much work a leaf may be.

/// How much work a leaf of the tree may be before it is split in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Positions that may be visited for one question.
    pub nodes: u64,
}

impl Terms {
    /// What suits a position with so many empty squares: enough leaves for many workers, and each as
    /// large as possible, for every one begins with nothing remembered.
    #[must_use]
    pub fn suited_to(empties: u32) -> Terms {
        // Half as much again with every empty square from a million on, up to some minutes.
        let doublings = f64::from(empties.saturating_sub(20)) * 0.6;
        Terms {
            nodes: (1e6 * doublings.exp2()).min(1e9) as u64,
        }
    }
}

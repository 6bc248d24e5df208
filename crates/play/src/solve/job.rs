//! What to find out about a position.

use std::fmt;

use rules::{Diagram, Inset, Size};
use serde::{Deserialize, Serialize};

/// The longest text of a position that is looked at: the largest board takes less.
const LONGEST_POSITION: usize = 1000;

/// A position to be solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveJob {
    /// The board string with the side to move.
    pub position: String,
    /// Find out only who wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wld: bool,
    /// Find the score of every legal move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all_moves: bool,
    /// Only a part of the answer is wanted, and only if it is not too much work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
}

/// What is wanted of a position in the tree of a harder one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// Whether the score lies between these, in discs, or else beyond which of them.
    pub window: (i32, i32),
    /// How many positions may be visited to find it out; else every move is to be estimated.
    pub nodes: u64,
}

impl Leaf {
    /// No leaf may take more: some hours.
    pub const MOST_NODES: u64 = 100_000_000_000;
}

// serde asks with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl SolveJob {
    /// Solve a position.
    ///
    /// # Errors
    /// When the engine does not play on boards of this size.
    pub fn new(diagram: &Diagram, wld: bool, all_moves: bool) -> Result<SolveJob, UnsolvableSize> {
        inset(diagram)?;
        Ok(SolveJob {
            position: diagram.to_string(),
            wld,
            all_moves,
            leaf: None,
        })
    }

    /// The position.
    ///
    /// # Errors
    /// What is wrong with the job, in words.
    pub fn check(&self) -> Result<Diagram, String> {
        if self.position.len() > LONGEST_POSITION {
            return Err("the text of the position is too long".to_string());
        }
        let read: Result<Diagram, _> = self.position.parse();
        let diagram = read.map_err(|error| format!("the position: {error}"))?;
        inset(&diagram).map_err(|error| error.to_string())?;
        if let Some(leaf) = self.leaf {
            leaf.check()?;
            if self.wld || self.all_moves {
                return Err("a window goes neither with `wld` nor with `all_moves`".to_string());
            }
        }
        Ok(diagram)
    }
}

impl Leaf {
    fn check(self) -> Result<(), String> {
        let (low, high) = self.window;
        // One beyond the scores there are, so that these lie between.
        if low < -65 || high > 65 || low >= high {
            let why = "two numbers of discs from -65 to 65, the lower one first";
            return Err(format!("the window {low}..{high} should be {why}"));
        }
        if !(1..=Leaf::MOST_NODES).contains(&self.nodes) {
            let (nodes, most) = (self.nodes, Leaf::MOST_NODES);
            return Err(format!("{nodes} nodes should be from 1 to {most}"));
        }
        Ok(())
    }
}

/// The position's place on the 8×8 board: larger ones are not solved.
pub(crate) fn inset(diagram: &Diagram) -> Result<Inset, UnsolvableSize> {
    Inset::of(diagram.size()).ok_or(UnsolvableSize(diagram.size()))
}

/// No solver plays on boards of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsolvableSize(pub Size);

impl fmt::Display for UnsolvableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0;
        write!(
            f,
            "a {size}×{size} board is too large to be solved; 4×4, 6×6 and 8×8 can be"
        )
    }
}

impl std::error::Error for UnsolvableSize {}

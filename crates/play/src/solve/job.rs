//! A solve job: a position and the requested result.

use std::fmt;

use rules::{Diagram, Inset, Size};
use serde::{Deserialize, Serialize};

/// The longest accepted text of a position: the largest board takes less.
const LONGEST_POSITION: usize = 1000;

/// A position to be solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveJob {
    /// The board string with the side to move.
    pub position: String,
    /// Find only win, loss or draw.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wld: bool,
    /// Find the score of every legal move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all_moves: bool,
    /// A part of a split: only this window is searched, with a node limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
}

/// The search of a position in the tree of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The window in discs: the answer says whether the score is within, below or above it.
    pub window: (i32, i32),
    /// The node limit. When it is reached, every move is estimated instead.
    pub nodes: u64,
}

impl Leaf {
    /// The largest node limit: some hours.
    pub const MOST_NODES: u64 = 100_000_000_000;
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl SolveJob {
    /// A job that solves a position.
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
    /// The reason why the job is invalid.
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
        // One beyond the possible scores, so that these are within.
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

/// The position on the 8×8 board; larger boards are not solved.
pub(crate) fn inset(diagram: &Diagram) -> Result<Inset, UnsolvableSize> {
    Inset::of(diagram.size()).ok_or(UnsolvableSize(diagram.size()))
}

/// The error for a board size that no solver supports.
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

//! Move generation kernels of the 8×8 board, with a back end for each kind of processor.
//!
//! They are public for the benches and tests of this package only and may change in any release;
//! [`Board`](crate::Board) is the way to use them.

pub mod flip;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod mobility;

//! A game on the server: its session, seats, keys and clock. This is what the store keeps.

pub mod clock;
pub mod key;
pub mod seat;
pub mod state;

pub use seat::Seats;

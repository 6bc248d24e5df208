//! A game on the server: its session, seats, keys and clock. The store keeps all of it.

pub mod clock;
pub mod key;
pub mod seat;
pub mod state;
mod timing;

pub use seat::Seats;

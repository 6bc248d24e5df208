//! Looking ahead.

mod textbook;

pub use textbook::{Choice, Method, Textbook};

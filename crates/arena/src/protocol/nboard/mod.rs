//! The protocol of NBoard, versions 1 and 2: the GUI sends games and asks for hints and moves, the
//! engine sends its results as they change.

mod clock;
mod driver;
mod message;
mod server;

pub use clock::Times;
pub use driver::NBoard;
pub use message::{Command, Depth, Hint, Made, Reply, Setup, WrongCommand};
pub use server::Server;

//! The Go Text Protocol, version 2, as Othello programs speak it: a request is a line, an answer
//! begins with `=` or `?` and ends with an empty line. Row 1 is at the top, unlike in Go.

mod commands;
mod cpu_time;
mod driver;
mod message;
mod server;
mod show;
mod timed_game;
mod timing;

pub use commands::COMMANDS;
pub use driver::Gtp;
pub use message::{Request, Response, read_color, read_vertex, vertex};
pub use server::{Load, Server};

//! The operator's side: backup, prune and check, also while the server runs, and the retention of
//! old games.
//!
//! The server holds its file, so the commands ask it through a control socket beside the file. When no
//! server runs, they open the file themselves.

mod client;
mod command;
#[cfg(unix)]
mod control;
mod request;
mod retention;
#[cfg(unix)]
mod service_manager;

pub use command::{OperatorCommand, run};
#[cfg(unix)]
pub use control::start as start_control;
pub use request::{ControlAnswer, ControlRequest, read_answer, read_request};
pub use retention::Retention;
#[cfg(unix)]
pub use service_manager::notify;

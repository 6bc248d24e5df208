//! External programs as players: our own console behind the console protocol, and small scripts.

mod check;
mod console;
#[cfg(target_os = "linux")]
mod mistakes;
mod scripts;
mod table;

//! External programs as players: our own console behind the console protocol, and small scripts.

mod check;
mod console;
mod scripts;
mod table;

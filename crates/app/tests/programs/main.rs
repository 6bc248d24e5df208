//! Other programs as contestants: our own console behind the console protocol, and small scripts.

#[path = "../common/mod.rs"]
mod common;

mod check;
mod console;
mod scripts;
mod table;

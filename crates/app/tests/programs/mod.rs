//! Other programs as contestants: our own console behind the console protocol, and small scripts.

mod check;
mod console;
mod scripts;
mod table;

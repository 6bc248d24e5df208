//! Drivers of external programs, tested with scripted programs.

mod console;
mod outside;
pub mod scripted;
mod simple;
pub mod table;

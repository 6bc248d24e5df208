//! Programs that are talked to, each acted out by a script.

pub mod actor;
mod console;
mod outside;
mod simple;
pub mod table;

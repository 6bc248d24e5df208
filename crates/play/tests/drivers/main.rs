//! Programs that are talked to, each acted out by a script.

mod actor;
mod console;
mod simple;
mod table;

//! Programs that are talked to, each acted out by a script.

mod actor;
mod console;
mod outside;
mod simple;
mod table;

//! The program as its users run it: commands, files, terminals, servers and farms.

mod bad_input;
mod book;
mod common;
mod console_commands;
mod console_samples;
mod convert;
mod cup;
mod db;
mod demo_explain_perft;
mod farm;
mod guided;
#[cfg(target_os = "linux")]
mod intake;
mod matches;
mod openings;
mod picture;
mod programs;
mod protocols;
mod results;
mod review;
mod sandbox;
mod solve;
mod state_files;
mod terminal;
mod web;

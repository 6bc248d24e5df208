//! The farm as people use it: real workers, a real server, and accidents.

mod accidents;
#[path = "../common/mod.rs"]
mod common;
mod commands;
mod crowd;
mod efficiency;
mod endgames;
#[path = "../../../farm/tests/farm/server.rs"]
mod server;

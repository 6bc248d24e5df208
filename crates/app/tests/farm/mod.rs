//! The farm as people use it: real workers, a real server, and accidents.

mod accidents;
mod commands;
mod crowd;
mod efficiency;
mod endgames;
mod forging;
#[path = "../../../jobs/tests/farm/server.rs"]
mod server;
mod split;

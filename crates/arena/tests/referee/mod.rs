//! The referee and the game runner, with scripted players.

mod faults;
mod game_runner;
mod games;
mod scripted;

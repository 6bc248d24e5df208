//! Every format: what is written comes back, what others publish is read, and broken files do no
//! harm.

#[path = "../common/games.rs"]
mod games;
#[path = "../common/records.rs"]
mod records;

mod ggf;
mod kinds;
mod lists;
mod pasted;
mod pgn;
mod sgf;
mod wthor;

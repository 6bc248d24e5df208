//! Every format: what is written comes back, what others publish is read, and broken files do no
//! harm.

#[path = "../common/games.rs"]
#[allow(dead_code)]
mod games;
#[path = "../common/records.rs"]
mod records;

mod ggf;
mod wthor;

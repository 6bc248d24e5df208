//! Every format: what is written comes back, what others publish is read, and broken files do no
//! harm.

mod ggf;
mod kinds;
mod lists;
mod pasted;
mod pgn;
mod sgf;
mod wthor;

//! Every format: records survive writing and reading, published files are read, and broken files
//! are rejected.

mod ggf;
mod kinds;
mod lists;
mod pasted;
mod pgn;
mod sgf;
mod wthor;

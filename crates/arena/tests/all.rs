//! Matches, cups, protocols and the programs of others, through the public API.

mod cup;
mod drivers;
mod duel;
mod protocols;
mod referee;

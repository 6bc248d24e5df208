//! Matches, cups, protocols and the programs of others, through the public API.

mod cup;
mod drivers;
mod head_to_head;
mod protocols;
mod referee;

//! Matches, cups, protocols and external programs, through the public API.

mod cup;
mod drivers;
mod head_to_head;
mod protocols;
mod referee;

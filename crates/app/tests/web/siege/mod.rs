//! A server under attack: what hostile and careless visitors cannot do to the others.
//!
//! The server is behind a proxy, which reports an address for each visitor. The tests connect in its
//! place, and so can come from any address.
//!
//! - Attacks: `attack` names them; `floods`, `searches`, `hoarders` and `broken_frames` are what they do.
//! - One promise each: `memory`, `order` (of service), `addresses`, `rooms`, `new_games`, `large_boards`,
//!   `hosts`, `fair_play`.
//! - All attacks beside `honest` players: `short` in every test run, `long` by `make siege`.

mod addresses;
mod attack;
mod attacker;
mod broken_frames;
mod fair_play;
mod floods;
mod hoarders;
mod honest;
mod hosts;
mod large_boards;
mod lines;
mod long;
mod memory;
mod new_games;
mod order;
mod rooms;
mod searches;
mod short;

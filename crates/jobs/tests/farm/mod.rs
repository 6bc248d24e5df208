//! The farm with a real server.

mod batches;
mod forging;
mod hostile;
mod keyed_farm;
mod liar;
mod links;
mod messages;
mod permissions;
mod rights;
mod room;
mod server;
mod square;
mod workers;

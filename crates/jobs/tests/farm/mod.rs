//! The farm with a real server.

mod batches;
mod farmyard;
mod forging;
mod hostile;
mod liar;
mod links;
mod messages;
mod permissions;
mod rights;
mod room;
mod server;
mod square;
mod workers;

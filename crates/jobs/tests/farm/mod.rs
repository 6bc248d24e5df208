//! The farm with a real server.

mod batches;
mod forging;
mod hostile;
mod links;
mod messages;
mod rights;
mod server;
mod square;
mod workers;

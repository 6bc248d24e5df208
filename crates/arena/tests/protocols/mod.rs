//! The engine protocols: our engine as a server, external programs as clients, and both together.

mod cassio;
mod games;
mod gtp;
mod harness;
mod nboard;
mod stopping;

//! What `reversi web` is told.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use web::{Options, Origin};

use super::values::within;

/// More connections than any system gives.
const MOST_PLACES: usize = 1_000_000;

/// Options of the web server.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// The address to serve; 0.0.0.0 is every one this computer has, so that others can play too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7080)]
    pub port: u16,
    /// The file that games are kept in; without it, one among this user's data
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Where the page is for others, if a proxy stands before this server, as in https://NAME
    #[arg(long, value_name = "URL")]
    pub origin: Option<Origin>,
    /// So many may be connected at once
    #[arg(long, value_name = "COUNT", default_value_t = 2500, value_parser = places)]
    pub connections: usize,
    /// So many of them from one address; this computer itself may take them all
    #[arg(long, value_name = "COUNT", default_value_t = 256, value_parser = places)]
    pub per_address: usize,
    /// Serve the page from this folder instead of the one inside the program, for those who change
    /// it
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub page: Option<PathBuf>,
}

impl From<WebArgs> for Options {
    fn from(args: WebArgs) -> Options {
        Options {
            listen: args.listen,
            port: args.port,
            data: args.data,
            open: !args.no_open,
            origin: args.origin,
            connections: args.connections,
            per_address: args.per_address,
            page: args.page,
        }
    }
}

fn places(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_PLACES)
}

//! Options of `reversi web`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use web::{Options, Origin};

use super::values::within;

/// Maximum number of connections that can be set.
const MOST_PLACES: usize = 1_000_000;

/// Options of `reversi web`.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// The address to listen on; 0.0.0.0 serves other computers too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// The port; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value_t = 7080)]
    pub port: u16,
    /// The file that stores the games [default: in the data folder of the user]
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The public URL of the page behind a reverse proxy, as in https://NAME
    #[arg(long, value_name = "URL")]
    pub origin: Option<Origin>,
    /// At most COUNT simultaneous connections
    #[arg(long, value_name = "COUNT", default_value_t = 2500, value_parser = places)]
    pub connections: usize,
    /// At most COUNT simultaneous connections from one address; this computer itself is not limited
    #[arg(long, value_name = "COUNT", default_value_t = 256, value_parser = places)]
    pub per_address: usize,
    /// Serve the page from this folder instead of the embedded one, for development
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

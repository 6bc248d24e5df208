//! Options of `reversi web`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use web::{AddressRange, LEAST_MB, Options, Origin};

use super::values::within;

/// Maximum number of connections that can be set.
const MOST_PLACES: usize = 1_000_000;

/// Maximum memory that can be set.
const MOST_MEGABYTES: usize = 1 << 24;

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
    /// Believe the client addresses (X-Forwarded-For) that a proxy in this range reports, as in
    /// 127.0.0.1 or 10.0.0.0/8; repeat it for more
    #[arg(long, value_name = "RANGE")]
    pub trusted_proxy: Vec<AddressRange>,
    /// Give the addresses of this range the share of a whole class each, as for a school behind one
    /// router; repeat it for more
    #[arg(long, value_name = "RANGE")]
    pub classroom: Vec<AddressRange>,
    /// A further host name of this server; repeat it for more
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Use at most MEGABYTES of memory; near it, new games and analyses are refused [default: a
    /// quarter of the computer's, at least 1024]
    #[arg(long, value_name = "MEGABYTES", value_parser = megabytes)]
    pub memory: Option<usize>,
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
            trusted_proxies: args.trusted_proxy,
            classrooms: args.classroom,
            hosts: args.host,
            memory: args.memory,
            page: args.page,
        }
    }
}

fn places(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_PLACES)
}

fn megabytes(text: &str) -> Result<usize, String> {
    within(text, LEAST_MB, MOST_MEGABYTES)
}

//! The other end of a connection.

use std::net::IpAddr;
use std::sync::Arc;

use super::quota::Held;

/// The other end of a connection: a client, or a proxy with many of them.
#[derive(Clone, Debug)]
pub struct Peer {
    address: IpAddr,
    /// Its place among the connections.
    _place: Arc<Held>,
}

impl Peer {
    /// The other end of a connection that has a place among all of them.
    pub fn new(address: IpAddr, place: Held) -> Peer {
        Peer {
            address,
            _place: Arc::new(place),
        }
    }

    /// The address that the connection comes from.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

//! Connections: how many are open, in all and from each address.

use std::net::IpAddr;
use std::sync::Arc;

use super::network::AddressRange;
use super::peer::Peer;
use super::quota::{Full, Quota};
use super::visitor::Budgets;

/// Counts and limits the connections.
#[derive(Debug)]
pub struct Connections {
    quota: Arc<Quota>,
    budgets: Arc<Budgets>,
    proxies: Vec<AddressRange>,
}

impl Connections {
    /// At most `most` connections, and as many of one address as its budget allows. Those of trusted
    /// proxies are counted by the addresses that they report.
    pub fn new(most: usize, budgets: Arc<Budgets>, proxies: Vec<AddressRange>) -> Connections {
        Connections {
            quota: Quota::new(most),
            budgets,
            proxies,
        }
    }

    /// Admits a connection; it is counted until the result is dropped.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn admit(&self, address: IpAddr) -> Result<Peer, Full> {
        let address = address.to_canonical();
        let is_proxy = self.proxies.iter().any(|range| range.contains(address));
        let most = match is_proxy {
            true => usize::MAX,
            false => self.budgets.most_connections(address),
        };
        let place = self.quota.take(address, 1, most)?;
        Ok(Peer::new(address, place))
    }

    /// How many connections are open.
    pub fn open(&self) -> usize {
        self.quota.used()
    }
}

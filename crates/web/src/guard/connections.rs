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
    /// The budgets of the addresses, if they have any.
    budgets: Option<Arc<Budgets>>,
    proxies: Vec<AddressRange>,
}

impl Connections {
    /// At most `most` connections, and as many of one address as its budget allows. Those of trusted
    /// proxies are counted by the addresses that they report.
    pub fn new(most: usize, budgets: Arc<Budgets>, proxies: Vec<AddressRange>) -> Connections {
        Connections {
            quota: Quota::new(most),
            budgets: Some(budgets),
            proxies,
        }
    }

    /// At most `most` connections, from any address.
    pub fn limited(most: usize) -> Connections {
        Connections {
            quota: Quota::new(most),
            budgets: None,
            proxies: Vec::new(),
        }
    }

    /// Admits a connection; it is counted until the result is dropped.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn admit(&self, address: IpAddr) -> Result<Peer, Full> {
        let address = address.to_canonical();
        let is_proxy = self.proxies.iter().any(|range| range.contains(address));
        let budgets = self.budgets.as_ref().filter(|_| !is_proxy);
        let most = budgets.map_or(usize::MAX, |budgets| budgets.most_connections(address));
        let place = self.quota.take(address, 1, most)?;
        Ok(Peer::new(address, place))
    }

    /// How many connections are open.
    pub fn count(&self) -> usize {
        self.quota.used()
    }
}

//! Quotas: what is in use at the same time, in all and by each network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::network::network;

/// Counts and limits what is in use: connections, watched games, bytes of requests.
#[derive(Debug)]
pub struct Quota {
    most: usize,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    all: usize,
    by_network: HashMap<u128, usize>,
}

/// Units in use; dropping it gives them back.
#[derive(Debug)]
pub struct Held {
    quota: Arc<Quota>,
    network: u128,
    units: usize,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The limit of the server.
    Server,
    /// The limit of one network.
    Network,
}

impl Quota {
    /// At most this many units in all.
    pub fn new(most: usize) -> Arc<Quota> {
        Arc::new(Quota {
            most,
            used: Mutex::default(),
        })
    }

    /// Takes units for an address, whose network may use at most `most_of_one`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn take(
        self: &Arc<Self>,
        address: IpAddr,
        units: usize,
        most_of_one: usize,
    ) -> Result<Held, Full> {
        let network = network(address);
        let mut used = self.lock();
        let of_network = used.by_network.get(&network).copied().unwrap_or_default();
        if units > most_of_one.saturating_sub(of_network) {
            return Err(Full::Network);
        }
        if units > self.most.saturating_sub(used.all) {
            return Err(Full::Server);
        }
        used.all += units;
        used.by_network.insert(network, of_network + units);
        Ok(Held {
            quota: Arc::clone(self),
            network,
            units,
        })
    }

    /// How many units are in use.
    pub fn used(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        // A panic under the lock cannot leave this half changed.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut used = self.quota.lock();
        used.all -= self.units;
        if let Some(of_network) = used.by_network.get_mut(&self.network) {
            *of_network -= self.units;
            if *of_network == 0 {
                used.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_and_given_back() {
        let quota = Quota::new(5);
        let [one, other]: [IpAddr; 2] =
            ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let first = quota.take(one, 2, 3).unwrap();
        let _second = quota.take(one, 1, 3).unwrap();
        assert_eq!(quota.take(one, 1, 3).unwrap_err(), Full::Network);
        let _third = quota.take(other, 2, 3).unwrap();
        assert_eq!(quota.take(other, 1, 3).unwrap_err(), Full::Server);
        drop(first);
        assert!(quota.take(one, 2, 3).is_ok());
        assert_eq!((quota.used(), quota.lock().by_network.len()), (3, 2));
    }

    #[test]
    fn the_addresses_of_one_network_share() {
        let quota = Quota::new(10);
        let [one, other]: [IpAddr; 2] =
            ["2001:db8::1", "2001:db8::2"].map(|text| text.parse().unwrap());
        let _first = quota.take(one, 1, 1).unwrap();
        assert_eq!(quota.take(other, 1, 1).unwrap_err(), Full::Network);
    }
}

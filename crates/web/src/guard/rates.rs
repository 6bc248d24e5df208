//! Rate limits: token buckets for each network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::network::network;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// HTTP requests.
    Requests,
    /// Messages in live connections.
    Messages,
    /// New games, which are stored for long.
    Games,
}

/// The size of a bucket, and what is added to it each second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Allowance {
    burst: f64,
    per_second: f64,
}

impl Resource {
    /// The allowance of a network of factor 1: enough for a few tabs, or a family behind one address.
    const fn allowance(self) -> Allowance {
        let (burst, per_second) = match self {
            Resource::Requests => (600.0, 60.0),
            Resource::Messages => (1000.0, 200.0),
            Resource::Games => (60.0, 0.2),
        };
        Allowance { burst, per_second }
    }
}

const RESOURCES: usize = 3;

/// At most this many networks are known. One that is not known has full buckets.
const MOST_NETWORKS: usize = 8192;

/// The buckets of all networks.
#[derive(Debug, Default)]
pub struct Rates {
    networks: Mutex<HashMap<u128, Buckets>>,
}

/// The buckets of a network: what was taken and not yet refilled, for each resource.
#[derive(Clone, Copy, Debug)]
struct Buckets {
    taken: [f64; RESOURCES],
    at: Instant,
}

/// The bucket has too little left; enough will be there after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted(pub Duration);

impl Rates {
    /// Takes a cost from a bucket, whose size and refill are multiplied by `factor`.
    ///
    /// # Errors
    /// When too little is left; nothing is taken then.
    pub fn take(
        &self,
        address: IpAddr,
        resource: Resource,
        cost: f64,
        factor: f64,
    ) -> Result<(), Exhausted> {
        self.take_at(address, resource, cost, factor, Instant::now())
    }

    fn take_at(
        &self,
        address: IpAddr,
        resource: Resource,
        cost: f64,
        factor: f64,
        now: Instant,
    ) -> Result<(), Exhausted> {
        let Allowance { burst, per_second } = resource.allowance();
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let network = network(address);
        if networks.len() >= MOST_NETWORKS && !networks.contains_key(&network) {
            make_room(&mut networks, now);
        }
        let buckets = networks.entry(network).or_insert(Buckets {
            taken: [0.0; RESOURCES],
            at: now,
        });
        buckets.refill(factor, now);
        let taken = &mut buckets.taken[resource as usize];
        let lacking = *taken + cost - burst * factor;
        if lacking <= 0.0 {
            *taken += cost;
            return Ok(());
        }
        let wait = lacking / (per_second * factor);
        Err(Exhausted(Duration::from_secs_f64(wait)))
    }
}

impl Buckets {
    /// Adds what the time since the last refill has brought.
    fn refill(&mut self, factor: f64, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now.max(self.at);
        let resources = [Resource::Requests, Resource::Messages, Resource::Games];
        for (taken, resource) in self.taken.iter_mut().zip(resources) {
            let refill = passed * resource.allowance().per_second * factor;
            *taken = (*taken - refill).max(0.0);
        }
    }
}

/// Removes networks whose buckets are full again, or else the one seen longest ago.
fn make_room(networks: &mut HashMap<u128, Buckets>, now: Instant) {
    networks.retain(|_, buckets| {
        buckets.refill(1.0, now);
        buckets.taken.iter().any(|taken| *taken > 0.0)
    });
    if networks.len() >= MOST_NETWORKS {
        let oldest = networks.iter().min_by_key(|(_, buckets)| buckets.at);
        if let Some(oldest) = oldest.map(|(network, _)| *network) {
            networks.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;

    const REQUESTS: Allowance = Resource::Requests.allowance();

    fn take(rates: &Rates, address: IpAddr, factor: f64, now: Instant) -> bool {
        let taken = rates.take_at(address, Resource::Requests, 1.0, factor, now);
        taken.is_ok()
    }

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::default();
        let now = Instant::now();
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let other: IpAddr = "192.0.2.2".parse().unwrap();
        let asked = (0..2000).filter(|_| take(&rates, one, 1.0, now)).count();
        assert_eq!(asked as f64, REQUESTS.burst);
        assert!(take(&rates, other, 1.0, now));
        assert!(
            rates
                .take_at(one, Resource::Messages, 1.0, 1.0, now)
                .is_ok()
        );
        let later = now + Duration::from_secs(1);
        let again = (0..2000).filter(|_| take(&rates, one, 1.0, later)).count();
        assert_eq!(again as f64, REQUESTS.per_second);
        let class: IpAddr = "192.0.2.3".parse().unwrap();
        let asked = (0..2000).filter(|_| take(&rates, class, 2.0, now)).count();
        assert_eq!(asked as f64, 2.0 * REQUESTS.burst);
    }

    #[test]
    fn the_wait_is_as_long_as_it_takes() {
        let rates = Rates::default();
        let now = Instant::now();
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let burst = Resource::Games.allowance().burst;
        let take = |cost, now| rates.take_at(one, Resource::Games, cost, 1.0, now);
        assert!(take(burst, now).is_ok());
        let Err(Exhausted(wait)) = take(1.0, now) else {
            panic!("the bucket is empty")
        };
        assert!(take(1.0, now + wait / 2).is_err());
        assert!(take(1.0, now + wait + Duration::from_millis(1)).is_ok());
    }

    #[test]
    fn a_network_is_one_visitor_and_memory_is_bounded() {
        let rates = Rates::default();
        let now = Instant::now();
        for host in 0..100_000_u128 {
            let near = Ipv6Addr::from_bits((0x2001_0db8 << 96) + host);
            take(&rates, near.into(), 1.0, now);
        }
        assert_eq!(rates.networks.lock().unwrap().len(), 1);
        for network in 0..20_000_u128 {
            let far = Ipv6Addr::from_bits((0x2001_0db9 << 96) + (network << 64));
            assert!(take(&rates, far.into(), 1.0, now));
        }
        assert_eq!(rates.networks.lock().unwrap().len(), MOST_NETWORKS);
    }
}

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
    /// When they were last refilled.
    at: Instant,
    /// When the network last took something.
    seen: Instant,
}

/// The bucket has too little left; enough will be there after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted(pub Duration);

/// A network's access to one of its buckets.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// An address of the network.
    pub address: IpAddr,
    /// What is taken.
    pub resource: Resource,
    /// The factor of the size of the bucket and of its refill.
    pub factor: f64,
}

impl Rates {
    /// Takes a cost from a bucket.
    ///
    /// # Errors
    /// When too little is left; nothing is taken then.
    pub fn take(&self, account: Account, cost: f64) -> Result<(), Exhausted> {
        self.take_at(account, cost, Instant::now())
    }

    fn take_at(&self, account: Account, cost: f64, now: Instant) -> Result<(), Exhausted> {
        let lacking = self.change(account, now, |taken, burst| {
            let lacking = *taken + cost - burst;
            if lacking <= 0.0 {
                *taken += cost;
            }
            lacking
        });
        let wait = account.wait(lacking);
        if wait.is_zero() {
            Ok(())
        } else {
            Err(Exhausted(wait))
        }
    }

    /// Takes a cost from a bucket even if too little is left. Returns the time after which the debt will
    /// be paid.
    pub fn charge(&self, account: Account, cost: f64) -> Duration {
        self.charge_at(account, cost, Instant::now())
    }

    fn charge_at(&self, account: Account, cost: f64, now: Instant) -> Duration {
        let debt = self.change(account, now, |taken, burst| {
            *taken += cost;
            *taken - burst
        });
        account.wait(debt)
    }

    /// Changes what is taken from a bucket after a refill, given its size.
    fn change(
        &self,
        account: Account,
        now: Instant,
        change: impl FnOnce(&mut f64, f64) -> f64,
    ) -> f64 {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let network = network(account.address);
        if networks.len() >= MOST_NETWORKS && !networks.contains_key(&network) {
            make_room(&mut networks, now);
        }
        let buckets = networks.entry(network).or_insert(Buckets {
            taken: [0.0; RESOURCES],
            at: now,
            seen: now,
        });
        buckets.refill(account.factor, now);
        buckets.seen = now;
        let burst = account.resource.allowance().burst * account.factor;
        change(&mut buckets.taken[account.resource as usize], burst)
    }
}

impl Account {
    /// The time that refills what is lacking.
    fn wait(self, lacking: f64) -> Duration {
        let per_second = self.resource.allowance().per_second * self.factor;
        Duration::from_secs_f64(lacking.max(0.0) / per_second)
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

/// Removes networks whose buckets are full again, or else the quarter that was seen longest ago.
fn make_room(networks: &mut HashMap<u128, Buckets>, now: Instant) {
    networks.retain(|_, buckets| {
        buckets.refill(1.0, now);
        buckets.taken.iter().any(|taken| *taken > 0.0)
    });
    if networks.len() > MOST_NETWORKS - MOST_NETWORKS / 4 {
        let mut seen: Vec<Instant> = networks.values().map(|buckets| buckets.seen).collect();
        let (_, oldest, _) = seen.select_nth_unstable(MOST_NETWORKS / 4);
        let oldest = *oldest;
        networks.retain(|_, buckets| buckets.seen > oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;

    const REQUESTS: Allowance = Resource::Requests.allowance();

    fn account(address: &str, resource: Resource) -> Account {
        Account {
            address: address.parse().unwrap(),
            resource,
            factor: 1.0,
        }
    }

    /// How many of 2000 requests are accepted.
    fn accepted(rates: &Rates, account: Account, now: Instant) -> f64 {
        let taken = (0..2000).filter(|_| rates.take_at(account, 1.0, now).is_ok());
        taken.count() as f64
    }

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::default();
        let now = Instant::now();
        let one = account("192.0.2.1", Resource::Requests);
        assert_eq!(accepted(&rates, one, now), REQUESTS.burst);
        let other = account("192.0.2.2", Resource::Requests);
        assert!(rates.take_at(other, 1.0, now).is_ok());
        let messages = account("192.0.2.1", Resource::Messages);
        assert!(rates.take_at(messages, 1.0, now).is_ok());
        let later = now + Duration::from_secs(1);
        assert_eq!(accepted(&rates, one, later), REQUESTS.per_second);
        let class = Account {
            factor: 2.0,
            ..account("192.0.2.3", Resource::Requests)
        };
        assert_eq!(accepted(&rates, class, now), 2.0 * REQUESTS.burst);
    }

    #[test]
    fn the_wait_is_as_long_as_it_takes() {
        let rates = Rates::default();
        let now = Instant::now();
        let one = account("192.0.2.1", Resource::Games);
        let burst = Resource::Games.allowance().burst;
        assert!(rates.take_at(one, burst, now).is_ok());
        let Err(Exhausted(wait)) = rates.take_at(one, 1.0, now) else {
            panic!("the bucket is empty")
        };
        assert!(rates.take_at(one, 1.0, now + wait / 2).is_err());
        let after = now + wait + Duration::from_millis(1);
        assert!(rates.take_at(one, 1.0, after).is_ok());
    }

    #[test]
    fn debts_of_a_network_add_up() {
        let rates = Rates::default();
        let now = Instant::now();
        let one = account("192.0.2.1", Resource::Messages);
        let Allowance { burst, per_second } = one.resource.allowance();
        assert_eq!(rates.charge_at(one, burst, now), Duration::ZERO);
        assert_eq!(rates.charge_at(one, per_second, now).as_secs(), 1);
        assert_eq!(rates.charge_at(one, per_second, now).as_secs(), 2);
    }

    #[test]
    fn a_network_is_one_visitor_and_memory_is_bounded() {
        let rates = Rates::default();
        let now = Instant::now();
        let of = |address: Ipv6Addr| Account {
            address: address.into(),
            resource: Resource::Requests,
            factor: 1.0,
        };
        for host in 0..100_000_u128 {
            let near = Ipv6Addr::from_bits((0x2001_0db8 << 96) + host);
            let _ = rates.take_at(of(near), 1.0, now);
        }
        assert_eq!(rates.networks.lock().unwrap().len(), 1);
        for network in 0..20_000_u32 {
            let bits = (0x2001_0db9 << 96) + (u128::from(network) << 64);
            let later = now + Duration::from_micros(network.into());
            let taken = rates.take_at(of(Ipv6Addr::from_bits(bits)), 1.0, later);
            assert!(taken.is_ok());
        }
        assert!(rates.networks.lock().unwrap().len() <= MOST_NETWORKS);
    }
}

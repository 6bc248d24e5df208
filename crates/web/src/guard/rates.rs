//! Rate limits: a token bucket for each visitor.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::Method;

use crate::problem::Problem;

/// The size of a bucket, and what is added to it each second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Allowance {
    burst: f64,
    per_second: f64,
}

/// The bucket of another computer: enough for a few tabs, or a class behind one address.
const OUTSIDE: Allowance = Allowance {
    burst: 600.0,
    per_second: 60.0,
};

/// The bucket of this computer.
const INSIDE: Allowance = Allowance {
    burst: 40_000.0,
    per_second: 8_000.0,
};

/// The cost of a new game, which is stored for long; other requests cost 1.
const NEW_GAME: f64 = 20.0;

/// At most this many buckets are kept. A visitor without one has a full bucket.
const MOST_VISITORS: usize = 8192;

/// The buckets of all visitors.
#[derive(Debug, Default)]
pub struct Rates {
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// The cost of a request.
pub fn cost(request: &Request) -> f64 {
    match (request.method(), request.uri().path()) {
        (&Method::POST, "/api/games") => NEW_GAME,
        _ => 1.0,
    }
}

impl Rates {
    /// Takes the cost of a request from a visitor's bucket.
    ///
    /// # Errors
    /// When the bucket is empty.
    pub fn take(&self, address: IpAddr, cost: f64) -> Result<(), Problem> {
        self.take_at(address, cost, Instant::now())
    }

    fn take_at(&self, address: IpAddr, cost: f64, now: Instant) -> Result<(), Problem> {
        let allowance = if address.is_loopback() {
            INSIDE
        } else {
            OUTSIDE
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let visitor = neighbourhood(address);
        if buckets.len() >= MOST_VISITORS && !buckets.contains_key(&visitor) {
            make_room(&mut buckets, now);
        }
        let bucket = buckets.entry(visitor).or_insert(Bucket {
            left: allowance.burst,
            at: now,
        });
        let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
        let left = (bucket.left + passed * allowance.per_second).min(allowance.burst);
        let may = left >= cost;
        *bucket = Bucket {
            left: if may { left - cost } else { left },
            at: now,
        };
        if may {
            return Ok(());
        }
        let wait = Duration::from_secs_f64((cost - left) / allowance.per_second);
        Err(Problem::too_often(wait))
    }
}

/// The network of an address: an IPv6 client has a whole /64.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address => address,
    }
}

/// Removes buckets that are full again, or else the one used longest ago.
fn make_room(buckets: &mut HashMap<IpAddr, Bucket>, now: Instant) {
    let full_again = Duration::from_secs_f64(OUTSIDE.burst / OUTSIDE.per_second);
    buckets.retain(|_, bucket| now.saturating_duration_since(bucket.at) < full_again);
    if buckets.len() >= MOST_VISITORS {
        let oldest = buckets.iter().min_by_key(|(_, bucket)| bucket.at);
        if let Some(oldest) = oldest.map(|(address, _)| *address) {
            buckets.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::default();
        let now = Instant::now();
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let other: IpAddr = "192.0.2.2".parse().unwrap();
        let mut asked = 0;
        while rates.take_at(one, 1.0, now).is_ok() {
            asked += 1;
        }
        assert_eq!(f64::from(asked), OUTSIDE.burst);
        assert!(rates.take_at(other, 1.0, now).is_ok());
        let later = now + Duration::from_secs(1);
        assert!(rates.take_at(one, OUTSIDE.per_second, later).is_ok());
        assert!(rates.take_at(one, 1.0, later).is_err());
    }

    #[test]
    fn a_network_is_one_visitor_and_memory_is_bounded() {
        let rates = Rates::default();
        let now = Instant::now();
        for host in 0..100_000_u128 {
            let near = Ipv6Addr::from_bits((0x2001_0db8 << 96) + host);
            let _ = rates.take_at(near.into(), 1.0, now);
        }
        assert_eq!(rates.buckets.lock().unwrap().len(), 1);
        for network in 0..20_000_u128 {
            let far = Ipv6Addr::from_bits((0x2001_0db9 << 96) + (network << 64));
            assert!(rates.take_at(far.into(), 1.0, now).is_ok());
        }
        assert_eq!(rates.buckets.lock().unwrap().len(), MOST_VISITORS);
    }
}

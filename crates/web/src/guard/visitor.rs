//! Visitors: who asks, and the budget of their network for everything they can ask for.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use super::network::{AddressRange, network};
use super::peer::Peer;
use super::quota::{Full, Held, Quota};
use super::rates::{Account, Exhausted, Rates, Resource};
use crate::fair_queue::Asker;
use crate::problem::Problem;

/// The share of a classroom, compared with one visitor.
const CLASSROOM: u32 = 30;

/// The factor of this computer's own rates: its owner starts what he likes.
const OWNER: f64 = 100.0;

/// The games that are watched at the same time, in all and from one network.
const MOST_WATCHED: usize = 16_384;
const MOST_WATCHED_OF_ONE: usize = 256;

/// The bytes of request bodies from one network that are in memory at the same time. One body is
/// always smaller.
const MOST_BODIES_OF_ONE: usize = 8 << 20;

/// The budgets of all networks.
#[derive(Debug)]
pub struct Budgets {
    limits: BudgetLimits,
    rates: Rates,
    /// Requests and live connections, by the real address of the client.
    present: Arc<Quota>,
    watched: Arc<Quota>,
    bodies: Arc<Quota>,
}

/// The settings of the budgets.
#[derive(Clone, Debug)]
pub struct BudgetLimits {
    /// At most this many requests and live connections of one network at the same time.
    pub per_address: usize,
    /// Networks with the share of a whole class.
    pub classrooms: Vec<AddressRange>,
    /// Whether requests from this computer are its owner's. Behind a proxy they are not.
    pub is_owner_local: bool,
    /// The bytes of request bodies that are in memory at the same time.
    pub bodies: usize,
}

/// How much a network may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Visitor,
    Classroom,
    Owner,
}

impl Class {
    fn rate(self) -> f64 {
        match self {
            Class::Owner => OWNER,
            _ => self.weight().into(),
        }
    }

    fn weight(self) -> u32 {
        match self {
            Class::Classroom => CLASSROOM,
            Class::Visitor | Class::Owner => 1,
        }
    }

    /// A limit of what is in use at the same time.
    fn limit(self, of_one: usize) -> usize {
        match self {
            Class::Owner => usize::MAX,
            _ => of_one.saturating_mul(self.weight() as usize),
        }
    }
}

impl Budgets {
    /// Budgets of which nothing is spent.
    pub fn new(limits: BudgetLimits) -> Arc<Budgets> {
        Arc::new(Budgets {
            rates: Rates::default(),
            present: Quota::new(usize::MAX),
            watched: Quota::new(MOST_WATCHED),
            bodies: Quota::new(limits.bodies),
            limits,
        })
    }

    fn class(&self, address: IpAddr) -> Class {
        let mut classrooms = self.limits.classrooms.iter();
        if classrooms.any(|range| range.contains(address)) {
            Class::Classroom
        } else if self.limits.is_owner_local && address.is_loopback() {
            Class::Owner
        } else {
            Class::Visitor
        }
    }

    /// The most connections from an address.
    pub fn most_connections(&self, address: IpAddr) -> usize {
        self.class(address).limit(self.limits.per_address)
    }
}

/// A client, with the budgets of its network.
#[derive(Clone, Debug)]
pub struct Visitor {
    address: IpAddr,
    class: Class,
    budgets: Arc<Budgets>,
    /// What it holds while it is connected, and the connection.
    _held: Arc<(Vec<Held>, Peer)>,
}

impl Visitor {
    /// The client at an address, with its connection and the bytes that it may send. Takes a place among
    /// those of its network.
    ///
    /// # Errors
    /// When its network has too many.
    pub fn arrive(
        budgets: &Arc<Budgets>,
        peer: Peer,
        address: IpAddr,
        body: usize,
    ) -> Result<Visitor, Problem> {
        let class = budgets.class(address);
        let most = class.limit(budgets.limits.per_address);
        let present = budgets.present.take(address, 1, most);
        let present = present.map_err(|_| {
            Problem::busy("too many are connected from your address; close some pages")
        })?;
        let mut held = vec![present];
        if body > 0 {
            let most = class.limit(MOST_BODIES_OF_ONE);
            let taken = budgets.bodies.take(address, body, most);
            held.push(taken.map_err(|_| {
                Problem::busy("too much is being sent just now; try again in a moment")
            })?);
        }
        Ok(Visitor {
            address,
            class,
            budgets: Arc::clone(budgets),
            _held: Arc::new((held, peer)),
        })
    }

    /// The network that its address counts for.
    pub fn network(&self) -> u128 {
        network(self.address)
    }

    /// Takes a cost from the budget of its network.
    ///
    /// # Errors
    /// When too little is left.
    pub fn spend(&self, resource: Resource, cost: f64) -> Result<(), Problem> {
        let taken = self.budgets.rates.take(self.account(resource), cost);
        taken.map_err(|Exhausted(wait)| Problem::too_often(wait))
    }

    /// Takes a cost from the budget of its network, even if too little is left. Returns how long it
    /// should wait before it costs more.
    pub fn charge(&self, resource: Resource, cost: f64) -> Duration {
        self.budgets.rates.charge(self.account(resource), cost)
    }

    fn account(&self, resource: Resource) -> Account {
        Account {
            address: self.address,
            resource,
            factor: self.class.rate(),
        }
    }

    /// Takes a place among the watched games until it is dropped.
    ///
    /// # Errors
    /// When its network watches too many.
    pub fn watch(&self) -> Result<Held, Problem> {
        let most = self.class.limit(MOST_WATCHED_OF_ONE);
        let watched = self.budgets.watched.take(self.address, 1, most);
        watched.map_err(|full| {
            Problem::busy(match full {
                Full::Network => "too many games are watched from your address; close some pages",
                Full::Server => "too many games are watched just now; try again later",
            })
        })
    }

    /// Its turn in the queues, without a key or a live connection.
    pub fn asker(&self) -> Asker {
        Asker {
            network: self.network(),
            visitor: 0,
            game: 0,
            weight: self.class.weight(),
        }
    }

    /// Its turn in the queues as the player with this key, for this game.
    pub fn player(&self, key: &str, game: &str) -> Asker {
        Asker {
            visitor: hash(key),
            game: hash(game),
            ..self.asker()
        }
    }

    /// Its turn in the queues as a live connection of its own.
    pub fn connection(&self) -> Asker {
        static LAST: AtomicU64 = AtomicU64::new(0);
        // Keys are hashed to numbers all over the range, so these do not meet them.
        Asker {
            visitor: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            ..self.asker()
        }
    }
}

/// A number for a text that others cannot compute.
fn hash(text: &str) -> u64 {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    STATE.hash_one(text)
}

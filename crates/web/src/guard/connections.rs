//! Connection limits: in total and for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts and limits the connections.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    most_of_one: usize,
    count: Mutex<Count>,
}

#[derive(Debug, Default)]
struct Count {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A place among the connections; dropping it frees the place.
#[derive(Debug)]
pub struct Place {
    connections: Arc<Connections>,
    address: IpAddr,
}

/// The limit that refused a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The limit of the server.
    Server,
    /// The limit of one address.
    Address,
}

impl Connections {
    /// At most `most` connections, and at most `per_address` of one address; loopback is exempt.
    pub fn new(most: usize, most_of_one: usize) -> Arc<Connections> {
        Arc::new(Connections {
            most,
            most_of_one,
            count: Mutex::default(),
        })
    }

    /// A place for a new connection.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Result<Place, Full> {
        let mut count = self.lock();
        if count.all >= self.most {
            return Err(Full::Server);
        }
        let of_address = count.by_address.entry(address).or_default();
        if *of_address >= self.most_of_one && !address.is_loopback() {
            return Err(Full::Address);
        }
        *of_address += 1;
        count.all += 1;
        Ok(Place {
            connections: Arc::clone(self),
            address,
        })
    }

    /// The number of connections.
    pub fn count(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Count> {
        // A panic under the lock cannot leave this half changed.
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut count = self.connections.lock();
        count.all -= 1;
        if let Some(of_address) = count.by_address.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                count.by_address.remove(&self.address);
            }
        }
    }
}

/// Files that are open besides connections.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// The number of connections that the system allows, of those wanted. Raises the limit of open files
/// if it can.
pub fn allowed_connections(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let needed = wanted as u64 + OTHER_FILES;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            let most = limit.maximum.map_or(needed, |most| most.min(needed));
            limit.current = Some(most);
            // If it cannot be raised, the old limit holds.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let given = getrlimit(Resource::Nofile).current;
        let given = given.map_or(usize::MAX, |given| {
            usize::try_from(given.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
        });
        wanted.min(given.max(1))
    }
    #[cfg(not(unix))]
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_given_back() {
        let connections = Connections::new(3, 2);
        let [one, other]: [IpAddr; 2] =
            ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let first = connections.admit(one).unwrap();
        let _second = connections.admit(one).unwrap();
        assert_eq!(connections.admit(one).unwrap_err(), Full::Address);
        let _third = connections.admit(other).unwrap();
        assert_eq!(connections.admit(other).unwrap_err(), Full::Server);
        drop(first);
        assert!(connections.admit(one).is_ok());
        assert_eq!(connections.lock().by_address.len(), 2);
    }
}

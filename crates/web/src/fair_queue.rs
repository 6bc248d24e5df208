//! Fair queue: waiting work, ordered by the service that each asker has had.
//!
//! Start-time fair queueing on three levels: networks, the visitors of a network, the games of a visitor.
//! On each level the one that has been served least comes next, in seconds of service divided by its
//! weight. A newcomer begins level with the one that was served last, so idleness earns no credit.

use std::collections::{HashMap, VecDeque};

/// Service in seconds that is charged when work begins. The rest is charged when it ends.
const ADVANCE: f64 = 0.001;

/// At most this many idle children of a node are kept for the service that they have had.
const MOST_IDLE: usize = 4096;

/// Whose turn a piece of work takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    /// The network of the visitor's address.
    pub network: u128,
    /// The visitor: a player's key, a live connection, or 0 for requests with neither.
    pub visitor: u64,
    /// The game of the visitor, or 0.
    pub game: u64,
    /// The share of the network: it gets this many times the service of a network of weight 1.
    pub weight: u32,
}

/// The keys of the nodes below the root that lead to the work of an asker.
type Path = [u128; 3];

impl Asker {
    /// The server itself, for work that no client asked for.
    pub const SERVER: Asker = Asker {
        network: 0,
        visitor: 0,
        game: 0,
        weight: 1,
    };

    fn path(&self) -> Path {
        [self.network, self.visitor.into(), self.game.into()]
    }
}

/// The most work that may wait.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// In all.
    pub all: usize,
    /// Of a network of weight 1.
    pub network: usize,
    /// Of a visitor.
    pub visitor: usize,
    /// The most work of one network that is served at the same time.
    pub running: usize,
}

/// Waiting work of many askers.
#[derive(Debug)]
pub struct FairQueue<J> {
    root: Node<J>,
    limits: Limits,
    /// Numbers the work, and the turns of those who have been served equally.
    numbered: u64,
    /// How much work was added so far.
    added: u64,
}

#[derive(Debug)]
struct Node<J> {
    /// Seconds of service so far, divided by the weight.
    served: f64,
    /// What the child that was served last had been served before. Newcomers begin with it.
    floor: f64,
    /// Orders children that have been served equally.
    turn: u64,
    /// Whether it has not been served since it was idle.
    is_new: bool,
    weight: f64,
    waiting: usize,
    running: usize,
    /// The work of a leaf, with its numbers.
    jobs: VecDeque<(u64, J)>,
    children: HashMap<u128, Node<J>>,
}

impl<J> FairQueue<J> {
    /// An empty queue.
    pub fn new(limits: Limits) -> FairQueue<J> {
        FairQueue {
            root: Node::new(0.0, 0),
            limits,
            numbered: 0,
            added: 0,
        }
    }

    /// How much work waits.
    pub fn waiting(&self) -> usize {
        self.root.waiting
    }

    /// How much work was added so far.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Adds work and returns its number. When the queue is full, the newest work of the network with
    /// the most is dropped for it.
    ///
    /// # Errors
    /// Returns the work when its visitor or its network has too much waiting already.
    pub fn add(&mut self, asker: &Asker, job: J) -> Result<u64, J> {
        let network = self.root.children.get(&asker.network);
        let visitor = network.and_then(|network| network.children.get(&asker.visitor.into()));
        let of_network = network.map_or(0, |network| network.waiting);
        let of_visitor = visitor.map_or(0, |visitor| visitor.waiting);
        let most = self.limits.network.saturating_mul(asker.weight as usize);
        if of_visitor >= self.limits.visitor
            || of_network >= most
            || (self.root.waiting >= self.limits.all && !self.drop_one_of_the_most(of_network))
        {
            return Err(job);
        }
        self.numbered += 1;
        self.added += 1;
        let number = self.numbered;
        let mut node = &mut self.root;
        node.waiting += 1;
        for key in asker.path() {
            let floor = node.floor;
            let child = node.children.entry(key);
            let child = child.or_insert_with(|| Node::new(floor, number));
            if child.is_idle() {
                child.served = child.served.max(floor);
                child.turn = number;
                child.is_new = true;
            }
            child.waiting += 1;
            node = child;
        }
        node.jobs.push_back((number, job));
        if let Some(network) = self.root.children.get_mut(&asker.network) {
            network.weight = asker.weight.max(1).into();
        }
        Ok(number)
    }

    /// The next work. [`finish`](FairQueue::finish) has to be called when it has ended.
    pub fn take(&mut self) -> Option<J> {
        let path = self.next_path()?;
        self.numbered += 1;
        let turn = self.numbered;
        let mut node = &mut self.root;
        node.waiting -= 1;
        node.running += 1;
        for key in path {
            let child = node.children.get_mut(&key)?;
            node.floor = node.floor.max(child.served);
            child.served += ADVANCE / child.weight;
            child.turn = turn;
            child.is_new = false;
            child.waiting -= 1;
            child.running += 1;
            node = child;
        }
        node.jobs.pop_front().map(|(_, job)| job)
    }

    /// The path to the next work.
    fn next_path(&self) -> Option<Path> {
        let mut path = [0; 3];
        let mut node = &self.root;
        for (level, step) in path.iter_mut().enumerate() {
            let may = |child: &Node<J>| {
                child.waiting > 0 && (level > 0 || child.running < self.limits.running)
            };
            let waiting = node.children.iter().filter(|(_, child)| may(child));
            let (key, child) = waiting.min_by(|(_, one), (_, other)| {
                let by_service = one.served.total_cmp(&other.served);
                by_service.then(one.turn.cmp(&other.turn))
            })?;
            *step = *key;
            node = child;
        }
        Some(path)
    }

    /// Work that was taken has ended after this many seconds.
    pub fn finish(&mut self, asker: &Asker, seconds: f64) {
        self.root.running -= 1;
        self.root
            .finish(&asker.path(), (seconds - ADVANCE).max(0.0));
    }

    /// Removes work that has not begun. Returns whether it was there.
    pub fn remove(&mut self, asker: &Asker, number: u64) -> bool {
        self.root.remove(&asker.path(), number)
    }

    /// Whether work waits that has a better claim than work of this asker which has run for this long.
    pub fn is_outranked(&self, asker: &Asker, seconds: f64) -> bool {
        self.root.is_outranked(&asker.path(), seconds)
    }

    /// Whether a network waits that has not been served since it came, or a visitor of the asker's own
    /// network, or another of its games.
    pub fn has_newcomer(&self, asker: &Asker) -> bool {
        let is_new = |other: &Node<J>| other.waiting > 0 && other.is_new;
        self.others(asker).any(is_new)
    }

    /// How many others wait that share the threads with this asker: networks, visitors of its network,
    /// and its own other games.
    pub fn rivals(&self, asker: &Asker) -> usize {
        self.others(asker).filter(|other| other.waiting > 0).count()
    }

    /// The other nodes on each level of an asker's path.
    fn others(&self, asker: &Asker) -> impl Iterator<Item = &Node<J>> {
        let path = asker.path();
        let mut node = Some(&self.root);
        path.into_iter().flat_map(move |key| {
            let parent = node;
            node = parent.and_then(|parent| parent.children.get(&key));
            let children = parent.into_iter().flat_map(|parent| &parent.children);
            children
                .filter(move |(other, _)| **other != key)
                .map(|(_, other)| other)
        })
    }

    /// Drops the newest work of the network that has the most waiting, if that is more than the asker's
    /// network would have. Returns whether it did.
    fn drop_one_of_the_most(&mut self, of_asker: usize) -> bool {
        let networks = self.root.children.iter();
        let most = networks.max_by_key(|(_, network)| network.waiting);
        let Some((&key, network)) = most.filter(|(_, most)| most.waiting > of_asker + 1) else {
            return false;
        };
        let newest = network.children.iter().flat_map(|(visitor, node)| {
            let games = node.children.iter();
            games.filter_map(move |(game, leaf)| Some((leaf.jobs.back()?.0, *visitor, *game)))
        });
        let newest = newest.max_by_key(|(number, ..)| *number);
        newest
            .is_some_and(|(number, visitor, game)| self.root.remove(&[key, visitor, game], number))
    }
}

impl<J> Node<J> {
    fn new(served: f64, turn: u64) -> Node<J> {
        Node {
            served,
            floor: 0.0,
            turn,
            is_new: true,
            weight: 1.0,
            waiting: 0,
            running: 0,
            jobs: VecDeque::new(),
            children: HashMap::new(),
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting == 0 && self.running == 0
    }

    fn finish(&mut self, path: &[u128], seconds: f64) {
        let Some((key, rest)) = path.split_first() else {
            return;
        };
        if let Some(child) = self.children.get_mut(key) {
            child.running -= 1;
            child.served += seconds / child.weight;
            child.finish(rest, seconds);
        }
        self.forget_idle();
    }

    fn remove(&mut self, path: &[u128], number: u64) -> bool {
        let Some((key, rest)) = path.split_first() else {
            let before = self.jobs.len();
            self.jobs.retain(|(waiting, _)| *waiting != number);
            let was_there = self.jobs.len() < before;
            self.waiting -= usize::from(was_there);
            return was_there;
        };
        let child = self.children.get_mut(key);
        let was_there = child.is_some_and(|child| child.remove(rest, number));
        if was_there {
            self.waiting -= 1;
            self.forget_idle();
        }
        was_there
    }

    fn is_outranked(&self, path: &[u128], seconds: f64) -> bool {
        let Some((key, rest)) = path.split_first() else {
            return false;
        };
        let Some(child) = self.children.get(key) else {
            return false;
        };
        let served = child.served + seconds / child.weight;
        let mut others = self.children.iter().filter(|(other, _)| *other != key);
        others.any(|(_, other)| other.waiting > 0 && other.served < served)
            || child.is_outranked(rest, seconds)
    }

    /// Removes idle children whose service makes no difference any more: newcomers would begin
    /// with as much. When too many are left, it removes all that are idle.
    fn forget_idle(&mut self) {
        let (floor, is_idle) = (self.floor, self.is_idle());
        let is_crowded = self.children.len() > MOST_IDLE;
        let forgets = |child: &Node<J>| is_idle || is_crowded || child.served <= floor;
        self.children
            .retain(|_, child| !child.is_idle() || !forgets(child));
    }
}

#[cfg(test)]
mod tests;

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
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        all: 64,
        network: 32,
        visitor: 16,
        running: 8,
    };

    fn asker(network: u128, visitor: u64, game: u64) -> Asker {
        Asker {
            network,
            visitor,
            game,
            weight: 1,
        }
    }

    /// Serves everything, one after the other, `seconds` long each.
    fn served(queue: &mut FairQueue<(Asker, u32)>, seconds: f64) -> Vec<u32> {
        let mut order = Vec::new();
        while let Some((asker, name)) = queue.take() {
            queue.finish(&asker, seconds);
            order.push(name);
        }
        order
    }

    fn add(queue: &mut FairQueue<(Asker, u32)>, asker: Asker, name: u32) -> Option<u64> {
        queue.add(&asker, (asker, name)).ok()
    }

    #[test]
    fn networks_take_turns_then_visitors_then_games() {
        let mut queue = FairQueue::new(LIMITS);
        // One network with two visitors, of whom the first has two games, and another network.
        add(&mut queue, asker(1, 1, 1), 1);
        add(&mut queue, asker(1, 1, 1), 2);
        add(&mut queue, asker(1, 1, 2), 3);
        add(&mut queue, asker(1, 2, 1), 4);
        add(&mut queue, asker(2, 1, 1), 5);
        assert_eq!(served(&mut queue, 1.0), [1, 5, 4, 3, 2]);
        assert!(queue.root.children.is_empty(), "nothing is kept");
    }

    #[test]
    fn long_work_costs_more_turns_than_short_work() {
        let mut queue = FairQueue::new(LIMITS);
        let (long, short) = (asker(1, 0, 0), asker(2, 0, 0));
        for number in 0..4 {
            add(&mut queue, long, number);
            add(&mut queue, short, 10 + number);
        }
        let mut order = Vec::new();
        while let Some((asker, name)) = queue.take() {
            queue.finish(&asker, if asker == long { 1.0 } else { 0.1 });
            order.push(name);
        }
        assert_eq!(order, [0, 10, 11, 12, 13, 1, 2, 3]);
    }

    #[test]
    fn a_class_has_a_larger_share() {
        let mut queue = FairQueue::new(LIMITS);
        let class = Asker {
            weight: 3,
            ..asker(1, 0, 0)
        };
        for number in 0..6 {
            add(&mut queue, class, number);
            add(&mut queue, asker(2, 0, 0), 10);
        }
        let order = served(&mut queue, 1.0);
        let of_class = order[..8].iter().filter(|name| **name < 10).count();
        assert_eq!(of_class, 6, "{order:?}");
    }

    #[test]
    fn idleness_earns_no_credit_and_debt_is_kept_while_others_wait() {
        let mut queue = FairQueue::new(LIMITS);
        let (early, late) = (asker(1, 0, 0), asker(2, 0, 0));
        for number in 0..20 {
            add(&mut queue, early, number);
        }
        for _ in 0..10 {
            let (asker, _) = queue.take().unwrap();
            queue.finish(&asker, 5.0);
        }
        for number in 100..105 {
            add(&mut queue, late, number);
        }
        // The newcomer comes next, but not for as long as the other has been served.
        let order = served(&mut queue, 5.0);
        assert_eq!(order[..4], [100, 10, 101, 11], "{order:?}");
    }

    #[test]
    fn one_network_leaves_a_thread_to_others() {
        let mut queue = FairQueue::new(Limits {
            running: 1,
            ..LIMITS
        });
        add(&mut queue, asker(1, 1, 0), 1);
        add(&mut queue, asker(1, 2, 0), 2);
        assert_eq!(queue.take().unwrap().1, 1);
        assert!(queue.take().is_none(), "it has as much as it may");
        add(&mut queue, asker(2, 0, 0), 3);
        assert_eq!(queue.take().unwrap().1, 3);
        queue.finish(&asker(1, 1, 0), 1.0);
        assert_eq!(queue.take().unwrap().1, 2);
    }

    #[test]
    fn what_waits_is_bounded_and_a_full_queue_has_room_for_newcomers() {
        let mut queue = FairQueue::new(LIMITS);
        let accepted = (0..100).filter(|_| add(&mut queue, asker(1, 1, 0), 0).is_some());
        assert_eq!(accepted.count(), LIMITS.visitor);
        for visitor in 0..100 {
            add(&mut queue, asker(1, visitor, 0), 0);
            add(&mut queue, asker(2, visitor, 0), 0);
        }
        assert_eq!(queue.waiting(), LIMITS.all);
        for network in 3..23 {
            assert!(add(&mut queue, asker(network, 0, 0), 1).is_some());
            assert_eq!(queue.waiting(), LIMITS.all);
        }
        let order = served(&mut queue, 1.0);
        assert_eq!(order.iter().filter(|name| **name == 1).count(), 20);
        assert_eq!(queue.waiting(), 0);
    }

    #[test]
    fn removed_work_is_not_served() {
        let mut queue = FairQueue::new(LIMITS);
        let number = add(&mut queue, asker(1, 0, 0), 1).unwrap();
        add(&mut queue, asker(1, 0, 0), 2);
        assert!(queue.remove(&asker(1, 0, 0), number));
        assert!(!queue.remove(&asker(1, 0, 0), number));
        assert_eq!(served(&mut queue, 1.0), [2]);
    }

    #[test]
    fn the_claims_of_others_are_known() {
        let mut queue = FairQueue::new(LIMITS);
        let one = asker(1, 1, 0);
        add(&mut queue, one, 1);
        queue.take();
        assert!(!queue.is_outranked(&one, 10.0));
        assert_eq!(queue.rivals(&one), 0);
        add(&mut queue, one, 2);
        assert!(!queue.is_outranked(&one, 10.0), "its own work can wait");
        add(&mut queue, asker(1, 2, 0), 3);
        assert!(queue.is_outranked(&one, 1.0));
        assert!(queue.has_newcomer(&one));
        queue.take();
        queue.take();
        assert!(!queue.has_newcomer(&one));
        add(&mut queue, asker(1, 2, 0), 5);
        assert!(!queue.has_newcomer(&one), "it has been served");
        add(&mut queue, asker(2, 0, 0), 4);
        assert!(queue.has_newcomer(&one));
        assert_eq!(queue.rivals(&one), 2);
    }
}

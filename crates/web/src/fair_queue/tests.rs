//! Who is served when.

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

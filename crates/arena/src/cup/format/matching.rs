//! As many pairs as possible.

use std::collections::VecDeque;

/// How many pairs can be made at most of some people, each in one pair, when only those whom
/// `allowed` joins can be paired.
///
/// Edmonds' way: paths are grown from somebody without a partner along which pairs can be
/// exchanged so that there is one more; a circle of odd length on the way is shrunk to a point.
pub fn most_pairs(people: &[usize], allowed: impl Fn(usize, usize) -> bool) -> usize {
    let count = people.len();
    let friends: Vec<Vec<usize>> = (0..count)
        .map(|one| {
            let friend = |other: &usize| *other != one && allowed(people[one], people[*other]);
            (0..count).filter(friend).collect()
        })
        .collect();
    let mut search = Search {
        partner: vec![None; count],
        parent: vec![None; count],
        base: (0..count).collect(),
        friends,
    };
    // Most find somebody at once; paths are for the rest.
    for one in 0..count {
        if search.partner[one].is_none() {
            let free = |other: &&usize| search.partner[**other].is_none();
            if let Some(other) = search.friends[one].iter().find(free).copied() {
                search.partner[one] = Some(other);
                search.partner[other] = Some(one);
            }
        }
    }
    for one in 0..count {
        if search.partner[one].is_none()
            && let Some(end) = search.path_from(one)
        {
            search.exchange(end);
        }
    }
    search.partner.iter().flatten().count() / 2
}

struct Search {
    friends: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
    /// Whence the path came to somebody at an odd distance from its root.
    parent: Vec<Option<usize>>,
    /// The point that somebody's circle was shrunk to.
    base: Vec<usize>,
}

impl Search {
    /// Finds a path from somebody without a partner to another such person: its end.
    fn path_from(&mut self, root: usize) -> Option<usize> {
        let count = self.partner.len();
        self.parent = vec![None; count];
        self.base = (0..count).collect();
        let mut reached = vec![false; count];
        reached[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(one) = queue.pop_front() {
            for index in 0..self.friends[one].len() {
                let other = self.friends[one][index];
                if self.base[one] == self.base[other] || self.partner[one] == Some(other) {
                    continue;
                }
                let even = self.partner[other].is_some_and(|third| self.parent[third].is_some());
                if other == root || even {
                    self.shrink(one, other, &mut reached, &mut queue);
                } else if self.parent[other].is_none() {
                    self.parent[other] = Some(one);
                    match self.partner[other] {
                        None => return Some(other),
                        Some(partner) => {
                            reached[partner] = true;
                            queue.push_back(partner);
                        }
                    }
                }
            }
        }
        None
    }

    /// Shrinks the odd circle that the edge from `one` to `other` closes.
    fn shrink(
        &mut self,
        one: usize,
        other: usize,
        reached: &mut [bool],
        queue: &mut VecDeque<usize>,
    ) {
        let stem = self.meeting_point(one, other);
        let mut in_circle = vec![false; self.partner.len()];
        self.mark(one, stem, other, &mut in_circle);
        self.mark(other, stem, one, &mut in_circle);
        for person in 0..self.partner.len() {
            if in_circle[self.base[person]] {
                self.base[person] = stem;
                if !reached[person] {
                    reached[person] = true;
                    queue.push_back(person);
                }
            }
        }
    }

    /// Where the paths from two people to the root come together.
    fn meeting_point(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.partner.len()];
        let mut here = one;
        loop {
            here = self.base[here];
            passed[here] = true;
            match self.partner[here].and_then(|partner| self.parent[partner]) {
                Some(before) => here = before,
                None => break,
            }
        }
        here = other;
        loop {
            here = self.base[here];
            if passed[here] {
                return here;
            }
            here = self.partner[here]
                .and_then(|partner| self.parent[partner])
                .expect("both paths come from the root");
        }
    }

    fn mark(&mut self, from: usize, stem: usize, child: usize, in_circle: &mut [bool]) {
        let (mut here, mut child) = (from, child);
        while self.base[here] != stem {
            let partner = self.partner[here].expect("only the root has none");
            in_circle[self.base[here]] = true;
            in_circle[self.base[partner]] = true;
            self.parent[here] = Some(child);
            child = partner;
            here = self.parent[partner].expect("it is on a path");
        }
    }

    /// Exchanges the pairs along a path.
    fn exchange(&mut self, end: usize) {
        let mut next = Some(end);
        while let Some(here) = next {
            let before = self.parent[here].expect("it is on a path");
            next = self.partner[before];
            self.partner[here] = Some(before);
            self.partner[before] = Some(here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Random;
    use std::collections::BTreeSet;

    /// By trying everything.
    fn plainly(people: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((one, rest)) = people.split_first() else {
            return 0;
        };
        let mut most = plainly(rest, allowed);
        for index in 0..rest.len() {
            if allowed(*one, rest[index]) {
                let mut others = rest.to_vec();
                others.remove(index);
                most = most.max(1 + plainly(&others, allowed));
            }
        }
        most
    }

    #[test]
    fn as_many_as_trying_everything_finds() {
        let mut random = Random::new(6);
        for round in 0..400 {
            let count = 1 + random.below(9);
            let density = 1 + random.below(6);
            let mut edges = BTreeSet::new();
            for one in 0..count {
                let friends = (0..one).filter(|_| random.below(7) < density);
                edges.extend(friends.map(|other| (other, one)));
            }
            let people: Vec<usize> = (0..count).collect();
            let allowed =
                |one: usize, other: usize| edges.contains(&(one.min(other), one.max(other)));
            let pairs = most_pairs(&people, allowed);
            assert_eq!(pairs, plainly(&people, &allowed), "{round}: {edges:?}");
        }
    }
}

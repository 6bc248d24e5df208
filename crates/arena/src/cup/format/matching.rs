//! Maximum matching in a graph (Edmonds' blossom algorithm).

use std::collections::VecDeque;

/// The maximum number of disjoint pairs of `vertices`, where only vertices that `allowed` joins can be
/// paired.
///
/// Edmonds' algorithm: from an unmatched vertex it searches an augmenting path, along which pairs are
/// exchanged so that there is one more. An odd cycle (blossom) on the way is shrunk to its base.
pub fn max_pairs(vertices: &[usize], allowed: impl Fn(usize, usize) -> bool) -> usize {
    let count = vertices.len();
    let neighbours: Vec<Vec<usize>> = (0..count)
        .map(|one| {
            let neighbour =
                |other: &usize| *other != one && allowed(vertices[one], vertices[*other]);
            (0..count).filter(neighbour).collect()
        })
        .collect();
    let mut search = Search {
        partner: vec![None; count],
        parent: vec![None; count],
        base: (0..count).collect(),
        neighbours,
    };
    // A greedy matching pairs most vertices; augmenting paths do the rest.
    for one in 0..count {
        if search.partner[one].is_none() {
            let free = |other: &&usize| search.partner[**other].is_none();
            if let Some(other) = search.neighbours[one].iter().find(free).copied() {
                search.partner[one] = Some(other);
                search.partner[other] = Some(one);
            }
        }
    }
    for one in 0..count {
        if search.partner[one].is_none()
            && let Some(end) = search.augmenting_path(one)
        {
            search.augment(end);
        }
    }
    search.partner.iter().flatten().count() / 2
}

struct Search {
    neighbours: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
    /// The predecessor on the path, for vertices at an odd distance from the root.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that the vertex belongs to.
    base: Vec<usize>,
}

impl Search {
    /// Finds an augmenting path from an unmatched vertex to another one. Returns its end.
    fn augmenting_path(&mut self, root: usize) -> Option<usize> {
        let count = self.partner.len();
        self.parent = vec![None; count];
        self.base = (0..count).collect();
        let mut reached = vec![false; count];
        reached[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(one) = queue.pop_front() {
            for index in 0..self.neighbours[one].len() {
                let other = self.neighbours[one][index];
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

    /// Shrinks the odd cycle that the edge from `one` to `other` closes.
    fn shrink(
        &mut self,
        one: usize,
        other: usize,
        reached: &mut [bool],
        queue: &mut VecDeque<usize>,
    ) {
        let base = self.common_ancestor(one, other);
        let mut in_cycle = vec![false; self.partner.len()];
        self.mark(one, base, other, &mut in_cycle);
        self.mark(other, base, one, &mut in_cycle);
        for vertex in 0..self.partner.len() {
            if in_cycle[self.base[vertex]] {
                self.base[vertex] = base;
                if !reached[vertex] {
                    reached[vertex] = true;
                    queue.push_back(vertex);
                }
            }
        }
    }

    /// The vertex where the paths from two vertices to the root meet.
    fn common_ancestor(&self, one: usize, other: usize) -> usize {
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

    /// Marks the vertices of the cycle from `from` down to its base.
    fn mark(&mut self, from: usize, base: usize, child: usize, in_cycle: &mut [bool]) {
        let (mut here, mut child) = (from, child);
        while self.base[here] != base {
            let partner = self.partner[here].expect("only the root has none");
            in_cycle[self.base[here]] = true;
            in_cycle[self.base[partner]] = true;
            self.parent[here] = Some(child);
            child = partner;
            here = self.parent[partner].expect("it is on a path");
        }
    }

    /// Exchanges matched and unmatched edges along an augmenting path.
    fn augment(&mut self, end: usize) {
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

    /// The same by brute force.
    fn brute_force(vertices: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((one, rest)) = vertices.split_first() else {
            return 0;
        };
        let mut most = brute_force(rest, allowed);
        for index in 0..rest.len() {
            if allowed(*one, rest[index]) {
                let mut others = rest.to_vec();
                others.remove(index);
                most = most.max(1 + brute_force(&others, allowed));
            }
        }
        most
    }

    #[test]
    fn the_result_equals_brute_force() {
        let mut random = Random::new(6);
        for round in 0..400 {
            let count = 1 + random.below(9);
            let density = 1 + random.below(6);
            let mut edges = BTreeSet::new();
            for one in 0..count {
                let neighbours = (0..one).filter(|_| random.below(7) < density);
                edges.extend(neighbours.map(|other| (other, one)));
            }
            let vertices: Vec<usize> = (0..count).collect();
            let allowed =
                |one: usize, other: usize| edges.contains(&(one.min(other), one.max(other)));
            let pairs = max_pairs(&vertices, allowed);
            assert_eq!(
                pairs,
                brute_force(&vertices, &allowed),
                "{round}: {edges:?}"
            );
        }
    }
}

//! The positions that a hard one was split into, and what is proved about each.

use std::collections::HashMap;

use engine::Score;
use rules::{Bitboard, Board, ByColor, Color, Diagram, Inset, Outcome};

/// A position's place in the tree.
pub(super) type Place = usize;

/// A position, in the orientation that [`Board::canonical`] chooses. Scores are for the side to
/// move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) empties: u32,
    /// The score lies between these, in discs: it is proved.
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// What the score seems to be, in units of a 128th of a disc.
    pub(super) estimate: i32,
    /// The positions after each move; none as long as nobody looked at them.
    pub(super) children: Vec<Place>,
    parents: Vec<Place>,
    /// Nobody could say anything about it.
    pub(super) failed: bool,
}

impl Node {
    /// Whether the score is above `alpha` discs, where that is known.
    pub(super) fn is_above(&self, alpha: i32) -> Option<bool> {
        if self.lower > alpha {
            Some(true)
        } else if self.upper <= alpha {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the score seems to be above `alpha` discs. Scores are even: the empty squares are the
    /// winner's. So the border between what is above and what is not lies on an odd number.
    pub(super) fn seems_above(&self, alpha: i32) -> bool {
        self.estimate > border(alpha)
    }
}

/// Between the scores above `alpha` discs and the others, in units.
pub(super) fn border(alpha: i32) -> i32 {
    Score::from_discs(alpha | 1).units()
}

/// Proofs that cannot all be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// All positions, each only once: whatever moves lead to it, and however it is turned.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    inset: Inset,
    nodes: Vec<Node>,
    places: HashMap<Board, Place>,
}

impl Tree {
    /// A tree of one position.
    pub(super) fn new(inset: Inset, root: Board) -> (Tree, Place) {
        let mut tree = Tree {
            inset,
            nodes: Vec::new(),
            places: HashMap::new(),
        };
        let root = tree.add(root, 0);
        (tree, root)
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.nodes[place]
    }

    pub(super) fn find(&self, board: Board) -> Option<Place> {
        self.places.get(&board.canonical()).copied()
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The legal moves of a board here.
    pub(super) fn moves(&self, board: Board) -> Bitboard {
        board.legal_moves() & self.inset.squares()
    }

    /// The position as a diagram, with Black to move.
    pub(super) fn diagram(&self, board: Board) -> Diagram {
        self.inset.diagram(board, Color::Black)
    }

    /// The place of a position; it is added if it is new. Where the side to move must pass, the
    /// position after that is added, too.
    fn add(&mut self, board: Board, estimate: i32) -> Place {
        let board = board.canonical();
        if let Some(&place) = self.places.get(&board) {
            return place;
        }
        let empties = (board.empty() & self.inset.squares()).len();
        let most = self.inset.squares().len() as i32;
        let place = self.nodes.len();
        self.places.insert(board, place);
        self.nodes.push(Node {
            board,
            empties,
            lower: -most,
            upper: most,
            estimate,
            children: Vec::new(),
            parents: Vec::new(),
            failed: false,
        });
        if self.moves(board).is_empty() {
            let passed = board.pass();
            if self.moves(passed).is_empty() {
                let score = final_score(board, empties);
                self.set(place, score, score);
            } else {
                let child = self.add(passed, -estimate);
                self.adopt(place, child);
                self.gather(place);
            }
        }
        place
    }

    fn adopt(&mut self, parent: Place, child: Place) {
        if !self.nodes[parent].children.contains(&child) {
            self.nodes[parent].children.push(child);
            self.nodes[child].parents.push(parent);
        }
    }

    /// Adds the positions after every move. `estimates` says what a move seems to lead to, in units,
    /// for the side that makes it.
    pub(super) fn expand(
        &mut self,
        place: Place,
        estimates: impl Fn(Board) -> Option<i32>,
    ) -> Result<(), Contradiction> {
        let Node {
            board, estimate, ..
        } = self.nodes[place];
        for square in self.moves(board) {
            let next = board.play_unchecked(square);
            let seems = estimates(next).unwrap_or(estimate);
            let child = self.add(next, -seems);
            self.adopt(place, child);
        }
        self.settle(place)
    }

    /// A position is proved to score between these.
    pub(super) fn prove(
        &mut self,
        place: Place,
        lower: i32,
        upper: i32,
    ) -> Result<(), Contradiction> {
        let node = &self.nodes[place];
        let (lower, upper) = (lower.max(node.lower), upper.min(node.upper));
        self.set(place, lower, upper);
        self.settle(place)
    }

    /// Nobody can say anything about a position.
    pub(super) fn give_up(&mut self, place: Place) {
        self.nodes[place].failed = true;
    }

    /// Whether nobody could say anything about a position that leads to this one.
    pub(super) fn is_below_failure(&self, place: Place) -> bool {
        let mut parents = self.nodes[place].parents.iter();
        parents.any(|parent| self.nodes[*parent].failed)
    }

    fn set(&mut self, place: Place, lower: i32, upper: i32) {
        let node = &mut self.nodes[place];
        (node.lower, node.upper) = (lower, upper);
        let units = |discs| Score::from_discs(discs).units();
        node.estimate = node.estimate.max(units(lower)).min(units(upper));
    }

    /// Brings everything that leads to a position up to date with it.
    fn settle(&mut self, place: Place) -> Result<(), Contradiction> {
        self.gather(place);
        let mut changed = vec![place];
        while let Some(place) = changed.pop() {
            let node = &self.nodes[place];
            if node.lower > node.upper {
                return Err(Contradiction);
            }
            for parent in node.parents.clone() {
                let before = self.known(parent);
                self.gather(parent);
                if self.known(parent) != before {
                    changed.push(parent);
                }
            }
        }
        Ok(())
    }

    fn known(&self, place: Place) -> (i32, i32, i32) {
        let node = &self.nodes[place];
        (node.lower, node.upper, node.estimate)
    }

    /// What the positions after its moves say about a position.
    fn gather(&mut self, place: Place) {
        let node = &self.nodes[place];
        if node.children.is_empty() {
            return;
        }
        let best = |value: fn(&Node) -> i32| {
            let children = node.children.iter().map(|child| &self.nodes[*child]);
            children.map(|child| -value(child)).max().expect("a child")
        };
        let lower = node.lower.max(best(|child| child.upper));
        let upper = node.upper.min(best(|child| child.lower));
        let estimate = best(|child| child.estimate);
        self.nodes[place].estimate = estimate;
        self.set(place, lower, upper);
    }
}

/// The score of a game that is over.
fn final_score(board: Board, empties: u32) -> i32 {
    let discs = ByColor {
        black: board.own().len(),
        white: board.opponent().len(),
    };
    Outcome { discs, empties }.score(Color::Black)
}

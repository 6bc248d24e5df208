//! The principal variation: from the tree first, then from the line of a leaf.

use engine::{Kind, Line, Score};
use rules::{Board, Point, Square};

use super::Split;
use super::selection::Search;
use super::tree::NodeId;
use crate::solve::Leaf;

/// A path from the root.
struct Path {
    moves: Vec<Option<Square>>,
    /// The last position.
    board: Board,
    node: NodeId,
    /// The score of the last position for its side to move, in discs.
    score: i32,
}

impl Split {
    /// The principal variation; only the best-looking move while the score is not proved.
    pub(super) fn best_line(&self) -> Line {
        let (low, high) = self.needed_bounds();
        let root = self.tree.node(self.root);
        if low < high {
            let max_score = self.inset.squares().len() as i32;
            let (lower, upper) = self.bounds();
            let bound = |discs: i32, end: Score| match discs.abs() == max_score {
                true => end,
                false => Score::from_discs(discs),
            };
            let bounds = (bound(lower, -Score::MAX), bound(upper, Score::MAX));
            return Line {
                score: Score::from_units(root.estimate),
                kind: match bounds == (-Score::MAX, Score::MAX) {
                    true => Kind::Estimate(0),
                    false => Kind::Bounds(bounds.0, bounds.1),
                },
                moves: self.points(self.estimated_best_move()),
            };
        }
        let mut path = self.path(low);
        if let Some(rest) = self.continuation(&path) {
            path.moves.extend(rest);
        }
        Line {
            score: Score::from_discs(low),
            kind: if self.wld {
                Kind::WinLossDraw
            } else {
                Kind::Exact
            },
            moves: self.points(path.moves),
        }
    }

    /// Moves as points of the caller's board.
    fn points(&self, moves: impl IntoIterator<Item = Option<Square>>) -> Vec<Option<Point>> {
        let moves = moves.into_iter();
        moves
            .map(|square| square.and_then(|square| self.inset.point(square)))
            .collect()
    }

    /// The root move with the best estimate; `Some(None)` is a pass.
    fn estimated_best_move(&self) -> Option<Option<Square>> {
        let legal = self.tree.moves(self.root_board);
        if legal.is_empty() {
            return Some(None);
        }
        let estimate = |square: &Square| {
            let id = self.tree.find(self.root_board.play_unchecked(*square));
            id.map_or(0, |id| self.tree.node(id).estimate)
        };
        Some(legal.into_iter().min_by_key(estimate))
    }

    /// The moves that prove the score of the root, up to a leaf or the end of the game.
    fn path(&self, score: i32) -> Path {
        let mut path = Path {
            moves: Vec::new(),
            board: self.root_board,
            node: self.root,
            score,
        };
        while self.extend(&mut path) {}
        path
    }

    /// Adds one move; false when the tree proves none.
    fn extend(&self, path: &mut Path) -> bool {
        if self.tree.node(path.node).children.is_empty() {
            return false;
        }
        let legal = self.tree.moves(path.board);
        if legal.is_empty() {
            return self.step(path, None, path.board.pass());
        }
        let required = self.required_score(path);
        let proved = |square: &Square| {
            let next = path.board.play_unchecked(*square);
            let id = self.tree.find(next)?;
            let node = self.tree.node(id);
            (-node.upper >= required).then_some((node.estimate, *square, next))
        };
        let best = legal.into_iter().filter_map(|square| proved(&square));
        match best.min_by_key(|(estimate, square, _)| (*estimate, square.index())) {
            Some((_, square, next)) => self.step(path, Some(square), next),
            None => false,
        }
    }

    fn step(&self, path: &mut Path, square: Option<Square>, next: Board) -> bool {
        let Some(id) = self.tree.find(next) else {
            return false;
        };
        path.moves.push(square);
        (path.board, path.node, path.score) = (next, id, -path.score);
        true
    }

    /// The least score that the next move of a path must be proved to reach. For win, loss or draw,
    /// every move of a losing side is good enough.
    fn required_score(&self, path: &Path) -> i32 {
        if self.wld && path.score < 0 {
            -64
        } else {
            path.score
        }
    }

    /// The search that extends the line to the end of the game; `None` when it is not needed.
    pub(super) fn line_search(&self) -> Option<Search> {
        let (score, _) = self.needed_bounds();
        let path = self.path(score);
        let line = self.lines.get(&path.node);
        let is_known = line.is_some_and(|line| line.kind.is_exact());
        let is_over = self.tree.moves(path.board).is_empty();
        (!self.wld && !is_known && !is_over).then(|| Search {
            node: path.node,
            window: (path.score - 1, path.score + 1),
            nodes: (4 * self.budget.nodes).min(Leaf::MOST_NODES),
        })
    }

    /// Stores the line of a proof, unless the stored one proves as much.
    pub(super) fn store_line(&mut self, id: NodeId, line: &Line) {
        let rank = |line: &Line| match line.kind {
            Kind::Exact => Score::MAX.units() + 1,
            Kind::Bounds(lower, _) => lower.units(),
            _ => -Score::MAX.units(),
        };
        let stored = self.lines.get(&id);
        if stored.is_none_or(|stored| rank(line) > rank(stored)) {
            self.lines.insert(id, line.clone());
        }
    }

    /// The stored line from the end of a path, in the orientation of the root; `None` unless it
    /// proves the required score.
    fn continuation(&self, path: &Path) -> Option<Vec<Option<Square>>> {
        let line = self.lines.get(&path.node)?;
        let enough = match line.kind {
            Kind::Exact => true,
            Kind::Bounds(lower, _) => lower >= Score::from_discs(self.required_score(path)),
            _ => false,
        };
        let back = path.board.canonical_with().1.inverse();
        let turned = |point: Option<Point>| match point {
            Some(point) => {
                let square = self.inset.square(point)?;
                Some(Some(back.square(square)))
            }
            None => Some(None),
        };
        let moves = line.moves.iter().copied().map(turned);
        moves.collect::<Option<_>>().filter(|_| enough)
    }
}

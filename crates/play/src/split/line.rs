//! What both sides would play, as far as the tree has it.

use engine::{Kind, Line, Score};
use rules::{Board, Point, Square};

use super::Split;
use super::questions::Question;
use super::tree::Place;
use crate::solve::Leaf;

/// A way through the tree.
struct Path {
    moves: Vec<Option<Square>>,
    /// Where it ends, and the score there for the side to move.
    board: Board,
    place: Place,
    score: i32,
}

impl Split {
    /// The best line.
    pub(super) fn best_line(&self) -> Line {
        let (low, high) = self.needed_bounds();
        let root = self.tree.node(self.root);
        if low < high {
            let most = self.inset.squares().len() as i32;
            let (least_known, most_known) = self.bounds();
            let known = |discs: i32, end: Score| match discs.abs() == most {
                true => end,
                false => Score::from_discs(discs),
            };
            let bounds = (
                known(least_known, -Score::MAX),
                known(most_known, Score::MAX),
            );
            return Line {
                score: Score::from_units(root.estimate),
                kind: match bounds == (-Score::MAX, Score::MAX) {
                    true => Kind::Estimate(0),
                    false => Kind::Bounds(bounds.0, bounds.1),
                },
                moves: self.named(self.likely_move()),
            };
        }
        let mut path = self.path(low);
        if let Some(rest) = self.rest(&path) {
            path.moves.extend(rest);
        }
        Line {
            score: Score::from_discs(low),
            kind: if self.wld {
                Kind::WinLossDraw
            } else {
                Kind::Exact
            },
            moves: self.named(path.moves),
        }
    }

    /// Moves on the board of the caller.
    fn named(&self, moves: impl IntoIterator<Item = Option<Square>>) -> Vec<Option<Point>> {
        let moves = moves.into_iter();
        moves
            .map(|square| square.and_then(|square| self.inset.point(square)))
            .collect()
    }

    /// The move that seems best; `Some(None)` for a pass, `None` when the game is over.
    fn likely_move(&self) -> Option<Option<Square>> {
        let legal = self.tree.moves(self.root_board);
        if legal.is_empty() {
            return Some(None);
        }
        let estimate = |square: &Square| {
            let place = self.tree.find(self.root_board.play_unchecked(*square));
            place.map_or(0, |place| self.tree.node(place).estimate)
        };
        Some(legal.into_iter().min_by_key(estimate))
    }

    /// The way from the root on which its score is proved: to the end of the game, or to a leaf.
    fn path(&self, score: i32) -> Path {
        let mut path = Path {
            moves: Vec::new(),
            board: self.root_board,
            place: self.root,
            score,
        };
        while self.go_on(&mut path) {}
        path
    }

    /// Takes one step further; false when the tree does not say which.
    fn go_on(&self, path: &mut Path) -> bool {
        if self.tree.node(path.place).children.is_empty() {
            return false;
        }
        let legal = self.tree.moves(path.board);
        if legal.is_empty() {
            return self.step(path, None, path.board.pass());
        }
        let needed = self.needed(path);
        let holds = |square: &Square| {
            let next = path.board.play_unchecked(*square);
            let place = self.tree.find(next)?;
            let node = self.tree.node(place);
            (-node.upper >= needed).then_some((node.estimate, *square, next))
        };
        let best = legal.into_iter().filter_map(|square| holds(&square));
        match best.min_by_key(|(estimate, square, _)| (*estimate, square.index())) {
            Some((_, square, next)) => self.step(path, Some(square), next),
            None => false,
        }
    }

    fn step(&self, path: &mut Path, square: Option<Square>, next: Board) -> bool {
        let Some(place) = self.tree.find(next) else {
            return false;
        };
        path.moves.push(square);
        (path.board, path.place, path.score) = (next, place, -path.score);
        true
    }

    /// What a move from the end of a path has to lead to. Who loses anyhow, and need not know by how
    /// much, may play anything.
    fn needed(&self, path: &Path) -> i32 {
        if self.wld && path.score < 0 {
            -64
        } else {
            path.score
        }
    }

    /// What to ask so that the line goes on to the end of the game, once the score is known.
    pub(super) fn last_question(&self) -> Option<Question> {
        let (score, _) = self.needed_bounds();
        let path = self.path(score);
        let known = self.lines.get(&path.place);
        let is_known = known.is_some_and(|line| line.kind.is_exact());
        let is_over = self.tree.moves(path.board).is_empty();
        (!self.wld && !is_known && !is_over).then(|| Question {
            place: path.place,
            window: (path.score - 1, path.score + 1),
            nodes: (4 * self.terms.nodes).min(Leaf::MOST_NODES),
        })
    }

    /// Keeps the line that a proof has, if it says more than what is there.
    pub(super) fn keep_line(&mut self, place: Place, line: &Line) {
        let worth = |line: &Line| match line.kind {
            Kind::Exact => Score::MAX.units() + 1,
            Kind::Bounds(lower, _) => lower.units(),
            _ => -Score::MAX.units(),
        };
        let kept = self.lines.get(&place);
        if kept.is_none_or(|kept| worth(line) > worth(kept)) {
            self.lines.insert(place, line.clone());
        }
    }

    /// What follows after a path, turned as the root is, if a proof says it.
    fn rest(&self, path: &Path) -> Option<Vec<Option<Square>>> {
        let line = self.lines.get(&path.place)?;
        let enough = match line.kind {
            Kind::Exact => true,
            Kind::Bounds(lower, _) => lower >= Score::from_discs(self.needed(path)),
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

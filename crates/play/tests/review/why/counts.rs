//! What a position shows, counted from the rules alone, square by square.

use play::review::Judged;
use rules::{Color, Diagram, Point, Size};

/// The position before a line and after each of its entries. Panics when a move or a pass is not legal.
pub(super) fn replay(before: &Diagram, line: &[Option<Point>]) -> Vec<Diagram> {
    let mut positions = vec![*before];
    for point in line {
        let position = positions.last().expect("the position before");
        positions.push(match point {
            Some(point) => position.play(*point).expect("a legal move"),
            None => {
                assert!(
                    position.legal_moves().is_empty(),
                    "a pass of a side that can move"
                );
                position.pass()
            }
        });
    }
    positions
}

/// The squares where a side could play.
pub(super) fn moves(position: &Diagram, color: Color) -> Vec<Point> {
    let own = match position.to_move() == color {
        true => *position,
        false => position.pass(),
    };
    own.legal_moves().into_iter().collect()
}

pub(super) fn all(size: Size) -> Vec<Point> {
    let squares = (0..size.area()).filter_map(|at| Point::new(at % size.side(), at / size.side()));
    squares.collect()
}

/// The square a number of steps away, on the board.
pub(super) fn step(point: Point, (columns, rows): (i8, i8), size: Size) -> Option<Point> {
    let next = point.step(columns, rows)?;
    (next.column() < size.side() && next.row() < size.side()).then_some(next)
}

const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

pub(super) fn neighbours(point: Point, size: Size) -> Vec<Point> {
    let steps = DIRECTIONS.into_iter();
    steps.filter_map(|way| step(point, way, size)).collect()
}

pub(super) fn is_corner(point: Point, size: Size) -> bool {
    let ends = [0, size.side() - 1];
    ends.contains(&point.column()) && ends.contains(&point.row())
}

pub(super) fn is_empty(position: &Diagram, point: Point) -> bool {
    position.disc(point).is_none()
}

/// The moves of a side after which the other one cannot take a corner at once.
pub(super) fn safe_moves(position: &Diagram, color: Color) -> u32 {
    let own = match position.to_move() == color {
        true => *position,
        false => position.pass(),
    };
    let is_safe = |point: &Point| {
        let next = own.play(*point).expect("a legal move");
        let replies = next.legal_moves();
        !replies
            .into_iter()
            .any(|reply| is_corner(reply, position.size()))
    };
    moves(position, color)
        .iter()
        .filter(|point| is_safe(point))
        .count() as u32
}

pub(super) fn frontier(position: &Diagram, color: Color) -> u32 {
    let size = position.size();
    let touches = |point: &Point| {
        position.disc(*point) == Some(color)
            && neighbours(*point, size)
                .into_iter()
                .any(|near| is_empty(position, near))
    };
    all(size).iter().filter(|point| touches(point)).count() as u32
}

/// Empty squares beside discs of a side.
pub(super) fn exposed(position: &Diagram, color: Color) -> u32 {
    let size = position.size();
    let touches = |point: &Point| {
        is_empty(position, *point)
            && neighbours(*point, size)
                .into_iter()
                .any(|near| position.disc(near) == Some(color))
    };
    all(size).iter().filter(|point| touches(point)).count() as u32
}

/// Discs that are stable because of full lines, walls and stable neighbours.
pub(super) fn stable(position: &Diagram, color: Color) -> u32 {
    let size = position.size();
    let mut stable: Vec<Point> = Vec::new();
    loop {
        let is_safe = |point: Point, (columns, rows): (i8, i8)| {
            let ways = [(columns, rows), (-columns, -rows)];
            let is_held = ways
                .into_iter()
                .any(|way| step(point, way, size).is_none_or(|near| stable.contains(&near)));
            let is_full = ways.into_iter().all(|way| {
                let mut at = Some(point);
                while let Some(point) = at {
                    if is_empty(position, point) {
                        return false;
                    }
                    at = step(point, way, size);
                }
                true
            });
            is_held || is_full
        };
        let next: Vec<Point> = all(size)
            .into_iter()
            .filter(|point| position.disc(*point) == Some(color))
            .filter(|point| DIRECTIONS[..4].iter().all(|axis| is_safe(*point, *axis)))
            .collect();
        if next.len() == stable.len() {
            return next.len() as u32;
        }
        stable = next;
    }
}

/// The discs that a move turns.
pub(super) fn flips(before: &Diagram, point: Point) -> Vec<Point> {
    let next = before.play(point).expect("a legal move");
    let theirs = Some(before.to_move().opponent());
    let turned = |at: &Point| before.disc(*at) == theirs && next.disc(*at) != theirs;
    all(before.size()).into_iter().filter(turned).collect()
}

/// The discs that a move turns and that have an empty square beside them then.
pub(super) fn loud(before: &Diagram, point: Point) -> u32 {
    let next = before.play(point).expect("a legal move");
    let size = before.size();
    let touches = |at: &Point| {
        neighbours(*at, size)
            .into_iter()
            .any(|near| is_empty(&next, near))
    };
    flips(before, point).iter().filter(|at| touches(at)).count() as u32
}

/// The number and the side of the move of a line on a square.
pub(super) fn taken(
    judged: &Judged,
    line: &[Option<Point>],
    square: Point,
) -> Option<(usize, Color)> {
    let index = line.iter().position(|point| *point == Some(square))?;
    let color = if index % 2 == 0 {
        judged.color
    } else {
        judged.color.opponent()
    };
    Some((
        judged.number + line[..index].iter().flatten().count(),
        color,
    ))
}

/// The number of the move before the first pass of a side.
pub(super) fn passed(judged: &Judged, line: &[Option<Point>], color: Color) -> Option<usize> {
    let own = usize::from(color != judged.color);
    let index = (own..line.len())
        .step_by(2)
        .find(|index| line[*index].is_none())?;
    Some(judged.number + line[..index].iter().flatten().count() - 1)
}

pub(super) fn discs(position: &Diagram, color: Color) -> u32 {
    position.counts()[color]
}

/// Whether neither side has a legal move.
pub(super) fn is_over(position: &Diagram) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| moves(position, color).is_empty())
}

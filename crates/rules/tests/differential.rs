//! The fast board, the wide board and the plain rules in `common` agree about every square of more
//! than 100,000 positions.

use crate::common::random::SplitMix64;
use crate::common::{Cell, Grid};
use reversi_rules::{
    Bitboard, Board, ByColor, Color, Diagram, Game, Point, PointSet, Size, Square, Start,
    WideBoard, kernels::flip,
};

fn point((column, row): Cell) -> Point {
    Point::new(column, row).expect("a square of a board")
}

fn points(cells: &[Cell]) -> PointSet {
    cells.iter().copied().map(point).collect()
}

fn diagram(grid: &Grid, to_move: Color) -> Diagram {
    let size = Size::new(grid.side()).expect("the size of a board");
    let discs = ByColor::from_fn(|color| {
        let cells = grid.cells().filter(|&cell| grid.get(cell) == Some(color));
        cells.map(point).collect()
    });
    Diagram::from_discs(size, discs, to_move).expect("one disc a square")
}

/// Compares the wide board with the plain rules for every square.
fn assert_wide_keeps_the_rules(wide: &WideBoard, grid: &Grid, to_move: Color) {
    let picture = || format!("{to_move} to move on\n{grid}");
    let other = to_move.opponent();
    assert_eq!(*wide, *diagram(grid, to_move).board(), "{}", picture());
    assert_eq!(wide.pass(), *diagram(grid, other).board(), "{}", picture());

    let counts = (wide.own().len() as usize, wide.opponent().len() as usize);
    let counted = (grid.count(to_move), grid.count(other));
    assert_eq!(counts, counted, "discs: {}", picture());
    let area = grid.side() * grid.side();
    assert_eq!(wide.empties() as usize, area - counted.0 - counted.1);

    let mut moves = PointSet::EMPTY;
    for cell in grid.cells() {
        let turned = grid.turned(to_move, cell);
        let square = point(cell);
        assert_eq!(
            wide.flips(square),
            points(&turned),
            "{square}, {}",
            picture()
        );
        let mut after = None;
        if !turned.is_empty() {
            moves.insert(square);
            after = Some(*diagram(&grid.after(to_move, cell), other).board());
        }
        assert_eq!(wide.play(square), after, "{square}, {}", picture());
    }
    assert_eq!(wide.legal_moves(), moves, "moves: {}", picture());
    let is_over = moves.is_empty() && grid.moves(other).is_empty();
    assert_eq!(wide.is_over(), is_over, "over: {}", picture());
}

/// Compares both kinds of board for every square.
fn assert_board_is_wide_board(board: Board, wide: &WideBoard) {
    let widened = |set: Bitboard| set.into_iter().map(Point::from).collect::<PointSet>();
    assert_eq!(WideBoard::from(board), *wide, "{board:?}");
    assert_eq!(wide.to_board(), Some(board), "{board:?}");
    assert_eq!(wide.pass().to_board(), Some(board.pass()), "{board:?}");
    assert_eq!(board.empties(), wide.empties(), "{board:?}");
    assert_eq!(board.is_over(), wide.is_over(), "{board:?}");

    let moves = board.legal_moves();
    assert_eq!(widened(moves), wide.legal_moves(), "{board:?}");
    for square in Square::all() {
        let flips = widened(board.flips(square));
        assert_eq!(flips, wide.flips(square.into()), "{square} on {board:?}");
        let after = board.play(square);
        if moves.contains(square) {
            let wide_after = wide.play(square.into()).and_then(|wide| wide.to_board());
            assert_eq!(after, wide_after, "{square} on {board:?}");
            let unchecked = board.play_unchecked(square);
            assert_eq!(after, Some(unchecked), "{square} on {board:?}");
        } else {
            assert_eq!(after, None, "{square} on {board:?}");
        }
    }
}

/// Counts of events in random games.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    positions: usize,
    passes: usize,
    ends_with_empties: usize,
}

/// Plays a random game to its end, with the boards and with the plain rules. Calls `check` in every
/// position, including the last one.
fn play_at_random(
    size: Size,
    random: &mut SplitMix64,
    tally: &mut Tally,
    mut check: impl FnMut(&Diagram, &Grid),
) {
    let mut game = Game::new(size);
    let mut grid = Grid::start(size.side());
    let mut to_move = Some(Color::Black);
    loop {
        tally.positions += 1;
        check(game.diagram(), &grid);
        assert_eq!(game.to_move(), to_move, "{:?}", game.diagram());
        let counts = ByColor::from_fn(|color| grid.count(color) as u32);
        assert_eq!(game.counts(), counts, "{:?}", game.diagram());
        let Some(color) = to_move else {
            break;
        };
        let moves = grid.moves(color);
        let cell = moves[random.below(moves.len())];
        grid = grid.after(color, cell);
        to_move = grid.next_after(color);
        let turn = game.play(point(cell)).expect("the rule book allows it");
        let passed = (to_move == Some(color)).then_some(color.opponent());
        assert_eq!(turn.passed(), passed, "{:?}", game.diagram());
        tally.passes += usize::from(passed.is_some());
    }
    assert!(game.is_over() && game.outcome().is_some(), "{game:?}");
    tally.ends_with_empties += usize::from(game.empties() > 0);
}

/// Random discs of random density and mix of colours, mostly positions that no game reaches. In
/// half of them all edge squares are taken, in half of those by one colour.
fn scatter(side: usize, random: &mut SplitMix64) -> Grid {
    let mut grid = Grid::empty(side);
    let (filled, black) = (random.below(101), random.below(101));
    let edges = random.below(4);
    for cell in grid.cells() {
        let on_edge = [0, side - 1].contains(&cell.0) || [0, side - 1].contains(&cell.1);
        let color = if random.below(100) < black {
            Color::Black
        } else {
            Color::White
        };
        match (edges, on_edge) {
            (0, true) => grid.set(cell, Color::White),
            (1, true) => grid.set(cell, color),
            _ if random.below(100) < filled => grid.set(cell, color),
            _ => {}
        }
    }
    grid
}

#[test]
fn the_8x8_boards_and_the_rule_book_agree_throughout_random_games() {
    let mut random = SplitMix64::new(8);
    let mut tally = Tally::default();
    for _ in 0..1_700 {
        play_at_random(Size::EIGHT, &mut random, &mut tally, |diagram, grid| {
            assert_wide_keeps_the_rules(diagram.board(), grid, diagram.to_move());
            let board = diagram.to_board().expect("8×8");
            assert_board_is_wide_board(board, diagram.board());
        });
    }
    // The seed is fixed, so these numbers are constant.
    let played = Tally {
        positions: 103_682,
        passes: 808,
        ends_with_empties: 17,
    };
    assert_eq!(tally, played);
}

#[test]
fn the_8x8_boards_and_the_rule_book_agree_where_no_game_leads() {
    let mut random = SplitMix64::new(64);
    for _ in 0..10_000 {
        let grid = scatter(8, &mut random);
        for to_move in Color::ALL {
            let diagram = diagram(&grid, to_move);
            assert_wide_keeps_the_rules(diagram.board(), &grid, to_move);
            let board = diagram.to_board().expect("8×8");
            assert_board_is_wide_board(board, diagram.board());
        }
    }
}

#[test]
fn the_last_move_is_counted_by_the_rules() {
    let mut random = SplitMix64::new(63);
    for round in 0..500 {
        let chosen = |_: &Square| random.below(8) < round % 9;
        let discs: Bitboard = Square::all().filter(chosen).collect();
        for square in Square::all() {
            let own = discs & !Bitboard::from(square);
            let opponent = !(own | square.into());
            let cell = |square: Square| (square.index() % 8, square.index() / 8);
            let mut grid = Grid::empty(8);
            own.into_iter()
                .for_each(|disc| grid.set(cell(disc), Color::Black));
            opponent
                .into_iter()
                .for_each(|disc| grid.set(cell(disc), Color::White));
            let turned = grid.turned(Color::Black, cell(square)).len();
            let counts = [flip::count_last, flip::portable::count_last];
            for count in counts.map(|count_last| count_last(own, square)) {
                assert_eq!(count as usize, turned, "{square} on\n{grid}");
            }
        }
    }
}

#[test]
fn the_wide_board_keeps_the_rules_on_every_even_size() {
    let mut random = SplitMix64::new(26);
    let mut tally = Tally::default();
    for size in Size::all() {
        for _ in 0..=1_000 / size.area() {
            play_at_random(size, &mut random, &mut tally, |diagram, grid| {
                assert_wide_keeps_the_rules(diagram.board(), grid, diagram.to_move());
            });
        }
        for _ in 0..50 {
            let grid = scatter(size.side(), &mut random);
            for to_move in Color::ALL {
                let diagram = diagram(&grid, to_move);
                assert_wide_keeps_the_rules(diagram.board(), &grid, to_move);
            }
        }
    }
    let played = Tally {
        positions: 13_342,
        passes: 81,
        ends_with_empties: 6,
    };
    assert_eq!(tally, played);
}

#[test]
fn the_start_of_the_rule_book_is_the_standard_start() {
    for size in Size::all() {
        let start = Diagram::start(size, Start::Standard);
        assert_eq!(start, diagram(&Grid::start(size.side()), Color::Black));
    }
    assert_eq!(
        WideBoard::start(Size::EIGHT, Start::Standard).to_board(),
        Some(Board::START)
    );
}

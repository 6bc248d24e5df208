//! Evaluations of the classic opponents, compared with published values and with their definitions.

use crate::common::{Judge, random_game, random_positions};
use reversi_engine::{Classic, Random};
use reversi_rules::{Board, ByColor, Color, Diagram, Point, PointSet, Size, Symmetry, WideBoard};

/// The test boards of *aueb18*, with the values that *aueb18* and *wall-e* give them for X.
const PUBLISHED: &str = "
mid3   -1   67 ...O..XO ...OOXXX ..OOXXXX .OOXXOXX .OOOOXOX ..OOOOXX ..O..O.X ........
mid8  -15    3 ........ ....OO.. .OOOOOOX ..OOOO.X ..OOOOOO ..O..... ........ ........
end1 -135 -637 OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO. OOOOOO.. OOOOOO.X OOOOOOO. OOOOOOOO
end6 -104 -552 OOOOOOOO OOXXXXOO OOXOOOOO XOXXXOOO XOOOXOOO XOOOOXOO XOOXXOOO OOOOOOOO";

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// The value of a diagram for its side to move, the same on every board type that can hold it.
fn value(judge: Judge, diagram: &Diagram) -> i32 {
    let wide = judge
        .evaluation::<WideBoard>(diagram.size())
        .value(diagram.board());
    if let Some(board) = diagram.to_board() {
        let narrow = judge.evaluation::<Board>(Size::EIGHT).value(&board);
        assert_eq!(narrow, wide, "{judge:?}: two boards differ on\n{diagram:?}");
    }
    wide
}

/// A board with one disc of the side to move and nothing else.
fn lone_disc(point: Point, size: Size) -> Diagram {
    let own = PointSet::from_iter([point]);
    let board = WideBoard::new(size, own, PointSet::EMPTY).expect("one disc on the board");
    Diagram::new(board, Color::Black)
}

fn point(name: &str) -> Point {
    name.parse().expect("a square")
}

#[test]
fn corners_edges_and_walle_give_the_published_values() {
    for line in PUBLISHED.trim().lines() {
        let [name, corners_edges, walle, rows @ ..] = &*line.split_whitespace().collect::<Vec<_>>()
        else {
            panic!("a name, two values and a board");
        };
        let x_to_move: Diagram = rows.concat().parse().expect("a board");
        let o_to_move = x_to_move.pass();
        for (judge, published) in [
            (Judge::Classic(Classic::CornersEdges), corners_edges),
            (Judge::Classic(Classic::Walle), walle),
        ] {
            let published: i32 = published.parse().expect("a value");
            assert_eq!(value(judge, &x_to_move), published, "{name}");
            assert_eq!(value(judge, &o_to_move), -published, "{name}");
        }
    }
}

#[test]
fn positional_weighs_the_8x8_squares_as_published() {
    let weights = [
        ("a1", 19),
        ("d1", 17),
        ("b1", 15),
        ("d4", 8),
        ("d2", 5),
        ("b2", 3),
    ];
    for (name, weight) in weights {
        let disc = lone_disc(point(name), Size::EIGHT);
        assert_eq!(
            value(Judge::Classic(Classic::Positional), &disc),
            weight,
            "{name}"
        );
        assert_eq!(
            value(Judge::Classic(Classic::Positional), &disc.pass()),
            -weight,
            "{name}"
        );
    }
}

#[test]
fn positional_weighs_every_square_of_every_size_by_attack_and_safety() {
    for size in Size::all() {
        for point in PointSet::full(size) {
            let weight = attack_and_safety(point, size);
            let disc = lone_disc(point, size);
            assert_eq!(
                value(Judge::Classic(Classic::Positional), &disc),
                weight,
                "{point}, size {size}"
            );
        }
    }
}

/// a + 2·d. a: directions with room for a captured disc and one more. d: directions from which a
/// disc here cannot be captured.
fn attack_and_safety(point: Point, size: Size) -> i32 {
    let on_board = |columns: i32, rows: i32| {
        let on_line = |line: usize, by: i32| (0..size.side() as i32).contains(&(line as i32 + by));
        on_line(point.column(), columns) && on_line(point.row(), rows)
    };
    let has_room = |&(columns, rows): &(i32, i32)| on_board(2 * columns, 2 * rows);
    let attack = DIRECTIONS.iter().filter(|step| has_room(step)).count() as i32;
    let neighbours = DIRECTIONS.iter().filter(|&&(c, r)| on_board(c, r)).count();
    let safety = match neighbours {
        3 => 8,
        5 => 6,
        _ => 0,
    };
    attack + 2 * safety
}

#[test]
fn roxanne_prefers_corners_then_inside_then_border_then_second_ring() {
    let priorities = [
        ("a1", 5),
        ("d4", 4),
        ("d1", 3),
        ("d2", 2),
        ("b1", 1),
        ("b2", 1),
    ];
    for (name, priority) in priorities {
        let disc = lone_disc(point(name), Size::EIGHT);
        assert_eq!(
            value(Judge::Classic(Classic::Roxanne), &disc),
            priority,
            "{name}"
        );
    }
    for size in Size::all() {
        for point in PointSet::full(size) {
            let disc = lone_disc(point, size);
            let priority = roxanne_priority(point, size);
            assert_eq!(
                value(Judge::Classic(Classic::Roxanne), &disc),
                priority,
                "{point}, size {size}"
            );
        }
    }
}

/// From 5 for a corner to 1 next to a corner, by the distances to the two nearest edges.
fn roxanne_priority(point: Point, size: Size) -> i32 {
    let distance = |line: usize| line.min(size.side() - 1 - line);
    let mut distances = [distance(point.column()), distance(point.row())];
    distances.sort_unstable();
    match distances {
        [0, 0] => 5,
        [0 | 1, 1] => 1,
        [0, _] => 3,
        [1, _] => 2,
        _ => 4,
    }
}

#[test]
fn roxanne_adds_the_number_of_moves_of_each_side() {
    for diagram in sample(8) {
        let size = diagram.size();
        let priorities = |set: PointSet| -> i32 {
            let squares = set.into_iter();
            squares.map(|point| roxanne_priority(point, size)).sum()
        };
        let board = diagram.board();
        let moves = diagram.legal_moves().len() as i32 - diagram.pass().legal_moves().len() as i32;
        let discs = priorities(board.own()) - priorities(board.opponent());
        assert_eq!(
            value(Judge::Classic(Classic::Roxanne), &diagram),
            discs + moves,
            "{diagram:?}"
        );
    }
}

#[test]
fn discs_and_greedy_count_discs() {
    for diagram in sample(8) {
        let (own, opponent) = (
            diagram.board().own().len(),
            diagram.board().opponent().len(),
        );
        let difference = own as i32 - opponent as i32;
        assert_eq!(
            value(Judge::Classic(Classic::Discs), &diagram),
            difference,
            "{diagram:?}"
        );
        assert_eq!(
            value(Judge::Classic(Classic::Greedy), &diagram),
            difference,
            "{diagram:?}"
        );
    }
}

#[test]
fn a_won_game_outweighs_every_evaluation() {
    for diagram in sample(40) {
        let won = value(Judge::House, &lone_disc(point("b2"), diagram.size()));
        let hope = value(Judge::House, &diagram);
        assert!(hope.abs() < won, "{hope} on\n{diagram:?}");
    }
}

#[test]
fn a_finished_game_is_worth_the_same_at_the_horizon_and_before_it() {
    let mut random = Random::new(1);
    for size in Size::all() {
        let game = random_game(size, &mut random);
        let board = game.diagram().board();
        for judge in Judge::all() {
            let evaluation = judge.evaluation::<WideBoard>(size);
            let (horizon, before) = (evaluation.value(board), evaluation.final_value(board));
            assert_eq!(horizon, before, "{judge:?} on\n{:?}", game.diagram());
        }
    }
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    for diagram in sample(8) {
        for judge in Judge::all() {
            let (own, other) = (value(judge, &diagram), value(judge, &diagram.pass()));
            assert_eq!(own, -other, "{judge:?} on\n{diagram:?}");
        }
    }
}

#[test]
fn a_value_survives_the_eight_symmetries() {
    for diagram in sample(4) {
        for judge in Judge::all() {
            let expected = value(judge, &diagram);
            for turned in symmetries(&diagram) {
                assert_eq!(value(judge, &turned), expected, "{judge:?} on\n{turned:?}");
            }
        }
    }
}

/// The eight orientations of a diagram.
fn symmetries(diagram: &Diagram) -> Vec<Diagram> {
    let size = diagram.size();
    let turned = |symmetry: Symmetry| {
        let turn = |point| symmetry.point(point, size);
        let discs = ByColor::from_fn(|color| diagram.discs(color).into_iter().map(turn).collect());
        Diagram::from_discs(size, discs, diagram.to_move()).expect("the same discs, turned")
    };
    Symmetry::ALL.into_iter().map(turned).collect()
}

/// Random positions of every size.
fn sample(of_each_size: usize) -> Vec<Diagram> {
    let positions = |size: Size| random_positions(size, of_each_size, size.side() as u64);
    Size::all().flat_map(positions).collect()
}

//! The regions of a board, on every size.

use reversi_engine::Region;
use reversi_rules::{Board, Point, PointSet, Size, WideBoard};

/// A board with a letter for the region of each square.
fn picture(size: Size) -> String {
    let letter = |point| match Region::of(point, size) {
        Region::Corner => 'K',
        Region::BesideCorner => 'C',
        Region::Border => 'E',
        Region::DiagonalToCorner => 'X',
        Region::SecondRing => 'S',
        Region::Inside => 'I',
    };
    let letters: String = PointSet::full(size).into_iter().map(letter).collect();
    let rows: Vec<&str> = (0..size.side())
        .map(|row| &letters[row * size.side()..(row + 1) * size.side()])
        .collect();
    rows.join(" ")
}

#[test]
fn the_regions_look_as_drawn() {
    let drawn = [
        "KCCK CXXC CXXC KCCK",
        "KCEECK CXSSXC ESIISE ESIISE CXSSXC KCEECK",
        "KCEEEECK CXSSSSXC ESIIIISE ESIIIISE ESIIIISE ESIIIISE CXSSSSXC KCEEEECK",
    ];
    for (size, drawn) in Size::all().zip(drawn) {
        assert_eq!(picture(size), drawn);
    }
}

#[test]
fn the_regions_share_out_every_board() {
    for size in Size::all() {
        let mut covered = PointSet::EMPTY;
        for region in Region::ALL {
            let squares = region.squares::<WideBoard>(size);
            assert!((covered & squares).is_empty(), "{region:?}, size {size}");
            for point in squares {
                assert_eq!(Region::of(point, size), region, "{point}, size {size}");
            }
            covered = covered | squares;
        }
        assert_eq!(covered, PointSet::full(size), "size {size}");
    }
}

#[test]
fn the_regions_grow_with_the_board() {
    for size in Size::all() {
        let inner = size.side() - 4;
        for region in Region::ALL {
            let squares = match region {
                Region::Corner | Region::DiagonalToCorner => 4,
                Region::BesideCorner => 8,
                Region::Border | Region::SecondRing => 4 * inner,
                Region::Inside => inner * inner,
            };
            let found = region.squares::<WideBoard>(size).len() as usize;
            assert_eq!(found, squares, "{region:?}, size {size}");
        }
    }
}

#[test]
fn both_kinds_of_board_have_the_same_regions() {
    for region in Region::ALL {
        let narrow = region.squares::<Board>(Size::EIGHT).into_iter();
        let widened: PointSet = narrow.map(Point::from).collect();
        let wide = region.squares::<WideBoard>(Size::EIGHT);
        assert_eq!(widened, wide, "{region:?}");
    }
}

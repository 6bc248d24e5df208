//! Values survive serde, in the forms that the README names; invalid ones are rejected.

use proptest::prelude::*;
use reversi_rules::{Board, Color, Diagram, Point, PointSet, Size, Square};
use serde_json::{from_str, json, to_value};

use crate::common::games::any_diagram;

#[test]
fn values_have_the_forms_that_people_write() {
    let json = |value: serde_json::Result<serde_json::Value>| value.expect("it can be written");
    assert_eq!(json(to_value(Square::F5)), json!("f5"));
    assert_eq!(
        json(to_value("z26".parse::<Point>().expect("a point"))),
        json!("z26")
    );
    assert_eq!(json(to_value(Color::White)), json!("white"));
    assert_eq!(json(to_value(Size::TEN)), json!(10));
    let points: PointSet = [Square::D3, Square::F5]
        .map(Point::from)
        .into_iter()
        .collect();
    assert_eq!(json(to_value(points)), json!(["d3", "f5"]));
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(json(to_value(Board::START)), json!(start));
}

#[test]
fn nonsense_is_refused() {
    assert!(from_str::<Square>("\"i9\"").is_err());
    assert!(from_str::<Size>("7").is_err());
    assert!(from_str::<Color>("\"green\"").is_err());
    assert!(from_str::<Diagram>("\"XO\"").is_err());
    assert!(
        from_str::<Board>("\"-----OX--XO----- X\"").is_err(),
        "4×4 is no 8×8 board"
    );
}

proptest! {
    #[test]
    fn a_diagram_comes_back(diagram in any_diagram()) {
        let text = serde_json::to_string(&diagram).expect("it can be written");
        prop_assert_eq!(from_str::<Diagram>(&text).expect("it can be read"), diagram);
        let discs = diagram.discs(Color::Black);
        let text = serde_json::to_string(&discs).expect("it can be written");
        prop_assert_eq!(from_str::<PointSet>(&text).expect("it can be read"), discs);
        if let Some(board) = diagram.to_board() {
            let text = serde_json::to_string(&board).expect("it can be written");
            prop_assert_eq!(from_str::<Board>(&text).expect("it can be read"), board);
        }
    }
}

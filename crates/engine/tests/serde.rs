//! An analysis survives serde, in the forms that the README names.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_engine::{Analysis, Clock, Engine, Kind, Level, Limits, Line, Score, Settings};
use reversi_rules::{Game, Size};
use serde_json::{from_str, json, to_string, to_value};

fn comes_back<T>(value: &T) -> T
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    from_str(&to_string(value).expect("it can be written")).expect("it can be read")
}

#[test]
fn an_analysis_comes_back() {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Settings::default());
    for side in [4, 8, 10] {
        let game = Game::new(Size::new(side).expect("an even size"));
        for limits in [Limits::depth(3), Limits::default()] {
            if limits.depth.is_none() && side > 4 {
                continue;
            }
            let analysis = engine.analyse(&game, &limits, 4, &stop, &mut |_| {});
            assert_eq!(comes_back::<Analysis>(&analysis), analysis);
        }
    }
}

#[test]
fn values_have_the_forms_that_people_write() {
    let line = Line {
        score: Score::from_units(-320),
        kind: Kind::Estimate(6),
        moves: vec![Some("f5".parse().expect("a point")), None],
    };
    let written = to_value(&line).expect("it can be written");
    let expected = json!({"score": -2.5, "kind": {"estimate": 6}, "moves": ["f5", null]});
    assert_eq!(written, expected);
    assert_eq!(
        to_value(Kind::WinLossDraw).expect("written"),
        json!("win_loss_draw")
    );
    assert_eq!(to_value(Level::DEFAULT).expect("written"), json!(4));
    assert!(from_str::<Level>("0").is_err());
    assert!(from_str::<Score>("1e300").is_err());
    let bounds = Kind::Bounds(Score::from_discs(-2), Score::from_discs(4));
    assert_eq!(comes_back(&bounds), bounds);
}

#[test]
fn limits_come_back_and_may_be_short() {
    let limits = Limits {
        clock: Some(Clock {
            left: Duration::from_secs(60),
            increment: Duration::from_millis(500),
        }),
        window: Some((Score::from_discs(-1), Score::from_discs(1))),
        ..Limits::exact()
    };
    assert_eq!(comes_back(&limits), limits);
    assert_eq!(
        from_str::<Limits>(r#"{"depth": 6}"#).expect("read"),
        Limits::depth(6)
    );
}

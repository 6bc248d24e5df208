use crate::events;
#[test]
fn look() {
    let base = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("results");
    for (name, event) in [
        ("cup16", events::cup_of_16()),
        ("cup13", events::cup_of_13()),
        ("league7", events::league_of_7()),
        ("large", events::large()),
        ("one", events::one_game()),
        ("unfinished", events::unfinished()),
    ] {
        reversi::results::write(&event, &base.join(name)).unwrap();
        println!("{}", reversi::results::text::summary(&event, 80));
    }
}

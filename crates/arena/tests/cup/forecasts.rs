//! About how many games a cup still needs.

use std::path::Path;

use arena::cup::Tournament;
use arena::cup::config::Config;
use arena::cup::journal::JournalContents;

fn left(keys: &str, entrants: usize) -> usize {
    let mut text = keys.to_string();
    for number in 0..entrants {
        text += &format!("[[entrant]]\nname = \"{number}\"\nplayer = \"random\"\n");
    }
    let config = Config::read(&text, Path::new("cup.toml")).expect("a cup");
    let cup = Tournament::shown(config, JournalContents::default()).expect("an empty journal");
    cup.games_left()
}

#[test]
fn a_cup_that_has_not_begun_has_all_its_games_before_it() {
    for (keys, entrants, games) in [
        ("format = \"round-robin\"\ngames = 2\n", 5, 20),
        ("format = \"gauntlet\"\ngames = 2\n", 5, 8),
        ("format = \"swiss\"\nrounds = 3\ngames = 2\n", 7, 18),
        ("games = 2\n", 16, 30),
        ("games = 2\n", 13, 24),
        ("games = 2\nthird_place = true\n", 13, 26),
        (
            "games = 2\nhouse = { name = \"H\", player = \"engine:1\", games = 4 }\n",
            200,
            402,
        ),
        (
            "games = 2\n[qualifier]\nformat = \"swiss\"\nrounds = 3\ngames = 2\nadvance = 4\n",
            8,
            30,
        ),
        (
            "games = 2\n[qualifier]\nformat = \"groups\"\ngroups = 2\ngames = 2\nadvance = 4\n",
            8,
            30,
        ),
    ] {
        assert_eq!(
            left(keys, entrants),
            games,
            "{keys}with {entrants} entrants"
        );
    }
}

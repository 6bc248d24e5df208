//! The openings of pairs of games: fresh ones for tie-breaks, the same for both games of a pair.

use std::collections::BTreeMap;
use std::path::Path;

use arena::cup::config::Config;
use arena::cup::{Meeting, MeetingLength, OpeningPlan};
use rules::Game;

/// A plan of a knock-out of four.
fn plan(head: &str) -> (Config, OpeningPlan) {
    let mut text = head.to_string();
    for name in ["A", "B", "C", "D"] {
        text += &format!("[[entrant]]\nname = \"{name}\"\nplayer = \"random\"\n");
    }
    let config = Config::read(&text, Path::new("cup.toml")).unwrap();
    let plan = OpeningPlan::new(&config, Vec::new()).unwrap();
    (config, plan)
}

/// The openings of all games that a meeting of a round may have.
fn openings(head: &str, round: usize) -> Vec<Game> {
    let (config, mut plan) = plan(head);
    let meeting = Meeting {
        round,
        number: 1,
        label: String::new(),
        entrants: [0, 1],
        first: 0,
        length: MeetingLength::BestOf {
            games: config.rules.games,
            extra: config.rules.extra,
            favourite: 0,
        },
    };
    let games = 1..=meeting.last_game();
    games
        .map(|game| plan.opening(round, meeting.pair(game)))
        .collect()
}

/// Deterministic programs would play the same tie-break game again.
#[test]
fn tie_breaks_begin_from_openings_that_were_not_played() {
    for choice in ["start", "random:0", "random:2", "balanced", ""] {
        for games in 1..=5 {
            for size in [6, 8, 10] {
                if choice == "balanced" && size == 10 {
                    continue;
                }
                let chosen = match choice {
                    "" => String::new(),
                    choice => format!("openings = \"{choice}\"\n"),
                };
                let head = format!("size = {size}\ngames = {games}\nextra = 3\n{chosen}");
                let openings = openings(&head, 2);
                let mut counts: BTreeMap<String, usize> = BTreeMap::new();
                for opening in &openings[games..] {
                    *counts.entry(opening.diagram().to_string()).or_default() += 1;
                    assert!(!openings[..games].contains(opening), "{head}");
                }
                let counts: Vec<usize> = counts.into_values().collect();
                assert_eq!(counts, [2, 2, 2], "both colours from each: {head}");
            }
        }
    }
}

#[test]
fn by_default_only_the_first_pair_begins_at_the_start() {
    let usual = openings("games = 6\n", 1);
    let start = Game::new(rules::Size::EIGHT);
    assert_eq!(usual[..2], [start.clone(), start.clone()]);
    assert!(!usual[2..].contains(&start));
    assert_eq!(usual[2], usual[3]);
    assert_ne!(usual[2], usual[4]);
    let asked = openings("games = 6\nopenings = \"start\"\n", 1);
    assert!(asked[..6].iter().all(|opening| *opening == start));
}

#[test]
fn a_plan_depends_on_the_seed_and_not_on_the_order() {
    let (_, mut one) = plan("seed = 4\n");
    let (_, mut other) = plan("seed = 4\n");
    let (_, mut third) = plan("seed = 5\n");
    let late = one.opening(2, 1);
    assert_eq!(other.opening(1, 1), one.opening(1, 1));
    assert_eq!(other.opening(2, 1), late);
    assert_ne!(third.opening(2, 1), late);
}

//! Stages of a cup on the page: qualifier, bracket, rulings, and what is kept of a game.

use arena::cup::{
    Action, Bracket, Event, Format, GroupTable, QualifierTables, Ruling, Standing, Tie,
};
use arena::results;

use super::events::{self, EventBuilder};
use super::page::{by_id, parsed, words};

/// A tree of 128 columns' height could not be read: early rounds are lists that can be opened.
#[test]
fn large_brackets_are_lists_and_a_tree() {
    for (entrants, lists) in [
        (16, 0),
        (32, 0),
        (33, 1),
        (64, 1),
        (128, 2),
        (200, 3),
        (256, 3),
    ] {
        let mut builder = EventBuilder::new("Large", Format::Knockout, 8, entrants);
        builder.knock_out(0);
        let event = builder.done();
        let page = results::page(&event);
        let document = parsed(&page);
        let of_class = |class: &'static str| {
            document
                .descendants()
                .filter(move |node| node.attribute("class") == Some(class))
        };
        assert_eq!(of_class("early").count(), lists, "{entrants}");
        let rounds = entrants.next_power_of_two().trailing_zeros() as usize;
        assert_eq!(of_class("round").count(), rounds - lists, "{entrants}");
        // The first round is on: its list is open, and those of later rounds are closed.
        let open: Vec<_> = of_class("early")
            .map(|it| it.attribute("open").is_some())
            .collect();
        let expected: Vec<bool> = (0..lists).map(|list| list == 0).collect();
        assert_eq!(open, expected, "{entrants}");
        let ties = entrants.next_power_of_two() - 1;
        assert_eq!(of_class("tie").count(), ties, "{entrants}");
        assert!(
            page.len() < 1500 * entrants + 100_000,
            "{} bytes",
            page.len()
        );
    }
}

/// A qualifier in two groups, with its knock-out before the first game.
fn qualified() -> Event {
    let mut builder = EventBuilder::new("Both stages", Format::Knockout, 6, 8);
    builder.knock_out(0);
    let mut event = builder.done();
    let group = |label: &str, entrants: [usize; 4]| GroupTable {
        label: label.to_string(),
        standings: entrants
            .into_iter()
            .zip(1..)
            .map(|(entrant, rank)| Standing {
                entrant,
                rank,
                won: 4 - rank,
                drawn: 0,
                lost: rank - 1,
                points: (4 - rank) as f64,
                discs: 0,
                tie_breaks: vec![1.5],
                faults: 0,
            })
            .collect(),
        advance: 2,
    };
    event.qualifier = Some(QualifierTables {
        format: Format::RoundRobin,
        rounds: 3,
        advance: 4,
        tie_breaks: vec!["Sonneborn-Berger".to_string()],
        tables: vec![
            group("Group A", [7, 3, 4, 0]),
            group("Group B", [6, 2, 5, 1]),
        ],
    });
    event
}

#[test]
fn a_qualifier_has_its_tables_and_who_advances() {
    let mut event = qualified();
    let page = results::page(&event);
    let document = parsed(&page);
    let section = by_id(&document, "qualifier");
    let text = words(section);
    assert!(
        text.contains("Round robin in 2 groups. The best 4 go on"),
        "{text}"
    );
    assert!(
        text.contains("Group A") && text.contains("Group B"),
        "{text}"
    );
    let rows = section
        .descendants()
        .filter(|node| node.attribute("class") == Some("advances"));
    let names: Vec<String> = rows
        .map(|row| words(row.children().nth(1).expect("a name")))
        .collect();
    let expected = [7, 3, 6, 2].map(|entrant| format!("{} ✓", event.entrants[entrant].name));
    assert_eq!(names, expected);
    // With the bracket its tables are closed; before it, they are what there is to see.
    let tables = |event: &Event| {
        let page = results::page(event);
        let document = parsed(&page);
        by_id(&document, "qualifier-tables")
            .attribute("open")
            .is_some()
    };
    assert!(!tables(&event));
    event.bracket = None;
    assert!(tables(&event));
}

/// After a qualifier the seed of an entrant is its place there, not its number.
#[test]
fn seeds_follow_the_bracket() {
    let mut event = qualified();
    let order = [7, 6, 3, 2];
    let tie = |one: usize, other: usize| Tie {
        entrants: [Some(order[one]), Some(order[other])],
        ..Tie::default()
    };
    event.bracket = Some(Bracket {
        rounds: vec![vec![tie(0, 3), tie(1, 2)], vec![Tie::default()]],
    });
    let page = results::page(&event);
    let document = parsed(&page);
    let seeds: Vec<String> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("seed"))
        .map(words)
        .collect();
    assert_eq!(seeds, ["1", "4", "2", "3", "", ""]);
}

#[test]
fn rulings_are_listed_with_their_reasons() {
    let mut event = events::unfinished();
    assert!(!results::page(&event).contains("id=\"rulings\""));
    let game = &event.games[2];
    let slot = game.slot;
    event.rulings = vec![
        Ruling {
            action: Action::Repeat(slot),
            seats: Some(game.seats),
            reason: "the machine was busy <with> updates".to_string(),
            superseded: false,
        },
        Ruling {
            action: Action::Withdraw {
                entrant: 4,
                round: 2,
            },
            seats: None,
            reason: "the author is ill".to_string(),
            superseded: false,
        },
    ];
    let page = results::page(&event);
    let document = parsed(&page);
    let list = by_id(&document, "rulings");
    let told = words(list);
    let repeated = "was disturbed and is played again: the machine was busy <with> updates game 3";
    assert!(told.contains(repeated), "{told}");
    let gone = format!(
        "{} has withdrawn: the author is ill",
        event.entrants[4].name
    );
    assert!(told.contains(&gone), "{told}");
    assert_eq!(
        list.descendants()
            .filter(|node| node.has_tag_name("a"))
            .count(),
        1
    );
}

#[test]
fn the_talk_of_a_game_is_linked() {
    let mut event = events::one_game();
    event.games[0].talk = [None, Some("talk/1.1.1-white.txt.gz".to_string())];
    let page = results::page(&event);
    let document = parsed(&page);
    let row = by_id(&document, "g1");
    let links: Vec<_> = row
        .descendants()
        .filter_map(|node| node.attribute("href"))
        .collect();
    assert_eq!(links, ["#g1", "talk/1.1.1-white.txt.gz"]);
    assert!(words(row).ends_with("talk of White"), "{}", words(row));
    assert!(page.contains("nothing beside it but the folder talk"));
    event.games[0].talk = [None, None];
    assert!(results::page(&event).contains("This page needs nothing beside it."));
}

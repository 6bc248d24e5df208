//! Results as tables for the terminal.

use arena::results::text;
use unicode_width::UnicodeWidthStr;

use super::{all, events};

#[test]
fn tables_fit_the_terminal() {
    for (name, event) in all() {
        for width in [80, 100, 132] {
            for line in text::summary(&event, width).lines() {
                assert!(line.width() <= width, "{name}, {width}: {line}");
                assert_eq!(line, line.trim_end());
            }
        }
    }
}

#[test]
fn the_tree_joins_who_meets_next() {
    let event = events::unfinished();
    let tree = text::bracket(&event, 80);
    let lines: Vec<&str> = tree.lines().collect();
    assert_eq!(lines[0], "Quarter-finals      Semi-finals         Final");
    let bracket = event.bracket.as_ref().expect("a bracket");
    let names = |entrant: Option<usize>| event.entrants[entrant.expect("an entrant")].name.clone();
    let first = &bracket.rounds[0][0];
    // Names are cut to the available width.
    let begins = |name: String| name.chars().take(8).collect::<String>();
    assert!(
        lines[1].starts_with(&begins(names(first.entrants[0]))),
        "{tree}"
    );
    assert!(lines[1].ends_with('┐'), "{tree}");
    let (_, next) = lines[2].split_once('├').expect("a joint");
    assert!(
        next.trim_start().starts_with(&begins(names(first.winner))),
        "{tree}"
    );
    assert!(
        lines[3].starts_with(&begins(names(first.entrants[1]))),
        "{tree}"
    );
    assert!(tree.contains("decided by disc difference"), "{tree}");
    assert_eq!(text::bracket(&events::league_of_7(), 80), "");
}

/// Where a tree is too wide, rounds are printed as lists.
#[test]
fn a_narrow_tree_is_a_list() {
    let list = text::bracket(&events::cup_of_13(), 60);
    assert!(!list.contains('├'), "{list}");
    assert!(list.starts_with("Round of 16\n"), "{list}");
    assert_eq!(list.matches("has a bye").count(), 3, "{list}");
    assert!(list.contains("\nThird place: corners-edges 3 "), "{list}");
    for line in list.lines() {
        assert!(line.width() <= 60, "{line}");
    }
}

#[test]
fn standings_tell_their_tie_breaks() {
    let table = text::standings(&events::league_of_7(), 80);
    let heading = table.lines().next().expect("a heading");
    assert!(
        heading.contains("points  (1)  (2)  discs  faults"),
        "{table}"
    );
    assert!(
        table.ends_with("(1) points of the opponents\n(2) disc difference\n"),
        "{table}"
    );
}

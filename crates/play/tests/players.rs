//! Player specifications: parsing and names.

use engine::{Level, Opponent};
use play::{ParsePlayerError, PlayerSpec};

fn player(text: &str) -> PlayerSpec {
    text.parse().expect("a player")
}

fn error(text: &str) -> ParsePlayerError {
    text.parse::<PlayerSpec>().expect_err("not a player")
}

/// Every player specification, as it prints itself.
fn spellings() -> Vec<String> {
    let mut spellings = vec!["human".to_string()];
    for opponent in Opponent::ALL {
        if opponent.has_level() {
            let levels = ["1", "4", "1000000000", "4294967295"];
            spellings.extend(levels.map(|level| format!("{opponent}:{level}")));
        } else {
            spellings.push(opponent.to_string());
        }
    }
    spellings
}

#[test]
fn a_player_prints_itself_as_it_is_asked_for() {
    let spellings = spellings();
    assert!(spellings.contains(&"corners-edges:4".to_string()));
    assert!(spellings.contains(&"random".to_string()));
    for text in spellings {
        assert_eq!(player(&text).to_string(), text);
        assert_eq!(player(&text).is_human(), text == "human");
    }
}

#[test]
fn an_opponent_without_a_level_plays_at_the_default_one() {
    for opponent in Opponent::ALL {
        let expected = PlayerSpec::Computer(opponent, Level::DEFAULT);
        assert_eq!(player(opponent.name()), expected);
    }
    assert_eq!(player("engine").to_string(), "engine:4");
}

#[test]
fn a_level_can_be_larger_than_can_be_counted_to() {
    let PlayerSpec::Computer(opponent, level) = player("engine:1000000000000000000000000000000")
    else {
        panic!("a computer");
    };
    assert_eq!((opponent, level.moves()), (Opponent::Engine, u32::MAX));
}

#[test]
fn case_does_not_matter() {
    for text in spellings() {
        assert_eq!(player(&text.to_uppercase()), player(&text));
    }
    assert_eq!(player("Walle:5"), player("walle:5"));
    assert_eq!(player("Human"), PlayerSpec::Human);
}

#[test]
fn an_unknown_name_is_answered_with_all_that_there_are() {
    for text in [
        "wallee", "", "humans", " human", "walle 5", "wallee:5", ":5",
    ] {
        let name = text.split(':').next().unwrap_or_default();
        let message = error(text).to_string();
        let names =
            "human, engine, discs, corners-edges, positional, roxanne, walle, greedy, random";
        let start = format!("`{name}` is not a player; there are {names}");
        assert!(message.starts_with(&start), "{message}");
    }
    assert!(matches!(error("wallee"), ParsePlayerError::Name(_)));
}

#[test]
fn a_bad_level_is_answered_with_what_a_level_is() {
    for level in ["", "0", "-1", "abc", "5:5", " 5", "2.5"] {
        let error = error(&format!("walle:{level}"));
        assert!(matches!(error, ParsePlayerError::Level(_)));
        assert_eq!(
            error.to_string(),
            format!(
                "`{level}` is not a level; it is how many moves to look ahead: 1, 2, 3 and so on"
            )
        );
    }
}

#[test]
fn players_that_do_not_look_ahead_have_no_levels() {
    for (text, name) in [
        ("human:3", "human"),
        ("HUMAN:3", "human"),
        ("human:", "human"),
        ("random:2", "random"),
        ("Random:0", "random"),
        ("greedy:abc", "greedy"),
    ] {
        let error = error(text);
        assert_eq!(error, ParsePlayerError::NoLevels(name.to_string()));
        let message = format!("`{name}` has no levels; say just {name}");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_name_lines_up_in_a_table() {
    assert_eq!(format!("{:<9}|", player("walle:5")), "walle:5  |");
    assert_eq!(format!("{:>9}|", player("human")), "    human|");
    assert_eq!(format!("{:<9}|", player("random")), "random   |");
}

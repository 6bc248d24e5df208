//! Player specifications: parsing and names.

use engine::{Level, Opponent};
use play::rival::Rung;
use play::{Computer, ComputerSpec, ParsePlayerError, PlayerSpec};

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
    spellings.extend(Rung::all().map(|rung| format!("rival:{rung}")));
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
        let expected = PlayerSpec::Computer((opponent, Level::DEFAULT).into());
        assert_eq!(player(opponent.name()), expected);
    }
    assert_eq!(player("engine").to_string(), "engine:4");
}

#[test]
fn a_level_can_be_larger_than_can_be_counted_to() {
    let most = Level::new(u32::MAX).expect("a level");
    assert_eq!(
        player("engine:1000000000000000000000000000000"),
        PlayerSpec::Computer(Computer::Engine(most))
    );
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
        let names = "human, rival, engine, discs, corners-edges, positional, roxanne, walle, greedy, random";
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

#[test]
fn a_rival_is_one_of_twenty() {
    for text in [
        "0",
        "21",
        "x",
        "-1",
        "+3",
        "03x",
        "",
        " 3",
        "2.5",
        "99999999999999999999",
    ] {
        let error = error(&format!("rival:{text}"));
        assert!(matches!(error, ParsePlayerError::Rung(_)), "{error:?}");
        assert_eq!(
            error.to_string(),
            format!("`rival:{text}` is not a rival; there are rival:1 to rival:20")
        );
    }
    let sixth = Rung::new(6).expect("a rung");
    assert_eq!(player("rival:6").rung(), Some(sixth));
    assert_eq!(player("engine:6").rung(), None);
}

#[test]
fn a_rival_that_follows_needs_a_person_to_follow() {
    for text in ["rival", "rival:auto", "RIVAL:Auto"] {
        assert_eq!(text.parse(), Ok(ComputerSpec::AutoRival));
        let error = error(text);
        assert_eq!(error, ParsePlayerError::AutoRival);
        let message = error.to_string();
        assert!(
            message.ends_with("name a rung: rival:1 to rival:20"),
            "{message}"
        );
    }
    let fourth = Rung::new(4).expect("a rung");
    let follower = ComputerSpec::AutoRival.computer(Level::DEFAULT, fourth);
    assert_eq!(follower, Computer::Rival(fourth));
}

#[test]
fn a_person_is_no_computer() {
    let error = "human".parse::<Computer>().expect_err("a person");
    assert_eq!(error, ParsePlayerError::Human);
}

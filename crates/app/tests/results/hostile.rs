//! Hostile names, reasons and messages: they must not break a page, a table or a record.

use std::fs;

use arena::contest::Ending;
use arena::cup::{Action, Confinement, Event, Format, GroupTable, QualifierTables, Ruling};
use arena::results;
use arena::results::live::{LatestGame, LiveState};
use records::Reader;
use rules::ByColor;
use rules::formats::ggf;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::events;
use super::page::{by_id, elements, parsed, words};

/// Hostile names of programs.
fn names() -> Vec<String> {
    [
        "</script><script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "{{games}}{{data}}",
        "a\u{202e}gnp.exe\u{2066}",
        "\u{0}\u{1b}[31mred\u{7}\u{fffe}",
        "]];)(;GM[Othello]PB[x",
        "}\"\\ [Event \"x\"]",
        "]]><!-- --><![CDATA[",
        "",
        " \u{200b} ",
        "👨‍👩‍👧 🏆",
        "Ωμέγα λευκό",
        "שחור לבן",
        "&amp;&lt;\u{2028}new\nline",
        "-- e\u{301}\u{301}\u{301}",
    ]
    .into_iter()
    .map(str::to_string)
    .chain(["x".repeat(1000), "長".repeat(1000), "e\u{301}".repeat(1000)])
    .collect()
}

/// A small cup in which every external text is `name`.
fn hostile(name: &str) -> Event {
    let mut event = events::unfinished();
    event.title = name.to_string();
    event.place = name.to_string();
    for entrant in &mut event.entrants {
        entrant.name = name.to_string();
        entrant.author = name.to_string();
        entrant.player = format!("gtp:/home/secret/{name}");
    }
    event.tie_breaks = vec![name.to_string(); 2];
    event.confinement = Some(Confinement {
        sandbox: name.to_string(),
        is_sandboxed: false,
        memory: Some(1 << 30),
        processes: Some(32),
        threads: 128,
        ponder: false,
    });
    if let Some(bracket) = &mut event.bracket {
        bracket.rounds[0][0].decided_by = name.to_string();
    }
    let standings = event.standings.clone();
    event.qualifier = Some(QualifierTables {
        format: Format::RoundRobin,
        rounds: 0,
        advance: 2,
        tie_breaks: vec![name.to_string()],
        tables: vec![GroupTable {
            label: name.to_string(),
            standings,
            advance: 2,
        }],
    });
    for game in &mut event.games {
        event.rulings.push(Ruling {
            action: Action::Annul(game.slot),
            seats: Some(game.seats),
            reason: name.to_string(),
            superseded: false,
        });
        // No such path is ours, so none is linked.
        let path = [
            "talk/<",
            "javascript:",
            "talk/../",
            "https:",
            "talk/.",
            "/talk/",
        ][game.number % 6];
        game.talk = [Some(format!("{path}{name}")), Some(String::new())];
        game.label = name.to_string();
        game.played.ending = Ending::Fault {
            black: true,
            reason: format!("answered `{name}`"),
        };
        game.played.stderr = [format!("{name}\n{name}"), name.to_string()];
        game.played.disturbed = Some(name.to_string());
    }
    event
}

#[test]
fn nothing_from_outside_becomes_part_of_the_page() {
    let pages: [fn(&Event) -> String; 2] = [results::page, |event| {
        results::live_page(event, &live(event))
    }];
    for page in pages {
        check_page(page);
    }
}

/// The state of a cup whose games have all ended just now.
fn live(event: &Event) -> LiveState {
    let mut state = LiveState::default();
    for game in &event.games {
        let name = |color| event.entrants[game.seats[color]].name.as_str();
        let names = ByColor::from_fn(name);
        let ended = LatestGame::new(&game.label, names, &game.played);
        state.latest.add(ended);
    }
    state
}

/// Invisible characters that change what is around them.
fn unseen(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}')
        || letter.is_control() && letter != '\n' && letter != '\t'
}

fn check_page(make: fn(&Event) -> String) {
    let plain = make(&hostile("plain"));
    let plain = parsed(&plain);
    for name in names() {
        let page = make(&hostile(&name));
        let document = parsed(&page);
        // An HTML parser, unlike an XML parser, would take this for a tag.
        for part in ["</script", "<script"] {
            let count = page.to_lowercase().matches(part).count();
            assert_eq!(count, 2, "{part} with {name:?}");
        }
        for element in ["img", "script", "a", "td", "tr", "section", "form"] {
            let count = elements(&document, element).count();
            assert_eq!(
                count,
                elements(&plain, element).count(),
                "{element} with {name:?}"
            );
        }
        assert!(!page.contains(unseen), "{name:?}");
        assert!(!page.contains("/home/secret"), "{name:?}");
        serde_json::from_str::<serde_json::Value>(&words(by_id(&document, "data"))).expect("JSON");
        assert!(page.len() < 300_000, "{} bytes with {name:?}", page.len());
    }
}

/// Messages to watchers are one line each, and their HTML is well-formed.
#[test]
fn nothing_from_outside_becomes_part_of_a_message() {
    for name in names() {
        let event = hostile(&name);
        let news = results::live_news(&event, &live(&event));
        assert!(!news.contains(['\n', '\r']), "{name:?}");
        let news: Value = serde_json::from_str(&news).expect("JSON");
        for (part, html) in news["parts"].as_object().expect("parts") {
            let html = html.as_str().expect("HTML");
            assert!(!html.contains(unseen), "{part} with {name:?}");
            let html = format!("<div>{html}</div>");
            let document = parsed(&html);
            for element in ["script", "img"] {
                assert_eq!(elements(&document, element).count(), 0, "{part}: {name:?}");
            }
            let mut attributes = document.descendants().flat_map(|node| node.attributes());
            assert!(
                !attributes.any(|it| it.name().starts_with("on")),
                "{part}: {name:?}"
            );
        }
        let spoken = news["latest"].as_str().expect("a sentence");
        assert!(!spoken.contains(unseen), "{name:?}");
    }
}

#[test]
fn tables_keep_their_columns() {
    for name in names() {
        let event = hostile(&name);
        for (what, table) in [
            ("standings", results::text::standings(&event, 80)),
            ("crosstable", results::text::crosstable(&event, 80)),
            ("bracket", results::text::bracket(&event, 80)),
            ("ratings", results::text::ratings(&event, 80)),
        ] {
            assert!(
                !table.contains(|letter: char| letter.is_control() && letter != '\n'),
                "{name:?}"
            );
            // Rules are printed in full, on separate lines.
            let lines = table
                .lines()
                .filter(|line| !line.starts_with('(') && !line.contains("decided by"));
            for line in lines {
                assert!(line.width() <= 80, "{what} with {name:?}: {line}");
            }
        }
    }
}

#[test]
fn records_read_back_whatever_names_they_have() {
    for name in names() {
        let event = hostile(&name);
        let games: Result<Vec<_>, _> = ggf::read_all(&results::ggf(&event)).collect();
        let games = games.unwrap_or_else(|error| panic!("{name:?}: {error}"));
        assert_eq!(games.len(), event.games.len(), "{name:?}");
        for (record, game) in games.iter().zip(&event.games) {
            assert_eq!(record.game.turns(), game.played.game.turns(), "{name:?}");
        }
        let file = tempfile::NamedTempFile::with_suffix(".pgn").expect("a file");
        fs::write(file.path(), results::pgn(&event)).expect("written");
        let games = Reader::open(file.path()).expect("PGN");
        let games: Vec<_> = games.map(|record| record.expect("a record")).collect();
        assert_eq!(games.len(), event.games.len(), "{name:?}");
        for (record, game) in games.iter().zip(&event.games) {
            assert_eq!(record.game.turns(), game.played.game.turns(), "{name:?}");
        }
    }
}

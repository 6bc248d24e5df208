//! Hostile names, reasons and messages: they must not break a page, a table or a record.

use std::fs;

use arena::contest::Ending;
use arena::cup::Event;
use arena::results;
use records::Reader;
use rules::formats::ggf;
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
    if let Some(bracket) = &mut event.bracket {
        bracket.rounds[0][0].decided_by = name.to_string();
    }
    for game in &mut event.games {
        game.label = name.to_string();
        game.played.ending = Ending::Fault {
            black: true,
            reason: format!("answered `{name}`"),
        };
        game.played.stderr = [format!("{name}\n{name}"), name.to_string()];
    }
    event
}

#[test]
fn nothing_from_outside_becomes_part_of_the_page() {
    let plain = results::page(&hostile("plain"));
    let plain = parsed(&plain);
    for name in names() {
        let page = results::page(&hostile(&name));
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
        let unseen = |letter: char| {
            matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}')
                || letter.is_control() && letter != '\n' && letter != '\t'
        };
        assert!(!page.contains(unseen), "{name:?}");
        assert!(!page.contains("/home/secret"), "{name:?}");
        serde_json::from_str::<serde_json::Value>(&words(by_id(&document, "data"))).expect("JSON");
        assert!(page.len() < 300_000, "{} bytes with {name:?}", page.len());
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

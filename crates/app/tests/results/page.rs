//! The results page.

use arena::contest::Ending;
use arena::cup::{Confinement, Event};
use arena::results;
use roxmltree::{Document, Node, ParsingOptions};

use super::{all, events};

/// The page parsed as XML; it is well-formed.
#[track_caller]
pub fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(page, options).expect("well-formed XML")
}

/// All elements with this name.
pub fn elements<'a, 'd>(
    document: &'a Document<'d>,
    name: &'a str,
) -> impl Iterator<Item = Node<'a, 'd>> {
    document
        .descendants()
        .filter(move |node| node.has_tag_name(name))
}

/// The element with an id.
#[track_caller]
pub fn by_id<'a, 'd>(document: &'a Document<'d>, id: &str) -> Node<'a, 'd> {
    let found = document
        .descendants()
        .find(|node| node.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("no element {id}"))
}

/// All text in an element.
pub fn words(node: Node) -> String {
    let texts = node.descendants().filter(Node::is_text);
    texts.filter_map(|text| text.text()).collect()
}

#[test]
fn the_page_is_well_formed_and_every_link_leads_somewhere() {
    for (name, event) in all() {
        let page = results::page(&event);
        let document = parsed(&page);
        let mut ids: Vec<&str> = document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}: an id is there twice");
        for link in elements(&document, "a") {
            let target = link
                .attribute("href")
                .and_then(|href| href.strip_prefix('#'));
            let target = target.unwrap_or_else(|| panic!("{name}: a link leaves the page"));
            assert!(
                ids.binary_search(&target).is_ok(),
                "{name}: nothing is at {target}"
            );
        }
        for label in document
            .descendants()
            .filter_map(|node| node.attribute("aria-labelledby"))
        {
            assert!(
                ids.binary_search(&label).is_ok(),
                "{name}: no label {label}"
            );
        }
    }
}

/// The page requests nothing from the network, and its policy forbids it.
#[test]
fn the_page_needs_nothing_beside_it() {
    for (name, event) in all() {
        let page = results::page(&event);
        let document = parsed(&page);
        let policy = document
            .descendants()
            .find(|node| node.attribute("http-equiv") == Some("Content-Security-Policy"))
            .and_then(|node| node.attribute("content"))
            .expect("a policy");
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            let (key, value) = (attribute.name(), attribute.value());
            assert!(
                !key.starts_with("on") && key != "style",
                "{name}: {key} is inline code"
            );
            assert!(key != "src", "{name}: {value} is fetched");
            // Files in the results folder can be downloaded.
            let inside = ["#", "data:", "talk/"]
                .iter()
                .any(|start| value.starts_with(start));
            assert!(key != "href" || inside, "{name}: {value} is outside");
        }
        let style = words(elements(&document, "style").next().expect("a style"));
        assert!(
            !style.contains("url(") && !style.contains("@import"),
            "{name}"
        );
    }
}

/// Readable without a script: tables have real headers, and each game has a row with its result.
#[test]
fn every_game_has_a_row() {
    for (name, event) in all() {
        let page = results::page(&event);
        let document = parsed(&page);
        for game in &event.games {
            let row = by_id(&document, &format!("g{}", game.number));
            let score = game.played.score();
            let area = event.size.area() as i32;
            let discs = format!("{}–{}", (area + score) / 2, (area - score) / 2);
            assert!(words(row).contains(&discs), "{name}: {}", words(row));
        }
        for table in elements(&document, "table") {
            let headers = table.descendants().filter(|node| node.has_tag_name("th"));
            let mut headers = headers.peekable();
            assert!(headers.peek().is_some(), "{name}");
            assert!(
                headers.all(|header| header.attribute("scope").is_some()),
                "{name}"
            );
        }
    }
}

#[test]
fn a_knock_out_has_a_tree_with_byes_and_reasons() {
    let event = events::cup_of_13();
    let page = results::page(&event);
    let document = parsed(&page);
    let of_class = |class: &'static str| {
        document
            .descendants()
            .filter(move |node| node.attribute("class") == Some(class))
            .count()
    };
    assert_eq!(of_class("round"), 4);
    assert_eq!(of_class("tie bye"), 3);
    assert_eq!(of_class("tie decided"), 12);
    let bracket = event.bracket.as_ref().expect("a bracket");
    let ties = bracket.rounds.iter().flatten();
    let decided = ties.filter(|tie| !tie.decided_by.is_empty()).count();
    assert_eq!(of_class("rule"), decided);
    let extra: Vec<String> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("extra"))
        .map(words)
        .collect();
    assert_eq!(extra.len(), 1, "{extra:?}");
    assert!(
        extra[0].starts_with("Third place: corners-edges 3 "),
        "{extra:?}"
    );
    assert!(extra[0].ends_with("positional 3, games 25 26"), "{extra:?}");
    let unfinished = results::page(&events::unfinished());
    assert!(unfinished.contains("not known yet") && unfinished.contains("after 8 games"));
    assert!(unfinished.contains("decided by disc difference"));
    assert!(!unfinished.contains("class=\"winner\""));
}

#[test]
fn the_sandbox_and_the_limits_are_told() {
    let mut event = events::unfinished();
    assert!(
        !results::page(&event).contains("sandbox\""),
        "no other program plays"
    );
    for (is_sandboxed, class) in [(true, "sandbox"), (false, "sandbox none")] {
        event.confinement = Some(Confinement {
            sandbox: "No sandbox (it is <broken>).".to_string(),
            is_sandboxed,
            memory: Some(512_000_000),
            processes: Some(20),
            threads: 64,
            ponder: true,
        });
        let page = results::page(&event);
        let document = parsed(&page);
        let told = document
            .descendants()
            .find(|node| node.attribute("class") == Some(class));
        let told = words(told.expect("a sentence about the sandbox"));
        assert_eq!(told, "No sandbox (it is <broken>).");
        // Games that were played elsewhere, before the cup was continued here, are counted.
        event.games[0].no_sandbox = is_sandboxed;
        let mixed = results::page(&event);
        assert_eq!(
            mixed.contains("1 game was played without a sandbox."),
            is_sandboxed
        );
        assert_eq!(mixed.contains("Without a sandbox<"), is_sandboxed);
        let facts = document
            .descendants()
            .find(|node| node.attribute("class") == Some("facts"));
        let facts = words(facts.expect("facts"));
        for fact in ["Memory512 MB", "Processes20", "Threads64", "turnallowed"] {
            assert!(facts.contains(fact), "{facts}");
        }
    }
}

#[test]
fn a_disturbance_is_told_with_the_result() {
    let mut event = events::one_game();
    event.games[0].played.disturbed = Some("the machine was <busy>".to_string());
    let told = |event: &Event| {
        let page = results::page(event);
        words(by_id(&parsed(&page), "g1"))
    };
    let row = told(&event);
    assert!(
        row.contains("wonDisturbed from outside: the machine was <busy>"),
        "{row}"
    );
    event.games[0].played.disturbed = None;
    event.games[0].played.ending = Ending::Void {
        reason: "its supervisor was killed".to_string(),
    };
    let row = told(&event);
    assert!(row.contains("32–32"), "{row}");
    assert!(
        row.contains("drawDisturbed from outside: its supervisor was killed"),
        "{row}"
    );
}

#[test]
fn a_fault_is_reported_with_stderr() {
    let event = events::league_of_7();
    let page = results::page(&event);
    let document = parsed(&page);
    let fault = event
        .games
        .iter()
        .find(|game| game.played.winner().is_some() && !game.played.game.is_over());
    let number = fault.expect("a fault").number;
    let row = words(by_id(&document, &format!("g{number}")));
    assert!(
        row.contains("ended in the middle of the game: exit code 101"),
        "{row}"
    );
    assert!(
        row.contains("panicked at <board>:\nindex out of bounds & more"),
        "{row}"
    );
    let faults = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("fault"));
    assert_eq!(faults.count(), 1);
}

/// The points of the crosstable add up to those of the standings.
#[test]
fn the_crosstable_adds_up() {
    let event = events::league_of_7();
    let page = results::page(&event);
    let document = parsed(&page);
    let table = elements(&document, "table").find(|it| it.attribute("class") == Some("crosstable"));
    let rows = table
        .expect("a table")
        .descendants()
        .filter(|node| node.has_tag_name("tr"))
        .skip(1);
    for (row, line) in rows.zip(&event.standings) {
        let sums = row
            .descendants()
            .filter(|node| node.attribute("class") == Some("sum"));
        let points = sums.map(|sum| match words(sum).as_str() {
            "½" => 0.5,
            whole => whole.parse::<f64>().expect("a number"),
        });
        assert_eq!(points.sum::<f64>(), line.points);
    }
}

/// Page sizes: a cup of sixteen is well under a megabyte, a game about 1.5 kilobytes.
#[test]
fn pages_are_of_modest_size() {
    let cup = results::page(&events::cup_of_16()).len();
    assert!(cup < 200_000, "{cup} bytes");
    let (short, long) = (events::long_match(40), events::long_match(1040));
    let each = (results::page(&long).len() - results::page(&short).len()) / 1000;
    assert!(each < 1700, "{each} bytes a game");
}

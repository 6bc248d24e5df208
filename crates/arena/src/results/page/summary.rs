//! The head of the page: the event and its winner.

use crate::cup::{Confinement, Event, Format};
use rules::Color;

use super::name;
use crate::results::names::{Names, clean};
use crate::results::words;
use records::svg::{escape, put};

/// The icon of a cup, in a 24×24 view box.
const CUP: &str = "M6 2h12v2h4v3c0 3-2 5-4.4 5.4A6 6 0 0 1 13 15.9V19h4v3H7v-3h4v-3.1\
    A6 6 0 0 1 6.4 12.4C4 12 2 10 2 7V4h4zM6 6H4v1c0 1.5.8 2.6 2 3.1zM18 6v4.1C19.2 9.6 20 8.5 20 7V6z";

/// Title, place and format.
pub(super) fn head(event: &Event) -> String {
    let mut html = format!("<h1><bdi>{}</bdi></h1>\n", escape(&words::title(event)));
    let place: Vec<String> = [clean(&event.place), words::day(event)]
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| format!("<bdi>{}</bdi>", escape(&part)))
        .collect();
    if !place.is_empty() {
        put(
            &mut html,
            format_args!("<p class=\"place\">{}</p>\n", place.join(" · ")),
        );
    }
    if !event.finished {
        let games = words::count(event.games.len(), "game");
        put(
            &mut html,
            format_args!(
                "<p class=\"so-far\">Not finished: this is how it stands after {games}.</p>\n"
            ),
        );
    }
    let size = event.size;
    let faults = event
        .games
        .iter()
        .filter(|game| words::blame(&game.played).is_some());
    let mut facts = vec![
        ("Format", words::format(event)),
        ("Board", format!("{size}×{size}")),
        ("Time", words::time(&event.time)),
        ("Entrants", words::contenders(event).to_string()),
        ("Games", event.games.len().to_string()),
    ];
    let faults = faults.count();
    if faults > 0 {
        facts.push(("Lost by a fault", faults.to_string()));
    }
    if let Some(confinement) = &event.confinement {
        facts.extend(limits(confinement));
    }
    html.push_str("<dl class=\"facts\">");
    for (what, value) in facts {
        put(
            &mut html,
            format_args!("<div><dt>{what}</dt><dd>{}</dd></div>", escape(&value)),
        );
    }
    html.push_str("</dl>\n");
    if let Some(confinement) = &event.confinement {
        let class = if confinement.is_sandboxed {
            "sandbox"
        } else {
            "sandbox none"
        };
        put(
            &mut html,
            format_args!(
                "<p class=\"{class}\">{}</p>\n",
                escape(&clean(&confinement.sandbox))
            ),
        );
        html += &without_sandbox(event, confinement);
    }
    html
}

/// How many games had no sandbox, if it is not all of them: a cup can be continued elsewhere.
fn without_sandbox(event: &Event, confinement: &Confinement) -> String {
    let open = event.games.iter().filter(|game| game.no_sandbox).count();
    if open == 0 || !confinement.is_sandboxed {
        return String::new();
    }
    format!(
        "<p class=\"sandbox none\">{} played without a sandbox.</p>\n",
        match open {
            1 => "1 game was".to_string(),
            open => format!("{open} games were"),
        }
    )
}

/// The limits of other programs.
fn limits(confinement: &Confinement) -> Vec<(&'static str, String)> {
    let memory = confinement.memory.map(play::bytes);
    let processes = confinement.processes.map(|most| most.to_string());
    let ponder = confinement.ponder.then(|| "allowed".to_string());
    let limits = [
        ("Memory", memory),
        ("Processes", processes),
        ("Threads", Some(confinement.threads.to_string())),
        ("Thinking in the other's turn", ponder),
    ];
    let known = limits.into_iter();
    known
        .filter_map(|(what, limit)| Some((what, limit?)))
        .collect()
}

/// The winner and the first three places, or the current leader.
pub(super) fn podium(event: &Event, names: &Names) -> String {
    let placed = event
        .standings
        .iter()
        .filter(|line| Some(line.entrant) != event.house);
    let placed: Vec<_> = placed.filter(|line| line.rank <= 3).take(6).collect();
    let mut html = String::new();
    if let Some(winner) = event.winner {
        let author = author(event, winner);
        put(
            &mut html,
            format_args!(
                "<p class=\"winner\"><svg class=\"cup\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
                 <path d=\"{CUP}\"/></svg> <span><strong>{}</strong>{author} won.</span></p>\n",
                name(names, winner)
            ),
        );
    }
    // A knock-out has places only when it is over; other formats have a leader before.
    let has_places = event.finished || event.format != Format::Knockout;
    if !placed.is_empty() && has_places && !event.games.is_empty() {
        let label = if event.finished {
            "The first places"
        } else {
            "Leading so far"
        };
        put(
            &mut html,
            format_args!("<ol class=\"podium\" aria-label=\"{label}\">\n"),
        );
        for line in placed {
            put(
                &mut html,
                format_args!(
                    "<li class=\"place-{rank}\"><span class=\"medal\">{rank}</span>\
                     <span class=\"who\">{}{}</span>\
                     <span class=\"figures\">{} points, {}–{}–{}</span></li>\n",
                    name(names, line.entrant),
                    author(event, line.entrant),
                    words::points(line.points),
                    line.won,
                    line.drawn,
                    line.lost,
                    rank = line.rank,
                ),
            );
        }
        html.push_str("</ol>\n");
    }
    html + &house(event, names)
}

/// The result of the winner against the house program.
fn house(event: &Event, names: &Names) -> String {
    let Some(house) = event.house else {
        return String::new();
    };
    let met = event.games.iter().filter_map(|game| {
        let color = Color::ALL
            .into_iter()
            .find(|&color| game.seats[color] == house)?;
        Some((game, color))
    });
    let met: Vec<_> = met.collect();
    let Some((first, color)) = met.first() else {
        return String::new();
    };
    let guest = first.seats[color.opponent()];
    let half_points = |side: fn(Color) -> Color| -> usize {
        let games = met.iter();
        games
            .map(|(game, color)| words::half_points(game, side(*color)))
            .sum()
    };
    let theirs = half_points(Color::opponent) as f64 / 2.0;
    let ours = half_points(|color| color) as f64 / 2.0;
    let mut links = String::new();
    for (game, _) in &met {
        put(
            &mut links,
            format_args!(" <a href=\"#g{0}\">game {0}</a>", game.number),
        );
    }
    format!(
        "<p class=\"house\">Then {} met the house program, {}, and scored <strong>{}–{}</strong>:{links}.</p>\n",
        name(names, guest),
        name(names, house),
        words::points(theirs),
        words::points(ours),
    )
}

fn author(event: &Event, entrant: usize) -> String {
    let author = event.entrants.get(entrant).map(|it| clean(&it.author));
    match author.filter(|author| !author.is_empty()) {
        Some(author) => format!(
            " <span class=\"author\">by <bdi>{}</bdi></span>",
            escape(&crate::results::names::shorten(&author, 60))
        ),
        None => String::new(),
    }
}

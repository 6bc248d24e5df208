//! Crosstable, ratings and entrants on the page.

use crate::cup::Event;

use super::name;
use crate::results::crosstable::{Crosstable, Meeting};
use crate::results::names::{Names, clean, shorten};
use crate::results::words;
use records::svg::{escape, number, put};

/// The maximum number of entrants of a crosstable; above it, lists of opponents are shown instead.
const WIDEST: usize = 48;

/// The maximum number of games that are shown one by one for a meeting.
const LINKED: usize = 6;

/// The maximum length of a name, even where there is room.
const LONGEST: usize = 200;

/// A section with a table that scrolls in its own box.
fn section(id: &str, title: &str, table: &str, after: &str) -> String {
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{title}</h2>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{title}, scrolls sideways\">\
         <table class=\"{id}\">\n{table}</table></div>\n{after}</section>\n"
    )
}

/// The crosstable.
pub(super) fn crosstable(event: &Event, names: &Names, table: &Crosstable) -> String {
    if event.games.is_empty() {
        return String::new();
    }
    let mut html = String::new();
    let order = &table.order;
    let note = "<p class=\"note\">Each row tells the points of an entrant against the others and, where \
        they met more than once, how each game ended: 1 won, ½ drawn, 0 lost.</p>\n";
    if order.len() > WIDEST {
        html.push_str(
            "<thead><tr><th scope=\"col\">#</th><th scope=\"col\" class=\"text\">Name</th>\
             <th scope=\"col\" class=\"text\">Opponents</th></tr></thead>\n<tbody>\n",
        );
        for (index, &entrant) in (1..).zip(order) {
            let met = order
                .iter()
                .filter_map(|&other| Some((other, table.meeting(entrant, other)?)));
            let met: Vec<String> = met
                .map(|(other, meeting)| {
                    format!(
                        "{} {}",
                        name(names, other),
                        sum(event, meeting, entrant, other)
                    )
                })
                .collect();
            put(
                &mut html,
                format_args!(
                    "<tr><td>{index}</td><th scope=\"row\">{}</th><td class=\"text\">{}</td></tr>\n",
                    name(names, entrant),
                    met.join(", ")
                ),
            );
        }
        html.push_str("</tbody>\n");
        return section("crosstable", "Crosstable", &html, note);
    }
    html.push_str("<thead><tr><th scope=\"col\">#</th><th scope=\"col\" class=\"text\">Name</th>");
    for (index, &entrant) in (1..).zip(order) {
        put(
            &mut html,
            format_args!(
                "<th scope=\"col\"><abbr title=\"{}\">{index}</abbr></th>",
                escape(&names.short(entrant))
            ),
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (index, &entrant) in (1..).zip(order) {
        put(
            &mut html,
            format_args!(
                "<tr><td>{index}</td><th scope=\"row\">{}</th>",
                name(names, entrant)
            ),
        );
        for &other in order {
            match table.meeting(entrant, other) {
                _ if entrant == other => html.push_str("<td class=\"self\">■</td>"),
                Some(meeting) => put(
                    &mut html,
                    format_args!(
                        "<td>{}{}</td>",
                        sum(event, meeting, entrant, other),
                        details(event, meeting)
                    ),
                ),
                None => html.push_str("<td></td>"),
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n");
    section("crosstable", "Crosstable", &html, note)
}

/// The points of a meeting. They link to its only game or, with a script, to the list of its games.
fn sum(event: &Event, meeting: &Meeting, entrant: usize, other: usize) -> String {
    let Meeting {
        won,
        drawn,
        lost,
        games,
    } = meeting;
    let points = words::points(meeting.points());
    if let [(place, _)] = games.as_slice() {
        return link(event, *place, "sum", &points);
    }
    format!(
        "<a class=\"sum\" href=\"#games\" data-pair=\"{entrant} {other}\" \
         title=\"{won} won, {drawn} drawn, {lost} lost\">{points}</a>"
    )
}

/// A link to a game.
fn link(event: &Event, place: usize, class: &str, text: &str) -> String {
    let game = &event.games[place];
    let fault = words::blame(&game.played).map_or("", |_| ", a fault");
    format!(
        "<a class=\"{class}\" href=\"#g{0}\" title=\"game {0}, {1}{fault}\">{text}</a>",
        game.number,
        words::score(&game.played),
    )
}

/// The games of a meeting one by one or, if there are many, the numbers of wins, draws and losses.
fn details(event: &Event, meeting: &Meeting) -> String {
    let Meeting {
        won, drawn, lost, ..
    } = meeting;
    let each = |(place, half_points): &(usize, usize)| {
        link(
            event,
            *place,
            "one",
            &words::points(*half_points as f64 / 2.0),
        )
    };
    let text = match meeting.games.len() {
        1 => return String::new(),
        2..=LINKED => meeting.games.iter().map(each).collect::<Vec<_>>().join(" "),
        _ => format!("+{won} ={drawn} −{lost}"),
    };
    format!("<span class=\"each\">{text}</span>")
}

/// Ratings with their errors, as figures and as bars.
pub(super) fn ratings(event: &Event, names: &Names) -> String {
    if event.ratings.is_empty() {
        return String::new();
    }
    // Larger errors are drawn to the edge: one lost game gives no usable rating.
    const FARTHEST: f64 = 1200.0;
    let known = |value: f64| if value.is_finite() { value } else { FARTHEST };
    let reach = event
        .ratings
        .iter()
        .map(|rated| known(rated.elo).abs() + known(rated.error))
        .fold(50.0, f64::max)
        .min(FARTHEST);
    let x = |elo: f64| number((100.0 + 100.0 * (elo / reach).clamp(-1.0, 1.0)) as f32);
    let mut html = "<thead><tr><th scope=\"col\">#</th><th scope=\"col\" class=\"text\">Name</th>\
        <th scope=\"col\">Elo</th><th scope=\"col\">95 %</th><th scope=\"col\">Games</th>\
        <th scope=\"col\" class=\"text\">Range</th></tr></thead>\n<tbody>\n"
        .to_string();
    for (index, rated) in (1..).zip(&event.ratings) {
        let (elo, error) = (known(rated.elo), known(rated.error));
        put(
            &mut html,
            format_args!(
                "<tr><td>{index}</td><th scope=\"row\">{}</th><td class=\"points\">{}</td><td>{}</td>\
                 <td>{}</td><td class=\"text\"><svg class=\"range\" viewBox=\"-6 0 212 16\" aria-hidden=\"true\">\
                 <path class=\"zero\" d=\"M100 0V16\"/>\
                 <path class=\"bar\" d=\"M{low} 8H{high}M{low} 4V12M{high} 4V12\"/>\
                 <circle class=\"dot\" cx=\"{middle}\" cy=\"8\" r=\"4\"/></svg></td></tr>\n",
                name(names, rated.entrant),
                words::elo(rated.elo),
                words::error(rated.error),
                rated.games,
                low = x(elo - error),
                high = x(elo + error),
                middle = x(elo),
            ),
        );
    }
    html.push_str("</tbody>\n");
    let note = "<p class=\"note\">Strength as the games show it, the average being 0. The true strength \
        is within the range with 95 %: where ranges overlap far, the games do not tell who is \
        stronger.</p>\n";
    section("ratings", "Ratings", &html, note)
}

/// All entrants in the order of seeding, with their full names.
pub(super) fn entrants(event: &Event, names: &Names) -> String {
    let mut html = "<thead><tr><th scope=\"col\">Seed</th><th scope=\"col\" class=\"text\">Name</th>\
        <th scope=\"col\" class=\"text\">Author</th><th scope=\"col\" class=\"text\">Player</th></tr></thead>\n\
        <tbody>\n"
        .to_string();
    for (index, entrant) in event.entrants.iter().enumerate() {
        let seed = if event.house == Some(index) {
            "house".to_string()
        } else {
            (index + 1).to_string()
        };
        put(
            &mut html,
            format_args!(
                "<tr><td>{seed}</td><th scope=\"row\"><bdi>{}</bdi></th><td class=\"text\"><bdi>{}</bdi></td>\
                 <td class=\"text\">{}</td></tr>\n",
                escape(&shorten(names.whole(index), LONGEST)),
                escape(&shorten(&clean(&entrant.author), LONGEST)),
                escape(&shorten(&words::player(entrant), 60)),
            ),
        );
    }
    html.push_str("</tbody>\n");
    section("entrants", "Entrants", &html, "")
}

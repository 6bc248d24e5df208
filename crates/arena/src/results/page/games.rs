//! The list of all games on the page.

use crate::cup::{CupGame, Event};
use rules::Color;

use super::name;
use crate::results::names::{Names, clean, excerpt, shorten};
use crate::results::words;
use records::svg::{escape, put};

/// The maximum number of characters of a program's stderr on the page; results.json has everything
/// that was kept.
const LONGEST: usize = 1200;

/// The list with its filters, which need the script.
pub(super) fn section(event: &Event, names: &Names) -> String {
    let mut html = "<section id=\"games\" aria-labelledby=\"games-title\">\n\
        <h2 id=\"games-title\">Games</h2>\n"
        .to_string();
    if event.games.is_empty() {
        html.push_str("<p>No game has ended yet.</p>\n</section>\n");
        return html;
    }
    html.push_str(&filters(event, names));
    html.push_str(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Games, scrolls sideways\">\
         <table class=\"games\">\n<thead><tr><th scope=\"col\">Game</th><th scope=\"col\" class=\"text\">Round</th>\
         <th scope=\"col\" class=\"text\"><span class=\"black\" aria-hidden=\"true\"></span>Black</th>\
         <th scope=\"col\">Discs</th>\
         <th scope=\"col\" class=\"text\"><span class=\"white\" aria-hidden=\"true\"></span>White</th>\
         <th scope=\"col\" class=\"text\">How it ended</th></tr></thead>\n<tbody>\n",
    );
    for game in &event.games {
        row(game, names, &mut html);
    }
    html.push_str("</tbody></table></div>\n</section>\n");
    html
}

fn filters(event: &Event, names: &Names) -> String {
    let mut html = "<form class=\"filters\" id=\"filters\" hidden=\"hidden\">\n\
        <label>Player <select id=\"player\"><option value=\"\">all</option>"
        .to_string();
    for entrant in 0..event.entrants.len() {
        let name = escape(&names.short(entrant));
        put(
            &mut html,
            format_args!("<option value=\"{entrant}\">{name}</option>"),
        );
    }
    html.push_str(
        "</select></label>\n<label>against <select id=\"opponent\"><option value=\"\">all</option></select></label>\n\
         <label>Round <select id=\"round\"><option value=\"\">all</option>",
    );
    let mut rounds: Vec<(usize, &str)> = Vec::new();
    for game in &event.games {
        if rounds.last() != Some(&(game.round, game.label.as_str())) {
            rounds.push((game.round, &game.label));
        }
    }
    rounds.sort_unstable();
    rounds.dedup_by_key(|(round, _)| *round);
    for (round, label) in rounds {
        let label = escape(&label_of(round, label));
        put(
            &mut html,
            format_args!("<option value=\"{round}\">{label}</option>"),
        );
    }
    html.push_str(
        "</select></label>\n<label><input type=\"checkbox\" id=\"faults\"/> only faults</label>\n\
         <output id=\"shown\"></output>\n\
         <button type=\"button\" id=\"earlier\" hidden=\"hidden\">‹ earlier</button>\n\
         <button type=\"button\" id=\"later\" hidden=\"hidden\">later ›</button>\n</form>\n",
    );
    html
}

/// The name of a round.
fn label_of(round: usize, label: &str) -> String {
    let label = shorten(&clean(label), 40);
    if label.is_empty() {
        format!("Round {round}")
    } else {
        label
    }
}

fn row(game: &CupGame, names: &Names, html: &mut String) {
    let CupGame {
        number,
        round,
        seats,
        played,
        ..
    } = game;
    let winner = played.winner();
    let side = |color: Color| {
        let name = name(names, seats[color]);
        if winner == Some(color) {
            format!("<b>{name}</b>")
        } else {
            name
        }
    };
    put(
        html,
        format_args!(
            "<tr id=\"g{number}\" data-r=\"{round}\"><td><a href=\"#g{number}\">{number}</a></td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(&label_of(*round, &game.label)),
            side(Color::Black),
            words::score(played),
            side(Color::White),
            ending(game, names),
        ),
    );
}

/// The ending of a game; after a fault, with the program's stderr.
fn ending(game: &CupGame, names: &Names) -> String {
    let (Some((color, _)), Some(sentence)) =
        (words::blame(&game.played), words::fault(game, names))
    else {
        return match game.played.winner() {
            Some(color) => format!("{color} won"),
            None => "draw".to_string(),
        };
    };
    let mut html = format!(
        "<span class=\"fault\">Fault:</span> {}",
        escape(&shorten(&sentence, 300))
    );
    let said = &game.played.stderr[usize::from(color == Color::White)];
    let said = excerpt(said, LONGEST);
    if !said.is_empty() {
        put(
            &mut html,
            format_args!(
                "<details><summary>what it wrote to standard error</summary><pre><bdi>{}</bdi></pre></details>",
                escape(&said)
            ),
        );
    }
    html
}

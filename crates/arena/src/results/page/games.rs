//! The list of all games on the page.

use crate::cup::{CupGame, Event};
use rules::Color;

use super::{name, times};
use crate::results::names::{Names, clean, excerpt, shorten};
use crate::results::words;
use records::svg::{escape, put};

/// The maximum number of characters of a program's stderr on the page; results.json has everything
/// that was kept.
const LONGEST: usize = 1200;

/// The maximum length of a reason, in columns.
const LONGEST_REASON: usize = 300;

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
         <th scope=\"col\" class=\"text\">How it ended</th>\
         <th scope=\"col\" class=\"text\">Time and talk, Black – White</th></tr></thead>\n<tbody>\n",
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
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(&label_of(*round, &game.label)),
            side(Color::Black),
            words::score(played),
            side(Color::White),
            ending(game, names),
            times::cell(played) + &talk(game),
        ),
    );
}

/// Whether a path is that of a file in the folder of talks, and leads nowhere else.
fn is_talk(path: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name = path.strip_prefix("talk/");
    name.is_some_and(|name| !name.starts_with('.') && name.chars().all(is_plain))
}

/// Links to the files with the talk of each side.
fn talk(game: &CupGame) -> String {
    let sides = Color::ALL.into_iter().zip(&game.talk);
    let links: Vec<String> = sides
        .filter_map(|(color, path)| {
            let path = path.as_ref().filter(|path| is_talk(path))?;
            Some(format!(
                "<a href=\"{path}\" download=\"download\">{color}</a>"
            ))
        })
        .collect();
    if links.is_empty() {
        return String::new();
    }
    format!("<span class=\"time\">talk of {}</span>", links.join(" "))
}

/// The ending of a game: the winner, or a fault or a disturbance with its reason.
fn ending(game: &CupGame, names: &Names) -> String {
    let played = &game.played;
    let mut html = match (words::fault(game, names), played.winner()) {
        (Some(sentence), _) => format!(
            "<span class=\"fault\">Fault:</span> {}",
            escape(&shorten(&sentence, LONGEST_REASON))
        ),
        (None, Some(color)) => format!("{color} won"),
        (None, None) => "draw".to_string(),
    };
    if let Some(reason) = words::disturbance(played) {
        put(
            &mut html,
            format_args!(
                "<span class=\"disturbed\">Disturbed from outside: {}</span>",
                escape(&shorten(&clean(reason), LONGEST_REASON))
            ),
        );
    }
    if game.no_sandbox {
        html.push_str("<span class=\"disturbed\">Without a sandbox</span>");
    }
    if let Some((color, _)) = words::blame(played) {
        html += &stderr(&played.stderr[usize::from(color == Color::White)]);
    }
    html
}

/// The standard error of a program that lost by a fault. The event has it only if the cup publishes
/// it.
fn stderr(text: &str) -> String {
    let text = excerpt(text, LONGEST);
    if text.is_empty() {
        return String::new();
    }
    format!(
        "<details><summary>what it wrote to standard error</summary><pre><bdi>{}</bdi></pre></details>",
        escape(&text)
    )
}

//! The rulings of the arbiter on the page, and the games that were played again.

use crate::cup::Event;

use crate::results::names::{Names, shorten};
use crate::results::words;
use records::svg::{escape, put};

/// The maximum length of a ruling, in columns.
const LONGEST: usize = 700;

/// All rulings in their order; empty if there are none.
pub(super) fn section(event: &Event, names: &Names) -> String {
    if event.rulings.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"rulings\" aria-labelledby=\"rulings-title\">\n\
        <h2 id=\"rulings-title\">Rulings</h2>\n<ol>\n"
        .to_string();
    for ruling in &event.rulings {
        let class = match ruling.superseded {
            true => " class=\"superseded\"",
            false => "",
        };
        let slot = ruling.action.slot();
        let game = event.games.iter().find(|game| Some(game.slot) == slot);
        let link = game.map_or(String::new(), |game| {
            format!(" <a href=\"#g{0}\">game {0}</a>", game.number)
        });
        let sentence = shorten(&words::ruling(ruling, names), LONGEST);
        put(
            &mut html,
            format_args!("<li{class}><bdi>{}</bdi>{link}</li>\n", escape(&sentence)),
        );
    }
    html.push_str("</ol>\n</section>\n");
    html
}

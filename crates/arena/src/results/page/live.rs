//! The part of the page that shows a cup while it is played, and the message that renews the page.

use std::collections::BTreeMap;

use rules::Color;
use serde::Serialize;

use crate::cup::Event;
use crate::results::live::{LatestGame, LiveState};
use records::svg::{escape, put};

/// The section with running games, progress and latest results.
pub(super) fn section(state: &LiveState) -> String {
    format!(
        "<section id=\"live\" aria-labelledby=\"live-title\" data-version=\"{}\">\n\
         <h2 id=\"live-title\">Live</h2>\n\
         <noscript><p>Without scripts this page is loaded again every half minute.</p></noscript>\n\
         <p id=\"connection\" role=\"status\" hidden=\"hidden\"></p>\n\
         <div id=\"part-progress\">{}</div>\n\
         <p id=\"newer\" hidden=\"hidden\"><button type=\"button\" id=\"reload\">Load the new games</button></p>\n\
         <div id=\"boards\" class=\"boards\"></div>\n\
         <h3>Latest results</h3>\n<div id=\"part-latest\">{}</div>\n\
         <p id=\"announcer\" class=\"unseen\" aria-live=\"polite\"></p>\n</section>\n",
        state.version,
        progress(state),
        latest(state),
    )
}

fn progress(state: &LiveState) -> String {
    format!("<p>{}</p>\n", escape(&state.progress.sentence()))
}

fn latest(state: &LiveState) -> String {
    let mut html = String::new();
    for game in state.latest.games() {
        put(&mut html, format_args!("<li>{}</li>\n", result(game)));
    }
    if html.is_empty() {
        return "<p>No game has ended since the cup was started or continued.</p>\n".to_string();
    }
    format!("<ol class=\"latest\">\n{html}</ol>\n")
}

fn result(game: &LatestGame) -> String {
    let LatestGame { label, remark, .. } = game;
    let [black, white] = [Color::Black, Color::White].map(|color| {
        let name = format!("<bdi>{}</bdi>", escape(&game.names[color]));
        match game.winner {
            Some(winner) if winner == color => format!("<b>{name}</b>"),
            _ => name,
        }
    });
    let mut html = format!(
        "<span class=\"label\"><bdi>{}</bdi></span> <span class=\"black\" aria-hidden=\"true\"></span>{black} \
         <span class=\"score\">{}</span> <span class=\"white\" aria-hidden=\"true\"></span>{white}",
        escape(label),
        game.score
    );
    if !remark.is_empty() {
        put(
            &mut html,
            format_args!(
                " <span class=\"remark\"><bdi>{}</bdi></span>",
                escape(remark)
            ),
        );
    }
    html
}

#[derive(Serialize)]
struct News<'a> {
    version: u64,
    finished: bool,
    games: usize,
    /// The newest result, for screen readers.
    latest: Option<String>,
    /// HTML by the name of its place in the page.
    parts: BTreeMap<&'a str, String>,
}

/// The message with the parts of the page that change when a game ends, on one line.
pub(super) fn news(event: &Event, state: &LiveState, parts: [(&'static str, String); 6]) -> String {
    let own = [("progress", progress(state)), ("latest", latest(state))];
    let spoken = |game: &LatestGame| {
        let LatestGame { label, names, .. } = game;
        let (black, white) = (&names.black, &names.white);
        format!("{label}: {black} {} {white}. {}", game.score, game.remark)
    };
    let news = News {
        version: state.version,
        finished: event.finished,
        games: event.games.len(),
        latest: state.latest.games().next().map(spoken),
        parts: parts.into_iter().chain(own).collect(),
    };
    serde_json::to_string(&news).expect("text and numbers only")
}

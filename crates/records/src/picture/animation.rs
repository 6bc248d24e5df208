//! A whole game as an animated SVG.
//!
//! Every square has a black and a white face, one of them visible at a time. CSS keyframes open and
//! close them when discs are placed and turned. Without animation (the reader's preference, or a
//! viewer that cannot) the last position is visible.

use std::time::Duration;

use rules::{Color, Point, PointSet};

use super::Picture;
use super::board;
use super::layout::{Layout, Spot};
use super::moments::{self, Moment};
use super::vector::{Vector, disc_name};
use crate::svg::{number, put};

/// Seconds to place a disc, and to turn it by half.
const PLACING: f64 = 0.14;
const HALF_TURN: f64 = 0.11;
/// Seconds between the starts of neighbouring discs of a row.
const WAVE: f64 = 0.05;
/// Maximum fraction of the time for a move that each of these takes.
const MOST: f64 = 0.2;

/// The scale of a face at a time, horizontally and vertically.
type Stop = (f64, (u8, u8));

const SHUT: (u8, u8) = (0, 0);
const EDGE: (u8, u8) = (0, 1);
const OPEN: (u8, u8) = (1, 1);

/// Draws the moments of a game in an endless loop.
pub(super) fn draw(picture: &Picture, moments: &[Moment], delay: Duration) -> String {
    let time = Time::new(moments.len(), delay);
    let (layout, colors) = (&picture.layout, &picture.colors);
    let mut vector = Vector::new(colors);
    board::ground(layout, colors, &mut vector);
    let mut style = style(&time);
    for point in PointSet::full(layout.size) {
        for color in Color::ALL {
            let stops = face(point, color, moments, &time, layout);
            show_face(
                point,
                color,
                &stops,
                &time,
                layout,
                &mut vector.body,
                &mut style,
            );
        }
    }
    mark_last(picture, moments, &time, &mut vector, &mut style);
    if layout.caption > 0 {
        for (index, moment) in moments.iter().enumerate() {
            let (name, shown) = (format!("c{index}"), (index, index + 1));
            let class = if shown.1 == moments.len() { "s" } else { "s o" };
            blink(&name, shown, &time, &mut style);
            put(
                &mut vector.body,
                format_args!("<g class=\"{class}\" style=\"animation-name:{name}\">\n"),
            );
            let counts = moment.diagram.counts();
            board::caption(counts, &moment.text, layout, colors, &mut vector);
            vector.body.push_str("</g>\n");
        }
    }
    vector.finish(layout, &picture.title(), &style)
}

/// The timing, in seconds.
struct Time {
    moments: usize,
    delay: f64,
    whole: f64,
}

impl Time {
    fn new(moments: usize, delay: Duration) -> Time {
        let end = moments::end(delay).as_secs_f64();
        let delay = delay.as_secs_f64();
        Time {
            moments,
            delay,
            whole: delay * (moments - 1) as f64 + end,
        }
    }

    /// The start of a moment.
    fn of(&self, moment: usize) -> f64 {
        if moment == self.moments {
            self.whole
        } else {
            moment as f64 * self.delay
        }
    }

    /// A time as a percentage of the whole: `12.345%`.
    fn percent(&self, seconds: f64) -> String {
        // Enough decimals to resolve hundredths of a second.
        let decimals = (2.0 + self.whole.log10()).ceil() as usize;
        let text = format!("{:.decimals$}", 100.0 * seconds / self.whole);
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// The duration of a step, limited by the time for a move.
    fn at_most(&self, seconds: f64) -> f64 {
        seconds.min(MOST * self.delay)
    }
}

/// The common style. Class `s` changes at once, `m` moves smoothly, and `o` is invisible at the
/// end.
fn style(time: &Time) -> String {
    let whole = number(time.whole as f32);
    format!(
        "\n.m{{animation:{whole}s linear infinite}}\n.s{{animation:{whole}s step-end infinite}}\n\
         .m.o{{visibility:hidden}}\n.s.o{{opacity:0}}\nsvg:hover *{{animation-play-state:paused}}\n\
         @media (prefers-reduced-motion:reduce){{.m,.s{{animation:none}}}}\n"
    )
}

/// The visibility of one face of a square during the game.
fn face(point: Point, color: Color, moments: &[Moment], time: &Time, layout: &Layout) -> Vec<Stop> {
    let half = time.at_most(HALF_TURN);
    let wave = time.at_most(WAVE * layout.size.side() as f64) / layout.size.side() as f64;
    let mut stops = Vec::new();
    for (index, moment) in moments.iter().enumerate() {
        let now = time.of(index);
        let is_ours = moment.diagram.disc(point) == Some(color);
        if index == 0 {
            stops.push((now, if is_ours { OPEN } else { SHUT }));
        } else if moment.placed == Some(point) && is_ours {
            stops.push((now, SHUT));
            stops.push((now + time.at_most(PLACING), OPEN));
        } else if let Some(from) = moment.placed.filter(|_| moment.turned.contains(point)) {
            let begin = now + wave * f64::from(steps(from, point));
            if is_ours {
                stops.push((begin + half, EDGE));
                stops.push((begin + 2.0 * half, OPEN));
            } else {
                stops.push((begin, OPEN));
                stops.push((begin + half, EDGE));
            }
        }
    }
    stops
}

/// Number of squares between two points on a line.
fn steps(from: Point, to: Point) -> u32 {
    let across = from.column().abs_diff(to.column());
    across.max(from.row().abs_diff(to.row())) as u32
}

/// Adds a face to the picture, unless it is never visible.
fn show_face(
    point: Point,
    color: Color,
    stops: &[Stop],
    time: &Time,
    layout: &Layout,
    body: &mut String,
    style: &mut String,
) {
    let Some(&(_, last)) = stops.last() else {
        return;
    };
    if stops.iter().all(|&(_, open)| open == SHUT) {
        return;
    }
    let Spot { x, y } = layout.middle(point);
    let (x, y, radius) = (number(x), number(y), number(layout.radius()));
    let disc = disc_name(color);
    put(
        body,
        format_args!("<g transform=\"translate({x} {y}) scale({radius})\">"),
    );
    if stops.len() == 1 {
        put(body, format_args!("<use href=\"#{disc}\"/></g>\n"));
        return;
    }
    let name = format!("{}{point}", &disc[..1]);
    let class = if last == OPEN { "m" } else { "m o" };
    put(
        body,
        format_args!(
            "<use href=\"#{disc}\" class=\"{class}\" style=\"animation-name:{name}\"/></g>\n"
        ),
    );
    put(style, format_args!("@keyframes {name}{{"));
    for &(seconds, open) in stops.iter().chain(&[(time.whole, last)]) {
        let (percent, scale) = (time.percent(seconds), scale(open));
        // A moving face is hidden by its scale alone.
        let seen = if seconds == 0.0 || seconds == time.whole {
            ";visibility:visible"
        } else {
            ""
        };
        put(style, format_args!("{percent}{{transform:{scale}{seen}}}"));
    }
    style.push_str("}\n");
}

/// The scale of a face as CSS. Between closed and edge-on it is invisible.
fn scale((across, down): (u8, u8)) -> String {
    if across == down {
        format!("scale({across})")
    } else {
        format!("scale({across},{down})")
    }
}

/// Adds the mark that moves from disc to disc.
fn mark_last(
    picture: &Picture,
    moments: &[Moment],
    time: &Time,
    vector: &mut Vector,
    style: &mut String,
) {
    let layout = &picture.layout;
    let Some(last) = moments.last().and_then(|moment| moment.last) else {
        return;
    };
    let place = |point| {
        let Spot { x, y } = layout.middle(point);
        format!("translate({}px,{}px)", number(x), number(y))
    };
    put(
        style,
        format_args!("@keyframes last{{0%{{opacity:0;transform:{}}}", place(last)),
    );
    for (index, moment) in moments.iter().enumerate() {
        if let Some(point) = moment.placed {
            // The disc below may turn, and the next one appears later.
            let now = time.of(index);
            let (leaves, comes) = (time.percent(now), time.percent(now + time.at_most(PLACING)));
            let place = place(point);
            put(
                style,
                format_args!("{leaves}{{opacity:0}}{comes}{{opacity:1;transform:{place}}}"),
            );
        }
    }
    put(
        style,
        format_args!("100%{{opacity:1;transform:{}}}", place(last)),
    );
    put(
        style,
        format_args!("}}\n.last{{transform:{}}}\n", place(last)),
    );
    vector
        .body
        .push_str("<g class=\"s last\" style=\"animation-name:last\">\n");
    board::last_mark(Spot { x: 0.0, y: 0.0 }, layout, &picture.colors, vector);
    vector.body.push_str("</g>\n");
}

/// Adds keyframes for an element visible from the first of two moments to the second.
fn blink(name: &str, (from, to): (usize, usize), time: &Time, style: &mut String) {
    put(style, format_args!("@keyframes {name}{{"));
    if from > 0 {
        let percent = time.percent(time.of(from));
        put(style, format_args!("0%{{opacity:0}}{percent}{{opacity:1}}"));
    } else {
        style.push_str("0%{opacity:1}");
    }
    if to < time.moments {
        let percent = time.percent(time.of(to));
        put(
            style,
            format_args!("{percent}{{opacity:0}}100%{{opacity:0}}"),
        );
    } else {
        style.push_str("100%{opacity:1}");
    }
    style.push_str("}\n");
}

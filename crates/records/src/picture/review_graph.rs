//! The score graph of a reviewed game as SVG: Black's lead goes up, White's goes down.

use play::opening;
use play::review::text::{effort, graph_scale, result, score};
use play::review::{Judged, Review, Reviewed, Standing};
use rules::Color;

use crate::svg::{escape, put};

/// The size of the picture, and of the plot in it.
const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 448.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 108.0;
const BOTTOM: f64 = 356.0;
const MIDDLE: f64 = (TOP + BOTTOM) / 2.0;

/// Minimum distance of two labels in one row.
const LABEL: f64 = 52.0;

/// The plot is green like a board, so that black and white are visible on it; the rest follows the
/// reader's light or dark scheme.
const STYLE: &str = "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:13px;fill:#1d2a24}\
.title{font-size:19px;font-weight:bold}.small{font-size:12px;fill:#51625a}\
.paper{fill:#fbfcfa}.field{fill:#2c8a5d}.exactly{fill:#1c5c3d;fill-opacity:.45}\
.black{fill:#111614}.white{fill:#fff}.estimate,.book{fill-opacity:.55}\
.grid{stroke:#fff;stroke-opacity:.28;stroke-width:1}.zero{stroke:#fff;stroke-opacity:.8;stroke-width:1.4}\
.curve{fill:none;stroke:#f4d35e;stroke-width:2;stroke-linejoin:round}.curve.estimate{stroke-dasharray:5 3}\
.curve.book{stroke-dasharray:0 5;stroke-linecap:round;stroke-width:3}\
.edge{stroke:#f4d35e;stroke-width:1.2;stroke-dasharray:2 3}.onfield{fill:#fff;font-size:12px;paint-order:stroke;stroke:#1c5c3d;stroke-width:3px}\
.turn{fill:#c2484d;stroke:#fff;stroke-width:2}.lead{stroke:#c2484d;stroke-width:1.4}\
.name{font-size:12px;font-weight:bold}.hit{fill:#000;fill-opacity:0}\
@media(prefers-color-scheme:dark){text{fill:#e6ece8}.small{fill:#a9b8b0}.paper{fill:#171d1a}\
.onfield{fill:#fff}}";

/// Draws the graph of a game as SVG under a title.
#[must_use]
pub fn draw(reviewed: &Reviewed, title: &str) -> String {
    let review = &reviewed.review;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\">\n\
         <title>{0}</title>\n<style>{STYLE}</style>\n\
         <clipPath id=\"up\"><rect x=\"0\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{1}\"/></clipPath>\n\
         <clipPath id=\"down\"><rect x=\"0\" y=\"{MIDDLE}\" width=\"{WIDTH}\" height=\"{1}\"/></clipPath>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escape(title),
        MIDDLE - TOP,
    );
    text(&mut svg, "title", LEFT, 34.0, "start", title);
    text(&mut svg, "", LEFT, 56.0, "start", &subtitle(reviewed));
    let graph = Graph::of(review);
    graph.field(&mut svg);
    graph.curve(&mut svg);
    graph.edge_of_proof(&mut svg);
    graph.turning_points(&mut svg);
    graph.points(&mut svg);
    let book = match review.book() {
        0 => "",
        _ => "Dotted: opening book. ",
    };
    let legend = format!("{book}Pale and dashed: estimates. {}", effort(review));
    text(&mut svg, "small", LEFT, HEIGHT - 14.0, "start", &legend);
    svg.push_str("</svg>\n");
    svg
}

fn subtitle(reviewed: &Reviewed) -> String {
    let Reviewed { record, review } = reviewed;
    let mut parts = vec![result(reviewed)];
    parts.extend(opening::name(&record.game).map(str::to_string));
    let accuracy = review.accuracy();
    if let (Some(black), Some(white)) = (accuracy.black, accuracy.white) {
        parts.push(format!("accuracy {black:.1} and {white:.1}"));
    }
    if !review.is_complete() {
        parts.push("stopped early".to_string());
    }
    parts.join(" · ")
}

fn text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    put(
        svg,
        format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
            escape(words)
        ),
    );
}

/// A review with the vertical scale.
struct Graph<'a> {
    review: &'a Review,
    scale: f64,
}

impl Graph<'_> {
    fn of(review: &Review) -> Graph<'_> {
        Graph {
            review,
            scale: graph_scale(review),
        }
    }

    /// The x coordinate of the position after a number of moves.
    fn x(&self, after: usize) -> f64 {
        let last = self.review.moves().len().max(1);
        LEFT + (RIGHT - LEFT) * after as f64 / last as f64
    }

    /// The y coordinate of a score for Black.
    fn y(&self, score: f64) -> f64 {
        MIDDLE - (MIDDLE - TOP) * score / self.scale
    }

    /// The judged positions: number of moves before each, and its score.
    fn standings(&self) -> impl Iterator<Item = (usize, &Standing)> {
        let standings = self.review.standings().iter().enumerate();
        standings.filter_map(|(after, standing)| Some((after, standing.as_ref()?)))
    }

    /// The first position from which all scores are exact.
    fn first_exact(&self) -> Option<usize> {
        let mut exact = self.standings().filter(|(_, it)| it.kind.is_exact());
        exact.next().map(|(after, _)| after)
    }

    /// The plot area with grid lines and labels.
    fn field(&self, svg: &mut String) {
        put(
            svg,
            format_args!(
                "<rect class=\"field\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>\n",
                RIGHT - LEFT,
                BOTTOM - TOP
            ),
        );
        if let Some(first) = self.first_exact() {
            let x = self.x(first);
            put(
                svg,
                format_args!(
                    "<rect class=\"exactly\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>\n",
                    RIGHT - x,
                    BOTTOM - TOP
                ),
            );
        }
        for part in [-1.0, -0.5, 0.5, 1.0, 0.0] {
            let (score, y) = (part * self.scale, self.y(part * self.scale));
            let class = if part == 0.0 { "zero" } else { "grid" };
            put(
                svg,
                format_args!("<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\n"),
            );
            let number = if part == 0.0 {
                "0".to_string()
            } else {
                format!("{score:+}")
            };
            text(svg, "small", LEFT - 8.0, y + 4.0, "end", &number);
        }
        for after in (0..=self.review.moves().len()).step_by(10) {
            text(
                svg,
                "small",
                self.x(after),
                BOTTOM + 18.0,
                "middle",
                &after.to_string(),
            );
        }
        text(
            svg,
            "onfield",
            LEFT + 8.0,
            TOP + 17.0,
            "start",
            "Black ahead",
        );
        text(
            svg,
            "onfield",
            LEFT + 8.0,
            BOTTOM - 8.0,
            "start",
            "White ahead",
        );
        text(svg, "small", LEFT - 8.0, BOTTOM + 18.0, "end", "move");
    }

    /// The curve in up to three parts: opening book, estimates, exact scores. The segment between two
    /// parts belongs to the estimates.
    fn curve(&self, svg: &mut String) {
        let edge = self.first_exact().unwrap_or(usize::MAX);
        let book = self.review.book().min(edge);
        if book > 0 {
            let in_book = self.standings().filter(|(after, _)| *after <= book);
            self.part(in_book, " book", svg);
        }
        let estimates = self.standings();
        let estimates = estimates.filter(|(after, _)| (book..=edge).contains(after));
        self.part(estimates, " estimate", svg);
        let exact = self.standings().filter(|(after, _)| *after >= edge);
        self.part(exact, "", svg);
    }

    /// One part of the curve and the area between it and the zero line: black above, white below.
    fn part<'a>(
        &self,
        standings: impl Iterator<Item = (usize, &'a Standing)>,
        class: &str,
        svg: &mut String,
    ) {
        let place = |(after, it): (usize, &Standing)| (self.x(after), self.y(it.score.discs()));
        let points: Vec<(f64, f64)> = standings.map(place).collect();
        let (Some((first, _)), Some((last, _))) = (points.first(), points.last()) else {
            return;
        };
        let corners = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}"));
        let path = corners.collect::<Vec<String>>().join("L");
        for (side, clip) in [("black", "up"), ("white", "down")] {
            put(
                svg,
                format_args!(
                    "<path class=\"{side}{class}\" clip-path=\"url(#{clip})\" \
                     d=\"M{first:.1} {MIDDLE}L{path}L{last:.1} {MIDDLE}Z\"/>\n"
                ),
            );
        }
        put(
            svg,
            format_args!("<path class=\"curve{class}\" d=\"M{path}\"/>\n"),
        );
    }

    /// The vertical line where exact scores begin.
    fn edge_of_proof(&self, svg: &mut String) {
        let Some(first) = self.first_exact() else {
            return;
        };
        let x = self.x(first);
        put(
            svg,
            format_args!("<path class=\"edge\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>\n"),
        );
    }

    /// The turning points: Black's are labelled above the plot, White's below, while there is room.
    fn turning_points(&self, svg: &mut String) {
        let mut rows = [[f64::MIN; 3]; 2];
        for judged in self.review.turning_points() {
            let (x, y) = (self.x(judged.number), self.y_after(judged));
            let rows = &mut rows[usize::from(judged.color == Color::White)];
            if let Some(row) = rows.iter().position(|end| x - end > LABEL) {
                rows[row] = x;
                let away = 8.0 + 15.0 * row as f64;
                let (label, line_end) = match judged.color {
                    Color::Black => (TOP - away, TOP - away + 3.0),
                    Color::White => (BOTTOM + away + 24.0, BOTTOM + away + 13.0),
                };
                put(
                    svg,
                    format_args!("<path class=\"lead\" d=\"M{x:.1} {y:.1}V{line_end:.1}\"/>\n"),
                );
                let name = format!("{}. {}", judged.number, judged.point);
                text(svg, "name", x, label, "middle", &name);
            }
            put(
                svg,
                format_args!("<circle class=\"turn\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n"),
            );
        }
    }

    /// The y coordinate after a move; every position after a judged one has a score.
    fn y_after(&self, judged: &Judged) -> f64 {
        let standing = self.review.standings()[judged.number].as_ref();
        self.y(standing.map_or(0.0, |standing| standing.score.discs()))
    }

    /// A tooltip for every position.
    fn points(&self, svg: &mut String) {
        for (after, standing) in self.standings() {
            let (x, y) = (self.x(after), self.y(standing.score.discs()));
            let score = score(standing.score, standing.kind);
            let moves = self.review.game().turns();
            let words = match after.checked_sub(1).map(|index| moves[index]) {
                Some(turn) => {
                    let passes = turn.passed().map(|color| format!(", {color} passes"));
                    let passes = passes.unwrap_or_default();
                    format!(
                        "{after}. {} {}{passes}: {score}",
                        turn.color(),
                        turn.point()
                    )
                }
                None => format!("the beginning: {score}"),
            };
            put(
                svg,
                format_args!(
                    "<circle class=\"hit\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"><title>{}</title></circle>\n",
                    escape(&words)
                ),
            );
        }
    }
}

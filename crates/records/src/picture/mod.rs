//! Pictures of a position or a whole game: SVG, PNG and GIF.
//!
//! `layout` has the positions and `theme` the colours; `board` draws on a `canvas`, which is
//! `vector` (SVG) or `raster` (pixels), with discs from `shade` and text from `glyph`. The
//! `moments` of a game become an `animation` in SVG or the frames of a `film` in GIF.
//! `review_graph` draws the scores of a reviewed game.

mod animation;
mod board;
mod canvas;
mod film;
mod glyph;
mod layout;
mod look;
mod moments;
mod palette;
mod raster;
pub mod review_graph;
mod shade;
mod theme;
mod vector;

pub use look::{Kind, Look};
pub use theme::Theme;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Result, bail};
use rules::{ByColor, Color, Game, Point, PointSet, Record, Turn};

use crate::quote::shown;
use board::SquareLook;
use canvas::Canvas;
use layout::Layout;
use raster::Raster;
use theme::Colors;
use vector::Vector;

/// A picture, encoded.
pub struct Drawn {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Duration, if it is animated.
    pub time: Option<Duration>,
}

/// Draws a game, or the position at its end. `on_frame` gets the number of GIF frames drawn and the
/// total.
///
/// # Errors
/// When the width is too small for the board.
pub fn draw(
    kind: Kind,
    record: &Record,
    look: &Look,
    on_frame: &mut dyn FnMut(usize, usize),
) -> Result<Drawn> {
    let picture = Picture {
        layout: layout(look, kind, &record.game)?,
        colors: look.theme.colors(),
        players: &record.info.players,
        game: &record.game,
        look,
    };
    let delay = look.delay;
    let (bytes, moments) = match kind {
        Kind::Svg => (picture.still_svg().into_bytes(), None),
        Kind::Png => (picture.still_png()?, None),
        Kind::MovingSvg => {
            let moments = moments::of(picture.game);
            let svg = animation::draw(&picture, &moments, delay);
            (svg.into_bytes(), Some(moments.len()))
        }
        Kind::Gif => {
            let moments = moments::of(picture.game);
            let film = film::draw(&picture, &moments, delay, on_frame)?;
            (film, Some(moments.len()))
        }
    };
    Ok(Drawn {
        bytes,
        width: picture.layout.width,
        height: picture.layout.height,
        time: moments.map(|moments| delay * (moments as u32 - 1) + moments::end(delay)),
    })
}

/// What to draw, and how.
struct Picture<'a> {
    game: &'a Game,
    players: &'a ByColor<String>,
    layout: Layout,
    colors: Colors,
    look: &'a Look,
}

impl Picture<'_> {
    /// The last position as SVG.
    fn still_svg(&self) -> String {
        let mut vector = Vector::new(&self.colors);
        self.draw_still(&mut vector);
        vector.finish(&self.layout, &self.title(), "")
    }

    /// The last position as PNG.
    fn still_png(&self) -> Result<Vec<u8>> {
        let Layout { width, height, .. } = self.layout;
        let mut raster = Raster::new(self.layout.whole(), &self.colors, self.colors.frame)?;
        self.draw_still(&mut raster);
        raster::png(width, height, &raster.into_colors())
    }

    fn draw_still(&self, canvas: &mut dyn Canvas) {
        let (layout, colors) = (&self.layout, &self.colors);
        board::ground(layout, colors, canvas);
        for (point, look) in self.looks() {
            board::square(look, layout.middle(point), layout, colors, canvas);
        }
        if layout.caption > 0 {
            let turns = self.game.turns();
            let last = turns.last().map(|turn| moments::name(turns.len(), turn));
            let text = last.unwrap_or_default();
            board::caption(self.game.counts(), &text, layout, colors, canvas);
        }
    }

    /// The content of the squares of the last position.
    fn looks(&self) -> Vec<(Point, SquareLook)> {
        let turns = self.game.turns();
        let last = turns.last().filter(|_| self.look.last).map(Turn::point);
        let legal = if self.look.legal {
            self.game.legal_moves()
        } else {
            PointSet::default()
        };
        let numbers: HashMap<Point, u32> = turns.iter().map(Turn::point).zip(1..).collect();
        let number = |point| numbers.get(&point).copied().filter(|_| self.look.moves);
        board::looks(self.game.diagram(), legal, last, number)
    }

    /// The alternative text.
    fn title(&self) -> String {
        let size = self.game.size();
        let counts = self.game.counts();
        let moves = match self.game.turns().len() {
            0 => String::new(),
            1 => " after 1 move".to_string(),
            moves => format!(" after {moves} moves"),
        };
        let next = match self.game.to_move() {
            Some(Color::Black) => "black to move",
            Some(Color::White) => "white to move",
            None => "the game is over",
        };
        let names = match (self.players.black.as_str(), self.players.white.as_str()) {
            ("", "") => String::new(),
            (black, white) => format!(", {black} – {white}"),
        };
        let text = format!(
            "Reversi{names}, {size}×{size}{moves}: {} black discs, {} white, {next}",
            counts.black, counts.white
        );
        // A name may contain characters that XML does not allow, and is shortened.
        shown(&text)
    }
}

fn layout(look: &Look, kind: Kind, game: &Game) -> Result<Layout> {
    let size = game.size();
    let width = look.width.unwrap_or_else(|| Layout::usual_width(size));
    let least = Layout::least_width(size);
    if width < least {
        bail!("the {size}×{size} board needs a --width of {least} pixels or more, not {width}");
    }
    let caption = look.has_caption(kind);
    Ok(Layout::new(size, width, look.coordinates, caption))
}

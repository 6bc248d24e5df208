//! A whole game as an animated GIF.
//!
//! Each appearance of a square is rendered once and copied. A frame contains only the changed area.
//! Both keep the file small.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use anyhow::{Context, Result};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rules::{ByColor, Point, PointSet};

use super::Picture;
use super::board::{self, Face, SquareLook};
use super::layout::{Area, Layout};
use super::moments::{self, Moment};
use super::palette::Palette;
use super::raster::Raster;
use super::theme::Rgb;

/// The frames of a turning disc: whether it still has its old colour, and its visible width.
const TURNING: [(bool, u8); 2] = [(true, 48), (false, 40)];
/// Duration of each of these frames.
const TURN: Duration = Duration::from_millis(80);
/// In faster games discs turn without these frames.
const FASTEST: Duration = Duration::from_millis(300);

/// The content and duration of a frame.
struct Shot<'a> {
    moment: &'a Moment,
    /// The appearance of turning discs; `None` when they lie flat.
    turning: Option<(bool, u8)>,
    time: Duration,
}

/// Draws the moments of a game in an endless loop. `on_frame` gets the number of frames drawn and
/// the total.
pub(super) fn draw(
    picture: &Picture,
    moments: &[Moment],
    delay: Duration,
    on_frame: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>> {
    let shots = shots(moments, delay);
    let layout = &picture.layout;
    let (width, height) = (layout.width.try_into()?, layout.height.try_into()?);
    let mut strip = Strip::new(picture, &shots)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &strip.palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (done, shot) in (1..).zip(&shots) {
        encoder.write_frame(&strip.frame(shot)?)?;
        on_frame(done, shots.len());
    }
    drop(encoder);
    Ok(bytes)
}

fn shots(moments: &[Moment], delay: Duration) -> Vec<Shot<'_>> {
    let mut shots = Vec::new();
    for (index, moment) in moments.iter().enumerate() {
        let is_last = index + 1 == moments.len();
        let mut time = if is_last { moments::end(delay) } else { delay };
        if delay >= FASTEST && !moment.turned.is_empty() {
            for turning in TURNING {
                shots.push(Shot {
                    moment,
                    turning: Some(turning),
                    time: TURN,
                });
                time -= TURN;
            }
        }
        shots.push(Shot {
            moment,
            turning: None,
            time,
        });
    }
    shots
}

impl Shot<'_> {
    /// The content of every square.
    fn looks(&self) -> Vec<(Point, SquareLook)> {
        let moment = self.moment;
        let none = PointSet::default();
        let mut looks = board::looks(&moment.diagram, none, moment.last, |_| None);
        if let Some((old, open)) = self.turning {
            for (point, look) in &mut looks {
                if let Some(face) = look.disc.filter(|_| moment.turned.contains(*point)) {
                    let opposite = face.color.opponent();
                    let color = if old { opposite } else { face.color };
                    look.disc = Some(Face { color, open });
                }
            }
        }
        looks
    }

    fn caption(&self) -> Caption {
        Caption {
            counts: self.moment.diagram.counts(),
            text: self.moment.text.clone(),
        }
    }
}

/// The caption.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Caption {
    counts: ByColor<u32>,
    text: String,
}

/// The current picture and the rendered pieces.
struct Strip<'a> {
    picture: &'a Picture<'a>,
    palette: Palette,
    /// Each appearance of a square, as palette indices.
    tiles: HashMap<SquareLook, Vec<u8>>,
    /// The current pixels; empty before the first frame.
    pixels: Vec<u8>,
    looks: Vec<(Point, SquareLook)>,
    caption: Option<Caption>,
}

impl<'a> Strip<'a> {
    fn new(picture: &'a Picture, shots: &[Shot]) -> Result<Strip<'a>> {
        let ground = ground(picture)?;
        let mut tiles: HashMap<SquareLook, Vec<Rgb>> = HashMap::new();
        for (_, look) in shots.iter().flat_map(Shot::looks) {
            if let Entry::Vacant(place) = tiles.entry(look) {
                place.insert(tile(picture, look)?);
            }
        }
        // Captions use the same colours in all frames.
        let last = shots.last().context("a game has a beginning")?;
        let caption = caption(picture, &last.caption())?;
        let colors = tiles.values().flatten().chain(&ground).chain(&caption);
        let mut palette = Palette::of(colors.copied());
        let mut numbered = |colors: Vec<Rgb>| -> Vec<u8> {
            colors
                .into_iter()
                .map(|color| palette.number(color))
                .collect()
        };
        let pixels = numbered(ground);
        let tiles = tiles
            .into_iter()
            .map(|(look, colors)| (look, numbered(colors)));
        Ok(Strip {
            picture,
            tiles: tiles.collect(),
            pixels,
            palette,
            looks: Vec::new(),
            caption: None,
        })
    }

    /// The next frame: the whole picture first, then the changed area.
    fn frame(&mut self, shot: &Shot) -> Result<Frame<'static>> {
        let layout = &self.picture.layout;
        let looks = shot.looks();
        let is_first = self.looks.is_empty();
        let mut changes: Vec<(Area, Cow<[u8]>)> = Vec::new();
        for (index, &(point, look)) in looks.iter().enumerate() {
            if self.looks.get(index) != Some(&(point, look)) {
                changes.push((layout.tile(point), Cow::Borrowed(&self.tiles[&look])));
            }
        }
        let text = Some(shot.caption()).filter(|_| layout.caption > 0);
        if let Some(text) = text
            .as_ref()
            .filter(|text| self.caption.as_ref() != Some(*text))
        {
            let colors = caption(self.picture, text)?;
            let numbers = colors.into_iter().map(|color| self.palette.number(color));
            changes.push((layout.caption(), Cow::Owned(numbers.collect())));
        }
        let mut changed: Vec<(u32, u32, u8)> = Vec::new();
        for (part, numbers) in &changes {
            for (row, line) in (0..).zip(numbers.chunks(part.width as usize)) {
                for (column, &number) in (0..).zip(line) {
                    let (x, y) = (part.left + column, part.top + row);
                    let pixel = &mut self.pixels[(y * layout.width + x) as usize];
                    if *pixel != number {
                        *pixel = number;
                        changed.push((x, y, number));
                    }
                }
            }
        }
        let (area, buffer) = if is_first {
            (layout.whole(), self.pixels.clone())
        } else {
            patch(&changed)
        };
        self.looks = looks;
        self.caption = text;
        let hundredths = (shot.time.as_secs_f64() * 100.0).round();
        Ok(Frame {
            delay: hundredths as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::UNCHANGED),
            left: area.left.try_into()?,
            top: area.top.try_into()?,
            width: area.width.try_into()?,
            height: area.height.try_into()?,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })
    }
}

/// The smallest area that contains all changed pixels. Without changes it is a single pixel: a
/// frame cannot be empty.
fn patch(pixels: &[(u32, u32, u8)]) -> (Area, Vec<u8>) {
    let columns = || pixels.iter().map(|&(x, _, _)| x);
    let rows = || pixels.iter().map(|&(_, y, _)| y);
    let left = columns().min().unwrap_or(0);
    let top = rows().min().unwrap_or(0);
    let area = Area {
        left,
        top,
        width: columns().max().unwrap_or(0) - left + 1,
        height: rows().max().unwrap_or(0) - top + 1,
    };
    let mut buffer = vec![Palette::UNCHANGED; area.width as usize * area.height as usize];
    for &(x, y, number) in pixels {
        buffer[((y - top) * area.width + (x - left)) as usize] = number;
    }
    (area, buffer)
}

/// The static parts.
fn ground(picture: &Picture) -> Result<Vec<Rgb>> {
    let (layout, colors) = (&picture.layout, &picture.colors);
    let mut raster = Raster::new(layout.whole(), colors, colors.frame)?;
    board::ground(layout, colors, &mut raster);
    Ok(raster.into_colors())
}

/// A square with one appearance.
fn tile(picture: &Picture, look: SquareLook) -> Result<Vec<Rgb>> {
    let (layout, colors): (&Layout, _) = (&picture.layout, &picture.colors);
    let area = layout.tile(Point::A1);
    let mut raster = Raster::new(area, colors, colors.felt)?;
    board::square(look, area.middle(), layout, colors, &mut raster);
    Ok(raster.into_colors())
}

/// The caption; empty when there is none.
fn caption(picture: &Picture, caption: &Caption) -> Result<Vec<Rgb>> {
    let (layout, colors) = (&picture.layout, &picture.colors);
    if layout.caption == 0 {
        return Ok(Vec::new());
    }
    let mut raster = Raster::new(layout.caption(), colors, colors.frame)?;
    board::caption(caption.counts, &caption.text, layout, colors, &mut raster);
    Ok(raster.into_colors())
}

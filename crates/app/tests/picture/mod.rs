//! `reversi picture`: pictures of positions and games, written, read back and checked by pixel.

mod moving;
mod still;
mod wrong;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, feed, reversi};
use rules::formats::transcript;
use rules::{Color, Diagram, Game, Point, Size, Start};
use tempfile::TempDir;

/// Red, green and blue.
type Rgb = [u8; 3];

/// Colours of the themes.
const CLASSIC: Rgb = [0x2c, 0x8a, 0x5d];
const PRINT: Rgb = [0xff, 0xff, 0xff];
const NIGHT: Rgb = [0x46, 0x60, 0x78];
const LEGAL: Rgb = [0xf4, 0xd3, 0x5e];
const LAST: Rgb = [0xe8, 0x5d, 0x3d];

/// A game on 4×4 with a pass: White wins with all discs.
const FOUR: &str = "c4d4d3b4a4d2d1b1a2";

/// A temporary folder for pictures.
struct PictureFolder(TempDir);

impl PictureFolder {
    fn new() -> PictureFolder {
        PictureFolder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `reversi picture` for a file in the folder.
    fn run(&self, game: &str, name: &str, options: &str) -> Run {
        let mut command = reversi();
        command.args(["picture", game]).arg(self.path(name));
        feed(command.args(options.split_whitespace()), b"")
    }

    /// The bytes of a picture; the command must succeed.
    #[track_caller]
    fn draw(&self, game: &str, name: &str, options: &str) -> Vec<u8> {
        let said = self.run(game, name, options).good();
        assert!(said.contains(name) && said.contains("pixels"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        fs::read(self.path(name)).expect("a picture")
    }

    #[track_caller]
    fn draw_text(&self, game: &str, name: &str, options: &str) -> String {
        String::from_utf8(self.draw(game, name, options)).expect("text")
    }

    /// The names of all files in the folder.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).expect("the folder");
        entries.map(|entry| entry.expect("a file").path()).collect()
    }
}

fn game(moves: &str, side: usize) -> Game {
    let size = Size::new(side).expect("a size");
    transcript::read(moves, Diagram::start(size, Start::Standard)).expect("a game")
}

/// Pixels, row by row.
struct Pixels {
    width: usize,
    height: usize,
    colors: Vec<Rgb>,
}

impl Pixels {
    fn of_png(bytes: &[u8]) -> Pixels {
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().expect("a header");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut data).expect("pixels");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let colors = data.chunks(3).map(|part| [part[0], part[1], part[2]]);
        Pixels {
            width: info.width as usize,
            height: info.height as usize,
            colors: colors.collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        self.colors[y * self.width + x]
    }

    /// Finds the board by its lines: the left and top edge of the first square and the distance
    /// between squares. `felt` is the colour of the squares.
    fn squares(&self, side: usize, felt: Rgb) -> Board<'_> {
        let is_felt = |x: usize, y: usize| self.at(x, y) == felt;
        // Coordinates never cover the last row of squares.
        let found = |count: usize, is_felt: &dyn Fn(usize) -> bool| {
            let all: Vec<usize> = (0..count).filter(|&place| is_felt(place)).collect();
            let (first, last) = (all[0], all[all.len() - 1]);
            (first, (last - first + 2) as f64 / side as f64)
        };
        let row = (0..self.height)
            .find(|&y| (0..self.width).filter(|&x| is_felt(x, y)).count() > self.width / 2)
            .expect("a row of felt");
        let (left, cell) = found(self.width, &|x| is_felt(x, row));
        Board {
            pixels: self,
            left,
            top: row,
            cell,
            felt,
        }
    }
}

/// A board within a picture.
struct Board<'p> {
    pixels: &'p Pixels,
    left: usize,
    top: usize,
    cell: f64,
    felt: Rgb,
}

impl Board<'_> {
    /// The colour at a place on a square: (0, 0) is its upper left corner, (1, 1) the lower right
    /// one.
    fn color(&self, point: Point, x: f64, y: f64) -> Rgb {
        let place = |first: usize, number: usize, part: f64| {
            first + ((number as f64 + part) * self.cell) as usize
        };
        self.pixels.at(
            place(self.left, point.column(), x),
            place(self.top, point.row(), y),
        )
    }

    /// The colour of the disc on a square, if any, measured beside its centre.
    fn disc(&self, point: Point) -> Option<Color> {
        let color = self.color(point, 0.33, 0.5);
        let bright = color.iter().map(|&part| u32::from(part)).sum::<u32>();
        match bright {
            _ if color == self.felt => None,
            0..=300 => Some(Color::Black),
            600.. => Some(Color::White),
            _ => panic!("{color:?} on {point}"),
        }
    }

    /// Checks that the picture shows the discs of a position.
    #[track_caller]
    fn assert_shows(&self, diagram: &Diagram) {
        for point in rules::PointSet::full(diagram.size()) {
            assert_eq!(
                self.disc(point),
                diagram.disc(point),
                "{point} of\n{diagram:?}"
            );
        }
    }
}

#[test]
fn the_same_picture_is_drawn_again() {
    let folder = PictureFolder::new();
    for name in ["a.svg", "a.png", "a.gif"] {
        let once = folder.draw(FOUR, name, "-n 4");
        let twice = folder.draw(FOUR, name, "-n 4");
        assert_eq!(once, twice, "{name}");
    }
    let moving = || folder.draw(FOUR, "b.svg", "-n 4 --animate");
    assert_eq!(moving(), moving());
}

#[test]
fn the_pictures_in_the_docs_are_what_their_commands_draw() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("pictures.md")).expect("the page");
    let folder = PictureFolder::new();
    let commands = page
        .lines()
        .filter_map(|line| line.strip_prefix("$ reversi picture "));
    let mut count = 0;
    for command in commands {
        let mut words = command.splitn(3, ' ');
        let mut next = || words.next().expect("a game, a file and options");
        let (game, name, options) = (next(), next(), next());
        let said = folder.run(game, name, options).good();
        let file = said.trim_end().rsplit('/').next().expect("a file");
        assert!(
            page.contains(&format!("\n{file}\n")),
            "{said} is not on the page"
        );
        let drawn = fs::read(folder.path(name)).expect("a picture");
        let shown = fs::read(docs.join(name)).expect("a picture in the docs");
        assert!(drawn == shown, "docs/{name} is out of date: {command}");
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn a_game_can_be_read_from_a_file() {
    let folder = PictureFolder::new();
    let file = folder.path("game.txt");
    fs::write(&file, FOUR).expect("a file");
    let name = file.to_str().expect("a name");
    let from_file = folder.draw(name, "a.png", "-n 4");
    assert_eq!(from_file, folder.draw(FOUR, "b.png", "-n 4"));
    assert!(Path::new(name).exists());
}

//! One position as PNG and as SVG.

use rules::{Color, Diagram, Point, Size, Start};

use super::{CLASSIC, FOUR, LAST, LEGAL, NIGHT, PRINT, PictureFolder, Pixels, game};

fn square(name: &str) -> Point {
    name.parse().expect("a square")
}

#[test]
fn boards_of_every_size_show_their_discs() {
    let folder = PictureFolder::new();
    for size in Size::all() {
        let side = size.side();
        let picture = folder.draw("start", "a.png", &format!("-n {side}"));
        let pixels = Pixels::of_png(&picture);
        assert_eq!(pixels.width, pixels.height);
        let board = pixels.squares(side, CLASSIC);
        board.assert_shows(&Diagram::start(size, Start::Standard));
    }
}

#[test]
fn the_position_after_the_moves_is_shown_in_every_theme() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7";
    for (theme, felt) in [("classic", CLASSIC), ("night", NIGHT)] {
        let picture = folder.draw(moves, "a.png", &format!("--theme {theme}"));
        let pixels = Pixels::of_png(&picture);
        pixels
            .squares(8, felt)
            .assert_shows(game(moves, 8).diagram());
    }
    let picture = folder.draw(moves, "a.png", "--theme print");
    let pixels = Pixels::of_png(&picture);
    for color in &pixels.colors {
        assert!(
            color[0] == color[1] && color[1] == color[2],
            "{color:?} is no grey"
        );
    }
    // White on white: only rims show the discs. The page is as white as the board.
    let count = |color| pixels.colors.iter().filter(|&&seen| seen == color).count();
    assert!(count(PRINT) > count([0x11; 3]) && count([0x11; 3]) > 1000);
}

#[test]
fn white_discs_have_a_ring_and_black_ones_do_not() {
    let folder = PictureFolder::new();
    for (theme, felt) in [("classic", CLASSIC), ("night", NIGHT)] {
        let picture = folder.draw("start", "a.png", &format!("--theme {theme} --width 960"));
        let pixels = Pixels::of_png(&picture);
        let board = pixels.squares(8, felt);
        // From inside the rim to the centre of d4 (white) and of e4 (black).
        let darkest = |name: &str, from: u32, to: u32| {
            let along = (from..to).map(|x| board.color(square(name), f64::from(x) / 100.0, 0.5)[1]);
            along.min().expect("pixels")
        };
        let (outer, ring) = (darkest("d4", 15, 17), darkest("d4", 17, 22));
        let inner = darkest("d4", 24, 50);
        assert!(
            ring + 15 < outer.min(inner),
            "{theme}: {outer} {ring} {inner}"
        );
        let (outer, ring) = (darkest("e4", 15, 17), darkest("e4", 17, 22));
        assert!(ring.abs_diff(outer) < 8, "{theme}: {outer} {ring}");
    }
}

#[test]
fn marks_are_where_they_belong() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3";
    let plain = Pixels::of_png(&folder.draw(moves, "a.png", ""));
    let marked = Pixels::of_png(&folder.draw(moves, "b.png", "--legal --last"));
    let (plain, marked) = (plain.squares(8, CLASSIC), marked.squares(8, CLASSIC));
    let game = game(moves, 8);
    let legal = game.legal_moves();
    for point in rules::PointSet::full(game.size()) {
        let middle = marked.color(point, 0.5, 0.5);
        if legal.contains(point) {
            assert_eq!(middle, LEGAL, "{point}");
        } else if point == square("c3") {
            assert_eq!(middle, LAST);
        } else {
            assert_eq!(middle, plain.color(point, 0.5, 0.5), "{point}");
        }
        assert_ne!(plain.color(point, 0.5, 0.5), LEGAL);
    }
}

#[test]
fn numbers_are_on_the_discs_that_were_placed() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4";
    let plain = Pixels::of_png(&folder.draw(moves, "a.png", ""));
    let numbered = Pixels::of_png(&folder.draw(moves, "b.png", "--moves"));
    let (plain, numbered) = (plain.squares(8, CLASSIC), numbered.squares(8, CLASSIC));
    let all = (0..100).flat_map(|x| (0..100).map(move |y| (f64::from(x), f64::from(y))));
    let all: Vec<(f64, f64)> = all.map(|(x, y)| (x / 100.0, y / 100.0)).collect();
    let game = game(moves, 8);
    for point in rules::PointSet::full(game.size()) {
        let differs =
            |&(x, y): &(f64, f64)| plain.color(point, x, y) != numbered.color(point, x, y);
        let placed = game.turns().iter().any(|turn| turn.point() == point);
        assert_eq!(all.iter().any(differs), placed, "{point}");
    }
    assert_eq!(numbered.disc(square("e4")), Some(Color::Black));
}

#[test]
fn earlier_positions_can_be_shown() {
    let folder = PictureFolder::new();
    let whole = folder.draw("f5d6c3", "a.png", "");
    assert_eq!(folder.draw("f5d6c3d3c4", "b.png", "--until 3"), whole);
    let none = folder.draw("f5d6c3d3c4", "b.png", "--until 0");
    assert_eq!(none, folder.draw("start", "c.png", ""));
}

#[test]
fn widths_are_kept_and_coordinates_can_be_left_out() {
    let folder = PictureFolder::new();
    for width in [60, 100, 481, 1000] {
        let with = folder.draw("start", "a.png", &format!("--width {width}"));
        let options = format!("--width {width} --coordinates off");
        let without = folder.draw("start", "b.png", &options);
        let (with, without) = (Pixels::of_png(&with), Pixels::of_png(&without));
        assert_eq!((with.width, without.width), (width, width));
        let start = Diagram::start(Size::EIGHT, Start::Standard);
        let (with, without) = (with.squares(8, CLASSIC), without.squares(8, CLASSIC));
        assert!(with.left > without.left, "{width}");
        if width > 60 {
            with.assert_shows(&start);
            without.assert_shows(&start);
        }
    }
}

#[test]
fn a_caption_makes_the_picture_higher() {
    let folder = PictureFolder::new();
    let plain = Pixels::of_png(&folder.draw(FOUR, "a.png", "-n 4"));
    let told = Pixels::of_png(&folder.draw(FOUR, "b.png", "-n 4 --caption on"));
    assert_eq!(plain.width, told.width);
    assert!(told.height > plain.height);
    let board = told.squares(4, CLASSIC);
    board.assert_shows(game(FOUR, 4).diagram());
}

#[test]
fn svg_is_well_formed_and_stands_alone() {
    let folder = PictureFolder::new();
    for (game, options) in [
        ("start", ""),
        ("f5d6c3", "--moves --last"),
        ("f5d6c3", "--legal --theme print --coordinates off"),
        ("start", "-n 26 --legal --theme night --caption on"),
        (FOUR, "-n 4 --moves"),
    ] {
        let svg = folder.draw_text(game, "a.svg", options);
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let title = root
            .children()
            .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
        let title = title.and_then(|node| node.text()).expect("a title");
        assert!(title.starts_with("Reversi"), "{title}");
        let names: Vec<&str> = document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .collect();
        for node in document.descendants() {
            if let Some(target) = node.attribute("href") {
                let name = target.strip_prefix('#').expect("nothing outside");
                assert!(names.contains(&name), "{name} is nowhere");
            }
        }
        for outside in ["<script", "<image", "@import", "<text", "font"] {
            assert!(!svg.contains(outside), "{outside} in {svg}");
        }
    }
}

#[test]
fn svg_names_the_players() {
    let folder = PictureFolder::new();
    let record = "(;GM[Othello]PB[A <b> & \"c\"]PW[\u{1}\u{ffff}Ben]TY[8]BO[8 -------- -------- -------- \
                  ---O*--- ---*O--- -------- -------- -------- *]B[f5];)";
    let svg = folder.draw_text(record, "a.svg", "");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let name = document
        .root_element()
        .attribute("aria-label")
        .expect("a name");
    assert!(name.starts_with("Reversi, A <b> & \"c\" – "), "{name}");
    assert!(
        name.contains("Ben, 8×8 after 1 move: 4 black discs"),
        "{name}"
    );
}

#[test]
fn svg_shows_a_disc_for_every_disc() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4";
    let svg = folder.draw_text(moves, "a.svg", "");
    let counts = game(moves, 8).counts();
    for (name, count) in [("black", counts.black), ("white", counts.white)] {
        let uses = svg.matches(&format!("<use href=\"#{name}\"")).count();
        assert_eq!(uses as u32, count, "{name}");
    }
    assert!(
        svg.contains("after 5 moves: 6 black discs, 3 white, white to move"),
        "{svg}"
    );
}

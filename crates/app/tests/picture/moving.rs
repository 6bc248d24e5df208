//! Complete games as animated GIF and SVG.

use rules::{Game, PointSet};

use super::{CLASSIC, FOUR, LAST, PictureFolder, Pixels, Rgb, game};

/// Frames between placing a disc and the end of the flip.
const TURNING: usize = 2;

/// A frame as displayed, and its duration in hundredths of a second.
struct Shot {
    pixels: Pixels,
    time: u16,
}

/// Reads a GIF as a viewer does: every frame is drawn over the previous ones.
fn shots(bytes: &[u8]) -> Vec<Shot> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a header");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut colors: Vec<Rgb> = vec![[0; 3]; width * height];
    let mut shots = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (index, pixel) in frame.buffer.chunks(4).enumerate() {
            let across = usize::from(frame.width);
            let (x, y) = (left + index % across, top + index / across);
            if pixel[3] > 0 {
                colors[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        shots.push(Shot {
            pixels: Pixels {
                width,
                height,
                colors: colors.clone(),
            },
            time: frame.delay,
        });
    }
    shots
}

/// The number of moves and passes of a game.
fn events(game: &Game) -> (usize, usize) {
    let passes = game.turns().iter().filter(|turn| turn.passed().is_some());
    (game.turns().len(), passes.count())
}

#[test]
fn a_gif_has_a_frame_for_the_start_for_every_stage_of_a_move_and_for_every_pass() {
    let folder = PictureFolder::new();
    for (moves, side) in [(FOUR, 4), ("f5d6c3d3c4", 8), ("", 8)] {
        let played = game(moves, side);
        let (turns, passes) = events(&played);
        let words = if moves.is_empty() { "start" } else { moves };
        let bytes = folder.draw(words, "a.gif", &format!("-n {side}"));
        assert_eq!(
            shots(&bytes).len(),
            1 + turns * (1 + TURNING) + passes,
            "{moves}"
        );
        let fast = folder.draw(words, "b.gif", &format!("-n {side} --delay 0.1"));
        assert_eq!(shots(&fast).len(), 1 + turns + passes, "{moves}");
    }
    assert_eq!(events(&game(FOUR, 4)), (9, 1), "the game has a pass");
}

#[test]
fn every_position_of_the_game_is_seen() {
    let folder = PictureFolder::new();
    let game = game(FOUR, 4);
    let bytes = folder.draw(FOUR, "a.gif", "-n 4 --delay 0.1");
    let shots = shots(&bytes);
    let mut positions = vec![*game.start()];
    for turn in game.turns() {
        let after = turn.before().play(turn.point()).expect("legal");
        positions.push(after);
        if turn.passed().is_some() {
            positions.push(after);
        }
    }
    assert_eq!(shots.len(), positions.len());
    for (shot, diagram) in shots.iter().zip(&positions) {
        // The mark of the last disc does not cover the measured place.
        shot.pixels.squares(4, CLASSIC).assert_shows(diagram);
    }
    let marks = |shot: &Shot| {
        shot.pixels
            .colors
            .iter()
            .filter(|&&color| color == LAST)
            .count()
    };
    assert_eq!(marks(&shots[0]), 0);
    assert!(shots[1..].iter().all(|shot| marks(shot) > 20));
}

#[test]
fn discs_are_seen_turning() {
    let folder = PictureFolder::new();
    let bytes = folder.draw("f5", "a.gif", "");
    let shots = shots(&bytes);
    // e5 is white, then seen from the edge twice, then black.
    let wide = |shot: &Shot| {
        let board = shot.pixels.squares(8, CLASSIC);
        let point = "e5".parse().expect("a square");
        let along = (6..94).map(|x| board.color(point, f64::from(x) / 100.0, 0.5));
        along.filter(|&color| color != CLASSIC).count()
    };
    let widths: Vec<usize> = shots.iter().map(wide).collect();
    assert_eq!(widths.len(), 4);
    assert!(
        widths[1] < widths[0] * 2 / 3 && widths[2] < widths[3] * 2 / 3,
        "{widths:?}"
    );
}

#[test]
fn a_gif_ends_as_the_still_picture_looks() {
    let folder = PictureFolder::new();
    let bytes = folder.draw(FOUR, "a.gif", "-n 4");
    let still = folder.draw(FOUR, "a.png", "-n 4 --last --caption on");
    let still = Pixels::of_png(&still);
    let shots = shots(&bytes);
    let last = &shots.last().expect("frames").pixels;
    assert_eq!((last.width, last.height), (still.width, still.height));
    // A GIF has fewer colours.
    let near = |a: Rgb, b: Rgb| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 16);
    let far = last.colors.iter().zip(&still.colors);
    assert_eq!(far.filter(|&(&a, &b)| !near(a, b)).count(), 0);
}

#[test]
fn delays_are_kept_and_the_end_is_shown_longer() {
    let folder = PictureFolder::new();
    for (option, each) in [("0.5", 50), ("2", 200), ("0.1", 10)] {
        let bytes = folder.draw("f5d6", "a.gif", &format!("--delay {option}"));
        let times: Vec<u16> = shots(&bytes).iter().map(|shot| shot.time).collect();
        assert_eq!(times[0], each);
        let whole: u16 = times.iter().sum();
        assert_eq!(whole, 2 * each + (4 * each).max(300), "{times:?}");
        assert!(
            times.iter().all(|&time| time >= 2),
            "browsers slow down shorter ones: {times:?}"
        );
    }
}

#[test]
fn a_whole_game_is_a_small_gif() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7";
    let bytes = folder.draw(moves, "a.gif", "");
    let each = bytes.len() / moves.len() * 2;
    assert!(each < 9_000, "{each} bytes a move");
}

#[test]
fn gifs_of_all_sizes_can_be_read() {
    let folder = PictureFolder::new();
    for size in rules::Size::all() {
        let mut game = Game::new(size);
        let mut moves = String::new();
        for _ in 0..6 {
            let legal = game.legal_moves();
            let point = legal.into_iter().next().expect("a move");
            game.play(point).expect("legal");
            moves += &point.to_string();
        }
        let bytes = folder.draw(&moves, "a.gif", &format!("-n {size}"));
        let shots = shots(&bytes);
        let last = shots.last().expect("frames");
        last.pixels
            .squares(size.side(), CLASSIC)
            .assert_shows(game.diagram());
    }
}

/// The keyframes of an animated SVG by name, each as times in percent and the property set there.
fn keyframes(svg: &str) -> Vec<(&str, Vec<(f64, &str)>)> {
    let blocks = svg.split("@keyframes ").skip(1);
    blocks
        .map(|text| {
            let text = text.split('\n').next().expect("a line");
            let (name, rest) = text.split_once('{').expect("a block");
            let stops = rest.trim_end_matches('}').split('}').map(|stop| {
                let (time, what) = stop.split_once("%{").expect("a stop");
                (time.parse().expect("a time"), what)
            });
            (name, stops.collect())
        })
        .collect()
}

#[test]
fn a_moving_svg_is_well_formed_and_tells_the_whole_game() {
    let folder = PictureFolder::new();
    let svg = folder.draw_text(FOUR, "a.svg", "-n 4 --animate");
    roxmltree::Document::parse(&svg).expect("XML");
    assert!(svg.contains("prefers-reduced-motion"));
    let game = game(FOUR, 4);
    let (turns, passes) = events(&game);
    let keyframes = keyframes(&svg);
    let captions = keyframes.iter().filter(|(name, _)| name.starts_with('c'));
    assert_eq!(captions.count(), 1 + turns + passes);
    for (name, stops) in &keyframes {
        assert_eq!(stops[0].0, 0.0, "{name}");
        assert_eq!(stops[stops.len() - 1].0, 100.0, "{name}");
        assert!(
            stops.is_sorted_by(|one, next| one.0 < next.0),
            "{name}: {stops:?}"
        );
        assert!(
            svg.contains(&format!("animation-name:{name}\"")),
            "{name} moves nothing"
        );
    }
    for name in svg.split("animation-name:").skip(1) {
        let name = name.split('"').next().expect("a name");
        assert!(keyframes.iter().any(|(known, _)| *known == name), "{name}");
    }
}

#[test]
fn very_slow_and_very_fast_games_keep_their_order() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7";
    for delay in ["0.05", "60"] {
        let svg = folder.draw_text(moves, "a.svg", &format!("--animate --delay {delay}"));
        for (name, stops) in keyframes(&svg) {
            assert!(
                stops.is_sorted_by(|one, next| one.0 < next.0),
                "{delay}: {name}: {stops:?}"
            );
        }
    }
}

#[test]
fn a_moving_svg_ends_with_the_last_position() {
    let folder = PictureFolder::new();
    let moves = "f5d6c3d3c4f4c5b3c2b4";
    let svg = folder.draw_text(moves, "a.svg", "--animate --caption off");
    let keyframes = keyframes(&svg);
    let game = game(moves, 8);
    for point in PointSet::full(game.size()) {
        let open = ["b", "w"].map(|color| {
            let face = keyframes
                .iter()
                .find(|(name, _)| *name == format!("{color}{point}"));
            face.is_some_and(|(_, stops)| {
                stops[stops.len() - 1].1.starts_with("transform:scale(1)")
            })
        });
        let turned = game
            .turns()
            .iter()
            .any(|turn| turn.before().disc(point) != game.diagram().disc(point));
        if turned {
            let disc = game.diagram().disc(point);
            let expected =
                [rules::Color::Black, rules::Color::White].map(|color| disc == Some(color));
            assert_eq!(open, expected, "{point}");
        }
    }
    // Without animation, discs that are flat at the end are hidden.
    let hidden = svg.matches("class=\"m o\"").count();
    let shut = keyframes
        .iter()
        .filter(|(_, stops)| stops[stops.len() - 1].1.starts_with("transform:scale(0"));
    assert_eq!(hidden, shut.count());
}

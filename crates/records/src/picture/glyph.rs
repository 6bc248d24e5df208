//! Letters and digits drawn as strokes: a picture needs no font and looks the same everywhere.
//!
//! A glyph is a list of strokes in units of a tenth of the digit height: `M` moves to a point, `L`
//! draws a line, `C` a Bézier curve with two control points, and `A` an arc with centre, two radii
//! and two angles in degrees, clockwise from the right.

/// Height of digits and capital letters.
pub(super) const HEIGHT: f32 = 10.0;
/// Stroke width.
pub(super) const PEN: f32 = 1.4;
/// Space between two glyphs.
const GAP: f32 = 2.2;
/// Width of a blank.
const BLANK: f32 = 5.0;

/// One stroke, or a move of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stroke {
    Move(f32, f32),
    Line(f32, f32),
    /// Two control points, then the end.
    Curve([f32; 6]),
}

/// The glyphs of a text with their horizontal positions, and the width of the text. Characters
/// without a glyph are skipped.
pub(super) fn place(text: &str) -> (Vec<(char, f32)>, f32) {
    let mut placed = Vec::new();
    let mut x = 0.0;
    let mut end = 0.0;
    for letter in text.chars() {
        if letter == ' ' {
            x += BLANK;
        } else if let Some((_, width, _)) = find(letter) {
            placed.push((letter, x));
            end = x + width;
            x = end + GAP;
        }
    }
    (placed, end)
}

/// The width of a text with digits of this height.
pub(super) fn width(text: &str, height: f32) -> f32 {
    place(text).1 * height / HEIGHT
}

/// The strokes of a glyph; empty for characters without one.
pub(super) fn strokes(letter: char) -> Vec<Stroke> {
    find(letter).map_or(Vec::new(), |(_, _, pen)| read(pen))
}

type Glyph = (char, f32, &'static str);

fn find(letter: char) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|(name, ..)| *name == letter)
}

/// A character, its width, and its strokes. Lower-case letters have their body between 3.2 and 10,
/// ascenders up to 0 and descenders down to 13.
#[rustfmt::skip]
const GLYPHS: &[Glyph] = &[
    ('0', 6.0, "A 3 5 3 5 0 360"),
    ('1', 3.2, "M 0 2.2 L 3 0 L 3 10"),
    ('2', 6.0, "A 3 3 2.8 3 195 400 L 0.2 10 L 6 10"),
    ('3', 5.8, "A 2.8 2.45 2.5 2.45 205 450 A 2.8 7.45 2.9 2.55 270 515"),
    ('4', 6.4, "M 4.8 10 L 4.8 0 L 0 7 L 6.4 7"),
    ('5', 5.9, "M 5.3 0 L 1.1 0 L 0.7 4.7 A 2.9 6.8 2.9 3.2 221 505"),
    ('6', 5.9, "A 3 6.9 2.9 3.1 0 360 M 0.1 6.9 C 0.1 3.2 2 0.9 4.6 0"),
    ('7', 5.6, "M 0 0 L 5.6 0 L 2 10"),
    ('8', 5.8, "A 2.9 2.4 2.4 2.4 0 360 A 2.9 7.4 2.9 2.6 0 360"),
    ('9', 5.9, "A 2.9 3.1 2.9 3.1 0 360 M 5.8 3.1 C 5.8 6.8 3.9 9.1 1.3 10"),
    ('a', 5.4, "A 2.7 6.6 2.7 3.4 0 360 M 5.4 3.2 L 5.4 10"),
    ('b', 5.4, "M 0 0 L 0 10 M 5.4 6.6 A 2.7 6.6 2.7 3.4 0 360"),
    ('c', 4.9, "A 2.7 6.6 2.7 3.4 -48 -312"),
    ('d', 5.4, "A 2.7 6.6 2.7 3.4 0 360 M 5.4 0 L 5.4 10"),
    ('e', 5.4, "M 0.2 6.5 L 5.4 6.5 A 2.7 6.6 2.7 3.4 0 -316"),
    ('f', 4.0, "M 4 0.2 C 2.4 -0.3 1.5 0.5 1.5 2.2 L 1.5 10 M 0 3.5 L 3.7 3.5"),
    ('g', 5.4, "A 2.7 6.6 2.7 3.4 0 360 M 5.4 3.2 L 5.4 10.4 A 2.7 10.4 2.7 2.6 0 145"),
    ('h', 5.0, "M 0 0 L 0 10 M 0 5.9 A 2.5 5.9 2.5 2.7 180 360 L 5 10"),
    ('i', 0.2, "M 0.1 3.2 L 0.1 10 M 0.1 0.2 L 0.1 0.4"),
    ('j', 1.9, "M 1.8 3.2 L 1.8 11 C 1.8 12.6 1.1 13.2 0 12.9 M 1.8 0.2 L 1.8 0.4"),
    ('k', 4.8, "M 0 0 L 0 10 M 4.5 3.2 L 0 7.3 M 1.7 5.8 L 4.8 10"),
    ('l', 1.5, "M 0 0 L 0 8.3 C 0 9.5 0.5 10 1.5 10"),
    ('m', 8.0, "M 0 3.2 L 0 10 M 0 5.5 A 2 5.5 2 2.3 180 360 L 4 10 M 4 5.5 A 6 5.5 2 2.3 180 360 L 8 10"),
    ('n', 5.0, "M 0 3.2 L 0 10 M 0 5.9 A 2.5 5.9 2.5 2.7 180 360 L 5 10"),
    ('o', 5.6, "A 2.8 6.6 2.8 3.4 0 360"),
    ('p', 5.4, "M 0 3.2 L 0 13 M 5.4 6.6 A 2.7 6.6 2.7 3.4 0 360"),
    ('q', 5.4, "A 2.7 6.6 2.7 3.4 0 360 M 5.4 3.2 L 5.4 13"),
    ('r', 3.2, "M 0 3.2 L 0 10 M 0 6.3 C 0.2 4.2 1.4 2.9 3.2 3.4"),
    ('s', 4.8, "M 4.5 4.4 C 3.9 3.5 3.2 3.2 2.4 3.2 C 1.1 3.2 0.3 3.9 0.3 4.9 C 0.3 6.1 1.4 6.3 2.5 6.6 \
                C 3.7 6.9 4.8 7.2 4.8 8.3 C 4.8 9.4 3.8 10 2.5 10 C 1.3 10 0.5 9.6 0 8.7"),
    ('t', 4.0, "M 1.5 0.8 L 1.5 8 C 1.5 9.6 2.4 10.2 4 9.8 M 0 3.5 L 3.7 3.5"),
    ('u', 5.0, "M 0 3.2 L 0 7.3 A 2.5 7.3 2.5 2.7 180 0 M 5 3.2 L 5 10"),
    ('v', 5.2, "M 0 3.2 L 2.6 10 L 5.2 3.2"),
    ('w', 7.8, "M 0 3.2 L 1.9 10 L 3.9 3.6 L 5.9 10 L 7.8 3.2"),
    ('x', 5.0, "M 0 3.2 L 5 10 M 5 3.2 L 0 10"),
    ('y', 5.2, "M 0 3.2 L 2.7 9.8 M 5.2 3.2 L 2.2 11.3 C 1.8 12.5 1.2 13.1 0.2 12.9"),
    ('z', 4.8, "M 0.1 3.2 L 4.7 3.2 L 0 10 L 4.8 10"),
    ('+', 5.6, "M 0 5.5 L 5.6 5.5 M 2.8 2.7 L 2.8 8.3"),
    ('-', 4.0, "M 0 5.6 L 4 5.6"),
    ('.', 0.2, "M 0.1 9.8 L 0.1 10"),
];

/// Parses the strokes of a glyph.
fn read(pen: &str) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let mut words = pen.split_ascii_whitespace();
    while let Some(command) = words.next() {
        let mut number = || {
            words
                .next()
                .and_then(|word| word.parse().ok())
                .unwrap_or(0.0)
        };
        match command {
            "M" => strokes.push(Stroke::Move(number(), number())),
            "L" => strokes.push(Stroke::Line(number(), number())),
            "C" => strokes.push(Stroke::Curve(std::array::from_fn(|_| number()))),
            _ => arc(std::array::from_fn(|_| number()), &mut strokes),
        }
    }
    strokes
}

/// An arc as Bézier curves of at most a quarter circle. If the pen is down, a line leads to its
/// start.
fn arc([x, y, rx, ry, from, to]: [f32; 6], strokes: &mut Vec<Stroke>) {
    let parts = ((to - from).abs() / 90.0).ceil().max(1.0);
    let step = ((to - from) / parts).to_radians();
    // The standard approximation: the curve touches the circle at both ends and in the middle.
    let handle = 4.0 / 3.0 * (step / 4.0).tan();
    let first = from.to_radians();
    let begin = (x + rx * first.cos(), y + ry * first.sin());
    strokes.push(if strokes.is_empty() {
        Stroke::Move(begin.0, begin.1)
    } else {
        Stroke::Line(begin.0, begin.1)
    });
    for part in 0..parts as usize {
        let (a, b) = (first + step * part as f32, first + step * (part + 1) as f32);
        strokes.push(Stroke::Curve([
            x + rx * (a.cos() - handle * a.sin()),
            y + ry * (a.sin() + handle * a.cos()),
            x + rx * (b.cos() + handle * b.sin()),
            y + ry * (b.sin() - handle * b.cos()),
            x + rx * b.cos(),
            y + ry * b.sin(),
        ]));
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, Stroke, find, place, strokes};

    #[test]
    fn letters_and_numbers_can_be_written_and_stay_in_their_place() {
        for letter in ('a'..='z').chain('0'..='9').chain("+-.".chars()) {
            let (_, width, _) = find(letter).expect("a glyph");
            let strokes = strokes(letter);
            assert!(matches!(strokes[0], Stroke::Move(..)), "{letter}");
            assert!(strokes.len() > 1, "{letter} draws nothing");
            for stroke in strokes {
                let (x, y) = match stroke {
                    Stroke::Move(x, y) | Stroke::Line(x, y) => (x, y),
                    Stroke::Curve([.., x, y]) => (x, y),
                };
                assert!((-0.11..width + 0.11).contains(&x), "{letter} at {x}");
                assert!((-0.01..HEIGHT + 3.11).contains(&y), "{letter} at {y}");
            }
        }
    }

    #[test]
    fn glyphs_stand_side_by_side() {
        let (glyphs, width) = place("12. c3");
        let letters: String = glyphs.iter().map(|(letter, _)| letter).collect();
        assert_eq!(letters, "12.c3");
        assert!(glyphs.is_sorted_by(|(_, one), (_, next)| one < next));
        assert!(glyphs.iter().all(|(_, x)| *x < width));
        assert_eq!(place("Ω"), (vec![], 0.0), "no glyph, no place");
    }
}

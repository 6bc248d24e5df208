//! Colour themes.

use std::fmt;

use rules::{ByColor, Color};

/// A colour theme. In all of them white discs have a ring, so that the sides can be distinguished
/// without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Theme {
    /// A green board in a dark frame
    #[default]
    Classic,
    /// Black on white, for paper
    Print,
    /// A slate board for dark pages
    Night,
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// As in SVG: `#2f8f5f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colors {
    /// The frame.
    pub(super) frame: Rgb,
    /// The coordinates.
    pub(super) label: Rgb,
    /// Empty squares.
    pub(super) felt: Rgb,
    /// The grid lines.
    pub(super) line: Rgb,
    /// Marks of legal moves.
    pub(super) legal: Rgb,
    /// The mark of the disc placed last; visible on both colours.
    pub(super) last: Rgb,
    pub(super) discs: ByColor<Disc>,
}

/// The colours of discs of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    /// The highlight.
    pub(super) lit: Rgb,
    /// The shaded edge.
    pub(super) dim: Rgb,
    pub(super) rim: Rgb,
    /// The inner ring.
    pub(super) ring: Option<Rgb>,
    /// The shadow; the colour of the board when there is none.
    pub(super) shadow: Rgb,
    /// Numbers on the disc.
    pub(super) number: Rgb,
}

impl Colors {
    /// The colours of discs of one side.
    pub(super) fn disc(&self, color: Color) -> &Disc {
        &self.discs[color]
    }
}

impl Theme {
    pub(super) fn colors(self) -> Colors {
        match self {
            Theme::Classic => CLASSIC,
            Theme::Print => PRINT,
            Theme::Night => NIGHT,
        }
    }
}

const CLASSIC: Colors = Colors {
    frame: Rgb(0x1c, 0x27, 0x22),
    label: Rgb(0xdc, 0xe6, 0xdf),
    felt: Rgb(0x2c, 0x8a, 0x5d),
    line: Rgb(0x16, 0x4d, 0x33),
    legal: Rgb(0xf4, 0xd3, 0x5e),
    last: Rgb(0xe8, 0x5d, 0x3d),
    discs: ByColor {
        black: Disc {
            lit: Rgb(0x4b, 0x53, 0x50),
            dim: Rgb(0x14, 0x19, 0x17),
            rim: Rgb(0x0d, 0x11, 0x0f),
            ring: None,
            shadow: Rgb(0x1f, 0x67, 0x45),
            number: Rgb(0xff, 0xff, 0xff),
        },
        white: Disc {
            lit: Rgb(0xff, 0xff, 0xff),
            dim: Rgb(0xd6, 0xdb, 0xd4),
            rim: Rgb(0x8f, 0x9a, 0x91),
            ring: Some(Rgb(0xc3, 0xca, 0xc2)),
            shadow: Rgb(0x1f, 0x67, 0x45),
            number: Rgb(0x16, 0x1c, 0x19),
        },
    },
};

const PRINT: Colors = Colors {
    frame: Rgb(0xff, 0xff, 0xff),
    label: Rgb(0x22, 0x22, 0x22),
    felt: Rgb(0xff, 0xff, 0xff),
    line: Rgb(0x55, 0x55, 0x55),
    legal: Rgb(0x77, 0x77, 0x77),
    last: Rgb(0x8c, 0x8c, 0x8c),
    discs: ByColor {
        black: Disc {
            lit: Rgb(0x11, 0x11, 0x11),
            dim: Rgb(0x11, 0x11, 0x11),
            rim: Rgb(0x11, 0x11, 0x11),
            ring: None,
            shadow: Rgb(0xff, 0xff, 0xff),
            number: Rgb(0xff, 0xff, 0xff),
        },
        white: Disc {
            lit: Rgb(0xff, 0xff, 0xff),
            dim: Rgb(0xff, 0xff, 0xff),
            rim: Rgb(0x11, 0x11, 0x11),
            ring: Some(Rgb(0xb8, 0xb8, 0xb8)),
            shadow: Rgb(0xff, 0xff, 0xff),
            number: Rgb(0x11, 0x11, 0x11),
        },
    },
};

const NIGHT: Colors = Colors {
    frame: Rgb(0x14, 0x18, 0x1d),
    label: Rgb(0xb4, 0xc1, 0xce),
    felt: Rgb(0x46, 0x60, 0x78),
    line: Rgb(0x27, 0x38, 0x48),
    legal: Rgb(0xe9, 0xc4, 0x6a),
    last: Rgb(0xe7, 0x6f, 0x51),
    discs: ByColor {
        black: Disc {
            lit: Rgb(0x3a, 0x42, 0x4b),
            dim: Rgb(0x0f, 0x13, 0x17),
            rim: Rgb(0x07, 0x09, 0x0b),
            ring: None,
            shadow: Rgb(0x35, 0x4a, 0x5e),
            number: Rgb(0xff, 0xff, 0xff),
        },
        white: Disc {
            lit: Rgb(0xfd, 0xfb, 0xf5),
            dim: Rgb(0xdb, 0xd8, 0xcd),
            rim: Rgb(0x9a, 0x9c, 0x98),
            ring: Some(Rgb(0xc9, 0xc7, 0xbc)),
            shadow: Rgb(0x35, 0x4a, 0x5e),
            number: Rgb(0x16, 0x1a, 0x1f),
        },
    },
};

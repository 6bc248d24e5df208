//! WTHOR headers: the first 16 bytes of every file.

use super::WthorError;
use crate::record::Date;
use crate::size::Size;

/// The first 16 bytes of a WTHOR file. All numbers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The date of the file; `None` when it is not a valid date.
    pub made: Option<Date>,
    /// The number of games; 0 in files of names.
    pub games: u32,
    /// The number of names; 0 in files of games.
    pub names: u16,
    /// The year of the games; 0 in files of names, or when it is unknown.
    pub year: u16,
    /// The board, 8×8 or 10×10.
    pub size: Size,
    /// Whether the games are solitaires: problems with one best move at a time.
    pub solitaires: bool,
    /// The number of empty squares that the theoretical scores were computed from; 0 without them.
    pub depth: u8,
}

impl Header {
    /// The length of the header in bytes.
    pub const BYTES: usize = 16;

    /// The header of an empty file of 8×8 games or of names.
    pub const EMPTY: Header = Header {
        made: None,
        games: 0,
        names: 0,
        year: 0,
        size: Size::EIGHT,
        solitaires: false,
        depth: 0,
    };

    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// When there are fewer than 16 bytes, or the board is neither 8×8 nor 10×10.
    pub fn read(bytes: &[u8]) -> Result<Header, WthorError> {
        let header = bytes
            .first_chunk::<{ Header::BYTES }>()
            .ok_or(WthorError::NoHeader(bytes.len()))?;
        let [
            century,
            year,
            month,
            day,
            n1,
            n2,
            n3,
            n4,
            m1,
            m2,
            y1,
            y2,
            side,
            kind,
            depth,
            _,
        ] = *header;
        let made = u16::from(century) * 100 + u16::from(year);
        let size = match side {
            0 | 8 => Size::EIGHT,
            10 => Size::TEN,
            side => return Err(WthorError::Side(side)),
        };
        Ok(Header {
            made: Date::of_day(made, month, day),
            games: u32::from_le_bytes([n1, n2, n3, n4]),
            names: u16::from_le_bytes([m1, m2]),
            year: u16::from_le_bytes([y1, y2]),
            size,
            solitaires: kind == 1,
            depth,
        })
    }

    /// The bytes of the header.
    #[must_use]
    pub fn write(&self) -> [u8; Header::BYTES] {
        let mut bytes = [0; Header::BYTES];
        if let Some(made) = self.made {
            bytes[0] = (made.year() / 100) as u8;
            bytes[1] = (made.year() % 100) as u8;
            bytes[2] = made.month().unwrap_or(0);
            bytes[3] = made.day().unwrap_or(0);
        }
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12] = self.size.side() as u8;
        bytes[13] = self.solitaires.into();
        bytes[14] = self.depth;
        bytes
    }
}

//! An index entry: one game that went through one position, in 14 bytes.

use rules::{Board, Color, Square};

/// Bytes of the position hash in an entry; the other two select the bucket.
const HASH_BYTES: usize = 6;

/// Length of an entry in bytes.
pub const ENTRY_BYTES: usize = HASH_BYTES + 8;

/// Stored values for an unknown score, year or move.
const NO_SCORE: i8 = i8::MIN;
const NO_YEAR: u16 = 0;
const NO_MOVE: u8 = 64;

/// Added to the move if White made it.
const WHITE: u8 = 128;

/// A game that went through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id in the table of games.
    pub game: u32,
    /// The year of the game.
    pub year: Option<u16>,
    /// The side to move.
    pub mover: Color,
    /// The move played; `None` when the game ended here.
    pub played: Option<Square>,
    /// The final score for the side to move.
    pub score: Option<i8>,
}

impl Entry {
    /// The bytes of the entry in the bucket of its position.
    pub fn to_bytes(self, key: Key) -> [u8; ENTRY_BYTES] {
        let [a, b, c, d, e, f] = key.bytes();
        let [g, h, i, j] = self.game.to_le_bytes();
        let [k, l] = self.year.unwrap_or(NO_YEAR).to_le_bytes();
        let [m] = self.score.unwrap_or(NO_SCORE).to_le_bytes();
        let played = self.played.map_or(NO_MOVE, |square| square.index() as u8);
        let n = match self.mover {
            Color::Black => played,
            Color::White => played + WHITE,
        };
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n]
    }

    /// Reads an entry of any position; `None` when the bytes are invalid.
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Option<Entry> {
        let [.., g, h, i, j, k, l, m, n] = *bytes;
        let year = u16::from_le_bytes([k, l]);
        let score = i8::from_le_bytes([m]);
        let (mover, played) = match n.checked_sub(WHITE) {
            None => (Color::Black, n),
            Some(played) => (Color::White, played),
        };
        Some(Entry {
            game: u32::from_le_bytes([g, h, i, j]),
            year: (year != NO_YEAR).then_some(year),
            mover,
            played: match played {
                NO_MOVE => None,
                index => Some(Square::new(index.into())?),
            },
            score: (score != NO_SCORE).then_some(score),
        })
    }
}

/// The 64-bit hash of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of a position in its canonical orientation.
    pub fn of(canonical: Board) -> Key {
        // The finalizer of SplitMix64, once for each side. Database files depend on it.
        let mix = |word: u64| {
            let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ word >> 31
        };
        let own = mix(canonical.own().0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        Key(mix(own ^ canonical.opponent().0))
    }

    /// The number of its bucket within a volume.
    pub fn bucket(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// The first bytes of its entries.
    pub fn bytes(self) -> [u8; HASH_BYTES] {
        let [a, b, c, d, e, f, _, _] = self.0.to_le_bytes();
        [a, b, c, d, e, f]
    }
}

#[cfg(test)]
mod tests {
    use rules::{Board, Color, Square};

    use super::{Entry, Key};

    #[test]
    fn what_is_written_is_read_again() {
        let key = Key::of(Board::START.canonical());
        for game in [0, 1, 0x0102_0304, u32::MAX] {
            for year in [None, Some(1), Some(1977), Some(9999)] {
                for score in [None, Some(-64), Some(0), Some(64)] {
                    for played in [None, Some(Square::A1), Some(Square::F5), Some(Square::H8)] {
                        for mover in Color::ALL {
                            let entry = Entry {
                                game,
                                year,
                                mover,
                                played,
                                score,
                            };
                            let bytes = entry.to_bytes(key);
                            assert!(bytes.starts_with(&key.bytes()));
                            assert_eq!(Entry::from_bytes(&bytes), Some(entry));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_square_that_no_board_has_is_no_entry() {
        for square in [65, 127, 128 + 65, 255] {
            let mut bytes = [0; 14];
            bytes[13] = square;
            assert_eq!(Entry::from_bytes(&bytes), None, "{square}");
        }
    }

    /// A change would make the index of existing files unusable.
    #[test]
    fn keys_stay_what_they_are() {
        let key = Key::of(Board::START.canonical());
        assert_eq!(key, Key(0x5b98_564f_0935_7da1));
    }
}

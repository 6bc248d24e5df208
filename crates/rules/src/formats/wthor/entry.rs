//! WTHOR game entries.

use std::fmt;

use super::{Header, Names};
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::formats::MoveError;
use crate::game::{self, Game};
use crate::point::Point;
use crate::record::{Date, Record, Theoretical};
use crate::size::Size;
use crate::square::Square;

/// A game as stored: numbers instead of names, and moves as bytes.
///
/// Fast to read and to [replay](Entry::replay); [`to_record`](Entry::to_record) makes a full record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the tournament.
    pub tournament: u16,
    /// The numbers of the players.
    pub players: ByColor<u16>,
    /// Black's final discs, plus the empty squares if Black won.
    pub discs: u8,
    /// `discs` with perfect play from the number of empty squares in the header.
    pub theoretical: u8,
    /// The board, 8×8 or 10×10.
    size: Size,
    /// The moves: row × 10 (12 on 10×10) + column, both from 1; 0 after the last.
    moves: [u8; MOST_MOVES],
}

/// The most moves that a game on 10×10 can have.
const MOST_MOVES: usize = 96;

/// The last position of an 8×8 game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The number of moves.
    pub moves: usize,
    /// The position after them.
    pub board: Board,
    /// The side to move; it has a legal move unless the game is over.
    pub to_move: Color,
}

impl Replay {
    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.board.legal_moves().is_empty()
    }

    fn why_illegal(&self, point: Point) -> MoveError {
        let diagram = Diagram::new(self.board.into(), self.to_move);
        MoveError::Illegal(game::why_illegal(&diagram, point))
    }

    /// Black's discs plus the empty squares if Black has more, half of them in a draw. The value that
    /// the file stores for a finished game.
    #[must_use]
    pub fn discs(&self) -> u8 {
        let score = self.board.final_score();
        let black = match self.to_move {
            Color::Black => score,
            Color::White => -score,
        };
        ((64 + black) / 2) as u8
    }
}

impl Entry {
    /// The bytes of one game.
    #[must_use]
    pub const fn bytes(size: Size) -> usize {
        8 + most_moves(size)
    }

    /// Reads a game; `None` when there are too few bytes.
    #[must_use]
    pub fn read(bytes: &[u8], size: Size) -> Option<Entry> {
        let (&[t1, t2, b1, b2, w1, w2, discs, theoretical], rest) = bytes.split_first_chunk()?;
        let mut moves = [0; MOST_MOVES];
        let count = most_moves(size);
        moves[..count].copy_from_slice(rest.get(..count)?);
        Some(Entry {
            tournament: u16::from_le_bytes([t1, t2]),
            players: ByColor {
                black: u16::from_le_bytes([b1, b2]),
                white: u16::from_le_bytes([w1, w2]),
            },
            discs,
            theoretical,
            size,
            moves,
        })
    }

    /// Appends the bytes of the game.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.tournament.to_le_bytes());
        bytes.extend(self.players.black.to_le_bytes());
        bytes.extend(self.players.white.to_le_bytes());
        bytes.extend([self.discs, self.theoretical]);
        bytes.extend(&self.moves[..most_moves(self.size)]);
    }

    /// The squares of the moves. Passes are not stored.
    ///
    /// # Errors
    /// A byte that is not a square.
    pub fn points(&self) -> impl Iterator<Item = Result<Point, BadGame>> {
        let stride = self.size.side() + 2;
        let codes = self.moves.iter().take_while(|code| **code != 0);
        (1..).zip(codes).map(move |(number, &code)| {
            let (row, column) = (usize::from(code) / stride, usize::from(code) % stride);
            let inside = |place: &usize| (1..stride - 1).contains(place);
            let place = Some((column, row)).filter(|_| inside(&row) && inside(&column));
            let point = place.and_then(|(column, row)| Point::new(column - 1, row - 1));
            point.ok_or(BadGame::Byte { number, code })
        })
    }

    /// Plays an 8×8 game from the standard start, without the cost of a [`Game`].
    ///
    /// # Errors
    /// At the first move that is not a square or is illegal. On 10×10, use
    /// [`to_record`](Entry::to_record).
    pub fn replay(&self) -> Result<Replay, BadGame> {
        let mut replay = Replay {
            moves: 0,
            board: Board::START,
            to_move: Color::Black,
        };
        for point in self.points() {
            let point = point?;
            let number = replay.moves + 1;
            let square = Square::try_from(point).ok();
            let played = square.and_then(|square| replay.board.play(square));
            let Some(played) = played else {
                let error = replay.why_illegal(point);
                return Err(BadGame::Move { number, error });
            };
            replay.moves = number;
            let stuck = played.legal_moves().is_empty() && !played.pass().legal_moves().is_empty();
            if stuck {
                replay.board = played.pass();
            } else {
                replay.board = played;
                replay.to_move = replay.to_move.opponent();
            }
        }
        Ok(replay)
    }

    /// The full record of the game, with names instead of numbers.
    ///
    /// # Errors
    /// At the first move that is not a square or is illegal.
    pub fn to_record(&self, header: &Header, names: &Names) -> Result<Record, BadGame> {
        let mut game = Game::new(self.size);
        for (number, point) in (1..).zip(self.points()) {
            let played = game.play(point?).map_err(MoveError::Illegal);
            played.map_err(|error| BadGame::Move { number, error })?;
        }
        let area = self.size.area() as i32;
        let mut record = Record::from(game);
        let info = &mut record.info;
        info.event = names.tournaments.known(self.tournament).to_string();
        info.players = ByColor::from_fn(|color| names.players.known(self.players[color]).into());
        info.date = (1..=9999)
            .contains(&header.year)
            .then(|| Date::of_year(header.year));
        info.theoretical = (header.depth > 0).then(|| Theoretical {
            score: 2 * i32::from(self.theoretical) - area,
            empties: header.depth,
        });
        if !record.game.is_over() {
            record.info.declared = Some(2 * i32::from(self.discs) - area);
        }
        Ok(record)
    }

    /// The entry of a record. New names are added to `names`.
    ///
    /// # Errors
    /// When WTHOR cannot express the game.
    pub fn of_record(record: &Record, names: &mut Names) -> Result<Entry, NoPlace> {
        let Record { game, info, .. } = record;
        let size = game.size();
        if size != Size::EIGHT && size != Size::TEN {
            return Err(NoPlace::Size(size));
        }
        if *game.start() != *Game::new(size).start() {
            return Err(NoPlace::Start);
        }
        let area = size.area() as i32;
        let discs = |score: i32| u8::try_from((score + area) / 2).ok();
        let result = record.score().ok_or(NoPlace::Result)?;
        let result = discs(result).ok_or(NoPlace::Result)?;
        let theoretical = info.theoretical.and_then(|known| discs(known.score));
        let mut moves = [0; MOST_MOVES];
        for (code, turn) in moves.iter_mut().zip(game.turns()) {
            let point = turn.point();
            *code = ((size.side() + 2) * (point.row() + 1) + point.column() + 1) as u8;
        }
        Ok(Entry {
            tournament: names
                .tournaments
                .number(&info.event)
                .ok_or(NoPlace::Names)?,
            players: ByColor {
                black: names
                    .players
                    .number(&info.players.black)
                    .ok_or(NoPlace::Names)?,
                white: names
                    .players
                    .number(&info.players.white)
                    .ok_or(NoPlace::Names)?,
            },
            discs: result,
            theoretical: theoretical.unwrap_or(result),
            size,
            moves,
        })
    }

    /// The board, 8×8 or 10×10.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }
}

const fn most_moves(size: Size) -> usize {
    if size.side() == 10 { 96 } else { 60 }
}

/// Why a stored game is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// A byte that is not a square.
    Byte {
        /// The number of the move.
        number: usize,
        /// The byte.
        code: u8,
    },
    /// An illegal move.
    Move {
        /// The number of the move.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Byte { number, code } => write!(
                f,
                "move {number}: {code} stands for no square; it should be ten times the row plus \
                 the column, 56 for f5"
            ),
            BadGame::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for BadGame {}

/// Why a game cannot be written into a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The board is neither 8×8 nor 10×10, or differs from that of the other games.
    Size(Size),
    /// It does not start from the standard start.
    Start,
    /// It has no result: it is not over, and no score is declared.
    Result,
    /// The list of players or tournaments is full.
    Names,
}

impl fmt::Display for NoPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlace::Size(size) => write!(
                f,
                "a WTHOR file holds games on 8×8, or games on 10×10; this one is on {size}×{size}"
            ),
            NoPlace::Start => write!(
                f,
                "a WTHOR file holds games from the usual start; this one begins elsewhere"
            ),
            NoPlace::Result => write!(
                f,
                "a WTHOR file holds games with a result; this one is unfinished and declares none"
            ),
            NoPlace::Names => write!(
                f,
                "a WTHOR file has room for {} players and as many tournaments; there are more",
                u16::MAX
            ),
        }
    }
}

impl std::error::Error for NoPlace {}

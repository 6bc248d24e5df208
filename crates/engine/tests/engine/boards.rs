//! Test positions, the same in every run, and checks that every analysis must pass.

use std::sync::atomic::AtomicBool;

use reversi_engine::{Analysis, Engine, Limits, Line, Settings};
use reversi_rules::{Bitboard, Board, Square};

/// Seeded random numbers (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    pub fn square(&mut self, set: Bitboard) -> Option<Square> {
        if set.is_empty() {
            return None;
        }
        let place = self.below(u64::from(set.len()));
        set.into_iter().nth(place as usize)
    }
}

/// All squares of the 8×8 board.
pub const EIGHT: u64 = !0;

/// A position of a random game on the squares of `field` with `empties` empty squares, before the
/// end of the game. `None` when the game ended earlier.
pub fn random_play_on(field: u64, empties: u32, dice: &mut Dice) -> Option<Board> {
    let mut board = Board::START;
    loop {
        let moves = |board: Board| Bitboard(board.legal_moves().0 & field);
        if moves(board).is_empty() {
            if moves(board.pass()).is_empty() {
                return None;
            }
            board = board.pass();
        }
        if (board.empty().0 & field).count_ones() <= empties {
            return Some(board);
        }
        let square = dice.square(moves(board)).expect("there is a move");
        board = board.play(square).expect("a legal move");
    }
}

/// Positions of random games with `empties` empty squares whose side to move has a legal move.
pub fn random_boards(empties: u32, count: usize, seed: u64) -> Vec<Board> {
    random_boards_on(EIGHT, empties, count, seed)
}

/// The same on the squares of `field`, a smaller board in the middle.
pub fn random_boards_on(field: u64, empties: u32, count: usize, seed: u64) -> Vec<Board> {
    let mut dice = Dice(seed);
    let games = std::iter::repeat_with(|| random_play_on(field, empties, &mut dice));
    games.flatten().take(count).collect()
}

/// Random discs: nearly always a position that no game reaches.
pub fn scattered(empties: u32, dice: &mut Dice) -> Board {
    let mut empty = Bitboard::FULL;
    while empty.len() > empties {
        let square = dice.square(empty).expect("not empty yet");
        empty = empty ^ square.into();
    }
    // From one colour only to equal numbers.
    let own = match dice.below(4) {
        0 => dice.bits() & dice.bits() & dice.bits(),
        1 => dice.bits() | dice.bits() | dice.bits(),
        _ => dice.bits(),
    };
    let filled = !empty;
    Board::new(filled & Bitboard(own), filled & Bitboard(!own)).expect("no square twice")
}

pub fn engine(threads: usize, hash_mb: usize) -> Engine {
    Engine::new(Settings { threads, hash_mb })
}

/// An analysis without stop and without progress reports.
pub fn analyse(engine: &mut Engine, board: Board, limits: &Limits, lines: usize) -> Analysis {
    let stop = AtomicBool::new(false);
    engine.analyse(board, limits, lines, &stop, &mut |_| {})
}

/// The exact score in discs.
pub fn exact(engine: &mut Engine, board: Board) -> i32 {
    let analysis = analyse(engine, board, &Limits::exact(), 1);
    whole_discs(analysis.best(), board)
}

/// The score of an exact line in discs.
pub fn whole_discs(line: &Line, board: Board) -> i32 {
    assert!(line.kind.is_exact(), "{:?} on\n{board}", line.kind);
    assert_eq!(line.score.units() % 128, 0, "{:?} on\n{board}", line.score);
    line.score.units() / 128
}

/// The result when the game is over: empty squares count for the winner.
pub fn result(board: Board, field: u64) -> i32 {
    let area = field.count_ones() as i32;
    let (own, opponent) = (board.own().len() as i32, board.opponent().len() as i32);
    match own.cmp(&opponent) {
        std::cmp::Ordering::Greater => area - 2 * opponent,
        std::cmp::Ordering::Less => 2 * own - area,
        std::cmp::Ordering::Equal => 0,
    }
}

/// Plays a line and checks it: every move is legal, and a pass occurs only where it is forced.
/// Returns the final position from the point of view of the first side to move, and the number of
/// discs placed.
pub fn play_out(board: Board, line: &Line, field: u64) -> (Board, u32) {
    let (mut end, mut is_turned, mut placed) = (board, false, 0);
    for step in &line.moves {
        let moves = Bitboard(end.legal_moves().0 & field);
        end = match step {
            Some(point) => {
                let square = (*point).try_into().expect("a square of the 8×8 board");
                let inside = moves.contains(square);
                assert!(inside, "{square} in {:?} of\n{board}", line.moves);
                placed += 1;
                end.play(square).expect("a legal move")
            }
            None => {
                assert!(moves.is_empty(), "no need to pass in {line:?} of\n{board}");
                let others = end.pass().legal_moves().0 & field;
                assert_ne!(others, 0, "a pass after the end in {line:?} of\n{board}");
                end.pass()
            }
        };
        is_turned = !is_turned;
    }
    (if is_turned { end.pass() } else { end }, placed)
}

/// A line with an exact score is played to the end of the game and has that result.
pub fn assert_perfect(board: Board, line: &Line, field: u64) {
    let (end, _) = play_out(board, line, field);
    let moves = (end.legal_moves().0 | end.pass().legal_moves().0) & field;
    assert_eq!(moves, 0, "{:?} does not end\n{board}", line.moves);
    let discs = whole_discs(line, board);
    assert_eq!(result(end, field), discs, "{:?} of\n{board}", line.moves);
}

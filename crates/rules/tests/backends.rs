//! Every backend that this machine can run agrees with the portable one. `differential.rs` compares
//! that one with the plain rules.

#![allow(
    unsafe_code,
    reason = "backends are called where the processor has their features"
)]

use crate::common::random::SplitMix64;
use reversi_rules::kernels::{flip, mobility};
use reversi_rules::{Bitboard, Board, Square};

/// The functions of one backend.
struct Backend {
    name: &'static str,
    flips: fn(Bitboard, Bitboard, Square) -> Bitboard,
    moves: fn(Bitboard, Bitboard) -> Bitboard,
    count_last: fn(Bitboard, Square) -> u32,
}

/// All backends other than the portable one: the one that this build chose and those that this
/// machine can run.
fn backends() -> Vec<Backend> {
    #[allow(unused_mut, reason = "not every processor has more")]
    let mut backends = vec![Backend {
        name: "chosen",
        flips: flip::flips,
        moves: mobility::moves,
        count_last: flip::count_last,
    }];
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            // SAFETY: in all three, the processor was just asked for the feature.
            backends.push(Backend {
                name: "avx2",
                flips: |own, opponent, square| unsafe { flip::avx2::flips(own, opponent, square) },
                moves: |own, opponent| unsafe { mobility::avx2::moves(own, opponent) },
                count_last: |own, square| unsafe { flip::avx2::count_last(own, square) },
            });
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: in both, the processor was just asked for the feature.
            backends.push(Backend {
                name: "avx512",
                flips: |own, opponent, square| unsafe {
                    flip::avx512::flips(own, opponent, square)
                },
                moves: |own, opponent| unsafe { mobility::avx512::moves(own, opponent) },
                count_last: flip::count_last,
            });
        }
    }
    backends
}

fn assert_all_equal_portable(backends: &[Backend], board: Board) {
    let (own, opponent) = (board.own(), board.opponent());
    let moves = mobility::portable::moves(own, opponent);
    for backend in backends {
        let found = (backend.moves)(own, opponent);
        assert_eq!(found, moves, "{} on {board:?}", backend.name);
    }
    for square in board.empty() {
        let flips = flip::portable::flips(own, opponent, square);
        assert_eq!(flips.is_empty(), !moves.contains(square), "{board:?}");
        for backend in backends {
            let found = (backend.flips)(own, opponent, square);
            assert_eq!(found, flips, "{}, {square} on {board:?}", backend.name);
        }
    }
}

/// `square` is the only empty square.
fn assert_all_count(backends: &[Backend], own: Bitboard, square: Square) {
    let opponent = !(own | square.into());
    let flips = flip::portable::flips(own, opponent, square);
    let board = Board::new(own, opponent).expect("one disc a square");
    let found = flip::portable::count_last(own, square);
    assert_eq!(found, flips.len(), "portable, {square} on {board:?}");
    for backend in backends {
        let found = (backend.count_last)(own, square);
        assert_eq!(
            found,
            flips.len(),
            "{}, {square} on {board:?}",
            backend.name
        );
    }
}

/// A random set: each square is in it with `eighths` chances in eight.
fn some(random: &mut SplitMix64, eighths: usize) -> Bitboard {
    let chosen = |_: &Square| random.below(8) < eighths;
    Square::all().filter(chosen).collect()
}

#[test]
fn backends_agree_throughout_random_games() {
    let backends = backends();
    let mut random = SplitMix64::new(1);
    let mut positions = 0;
    for _ in 0..2_000 {
        let mut board = Board::START;
        while !board.is_over() {
            assert_all_equal_portable(&backends, board);
            assert_all_equal_portable(&backends, board.pass());
            positions += 2;
            let moves = board.legal_moves();
            board = if moves.is_empty() {
                board.pass()
            } else {
                let choice = random.below(moves.len() as usize);
                let square = moves.into_iter().nth(choice).expect("one of the moves");
                board.play_unchecked(square)
            };
        }
    }
    assert!(positions > 200_000, "{positions}");
}

#[test]
fn backends_agree_where_no_game_leads() {
    let backends = backends();
    let mut random = SplitMix64::new(2);
    for _ in 0..100_000 {
        let (filled, ours) = (random.below(9), random.below(9));
        let discs = some(&mut random, filled);
        let own = some(&mut random, ours) & discs;
        let board = Board::new(own, discs & !own).expect("one disc a square");
        assert_all_equal_portable(&backends, board);
    }
}

#[test]
fn backends_agree_on_boards_nearly_empty_or_full() {
    let backends = backends();
    let board = |own, opponent| Board::new(own, opponent).expect("one disc a square");
    assert_all_equal_portable(&backends, board(Bitboard::EMPTY, Bitboard::EMPTY));
    assert_all_equal_portable(&backends, board(Bitboard::FULL, Bitboard::EMPTY));
    assert_all_equal_portable(&backends, board(Bitboard::EMPTY, Bitboard::FULL));
    for first in Square::all() {
        let alone = Bitboard::from(first);
        let rest = !alone;
        for (own, opponent) in [
            (alone, Bitboard::EMPTY),
            (Bitboard::EMPTY, alone),
            (alone, rest),
            (rest, alone),
            (rest, Bitboard::EMPTY),
            (Bitboard::EMPTY, rest),
        ] {
            assert_all_equal_portable(&backends, board(own, opponent));
        }
        // One own disc among opponent discs, and the reverse, with one square empty.
        for second in Square::all().filter(|&second| second != first) {
            let alone = Bitboard::from(second);
            assert_all_equal_portable(&backends, board(alone, rest & !alone));
            assert_all_equal_portable(&backends, board(rest & !alone, alone));
            assert_all_count(&backends, alone, first);
            assert_all_count(&backends, rest & !alone, first);
        }
        assert_all_count(&backends, Bitboard::EMPTY, first);
        assert_all_count(&backends, rest, first);
    }
}

#[test]
fn backends_count_the_last_move_alike() {
    let backends = backends();
    let mut random = SplitMix64::new(3);
    for round in 0..20_000 {
        let own = some(&mut random, round % 9);
        for square in Square::all() {
            assert_all_count(&backends, own & !Bitboard::from(square), square);
        }
    }
}

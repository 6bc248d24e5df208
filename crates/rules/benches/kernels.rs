//! Speed of each backend of the hottest functions, in one run. Pin it to one idle core:
//!
//! ```text
//! taskset -c 1 cargo bench -p reversi-rules --bench kernels
//! RUSTFLAGS="-C target-cpu=x86-64-v3" taskset -c 1 cargo bench -p reversi-rules --bench kernels
//! RUSTFLAGS="" taskset -c 1 cargo bench -p reversi-rules --bench kernels
//! ```
//!
//! `apart` is the time of a call when no other call waits for it; `chained` is its time when its
//! discs come from the previous call. Each is the best of nine rounds, including the loop; `no
//! call` is the loop alone. In a build for any processor the backends cannot be inlined, and
//! `detected` asks the processor at every call, as such a build would have to.
//!
//! Without `--bench`, as in `cargo test`, one short round shows that it works.

#![allow(
    unsafe_code,
    reason = "backends are called where the processor has their features"
)]

mod common;

use std::hint::black_box;

use common::random::SplitMix64;
use common::{Times, random_positions};
use reversi_rules::kernels::{flip, mobility};
use reversi_rules::{Bitboard, Board, Square};

/// How much work to do.
struct Load {
    rounds: usize,
    /// How often a round repeats the calls.
    repeats: usize,
    /// The number of games that endgame positions are taken from.
    games: usize,
}

const MEASURE: Load = Load {
    rounds: 9,
    repeats: 1_000,
    games: 4_000,
};

const TRY: Load = Load {
    rounds: 1,
    repeats: 1,
    games: 10,
};

/// Too many calls for the branch predictor to learn their results, few enough to fit in the cache.
const CALLS: usize = 512;

struct Call {
    own: u64,
    opponent: Bitboard,
    square: Square,
}

fn main() {
    let load = if std::env::args().any(|argument| argument == "--bench") {
        MEASURE
    } else {
        TRY
    };
    let mut random = SplitMix64::new(7);
    let moves = moves_from_games(&mut random);
    let last = last_moves(&mut random);
    let endings: Vec<Board> = random_positions(load.games)
        .into_iter()
        .filter(|board| board.empties() == 6)
        .collect();

    let mut table = Table::new("flips", &moves, &load);
    table.row("no call", |_, own| own);
    table.row("portable", |call, own| {
        flip::portable::flips(Bitboard(own), call.opponent, call.square).0
    });
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx2() {
            // SAFETY: the processor has the feature; it was just asked.
            table.row("avx2", |call, own| unsafe {
                flip::avx2::flips(Bitboard(own), call.opponent, call.square).0
            });
        }
        if has_avx512() {
            // SAFETY: the processor has the feature; it was just asked.
            table.row("avx512", |call, own| unsafe {
                flip::avx512::flips(Bitboard(own), call.opponent, call.square).0
            });
        }
        table.row("detected", |call, own| {
            let (own, opponent, square) = (Bitboard(own), call.opponent, call.square);
            if has_avx512() {
                // SAFETY: the processor has the feature; it was just asked.
                unsafe { flip::avx512::flips(own, opponent, square).0 }
            } else {
                flip::portable::flips(own, opponent, square).0
            }
        });
    }
    table.row("chosen", |call, own| {
        flip::flips(Bitboard(own), call.opponent, call.square).0
    });

    let mut table = Table::new("moves", &moves, &load);
    table.row("no call", |_, own| own);
    table.row("portable", |call, own| {
        mobility::portable::moves(Bitboard(own), call.opponent).0
    });
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx2() {
            // SAFETY: the processor has the feature; it was just asked.
            table.row("avx2", |call, own| unsafe {
                mobility::avx2::moves(Bitboard(own), call.opponent).0
            });
        }
        if has_avx512() {
            // SAFETY: the processor has the feature; it was just asked.
            table.row("avx512", |call, own| unsafe {
                mobility::avx512::moves(Bitboard(own), call.opponent).0
            });
        }
        table.row("detected", |call, own| {
            if has_avx512() {
                // SAFETY: the processor has the feature; it was just asked.
                unsafe { mobility::avx512::moves(Bitboard(own), call.opponent).0 }
            } else {
                mobility::portable::moves(Bitboard(own), call.opponent).0
            }
        });
    }
    table.row("chosen", |call, own| {
        mobility::moves(Bitboard(own), call.opponent).0
    });

    let mut table = Table::new("count_last", &last, &load);
    table.row("no call", |_, own| own);
    table.row("portable", |call, own| {
        flip::portable::count_last(Bitboard(own), call.square).into()
    });
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has the feature; it was just asked.
        table.row("avx2", |call, own| unsafe {
            flip::avx2::count_last(Bitboard(own), call.square).into()
        });
    }
    table.row("chosen", |call, own| {
        flip::count_last(Bitboard(own), call.square).into()
    });
    table.row("by flips", |call, own| {
        count_flips(Bitboard(own), call.square).into()
    });

    println!("count_last in a search of the last six squares");
    report_search("portable", &endings, &load, flip::portable::count_last);
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has the feature; it was just asked.
        report_search("avx2", &endings, &load, |own, square| unsafe {
            flip::avx2::count_last(own, square)
        });
    }
    report_search("chosen", &endings, &load, flip::count_last);
    report_search("by flips", &endings, &load, count_flips);
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vl")
}

/// Counts the same as `count_last`, without it.
fn count_flips(own: Bitboard, square: Square) -> u32 {
    let opponent = !(own | square.into());
    flip::flips(own, opponent, square).len()
}

/// Legal moves from random games, in random order.
fn moves_from_games(random: &mut SplitMix64) -> Vec<Call> {
    let positions = random_positions(60);
    let call = |_| {
        let board = positions[random.below(positions.len())];
        let moves = board.legal_moves();
        let choice = random.below(moves.len() as usize);
        let square = moves.into_iter().nth(choice).expect("one of the moves");
        Call {
            own: board.own().0,
            opponent: board.opponent(),
            square,
        }
    };
    (0..CALLS).map(call).collect()
}

/// Boards with one empty square.
fn last_moves(random: &mut SplitMix64) -> Vec<Call> {
    let call = |_| {
        let square = Square::new(random.below(64)).expect("below 64");
        let own = Bitboard(random.number()) & !Bitboard::from(square);
        let opponent = !(own | square.into());
        Call {
            own: own.0,
            opponent,
            square,
        }
    };
    (0..CALLS).map(call).collect()
}

/// One function with a row for each backend; ratios are to the row `portable`.
struct Table<'a> {
    calls: &'a [Call],
    load: &'a Load,
    portable: Option<(f64, f64)>,
}

impl<'a> Table<'a> {
    fn new(name: &str, calls: &'a [Call], load: &'a Load) -> Table<'a> {
        println!("{name:10}     apart            chained");
        Table {
            calls,
            load,
            portable: None,
        }
    }

    /// Times a function of a call that takes the own discs separately.
    #[inline(never)]
    fn row(&mut self, name: &str, work: impl Fn(&Call, u64) -> u64) {
        let Load {
            rounds, repeats, ..
        } = *self.load;
        let nanoseconds = |times: Times| times.best * 1e9 / (repeats * self.calls.len()) as f64;
        let apart = nanoseconds(Times::of(rounds, || {
            for _ in 0..repeats {
                for call in self.calls {
                    black_box(work(call, call.own));
                }
            }
        }));
        // Always 0, but the compiler cannot know it and the processor has to wait for it.
        let nothing = black_box(0);
        let chained = nanoseconds(Times::of(rounds, || {
            let mut result = 0;
            for _ in 0..repeats {
                for call in self.calls {
                    result = work(call, call.own ^ result & nothing);
                }
            }
            black_box(result);
        }));
        if name == "portable" {
            self.portable = Some((apart, chained));
        }
        let (portable_apart, portable_chained) = self.portable.unwrap_or((f64::NAN, f64::NAN));
        println!(
            "  {name:9} {apart:6.2} ns {:5.2}  {chained:6.2} ns {:5.2}",
            apart / portable_apart,
            chained / portable_chained,
        );
    }
}

/// Prints the time to solve an endgame.
#[inline(never)]
fn report_search(
    name: &str,
    endings: &[Board],
    load: &Load,
    count_last: impl Fn(Bitboard, Square) -> u32,
) {
    let mut sum = 0;
    let times = Times::of(load.rounds, || {
        let scores = endings
            .iter()
            .map(|&board| search(board, -64, 64, false, &count_last));
        sum = scores.sum::<i32>();
    });
    let microseconds = |seconds: f64| seconds * 1e6 / endings.len() as f64;
    println!(
        "  {name:9} best {:.3} µs, median {:.3} µs an ending; scores add up to {sum}",
        microseconds(times.best),
        microseconds(times.median),
    );
}

/// The score of an endgame, by plain alpha-beta.
fn search(
    board: Board,
    mut alpha: i32,
    beta: i32,
    passed: bool,
    count_last: &impl Fn(Bitboard, Square) -> u32,
) -> i32 {
    let empty = board.empty();
    if empty.len() == 1 {
        let square = empty.into_iter().next().expect("one square");
        return score_last(board, square, count_last);
    }
    let mut best = None;
    for square in empty {
        let flips = board.flips_unchecked(square);
        if flips.is_empty() {
            continue;
        }
        let score = -search(board.after(square, flips), -beta, -alpha, false, count_last);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
        best = best.max(Some(score));
    }
    match best {
        Some(score) => score,
        None if passed => board.own().len() as i32 - board.opponent().len() as i32,
        None => -search(board.pass(), -beta, -alpha, true, count_last),
    }
}

/// The score with one empty square left. If neither side can take it, it counts for neither.
#[inline(always)]
fn score_last(board: Board, square: Square, count_last: &impl Fn(Bitboard, Square) -> u32) -> i32 {
    let difference = 2 * board.own().len() as i32 - 63;
    let turned = count_last(board.own(), square) as i32;
    if turned > 0 {
        return difference + 2 * turned + 1;
    }
    let turned = count_last(board.opponent(), square) as i32;
    if turned > 0 {
        return difference - 2 * turned - 1;
    }
    difference
}

//! Training games: complete, equal for equal seeds, and resumable.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use train::heuristic::Heuristic;
use train::records::{Record, read_all};
use train::samples::Samples;
use train::scorer::SearchLimits;
use train::selfplay::{self, Options};
use train::{AnyEvaluator, GameSettings};

fn options(out: PathBuf, games: u32, threads: usize) -> Options {
    Options {
        games,
        out,
        weights: None,
        handmade: true,
        manner: GameSettings {
            seed: 7,
            reach: SearchLimits {
                depth: 1,
                solve: 4,
                probable: 0,
                selective: false,
            },
            balance: 8.0,
            random_from: 4,
            random_to: 26,
            asides: 2,
        },
        threads,
        seconds: None,
        farm: jobs::cli::FarmArgs::default(),
    }
}

fn play(path: &Path, games: u32, threads: usize) -> Vec<Record> {
    selfplay::run(
        &options(path.to_owned(), games, threads),
        &AnyEvaluator::Heuristic(Heuristic),
    )
    .expect("games");
    read_all(path).expect("a file of games")
}

#[test]
fn a_seed_gives_the_same_games_with_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = play(&folder.path().join("1"), 300, 1);
    let together = play(&folder.path().join("3"), 300, 3);
    assert_eq!(
        alone.len(),
        2 * 384,
        "whole blocks, a game and its branch each"
    );
    assert_eq!(alone, together);
}

/// The digest tells whether files of different versions hold the same games. It may change with the
/// search, when that finds other equal moves; nothing else should change it.
#[test]
fn the_games_of_a_seed_do_not_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play(&path, 200, 1);
    let digest = Sha256::digest(std::fs::read(&path).expect("a file"));
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        digest,
        "81c53f9a102a182d6158a99d278a44590a987d45a021f9af74412866e4f3e682"
    );
}

#[test]
fn an_unfinished_file_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let whole = play(&path, 300, 1);
    let bytes = std::fs::read(&path).expect("a file");
    std::fs::write(&path, &bytes[..bytes.len() - 100]).expect("a shorter file");
    assert!(read_all(&path).expect("the whole blocks").len() < whole.len());
    assert_eq!(play(&path, 300, 1), whole);
}

#[test]
fn every_position_of_a_game_knows_its_result() {
    let folder = tempfile::tempdir().expect("a folder");
    for record in play(&folder.path().join("games"), 100, 1) {
        let positions = record.positions().expect("a whole game");
        assert!(record.known_from <= record.moves.len());
        for pair in positions.windows(2) {
            let same_side = pair[0].black_to_move == pair[1].black_to_move;
            let sign = if same_side { 1.0 } else { -1.0 };
            assert!((pair[0].result - sign * pair[1].result).abs() < 0.1);
        }
        for position in &positions {
            let moves = position.board.legal_moves();
            let others = moves.len().saturating_sub(1).min(2) as usize;
            assert_eq!(
                position.asides.len(),
                others,
                "two other moves where there are enough"
            );
            for &(square, score) in position.asides {
                assert!(moves.contains(square) && (-64..=64).contains(&score));
            }
        }
        // The last squares were solved, so the expected score is the result.
        for position in positions
            .iter()
            .filter(|position| position.board.empties() <= 4)
        {
            assert!((position.expected - position.result).abs() < 0.1);
        }
    }
}

#[test]
fn a_game_cut_short_or_changed_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut record = play(&folder.path().join("games"), 1, 1).swap_remove(0);
    record.moves.pop();
    record.positions().expect_err("an unfinished game");
    record.moves[0] = record.moves[1];
    record.positions().expect_err("an illegal move");
    std::fs::write(folder.path().join("text"), "some text").expect("a file");
    read_all(&folder.path().join("text")).expect_err("not games");
}

#[test]
fn full_trust_learns_the_result_and_none_the_expected_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut expected = 0.0;
    for (number, record) in play(&path, 100, 1).iter().enumerate() {
        if (number / 2).is_multiple_of(20) {
            continue;
        }
        for position in record.positions().expect("a whole game") {
            if position.board.empties() == 30 {
                expected += position.expected;
            }
            for &(square, score) in position.asides {
                let child = position.board.play(square).expect("a legal move");
                expected -= f32::from(score) * f32::from(u8::from(child.empties() == 30));
            }
        }
    }
    let sum = |trust| -> f32 {
        let samples = Samples::read(std::slice::from_ref(&path), trust).expect("games");
        samples.training[30].iter().map(|sample| sample.score).sum()
    };
    assert!(
        (sum(0.0) - expected).abs() < 1.0,
        "{} and {expected}",
        sum(0.0)
    );
    assert!(
        (sum(1.0) - expected).abs() > 1.0,
        "{} and {expected}",
        sum(1.0)
    );
}

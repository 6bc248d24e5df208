//! Accuracy: what it counts, and what opponents of known strength reach.

use engine::{Score, Settings};
use play::review::{MOST_LOST, MeanLoss, accuracy};
use play::{Clock, Computer, Computers, Player, TimeControl, Watch};
use rules::{Color, Game, Size};

use super::{effort, review};

fn loss(moves: &[(i32, i32)]) -> MeanLoss {
    let mut loss = MeanLoss::default();
    for &(before, after) in moves {
        loss.add_move(Score::from_discs(before), Score::from_discs(after), 30, 64);
    }
    loss
}

fn discs(moves: &[(i32, i32)]) -> f64 {
    loss(moves).discs().expect("moves")
}

#[test]
fn accuracy_falls_with_the_mean_loss() {
    assert_eq!(accuracy(0.0), 100.0);
    let mut last = 100.0;
    for tenths in 1..=640 {
        let found = accuracy(f64::from(tenths) / 10.0);
        assert!((0.0..last).contains(&found), "{tenths} tenths of a disc");
        last = found;
    }
    assert_eq!(loss(&[]).accuracy(), None);
}

#[test]
fn a_move_that_loses_more_counts_more() {
    for before in [-60, -40, -20, 0, 20, 64] {
        let mut last = -1.0;
        for after in (-64..=before).rev() {
            let found = discs(&[(before, after)]);
            assert!(
                found > last || found == MOST_LOST,
                "from {before} to {after}"
            );
            last = found;
        }
    }
}

/// The same number of discs is more of what is left to a side that is behind. That a side is ahead
/// changes nothing.
#[test]
fn a_lost_position_does_not_make_bad_moves_free() {
    let behind = [-50, -40, -30, -20, -10, 0].map(|before| discs(&[(before, before - 6)]));
    assert!(behind.is_sorted_by(|one, other| one > other), "{behind:?}");
    assert_eq!(discs(&[(0, -6)]), 6.0);
    assert_eq!(discs(&[(30, 24)]), 6.0);
    // One bad move among good ones weighs nearly as much behind as it does in an even game.
    let game = |score: i32| {
        let good = [(score, score); 20];
        let at_stake = (64 + score) / 2;
        discs(&[&good[..], &[(score, score - at_stake)]].concat())
    };
    assert!((game(-40) - game(0)).abs() < 1e-9);
}

/// Where nothing is left to lose, a move says nothing.
#[test]
fn moves_without_anything_at_stake_hardly_count() {
    let played = [(0, -8), (0, 0)];
    let lost = [&played[..], &[(-64, -64); 10]].concat();
    assert!(discs(&lost) > 0.7 * discs(&played));
}

/// In the first third of a game a move weighs less, the first moves least.
#[test]
fn an_opening_move_counts_less() {
    let with_a_slip_at = |slip: u32| {
        let mut loss = MeanLoss::default();
        for empties in (1..=60).rev() {
            let after = if empties == slip { -10 } else { 0 };
            loss.add_move(Score::DRAW, Score::from_discs(after), empties, 64);
        }
        loss.discs().expect("moves")
    };
    let losses = [60, 55, 50, 45, 41].map(with_a_slip_at);
    assert!(losses.is_sorted_by(|one, other| one < other), "{losses:?}");
    assert!(losses[0] > 0.0);
    assert_eq!(with_a_slip_at(41), with_a_slip_at(10));
}

/// Discs of a smaller board count more, because there are fewer of them.
#[test]
fn a_smaller_board_has_larger_discs() {
    let mut small = MeanLoss::default();
    small.add_move(Score::from_discs(0), Score::from_discs(-4), 6, 16);
    assert_eq!(small.discs(), Some(16.0));
}

/// The mean accuracy of a player over games against engine:8, from the start.
/// The whole measurement is `make accuracy`.
fn against_the_engine(player: &str, games: u64) -> f64 {
    let [player, engine]: [Computer; 2] = [player, "engine:8"].map(|name| name.parse().unwrap());
    let clock = Clock::new(TimeControl::default());
    let mut sum = 0.0;
    for number in 0..games {
        let mut game = Game::new(Size::EIGHT);
        let color = Color::ALL[number as usize % 2];
        let settings = Settings {
            threads: 1,
            hash_mb: 4,
        };
        let mut computers = Computers::new(number).with_settings(settings);
        while let Some(mover) = game.to_move() {
            let computer = if mover == color { player } else { engine };
            let chosen = Watch::unwatched(|watch| {
                let mut player = computers.player(computer);
                player.choose(&game, &clock, watch)
            });
            let point = chosen.expect("no fault").point.expect("a move");
            game.play(point).expect("a legal move");
        }
        let loss = review(&game, effort(6, 14)).mean_loss()[color];
        sum += loss.accuracy().expect("moves with a choice");
    }
    sum / games as f64
}

/// The limits are those of 50 games with room for the chance of few.
#[test]
fn accuracy_tells_opponents_apart() {
    let (random, greedy) = (
        against_the_engine("random", 12),
        against_the_engine("greedy", 12),
    );
    assert!(random < 40.0, "random: {random}");
    assert!(greedy < 45.0, "greedy: {greedy}");
    let (low, high) = (
        against_the_engine("rival:1", 6),
        against_the_engine("rival:18", 3),
    );
    assert!(low < 75.0, "rival:1: {low}");
    assert!(high > 92.0, "rival:18: {high}");
}

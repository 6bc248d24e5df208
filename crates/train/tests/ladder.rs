//! The ladder of rivals in short: `make ladder` is the whole measurement.

use engine::{Classic, Level};
use play::Computer;
use play::rival::Rung;
use rules::Size;
use train::ladder::{Contestant, ratings};

fn rung(number: u32) -> Contestant {
    Contestant::Computer(Computer::Rival(Rung::new(number).expect("a rung")))
}

fn classic(classic: Classic) -> Contestant {
    Contestant::Computer(Computer::Classic(classic, Level::LOWEST))
}

/// With so few games, rungs far apart are compared. Everything is seeded.
#[test]
fn higher_rungs_are_stronger() {
    let players = [
        classic(Classic::Random),
        rung(1),
        rung(5),
        rung(9),
        rung(13),
        rung(16),
    ];
    let (rated, scores) = ratings(&players, Size::EIGHT, 2, 12, 1);
    for two in rated.windows(2) {
        assert!(two[0].elo < two[1].elo, "{rated:?} {scores:?}");
    }
}

/// A beginner loses to a player that turns as many discs as it can at least four
/// times in ten, and wins against one that plays any move.
#[test]
fn the_lowest_rung_is_a_beginner() {
    let players = [classic(Classic::Random), rung(1), classic(Classic::Greedy)];
    let (_, scores) = ratings(&players, Size::EIGHT, 2, 150, 1);
    let share = |first, second| {
        let score = scores
            .iter()
            .find(|one| (one.first, one.second) == (first, second));
        let score = score.expect("they met");
        score.points / score.games
    };
    let against_random = 1.0 - share(0, 1);
    let lost_to_greedy = 1.0 - share(1, 2);
    assert!(against_random > 0.55, "against random: {against_random}");
    assert!(lost_to_greedy > 0.36, "lost to greedy: {lost_to_greedy}");
    assert!(lost_to_greedy < 0.6, "lost to greedy: {lost_to_greedy}");
}

#[test]
fn rungs_are_rated_in_their_order() {
    let rungs: Vec<Rung> = Rung::all().collect();
    for two in rungs.windows(2) {
        assert!(
            two[0].rating() < two[1].rating(),
            "{} and {}",
            two[0],
            two[1]
        );
    }
}

/// Also on other boards, where rungs are made from search and chance.
#[test]
fn higher_rungs_are_stronger_on_other_boards() {
    for side in [6, 10] {
        let size = Size::new(side).expect("a size");
        let players = [classic(Classic::Random), rung(6), rung(13)];
        let (rated, _) = ratings(&players, size, 2, 8, 1);
        for two in rated.windows(2) {
            assert!(two[0].elo < two[1].elo, "{side}: {rated:?}");
        }
    }
}

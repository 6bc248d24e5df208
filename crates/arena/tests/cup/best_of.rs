//! Meetings of a knock-out: when a meeting ends and what decides it.

use arena::cup::{
    Decider, Fixtures, Format, Meeting, MeetingLength, MeetingScore, PairingRules, Score, Scores,
};
use rules::Color;

use super::simulated::{dice, play_out, rules, score};

fn meeting(games: usize, extra: usize) -> Meeting {
    Meeting {
        round: 1,
        number: 1,
        label: "Final".to_string(),
        entrants: [0, 1],
        first: 0,
        length: MeetingLength::BestOf {
            games,
            extra,
            favourite: 0,
        },
    }
}

/// The tally after games won by the first (`+`), drawn (`=`) or won by the second (`-`).
fn after(meeting: &Meeting, results: &str) -> MeetingScore {
    let mut scores = Scores::new();
    for (index, letter) in results.chars().enumerate() {
        let game = index + 1;
        let sign = match letter {
            '+' => 1,
            '=' => 0,
            '-' => -1,
            _ => continue,
        };
        let black = if meeting.seats(game).black == 0 {
            1
        } else {
            -1
        };
        scores.insert(meeting.slot(game), score(meeting, game, 10 * sign * black));
    }
    meeting.tally(&scores)
}

#[test]
fn colours_are_swapped_after_every_game() {
    let meeting = meeting(4, 1);
    let black: Vec<usize> = (1..=6).map(|game| meeting.seats(game).black).collect();
    assert_eq!(black, [0, 1, 0, 1, 0, 1]);
}

#[test]
fn it_ends_when_one_is_ahead_for_good() {
    let four = meeting(4, 1);
    assert_eq!(
        after(&four, "").open,
        [1, 2, 3],
        "two wins may not be enough"
    );
    assert_eq!(after(&four, "++").open, [3], "a lead of 2 with 2 to go");
    assert_eq!(after(&four, "+++").decided, Some((0, Decider::Points)));
    assert_eq!(after(&four, "---").decided, Some((1, Decider::Points)));
    assert_eq!(after(&four, "+=").open, [3], "a win now would be enough");
    assert_eq!(after(&four, "+==").open, [4]);
    assert_eq!(after(&four, "+=+").decided, Some((0, Decider::Points)));
    assert_eq!(after(&four, "+-=+").decided, Some((0, Decider::Points)));
    // The second game is still going on: the third is needed, the fourth perhaps not.
    assert_eq!(after(&four, "+ ").open, [2, 3]);
    assert_eq!(after(&four, "+ +").open, [2]);
    let one = meeting(1, 0);
    assert_eq!(after(&one, "-").decided, Some((1, Decider::Points)));
}

#[test]
fn ties_are_broken_in_the_order_that_is_stated() {
    let two = meeting(2, 2);
    assert_eq!(after(&two, "+-").open, [3, 4], "an extra pair");
    assert_eq!(
        after(&two, "+-+").open,
        [4],
        "an extra pair is played to its end"
    );
    assert_eq!(after(&two, "+-+=").decided, Some((0, Decider::ExtraPair)));
    assert_eq!(after(&two, "+-+-").open, [5, 6], "another one");
    assert_eq!(after(&two, "+-+-=-").decided, Some((1, Decider::ExtraPair)));

    let two = meeting(2, 0);
    let mut scores = Scores::new();
    let mut add = |game: usize, discs: i32, fault: Option<Color>| {
        let seats = two.seats(game);
        scores.insert(
            two.slot(game),
            Score {
                seats,
                discs,
                fault,
                annulled: false,
            },
        );
        two.tally(&scores).decided
    };
    assert_eq!(add(1, 10, None), None);
    assert_eq!(add(2, 12, None), Some((1, Decider::Discs)));
    // Equal points, equal discs: one lost by a fault, the other on the board.
    assert_eq!(add(2, 10, Some(Color::White)), Some((1, Decider::Faults)));
    assert_eq!(add(2, 10, None), Some((0, Decider::Seed)));
}

/// The number of tables and the order in which games end do not change which games are played.
#[test]
fn the_same_games_are_played_on_one_table_as_on_ten() {
    for entrants in 2..=16 {
        for games in 1..=5 {
            let rules = PairingRules {
                third_place: entrants % 2 == 0,
                house: Some(2),
                ..rules(Format::Knockout, entrants, games)
            };
            let (fixtures, scores) = play_out(rules, 1, 0, dice);
            for order in 1..5 {
                let (others, other) = play_out(rules, 10, order, dice);
                assert_eq!(other, scores, "{entrants} entrants, {games} games");
                assert_eq!(others.winner(), fixtures.winner());
            }
        }
    }
}

#[test]
fn the_winner_meets_the_house() {
    for format in [
        Format::Knockout,
        Format::RoundRobin,
        Format::Swiss,
        Format::Gauntlet,
    ] {
        let rules = PairingRules {
            rounds: 3,
            house: Some(4),
            ..rules(format, 6, 2)
        };
        let (fixtures, scores) = play_out(rules, 3, 5, dice);
        let house: Vec<&Meeting> = fixtures
            .meetings()
            .filter(|meeting| meeting.label == "House match")
            .collect();
        let [house] = house[..] else {
            panic!("{format:?}: one house match, not {house:?}");
        };
        let winner = fixtures.winner().expect("it is finished");
        assert_eq!(house.entrants, [winner, 6]);
        assert_eq!(house.tally(&scores).played, 4);
        assert_eq!(house.round, fixtures.rules().house_round());
    }
}

#[test]
fn a_cup_of_the_best_seeds_has_one_final() {
    let fixtures = Fixtures::new(rules(Format::Knockout, 16, 2));
    let labels: Vec<&str> = fixtures
        .meetings()
        .map(|meeting| meeting.label.as_str())
        .collect();
    assert_eq!(labels, ["Round of 16"; 8]);
    let first = fixtures.meetings().next().expect("eight of them");
    assert_eq!(first.entrants, [0, 15]);
}

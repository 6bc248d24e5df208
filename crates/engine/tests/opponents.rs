//! The moves of the opponents: always legal, and the same for the same seed.

use crate::common::{choose, random_game, random_positions, whole_game};
use reversi_engine::{Classic, Level, Method, Opponent, Random};
use reversi_rules::{Diagram, Game, Point, PointSet, Size};

fn level(plies: u32) -> Level {
    Level::new(plies).expect("not 0")
}

fn size(side: usize) -> Size {
    Size::new(side).expect("an even size")
}

#[test]
fn opponents_choose_legal_moves_and_none_only_where_there_are_none() {
    let mut random = Random::new(4);
    for side in [4, 6, 8, 10] {
        for _ in 0..3 {
            let game = random_game(size(side), &mut random);
            let passes = game.turns().iter().filter(|turn| turn.passed().is_some());
            let stuck = passes.map(|turn| turn.before().play(turn.point()).expect("legal"));
            let mut diagrams: Vec<Diagram> =
                game.turns().iter().map(|turn| *turn.before()).collect();
            diagrams.extend(stuck);
            diagrams.extend([*game.diagram(), game.diagram().pass()]);
            for diagram in diagrams {
                let legal = diagram.legal_moves();
                for opponent in Opponent::ALL {
                    let point = choose(opponent, &diagram, level(2), &mut random);
                    let is_legal = point.is_none_or(|point| legal.contains(point));
                    let why = format!("{opponent} on\n{diagram:?}");
                    assert_eq!(point.is_none(), legal.is_empty(), "{why}");
                    assert!(is_legal, "{why}");
                }
                for classic in Classic::ALL {
                    if let Some(decision) = classic.choose(&diagram, level(2), &mut random) {
                        let best = decision.choice.best;
                        assert!(best.contains(decision.point), "{classic} on\n{diagram:?}");
                        assert_eq!(best & legal, best, "{classic} on\n{diagram:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_plays_another() {
    for opponent in Opponent::ALL {
        let game = |seed| whole_game(opponent, size(6), level(2), seed);
        assert_eq!(game(7), game(7), "{opponent}");
    }
    let games: Vec<Game> = (0..20)
        .map(|seed| whole_game(Classic::Random.into(), Size::EIGHT, level(1), seed))
        .collect();
    for (number, game) in games.iter().enumerate() {
        assert!(
            !games[..number].contains(game),
            "seed {number} repeats another"
        );
    }
}

#[test]
fn chance_picks_every_one_of_the_equal_moves() {
    let start = Game::new(Size::EIGHT);
    for opponent in Opponent::ALL {
        let picks: PointSet = (0..64)
            .map(|seed| {
                let random = &mut Random::new(seed);
                let point = choose(opponent, start.diagram(), level(1), random);
                point.expect("there is a move")
            })
            .collect();
        assert_eq!(picks, start.legal_moves(), "{opponent}");
    }
}

#[test]
fn greedy_turns_as_many_discs_as_it_can_at_every_level() {
    for side in [4, 8, 12] {
        for diagram in random_positions(size(side), 20, 5) {
            let turned = |point: &Point| diagram.board().flips(*point).len();
            let legal = || diagram.legal_moves().into_iter();
            let most = legal().map(|point| turned(&point)).max();
            let greediest: PointSet = legal().filter(|p| Some(turned(p)) == most).collect();
            for plies in [1, 2, 9] {
                let choice = Classic::Greedy.consider(&diagram, level(plies), Method::default());
                let best = choice.expect("there is a move").best;
                assert_eq!(best, greediest, "{diagram:?}");
            }
        }
    }
}

#[test]
fn names_are_read_in_any_case_and_a_wrong_one_is_answered_with_all() {
    for opponent in Opponent::ALL {
        assert_eq!(opponent.to_string().parse(), Ok(opponent));
        assert_eq!(opponent.name().to_uppercase().parse(), Ok(opponent));
    }
    let error = "wallee".parse::<Opponent>().expect_err("a wrong name");
    assert_eq!(
        error.to_string(),
        "`wallee` is not an opponent; there are engine, discs, corners-edges, positional, \
         roxanne, walle, greedy, random"
    );
}

#[test]
fn a_level_is_a_whole_number_from_1_up() {
    let moves = |text: &str| text.parse::<Level>().map(Level::moves).ok();
    assert_eq!(moves("1"), Some(1));
    assert_eq!(moves("012"), Some(12));
    assert_eq!(moves("1000000000"), Some(1_000_000_000));
    // A number too large to count to means a search to the end of the game.
    assert_eq!(moves("1000000000000000000000000000000"), Some(u32::MAX));
    for wrong in [
        "", "0", "000", "-1", "+1", "abc", "1.5", "1e9", " 1", "1 ", "٣",
    ] {
        let error = wrong.parse::<Level>().expect_err(wrong);
        let text = "is not a level; it is how many moves to look ahead: 1, 2, 3 and so on";
        assert_eq!(error.to_string(), format!("`{wrong}` {text}"));
    }
    assert_eq!(Level::new(0), None);
    assert_eq!(level(7).to_string(), "7");
}

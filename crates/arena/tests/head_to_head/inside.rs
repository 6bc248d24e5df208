//! Classic opponents and the engine in games of a referee.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::contest::{Ending, Entrant, GameRunner, Played, Referee, Seats};
use arena::matches::{MatchSchedule, MatchScore, OpeningSupply, Openings};
use play::Player;
use play::TimeControl;
use rules::{ByColor, Color, Game, Size};

fn seats(players: [&str; 2], seed: u64) -> Seats {
    let entrants = players.map(|text| (text.to_string(), text.parse::<Entrant>().unwrap()));
    let no_program = Box::new(|_: &str, _, _: &str, _| panic!("no other program plays here"));
    Seats::new(entrants.to_vec(), seed, no_program).unwrap()
}

fn run(
    players: [&str; 2],
    openings: Openings,
    side: usize,
    pairs: usize,
    tables: usize,
) -> MatchScore {
    timed(
        players,
        openings,
        side,
        pairs,
        tables,
        TimeControl::default(),
    )
}

fn timed(
    players: [&str; 2],
    openings: Openings,
    side: usize,
    pairs: usize,
    tables: usize,
    time: TimeControl,
) -> MatchScore {
    let supply = OpeningSupply::new(openings, Size::new(side).unwrap(), 1).unwrap();
    let head_to_head = Mutex::new(MatchSchedule::new(supply, pairs, None));
    let stop = AtomicBool::new(false);
    let seats = seats(players, 1);
    GameRunner::new(tables, time, &stop)
        .run(&head_to_head, &|entrant, table| seats.sit(entrant, table));
    head_to_head.into_inner().unwrap().score()
}

fn one_game(players: [&str; 2], side: usize, time: TimeControl) -> Played {
    let seats = seats(players, 5);
    let (mut black, mut white) = (seats.sit(0, 0), seats.sit(1, 0));
    let stop = AtomicBool::new(false);
    let referee = Referee { time, stop: &stop };
    let pair = ByColor {
        black: &mut *black as &mut dyn Player,
        white: &mut *white,
    };
    let game = Game::new(Size::new(side).unwrap());
    referee.play(&game, pair, &mut |_, _| {}).unwrap()
}

#[test]
fn the_number_of_tables_changes_nothing() {
    let once = run(["random", "greedy"], Openings::Start, 8, 10, 1);
    let thrice = run(["random", "greedy"], Openings::Start, 8, 10, 3);
    assert_eq!(once.games(), thrice.games());
    assert_eq!(once.pairs(), thrice.pairs());
    assert_eq!(once.discs(), thrice.discs());
    let engines = ["engine:3", "engine:depth=2"];
    let once = run(engines, Openings::Random(6), 8, 2, 1);
    let twice = run(engines, Openings::Random(6), 8, 2, 2);
    assert_eq!(once.discs(), twice.discs());
}

/// From the usual start, random choices make games differ.
#[test]
fn games_from_the_same_start_are_not_the_same_game() {
    let tally = run(["random", "random"], Openings::Start, 8, 10, 1);
    assert!(tally.discs().error() > 0.0);
}

#[test]
fn every_player_finishes_on_every_size() {
    for side in [4, 6, 8, 10, 12] {
        for player in [
            "engine:2",
            "engine:depth=2",
            "walle:1",
            "roxanne:1",
            "random",
        ] {
            let played = one_game([player, "greedy"], side, TimeControl::default());
            assert!(played.game.is_over(), "{player} on {side}");
            assert_eq!(played.ending, Ending::Board, "{player} on {side}");
        }
    }
}

#[test]
fn the_engine_reports_score_and_depth() {
    let played = one_game(["engine:6", "random"], 8, TimeControl::default());
    let engine = played.moves.iter().step_by(2);
    let values: Vec<i32> = engine.clone().filter_map(|made| made.value).collect();
    assert!(values.len() > 10, "{values:?}");
    // It ends with a win, and the engine had announced it.
    assert!(*values.last().unwrap() > 0, "{values:?}");
    assert!(played.moves[0].depth.is_some_and(|depth| depth >= 6));
}

#[test]
fn level_ten_beats_every_classic_opponent() {
    for player in [
        "discs:2",
        "corners-edges:2",
        "positional:2",
        "roxanne:2",
        "walle:2",
        "greedy",
        "random",
    ] {
        let played = one_game([player, "engine:level=10"], 8, TimeControl::default());
        assert_eq!(played.winner(), Some(Color::White), "{player}");
    }
}

/// The engine keeps every time limit, however short, on both kinds of board.
#[test]
fn the_engine_never_loses_on_time() {
    // On a busy machine a thread may wake up late; that is not a fault of the engine.
    let margin = Duration::from_secs(60);
    let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
    let controls = [
        TimeControl {
            per_move: seconds(0.005),
            margin,
            ..TimeControl::default()
        },
        TimeControl {
            per_game: seconds(0.2),
            margin,
            ..TimeControl::default()
        },
        TimeControl {
            per_game: seconds(0.1),
            increment: Duration::from_millis(5),
            per_move: seconds(0.05),
            margin,
        },
    ];
    for time in controls {
        for side in [6, 8, 10] {
            let players = ["engine:threads=1", "engine:time=5"];
            let played = one_game(players, side, time);
            assert_eq!(played.ending, Ending::Board, "{side}, {time:?}");
            let spent: Duration = played.moves.iter().map(|made| made.spent).sum();
            let mean = spent.div_f64(played.moves.len() as f64);
            // Without the clock, one of them would think for five seconds a move.
            assert!(mean < Duration::from_secs(1), "{side}, {time:?}: {mean:?}");
        }
    }
}

/// The engine uses the time of a limit.
#[test]
fn time_is_spent() {
    let players = ["engine:time=0.05", "engine:threads=1"];
    let time = TimeControl {
        per_move: Some(Duration::from_millis(30)),
        margin: Duration::from_secs(60),
        ..TimeControl::default()
    };
    let tally = timed(players, Openings::Start, 8, 1, 1, time);
    for player in [0, 1] {
        let thought = tally.time_per_move(player).unwrap();
        assert!(thought > Duration::from_millis(3), "{thought:?}");
    }
}

#[test]
fn weights_that_cannot_be_read_are_reported() {
    let entrant: Entrant = "engine:level=1,weights=/no/such/file".parse().unwrap();
    let no_program = Box::new(|_: &str, _, _: &str, _| panic!("no other program plays here"));
    let seats = Seats::new(vec![("a".into(), entrant)], 1, no_program);
    let told = seats.err().unwrap().to_string();
    assert!(told.starts_with("cannot read /no/such/file: "), "{told}");
}

/// The weights of the program, read from a file, play the same moves. Damaged weights are an error.
#[test]
fn weights_from_a_file_play() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/data/weights/reversi.network"
    );
    let same = format!("engine:depth=3,weights={path}");
    let played = one_game([&same, "greedy"], 8, TimeControl::default());
    let own = one_game(["engine:depth=3", "greedy"], 8, TimeControl::default());
    assert_eq!(played.game, own.game);
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let entrant: Entrant = format!("engine:weights={text}").parse().unwrap();
    let no_program = Box::new(|_: &str, _, _: &str, _| panic!("no other program plays here"));
    let seats = Seats::new(vec![("a".into(), entrant)], 1, no_program);
    let told = seats.err().unwrap().to_string();
    assert!(told.ends_with("this is not a weights file"), "{told}");
}

//! Rulings of the arbiter: what they change, and that a cup which is opened again is the same.

use std::fs;

use arena::contest::{Ending, Schedule};
use arena::cup::config::Config;
use arena::cup::{Action, RulingError, Slot, Tournament};
use engine::Random;
use jobs::Next;
use tempfile::TempDir;

use super::journals::{config, journal, open, play, played};

const SWISS: &str = "format = \"swiss\"\nrounds = 3\nsize = 4\ngames = 1\n";
pub const LEAGUE: &str = "format = \"round-robin\"\nsize = 4\ngames = 2\n";
const KNOCKOUT: &str =
    "size = 4\ngames = 2\nextra = 1\nhouse = { name = \"House\", player = \"greedy\" }\n";

fn slot(text: &str) -> Slot {
    text.parse().expect("a slot")
}

/// A cup after some games.
pub fn begun(folder: &TempDir, head: &str, games: usize) -> (Config, Tournament) {
    let config = config(folder.path(), head);
    let mut course = open(&config).expect("it is ours");
    assert_eq!(play(&mut course, games), games);
    (config, course)
}

/// Checks that the cup is the same when it is opened again, also when it is played on.
pub fn same_again(config: &Config, course: Tournament) {
    let event = course.event();
    drop(course);
    let mut again = open(config).expect("it is ours");
    assert_eq!(again.event(), event);
    play(&mut again, usize::MAX);
    assert!(again.event().finished);
}

#[test]
fn an_annulled_game_counts_for_nothing_and_is_not_played_again() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 20);
    assert!(course.event().finished);
    let before = course.event();
    course.annul(slot("1.1.1"), "wrong program").unwrap();
    let event = course.event();
    assert!(event.finished, "it is not played again");
    assert_eq!(event.games.len(), 19);
    let points =
        |event: &arena::cup::Event| -> f64 { event.standings.iter().map(|line| line.points).sum() };
    assert_eq!((points(&before), points(&event)), (20.0, 19.0));
    assert_eq!(event.rulings.len(), 1);
    assert_eq!(event.rulings[0].action, Action::Annul(slot("1.1.1")));
    assert_eq!(event.rulings[0].reason, "wrong program");
    let again = course.annul(slot("1.1.1"), "again").unwrap_err();
    assert!(matches!(again, RulingError::Annulled(_)), "{again}");
    // A later ruling undoes it.
    course
        .replay(slot("1.1.1"), "it was the right program")
        .unwrap();
    assert!(!course.event().finished);
    assert_eq!(play(&mut course, usize::MAX), 1);
    assert_eq!(course.event().games.len(), 20);
    same_again(&config, course);
}

#[test]
fn a_game_can_be_lost_by_a_ruling_whether_it_was_played_or_not() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 10);
    let seats = course.fixtures().meeting(slot("1.1.1")).unwrap().seats(1);
    for loser in [seats.black, seats.white] {
        course.forfeit(slot("1.1.1"), loser, "copied").unwrap();
        let game = &course.event().games[0];
        assert_eq!(game.slot, slot("1.1.1"));
        let expected = Ending::Fault {
            black: loser == seats.black,
            reason: "forfeited the game: copied".to_string(),
        };
        assert_eq!(game.played.ending, expected);
        assert!(!game.played.moves.is_empty(), "the moves are kept");
    }
    // This one was not played yet, and will not be.
    let last = slot("5.2.2");
    let seats = course.fixtures().meeting(last).unwrap().seats(2);
    course.forfeit(last, seats.white, "late").unwrap();
    assert_eq!(play(&mut course, usize::MAX), 9);
    let event = course.event();
    let game = event.games.last().unwrap();
    assert_eq!((game.slot, game.played.moves.len()), (last, 0));
    assert_eq!(game.played.score(), 16, "all squares of the board");
    same_again(&config, course);
}

#[test]
fn an_entrant_that_withdraws_loses_the_rest_and_is_not_paired_any_more() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 7);
    course.withdraw(0, "the author asked for it").unwrap();
    play(&mut course, usize::MAX);
    let event = course.event();
    assert_eq!(event.games.len(), 20);
    let line = event
        .standings
        .iter()
        .find(|line| line.entrant == 0)
        .unwrap();
    assert_eq!(line.won + line.drawn + line.lost, 8, "all games count");
    let reason = "has withdrawn: the author asked for it";
    let lost = |game: &&arena::cup::CupGame| matches!(&game.played.ending, Ending::Fault { reason: why, .. } if why == reason);
    assert!(event.games.iter().filter(lost).count() >= 2);
    let again = course.withdraw(0, "again").unwrap_err();
    assert!(matches!(again, RulingError::Gone(_)), "{again}");
    same_again(&config, course);

    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, SWISS, 1);
    course.withdraw(4, "ill").unwrap();
    play(&mut course, usize::MAX);
    let paired = |round: usize| {
        let meetings = course.fixtures().meetings();
        let mut of_round = meetings.filter(|meeting| meeting.round == round);
        of_round.any(|meeting| meeting.entrants.contains(&4))
            || course.fixtures().byes().contains(&(round, 4))
    };
    assert!(paired(1) && !paired(2) && !paired(3));
    same_again(&config, course);
}

#[test]
fn a_game_keeps_its_number() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 6);
    let numbers = |course: &Tournament| -> Vec<(Slot, usize)> {
        let games = course.event().games.into_iter();
        games.map(|game| (game.slot, game.number)).collect()
    };
    let before = numbers(&course);
    assert_eq!(course.numbered(1), Some(slot("1.1.1")));
    course.annul(slot("1.1.1"), "x").unwrap();
    assert_eq!(numbers(&course), before[1..]);
    assert_eq!(course.numbered(1), Some(slot("1.1.1")), "it still has it");
    assert_eq!((course.numbered(0), course.numbered(21)), (None, None));
    course.replay(slot("1.1.2"), "x").unwrap();
    let gone = course.fixtures().meeting(slot("1.2.1")).unwrap().entrants[0];
    course.withdraw(gone, "ill").unwrap();
    let lost = course.take_forfeits();
    assert!(!lost.is_empty() && course.take_forfeits().is_empty());
    play(&mut course, usize::MAX);
    let after = numbers(&course);
    assert!(before[1..].iter().all(|game| after.contains(game)));
    drop(course);
    assert_eq!(numbers(&open(&config).unwrap()), after);
}

#[test]
fn a_game_of_an_entrant_that_has_withdrawn_is_not_played_again() {
    let folder = TempDir::new().unwrap();
    let (_, mut course) = begun(&folder, LEAGUE, 20);
    let gone = course.fixtures().meeting(slot("1.1.1")).unwrap().entrants[0];
    course.withdraw(gone, "ill").unwrap();
    let error = course.replay(slot("1.1.1"), "x").unwrap_err();
    assert!(matches!(error, RulingError::Withdrawn(..)), "{error}");
    assert!(error.to_string().contains("has withdrawn"), "{error}");
}

#[test]
fn a_ruling_takes_the_place_of_earlier_ones_and_is_not_made_twice() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 20);
    let [one, other] = course.fixtures().meeting(slot("1.1.1")).unwrap().entrants;
    course.forfeit(slot("1.1.1"), one, "copied").unwrap();
    let error = course.forfeit(slot("1.1.1"), one, "copied").unwrap_err();
    assert!(error.to_string().contains("is so already"), "{error}");
    course.annul(slot("1.1.2"), "another game").unwrap();
    course
        .forfeit(slot("1.1.1"), other, "the other one")
        .unwrap();
    course.replay(slot("1.1.1"), "neither").unwrap();
    let error = course.replay(slot("1.1.1"), "neither").unwrap_err();
    assert!(error.to_string().contains("is so already"), "{error}");
    let superseded = |course: &Tournament| -> Vec<bool> {
        let rulings = course.rulings().iter();
        rulings.map(|ruling| ruling.superseded).collect()
    };
    assert_eq!(superseded(&course), [true, false, true, false]);
    same_again(&config, course);
}

#[test]
fn two_that_have_withdrawn_do_not_meet() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 1);
    for entrant in 0..5 {
        course.withdraw(entrant, "strike").unwrap();
    }
    let event = course.event();
    assert!(event.finished, "nothing is left to play");
    same_again(&config, course);
}

#[test]
fn an_entrant_that_withdraws_from_a_qualifier_does_not_advance() {
    let head = "size = 4\n[qualifier]\nformat = \"round-robin\"\nadvance = 4\ngames = 1\n";
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, head, 9);
    let table = course.fixtures().qualifier_standings(course.scores());
    let first = table[0][0].entrant;
    course.withdraw(first, "ill").unwrap();
    play(&mut course, usize::MAX);
    let seeds = course.fixtures().seeds().expect("the qualifier is over");
    assert!(!seeds.contains(&first), "{first} in {seeds:?}");
    same_again(&config, course);
}

#[test]
fn a_ruling_that_games_already_played_depend_on_is_refused() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, SWISS, 6);
    assert!(course.event().finished);
    let before = fs::read(journal(&config)).unwrap();
    // Of all games of the first round, at least one decides who meets whom later.
    let refused: Vec<RulingError> = ["1.1.1", "1.2.1"]
        .iter()
        .flat_map(|game| {
            let seats = course.fixtures().meeting(slot(game)).unwrap().seats(1);
            let try_out = |loser| {
                let copy = TempDir::new().unwrap();
                let mut other = open_copy(&config, &copy);
                other.forfeit(slot(game), loser, "x").err()
            };
            [try_out(seats.black), try_out(seats.white)]
        })
        .flatten()
        .collect();
    assert!(!refused.is_empty());
    for error in &refused {
        assert!(matches!(error, RulingError::Later(_)), "{error}");
        assert!(
            error
                .to_string()
                .contains("was played because of this result")
        );
    }
    assert_eq!(fs::read(journal(&config)).unwrap(), before);
    // The last round depends on nothing after it.
    let last = slot("3.1.1");
    let loser = course.fixtures().meeting(last).unwrap().entrants[0];
    course.forfeit(last, loser, "copied").unwrap();
    same_again(&config, course);
}

/// The same cup in another folder.
fn open_copy(config: &Config, folder: &TempDir) -> Tournament {
    let mut other = config.clone();
    other.results = folder.path().to_path_buf();
    fs::copy(journal(config), journal(&other)).unwrap();
    open(&other).expect("it is ours")
}

#[test]
fn bad_rulings_change_nothing() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, KNOCKOUT, 3);
    let before = (fs::read(journal(&config)).unwrap(), course.event());
    let one = slot("1.2.1");
    for (error, message) in [
        (course.annul(slot("9.9.9"), "x"), "there is no game 9.9.9"),
        (course.annul(slot("1.2.99"), "x"), "there is no game 1.2.99"),
        (
            course.forfeit(one, 0, "x"),
            "`Anna` does not play in game 1.2.1",
        ),
        (
            course.replay(slot("2.2.1"), "x"),
            "game 2.2.1 was not played",
        ),
        (course.annul(one, "  "), "a ruling needs a reason"),
        (course.annul(one, "two\nlines"), "one line"),
        (course.annul(one, &"x".repeat(501)), "at most 500"),
        (course.withdraw(5, "x"), "the house program cannot withdraw"),
    ] {
        let error = error.expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    assert_eq!(
        (fs::read(journal(&config)).unwrap(), course.event()),
        before
    );
    for text in ["", "1", "1.2", "1.2.3.4", "0.1.1", "a.b.c", "1.-1.1"] {
        assert!(text.parse::<Slot>().is_err(), "{text}");
    }
}

/// In every format all games have different numbers; only a knock-out leaves some out.
#[test]
fn every_game_has_its_own_number() {
    let groups = "size = 4\n[qualifier]\nformat = \"groups\"\ngroups = 2\nadvance = 4\ngames = 1\n";
    for (head, gaps) in [
        (KNOCKOUT, true),
        (SWISS, false),
        (LEAGUE, false),
        ("format = \"gauntlet\"\nsize = 4\n", false),
        (groups, true),
    ] {
        let folder = TempDir::new().unwrap();
        let (_, mut course) = begun(&folder, head, 0);
        play(&mut course, usize::MAX);
        let games = course.event().games;
        let mut numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers.iter().min(), Some(&1), "{head}");
        for game in &games {
            assert_eq!(course.numbered(game.number), Some(game.slot), "{head}");
        }
        numbers.sort_unstable();
        if !gaps {
            assert_eq!(numbers, (1..=games.len()).collect::<Vec<_>>(), "{head}");
        }
        numbers.dedup();
        assert_eq!(numbers.len(), games.len(), "{head}");
    }
}

/// The journal has rulings among its games: cut anywhere, the cup ends in the same way.
#[test]
fn a_cup_with_rulings_goes_on_wherever_its_journal_was_cut() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 6);
    course.annul(slot("1.1.2"), "wrong program").unwrap();
    course.withdraw(3, "ill").unwrap();
    let (whole, event) = (fs::read(journal(&config)).unwrap(), course.event());
    play(&mut course, usize::MAX);
    let ended = course.event();
    drop(course);
    let lines = &whole[..whole.len() - 1];
    let last_line = lines.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for cut in last_line..whole.len() {
        fs::write(journal(&config), &whole[..cut]).unwrap();
        let mut course = open(&config).unwrap();
        course.withdraw(3, "ill").unwrap();
        assert_eq!(course.event(), event, "cut at {cut}");
        if cut == last_line {
            play(&mut course, usize::MAX);
            assert_eq!(course.event(), ended);
        }
    }
}

/// Any rulings between any games, in every format: a refused one changes nothing, the cup is the same
/// when it is opened again, and it comes to an end.
#[test]
fn any_rulings_leave_a_cup_that_goes_on() {
    let qualifier = |lines: &str| format!("size = 4\n[qualifier]\ngames = 1\n{lines}\n");
    let formats = [
        KNOCKOUT.to_string(),
        SWISS.to_string(),
        LEAGUE.to_string(),
        "format = \"gauntlet\"\nsize = 4\n".to_string(),
        qualifier("format = \"groups\"\ngroups = 2\nadvance = 4"),
        qualifier("format = \"swiss\"\nrounds = 2\nadvance = 3"),
    ];
    let (mut made, mut refused) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let folder = TempDir::new().unwrap();
        let head = &formats[seed as usize % formats.len()];
        let (config, mut course) = begun(&folder, head, 1);
        for _ in 0..25 {
            let before = course.event();
            let known: Vec<Slot> = course
                .fixtures()
                .meetings()
                .map(|meeting| meeting.slot(1 + random.below(meeting.last_game())))
                .collect();
            let slot = random.pick(&known).expect("a meeting");
            let ruling = match random.below(12) {
                0 => course.annul(slot, "a"),
                1 | 2 => course.replay(slot, "r"),
                3 => {
                    let entrants = course.fixtures().meeting(slot).unwrap().entrants;
                    course.forfeit(slot, entrants[random.below(2)], "f")
                }
                4 if random.below(3) == 0 => course.withdraw(random.below(5), "w"),
                5 => {
                    if let Next::Job(_, pairing) = course.next() {
                        let mut game = played(&pairing);
                        game.disturbed = Some("busy".to_string());
                        course.ended(&pairing, game);
                    }
                    continue;
                }
                _ => {
                    play(&mut course, 1);
                    continue;
                }
            };
            match ruling {
                Ok(()) => made += 1,
                Err(_) => {
                    refused += 1;
                    assert_eq!(course.event(), before, "a refused ruling changes nothing");
                }
            }
            let event = course.event();
            drop(course);
            course = open(&config).expect("it is ours");
            assert_eq!(course.event(), event, "seed {seed}");
        }
        play(&mut course, usize::MAX);
        assert!(course.event().finished, "seed {seed}");
        same_again(&config, course);
    }
    assert!(made > 100 && refused > 20, "{made} made, {refused} refused");
}

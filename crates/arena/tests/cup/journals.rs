//! Journals: an interrupted cup continues from any point with the same result.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::contest::{Ending, MoveMade, Pairing, Played, Schedule};
use arena::cup::config::Config;
use arena::cup::journal::{Journal, JournalError, NAME};
use arena::cup::{Event, OpeningPlan, Tournament};
use engine::Random;
use jobs::Next;
use rules::{Game, Point};
use tempfile::TempDir;

const CUP: &str = "size = 4\ngames = 2\nthird_place = true\nopenings = \"random:2\"\nstderr = \"public\"\n\
                   house = { name = \"House\", player = \"greedy\" }\n";

pub fn config(folder: &Path, head: &str) -> Config {
    let mut text = head.to_string();
    for name in ["Anna", "Ben", "Chloë", "Dan", "Eve"] {
        text += &format!("[[entrant]]\nname = \"{name}\"\nplayer = \"random\"\n");
    }
    Config::read(&text, &folder.join("cup.toml")).unwrap()
}

pub fn open(config: &Config) -> Result<Tournament, JournalError> {
    let (journal, pages) = Journal::open(config, "2025-07-01".parse().ok())?;
    let openings = OpeningPlan::new(config, Vec::new()).unwrap();
    let course = Tournament::new(config.clone(), openings, pages, journal);
    Ok(course.expect("every game belongs to the cup"))
}

/// A game of random moves, seeded by the pairing. Some games end with a fault.
pub fn played(pairing: &Pairing) -> Played {
    let mut random = Random::new(pairing.number as u64);
    let mut game: Game = pairing.opening.clone();
    let breaks_down = random.below(8) == 0;
    let mut moves = Vec::new();
    while !(game.is_over() || breaks_down && moves.len() == 3) {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        game.play(random.pick(&legal).unwrap()).unwrap();
        moves.push(MoveMade {
            spent: Duration::from_micros(random.below(1_000_000) as u64),
            cpu: Some(Duration::from_micros(random.below(1_000_000) as u64)),
            value: Some(random.below(900) as i32 - 450).filter(|value| value % 3 > 0),
            depth: None,
        });
    }
    let ending = if game.is_over() {
        Ending::Board
    } else {
        Ending::Fault {
            black: random.below(2) == 0,
            reason: "ended in the middle of the game: exit status: 1\n\"quoted\"".to_string(),
        }
    };
    Played {
        game,
        opening: pairing.opening.turns().len(),
        moves,
        ending,
        stderr: ["line one\nline two ☂".to_string(), String::new()],
        disturbed: None,
        talk: Default::default(),
    }
}

/// Plays at most `most` games. Returns the number of games played.
pub fn play(course: &mut Tournament, most: usize) -> usize {
    for count in 0..most {
        match course.next() {
            Next::Job(_, pairing) => {
                let played = played(&pairing);
                course.ended(&pairing, played);
            }
            Next::Wait => panic!("nothing is being played"),
            Next::Done => return count,
        }
    }
    most
}

/// Plays a cup without interruption. Returns its journal and its results.
fn undisturbed() -> (Vec<u8>, Event) {
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    let mut course = open(&config).unwrap();
    play(&mut course, usize::MAX);
    let event = course.event();
    assert!(event.finished);
    (fs::read(journal(&config)).unwrap(), event)
}

pub fn journal(config: &Config) -> PathBuf {
    config.results.join(NAME)
}

#[test]
fn a_cup_goes_on_wherever_its_journal_was_cut() {
    let (whole, event) = undisturbed();
    assert_eq!(
        event.date.map(|date| date.to_string()).as_deref(),
        Some("2025-07-01")
    );
    let games = event.games.len();
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    fs::create_dir_all(&config.results).unwrap();
    // Cut at every byte of the first and last lines, and at some bytes between.
    let (early, late) = (1000, whole.len() - 700);
    let cuts = (0..=whole.len()).filter(|cut| *cut < early || *cut > late || cut % 211 == 0);
    for cut in cuts {
        fs::write(journal(&config), &whole[..cut]).unwrap();
        let lines = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
        let mut course = open(&config).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        let kept = lines.saturating_sub(1);
        assert_eq!(course.games_counted(), kept, "cut at {cut}");
        // Playing every cut to the end would take minutes.
        if cut % 997 == 0 || cut == whole.len() {
            assert_eq!(play(&mut course, usize::MAX), games - kept, "cut at {cut}");
            assert_eq!(course.event(), event, "cut at {cut}");
            drop(course);
            assert_eq!(fs::read(journal(&config)).unwrap(), whole, "cut at {cut}");
        }
    }
}

#[test]
fn stopping_after_every_game_changes_nothing() {
    let (whole, event) = undisturbed();
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    let mut count = 0;
    while play(&mut open(&config).unwrap(), 1) == 1 {
        count += 1;
    }
    assert_eq!(count, event.games.len());
    let course = open(&config).unwrap();
    assert_eq!(course.event(), event);
    drop(course);
    assert_eq!(fs::read(journal(&config)).unwrap(), whole);
}

#[test]
fn only_one_process_at_a_time() {
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    let first = open(&config).unwrap();
    let second = open(&config).err().expect("the first one has it");
    assert!(matches!(second, JournalError::Busy(_)), "{second}");
    assert!(second.to_string().contains("is being played already"));
    assert!(Journal::read(&config).is_ok(), "but it can be looked at");
    drop(first);
    assert!(open(&config).is_ok());
}

#[test]
fn another_cup_is_not_mixed_with_this_one() {
    let folder = TempDir::new().unwrap();
    let begun = config(folder.path(), CUP);
    play(&mut open(&begun).unwrap(), 3);
    let before = fs::read(journal(&begun)).unwrap();
    let message = |config: &Config| {
        let error = open(config).err().expect("it is another cup").to_string();
        assert_eq!(
            fs::read(journal(&begun)).unwrap(),
            before,
            "nothing is overwritten"
        );
        error
    };
    let more_games = config(folder.path(), &CUP.replace("games = 2", "games = 4"));
    let text = message(&more_games);
    assert!(text.contains("`games` was 2 and is 4"), "{text}");
    assert!(text.contains("results = \"again\""), "{text}");
    let mut other = begun.clone();
    other.participants[1].player = "greedy".to_string();
    assert!(message(&other).contains("`Ben` was \"random\" and is \"greedy\""));
    let mut other = begun.clone();
    other.participants[0].name = "Anne".to_string();
    assert!(message(&other).contains("`Anna` is missing; `Anne` is new"));
    let mut other = begun.clone();
    other.participants.swap(0, 1);
    assert!(message(&other).contains("in another order"));
    // Settings that do not affect a game may change.
    let mut same = begun.clone();
    same.title = "Spring Cup".to_string();
    same.tables = 7;
    assert_eq!(open(&same).unwrap().games_counted(), 3);
}

#[test]
fn an_invalid_journal_is_refused_and_left_unchanged() {
    let (whole, _) = undisturbed();
    let text = String::from_utf8(whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    fs::create_dir_all(&config.results).unwrap();
    let refused = |text: String| {
        fs::write(journal(&config), &text).unwrap();
        let (journal_file, pages) = match Journal::open(&config, None) {
            Ok(opened) => opened,
            Err(error) => {
                assert_eq!(fs::read_to_string(journal(&config)).unwrap(), text);
                return error.to_string();
            }
        };
        let openings = OpeningPlan::new(&config, Vec::new()).unwrap();
        let course = Tournament::new(config.clone(), openings, pages, journal_file);
        course.err().expect("it makes no sense").to_string()
    };
    let join = |lines: &[&str]| lines.join("\n") + "\n";
    assert!(refused("hello\n".to_string()).contains("line 1: this is no journal"));
    assert!(refused(join(&[lines[0], "{}"])).contains("line 2: this is no game"));
    assert!(refused(join(&[lines[0], lines[1], lines[1]])).contains("does not follow"));
    assert!(refused(join(&[lines[0], lines.last().unwrap()])).contains("does not follow"));
    let liar = lines[1].replace("\"moves\":\"", "\"moves\":\"a1");
    assert!(refused(join(&[lines[0], &liar])).contains("line 2: move 1"));
    let stranger = lines[1].replace("Dan", "Zoe");
    assert!(refused(join(&[lines[0], &stranger])).contains("no entrant is called `Zoe`"));
}

#[test]
fn endless_stderr_output_is_cut() {
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), CUP);
    let mut course = open(&config).unwrap();
    let Next::Job(_, pairing) = course.next() else {
        panic!("a game to play");
    };
    let mut played = played(&pairing);
    played.stderr[0] = "☂".repeat(1_000_000);
    course.ended(&pairing, played);
    drop(course);
    assert!(fs::metadata(journal(&config)).unwrap().len() < 100_000);
    let course = open(&config).unwrap();
    let (_, kept) = course.games().next().unwrap();
    assert!(kept.stderr[0].contains("[…]"));
}

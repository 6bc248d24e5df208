//! Games that are played again because they were disturbed, and what is kept of every attempt.

use std::fs;
use std::io::Read;

use arena::contest::{Ending, Pairing, Schedule};
use arena::cup::{Action, Tournament};
use jobs::Next;
use tempfile::TempDir;

use super::journals::{journal, open, played};
use super::rulings::{LEAGUE, begun, same_again};

/// Plays the next game with a change to how it went.
fn play_one(course: &mut Tournament, change: impl Fn(&mut arena::contest::Played)) -> Pairing {
    let Next::Job(_, pairing) = course.next() else {
        panic!("a game to play");
    };
    let mut game = played(&pairing);
    change(&mut game);
    course.ended(&pairing, game);
    pairing
}

#[test]
fn a_disturbed_game_is_played_again_twice_and_then_stands() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 0);
    let disturb = |game: &mut arena::contest::Played| {
        game.disturbed = Some("the machine was busy".to_string());
        game.ending = Ending::Void {
            reason: "the machine was suspended".to_string(),
        };
    };
    let first = play_one(&mut course, disturb);
    assert_eq!(course.event().games.len(), 0, "it does not count");
    drop(course);
    let mut course = open(&config).unwrap();
    let second = play_one(&mut course, disturb);
    assert_eq!(
        (second.number, &second.opening),
        (first.number, &first.opening)
    );
    assert_eq!(course.event().games.len(), 0);
    play_one(&mut course, disturb);
    let event = course.event();
    assert_eq!(
        event.games.len(),
        1,
        "after two repetitions the result stands"
    );
    assert_eq!(event.games[0].played.score(), 0, "void counts as a draw");
    assert_eq!(event.standings[0].points, 0.5);
    let repeats: Vec<Action> = event.rulings.iter().map(|ruling| ruling.action).collect();
    let slot = Tournament::slot(&first);
    assert_eq!(repeats, [Action::Repeat(slot), Action::Repeat(slot)]);
    same_again(&config, course);
}

#[test]
fn the_talk_of_every_attempt_is_kept_compressed() {
    let folder = TempDir::new().unwrap();
    let (config, mut course) = begun(&folder, LEAGUE, 0);
    let unpacked = |path: &str| {
        let file = fs::File::open(config.results.join(path)).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(file)
            .read_to_string(&mut text)
            .unwrap();
        text
    };
    play_one(&mut course, |game| {
        game.talk = ["> go\n< f5\n".to_string(), String::new()];
        game.disturbed = Some("the machine was busy".to_string());
    });
    play_one(&mut course, |game| {
        game.talk = ["> go\n< d3\n".repeat(1000), "> hello\n".to_string()];
    });
    let event = course.event();
    let [black, white] = event.games[0].talk.clone();
    let (black, white) = (black.unwrap(), white.unwrap());
    assert_eq!(unpacked(&black), "> go\n< d3\n".repeat(1000));
    assert_eq!(unpacked(&white), "> hello\n");
    assert!(fs::metadata(config.results.join(&black)).unwrap().len() < 500);
    assert_eq!(unpacked("talk/1.1.1-black.txt.gz"), "> go\n< f5\n");
    assert!(event.games[0].played.talk[0].is_empty(), "only in its file");
    same_again(&config, course);
}

#[test]
fn standard_error_is_private_unless_the_cup_says_otherwise() {
    for (line, is_public) in [("", false), ("stderr = \"public\"\n", true)] {
        let folder = TempDir::new().unwrap();
        let (config, course) = begun(&folder, &format!("{line}{LEAGUE}"), 3);
        let game = &course.event().games[0];
        assert_eq!(!game.played.stderr[0].is_empty(), is_public);
        let json = arena::results::json(&course.event());
        assert_eq!(json.contains("line two"), is_public);
        let kept = fs::read_to_string(journal(&config)).unwrap();
        assert!(kept.contains("line two"), "the journal has it");
    }
}

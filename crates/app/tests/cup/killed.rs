//! A cup that is killed many times ends like one without interruption.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use engine::Random;
use serde_json::Value;

use super::{Cup, FIRST_MOVE, entrants};
use crate::common::reversi;

/// Fourteen built-in players; the other two of sixteen are scripts.
const FOURTEEN: [&str; 14] = [
    "engine:2",
    "walle:3",
    "roxanne:3",
    "positional:2",
    "corners-edges:3",
    "discs:3",
    "walle:2",
    "roxanne:2",
    "greedy",
    "random",
    "discs:2",
    "corners-edges:2",
    "positional:1",
    "walle:1",
];

/// The number of kills.
const KILLS: usize = 50;

/// A knock-out of sixteen entrants with a house match.
fn sixteen() -> Cup {
    let head = "size = 6\ngames = 2\nextra = 1\nthird_place = true\ntables = 2\nseed = 3\n\
                openings = \"random:4\"\nhouse = { name = \"House\", player = \"engine:4\" }\n\
                time = \"60s\"\nstartup = \"60s\"\nsandbox = \"auto\"\n";
    let mut text = head.to_string() + &entrants(&FOURTEEN);
    for name in ["first", "last"] {
        text += &format!(
            "[[entrant]]\nname = \"{name}\"\nfolder = \"{name}\"\nplayer = \"simple:sh bot.sh\"\n"
        );
    }
    let cup = Cup::new(&text);
    for (name, cut) in [("first", "%% *"), ("last", "##* ")] {
        fs::create_dir(cup.path(name)).expect("the folder is ours");
        cup.write(&format!("{name}/bot.sh"), &FIRST_MOVE.replace("%% *", cut));
    }
    cup
}

/// Two hundred entrants: forty groups of five, then a knock-out of forty, and a house match.
fn two_hundred() -> Cup {
    let mut text = "size = 4\ntables = 2\nthird_place = true\ntime = \"60s\"\n\
                    house = { name = \"House\", player = \"greedy\" }\n\
                    [qualifier]\nformat = \"groups\"\ngroups = 40\nadvance = 40\ngames = 1\n"
        .to_string();
    for number in 0..200 {
        let player = ["random", "greedy", "discs:1", "walle:1"][number % 4];
        text += &format!("[[entrant]]\nname = \"P{number}\"\nplayer = \"{player}\"\n");
    }
    Cup::new(&text)
}

fn start(cup: &Cup) -> Child {
    let mut command = reversi();
    command.arg("cup").arg(cup.path("cup.toml"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Kills a cup fifty times, each time after its journal has grown by at most `most` bytes. Returns
/// whether it was still going on at the last kill.
fn kill(cup: &Cup, most: usize) -> bool {
    let mut random = Random::new(20);
    let journal = cup.path("cup-results/journal.jsonl");
    let mut known = Vec::new();
    for kill in 0..KILLS {
        let mut child = start(cup);
        let enough = known.len() + random.below(most.max(1));
        let has_ended = loop {
            let length = fs::metadata(&journal).map_or(0, |file| file.len() as usize);
            match child.try_wait().expect("it is ours") {
                Some(_) => break true,
                None if length >= enough => break false,
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        // SIGKILL; a process that has ended is not there any more.
        let _ = child.kill();
        child.wait().expect("it ends");
        // Ended games are still in the journal, in the same order; there may be more.
        let lines = fs::read(&journal).unwrap_or_default();
        let end = lines.iter().rposition(|byte| *byte == b'\n');
        assert!(lines.starts_with(&known), "kill {kill} lost a game");
        known = lines[..end.map_or(0, |end| end + 1)].to_vec();
        if has_ended {
            return false;
        }
    }
    true
}

/// The fields of a game that do not depend on time.
fn moves(game: &Value) -> Vec<Value> {
    let keys = [
        "round", "meeting", "game", "black", "white", "moves", "ending",
    ];
    keys.map(|key| game[key].clone()).to_vec()
}

/// Plays a cup once without interruption and once with fifty kills, and compares the two.
fn compare(cup: impl Fn() -> Cup) {
    let undisturbed = cup();
    undisturbed.run(&[]).good();
    let mut expected: Vec<Vec<Value>> = undisturbed.journal().iter().map(moves).collect();
    let sort = |games: &mut Vec<Vec<Value>>| games.sort_by_key(|game| format!("{game:?}"));
    sort(&mut expected);

    // If the cup was over before the last kill, it was not killed often enough: kill it earlier.
    let journal = fs::metadata(undisturbed.path("cup-results/journal.jsonl"));
    let mut most = journal.expect("a journal").len() as usize / KILLS;
    let mut disturbed = cup();
    while !kill(&disturbed, most) && most > 0 {
        most /= 2;
        disturbed = cup();
    }
    disturbed.run(&[]).good();
    let journal = disturbed.journal();
    let slots: BTreeSet<String> = journal
        .iter()
        .map(|game| format!("{}.{}.{}", game["round"], game["meeting"], game["game"]))
        .collect();
    assert_eq!(slots.len(), journal.len(), "a game was played twice");
    let mut games: Vec<Vec<Value>> = journal.iter().map(moves).collect();
    sort(&mut games);
    assert_eq!(games, expected);
    let (mut one, mut other) = (undisturbed.results(), disturbed.results());
    assert_eq!(one["finished"], true);
    for results in [&mut one, &mut other] {
        let object = results.as_object_mut().unwrap();
        // Move times and the start date may differ.
        object.remove("games");
        object.remove("date");
    }
    assert_eq!(one, other);
    // Nothing of the killed processes is left in the results.
    let files = fs::read_dir(disturbed.path("cup-results")).expect("the folder is ours");
    let names = files.flatten().map(|file| file.file_name());
    let hidden = names.filter(|name| name.as_encoded_bytes().starts_with(b"."));
    assert_eq!(hidden.count(), 0, "temporary files are left");
}

#[test]
fn a_cup_of_sixteen_killed_fifty_times_ends_like_one_that_was_not() {
    compare(sixteen);
}

#[test]
fn a_cup_of_two_hundred_killed_fifty_times_ends_like_one_that_was_not() {
    compare(two_hundred);
}

/// Ctrl-C stops a cup cleanly: it says how to continue, and played games are kept.
#[test]
fn ctrl_c_says_how_to_go_on() {
    let cup = sixteen();
    let mut command = reversi();
    command.arg("cup").arg(cup.path("cup.toml"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let journal = cup.path("cup-results/journal.jsonl");
    while fs::read(&journal).map_or(0, |bytes| bytes.len()) < 2000 {
        thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let interrupted = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(interrupted.expect("kill is everywhere").success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).unwrap();
    if output.status.code() == Some(0) {
        // The cup was over before the signal.
        return;
    }
    assert_eq!(output.status.code(), Some(130), "{text}");
    let last = text.lines().last().expect("something is said");
    assert!(
        last.starts_with("Stopped. ") && last.ends_with("goes on from there."),
        "{text}"
    );
    let games = cup.journal().len();
    assert!(last.contains(&format!("{games} games kept")), "{last}");
    let rest = cup.run(&[]).good();
    assert!(
        rest.contains(&format!("Going on after {games} games.")),
        "{rest}"
    );
}

//! A cup that is killed again and again ends as if nothing had happened.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine::Random;
use serde_json::Value;

use super::{Cup, entrants};
use crate::common::reversi;

/// Fourteen that come with the program; the other two of sixteen are scripts.
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

/// A program that plays its first legal move, or with `##` for `%%` its last one.
const SCRIPT: &str = "#!/bin/sh
while read -r color size time; do
  row=0
  while [ $row -lt \"$size\" ]; do read -r squares; row=$((row + 1)); done
  read -r moves
  echo \"${moves%% *}\"
done
";

/// How often it is killed.
const KILLS: usize = 20;

/// The largest knock-out: sixteen entrants.
fn cup() -> Cup {
    let head = "size = 6\ngames = 2\nextra = 1\nthird_place = true\ntables = 2\nseed = 3\n\
                openings = \"random:4\"\nhouse = { name = \"House\", player = \"engine:4\" }\n\
                time = \"60s\"\nstartup = \"60s\"\n";
    let mut text = head.to_string() + &entrants(&FOURTEEN);
    for name in ["first", "last"] {
        text += &format!(
            "[[entrant]]\nname = \"{name}\"\nfolder = \"{name}\"\nplayer = \"simple:sh bot.sh\"\n"
        );
    }
    let cup = Cup::new(&text);
    for (name, cut) in [("first", "%% *"), ("last", "##* ")] {
        fs::create_dir(cup.path(name)).expect("the folder is ours");
        cup.write(&format!("{name}/bot.sh"), &SCRIPT.replace("%% *", cut));
    }
    cup
}

fn start(cup: &Cup) -> Child {
    let mut command = reversi();
    command.arg("cup").arg(cup.path("cup.toml"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// A cup that was killed twenty times, each time after at most so many milliseconds.
fn killed(longest: usize) -> Cup {
    let cup = cup();
    let mut random = Random::new(20);
    let mut known = Vec::new();
    for kill in 0..KILLS {
        let mut child = start(&cup);
        let pause = random.below(longest);
        thread::sleep(Duration::from_millis(pause as u64));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        // What had ended is still there, in the same order; more may have come.
        let lines = fs::read(cup.path("cup-results/journal.jsonl")).unwrap_or_default();
        let end = lines.iter().rposition(|byte| *byte == b'\n');
        assert!(lines.starts_with(&known), "kill {kill} lost a game");
        known = lines[..end.map_or(0, |end| end + 1)].to_vec();
    }
    cup
}

/// What a game was, without how long it took.
fn moves(game: &Value) -> Vec<Value> {
    let keys = [
        "round", "meeting", "game", "black", "white", "moves", "ending",
    ];
    keys.map(|key| game[key].clone()).to_vec()
}

#[test]
fn a_cup_killed_twenty_times_ends_like_one_that_was_not() {
    let undisturbed = cup();
    let begun = Instant::now();
    undisturbed.run(&[]).good();
    let whole = begun.elapsed().as_millis() as usize;
    let mut expected: Vec<Vec<Value>> = undisturbed.journal().iter().map(moves).collect();
    let sort = |games: &mut Vec<Vec<Value>>| games.sort_by_key(|game| format!("{game:?}"));
    sort(&mut expected);

    // If it was over before the last time, it was not killed often enough: shorter, then.
    let mut longest = whole / 10;
    let mut disturbed = killed(longest);
    while longest > 1 && disturbed.journal().len() == expected.len() {
        longest /= 2;
        disturbed = killed(longest);
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
        // How long moves took, and when it began, may differ.
        object.remove("games");
        object.remove("date");
    }
    assert_eq!(one, other);
}

/// Ctrl-C ends a cup in order: it says how to go on, and what has been played is kept.
#[test]
fn ctrl_c_says_how_to_go_on() {
    let cup = cup();
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
        // It was over before it was told.
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

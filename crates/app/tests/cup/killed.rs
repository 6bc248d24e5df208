//! A cup that is killed many times ends like one without interruption.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine::Random;
use serde_json::Value;

use super::{Cup, entrants};
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

/// A program that plays its first legal move, or its last one with `##` in place of `%%`.
const SCRIPT: &str = "#!/bin/sh
while read -r color size time; do
  row=0
  while [ $row -lt \"$size\" ]; do read -r squares; row=$((row + 1)); done
  read -r moves
  echo \"${moves%% *}\"
done
";

/// The number of kills.
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

/// A cup that was killed twenty times, each time after at most `longest` milliseconds.
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
        // Ended games are still in the journal, in the same order; there may be more.
        let lines = fs::read(cup.path("cup-results/journal.jsonl")).unwrap_or_default();
        let end = lines.iter().rposition(|byte| *byte == b'\n');
        assert!(lines.starts_with(&known), "kill {kill} lost a game");
        known = lines[..end.map_or(0, |end| end + 1)].to_vec();
    }
    cup
}

/// The fields of a game that do not depend on time.
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

    // If the cup was over before the last kill, it was not killed often enough: use shorter pauses.
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
        // Move times and the start date may differ.
        object.remove("games");
        object.remove("date");
    }
    assert_eq!(one, other);
}

/// Ctrl-C stops a cup cleanly: it says how to continue, and played games are kept.
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

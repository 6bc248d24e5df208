//! Cups with misbehaving programs: each fault is explained, other games continue, and no process or
//! file is left.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Cup;
use crate::common::{feed, reversi};

/// Programs of `tests/misfits`, their arguments, and parts of the fault reasons that they may lose
/// for. Without reasons, they play to the end and the board decides.
const MISFITS: [(&str, &str, &[&str]); 24] = [
    ("chatters", "", &[]),
    ("closes", "", &["closed its output", "did not answer"]),
    ("crashes-at-move-20", "", &["exit status: 3"]),
    ("crashes-at-start", "", &["signal: 11"]),
    ("crashes-on-exit", "", &[]),
    ("daemons", "", &[]),
    ("deaf", "", &["did not answer"]),
    ("empty", "", &["did not answer"]),
    ("floods", "", &["wrote more than"]),
    ("fork-bomb", "", &["processes", "did not answer"]),
    ("forks", "", &["processes", "did not answer"]),
    ("grumbles", "", &["wrote more than", "did not answer"]),
    ("hoards", "", &["wrote more than", "did not answer"]),
    ("hungry", "", &["memory", "did not answer"]),
    ("illegal", "", &["illegal"]),
    ("late", " 5", &["did not answer", "took"]),
    (
        "mutinies",
        "",
        &["supervisor", "killed", "did not answer", "ended"],
    ),
    ("not-utf8", "", &["not a move"]),
    (
        "of-nobody",
        "",
        &["could not be started", "exit status: 127"],
    ),
    ("polite", "", &[]),
    ("silent", "", &["did not answer"]),
    ("spies", " ../polite", &[]),
    ("stays", "", &[]),
    ("writes", " ../polite", &[]),
];

/// A gauntlet of `greedy` against each program, each in its own folder. One game at a time: some
/// programs keep the whole machine busy, which must not slow other games.
fn cup(games: usize, seconds: usize) -> Cup {
    let mut text = format!(
        "format = \"gauntlet\"\ngames = {games}\ntables = 1\ntime = \"{seconds}s\"\nmargin = \"100ms\"\n\
         memory = \"64M\"\nprocesses = 20\nopenings = \"random:4\"\n\
         [[entrant]]\nname = \"greedy\"\nplayer = \"greedy\"\n"
    );
    for (name, words, _) in MISFITS {
        text += &format!(
            "[[entrant]]\nname = \"{name}\"\nfolder = \"{name}\"\nplayer = \"simple:./{name}{words}\"\n"
        );
    }
    let cup = Cup::new(&text);
    let misfits = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misfits");
    for (name, _, _) in MISFITS {
        let folder = cup.path(name);
        fs::create_dir(&folder).expect("the folder is ours");
        for file in [name, "turn"] {
            fs::copy(misfits.join(file), folder.join(file)).expect("the programs are there");
        }
    }
    fs::create_dir(cup.path("scratch")).expect("the folder is ours");
    cup
}

/// The number of processes whose environment names this folder.
fn processes_of(folder: &Path) -> usize {
    let mark = folder.as_os_str().as_encoded_bytes();
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let named = processes.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|bytes| bytes == mark)
    });
    named.count()
}

fn play(games: usize, seconds: usize) {
    let cup = cup(games, seconds);
    let scratch = cup.path("scratch");
    let mut command = reversi();
    command.arg("cup").arg(cup.path("cup.toml"));
    let run = feed(command.env("TMPDIR", &scratch), b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);

    assert_eq!(processes_of(&scratch), 0, "processes are left");
    let left = fs::read_dir(&scratch).expect("the folder is ours");
    assert_eq!(left.flatten().count(), 0, "temporary files are left");

    let results = cup.results();
    assert_eq!(results["finished"], Value::Bool(true));
    let played = results["games"].as_array().expect("games");
    assert_eq!(played.len(), games * MISFITS.len());
    let mut faults = 0;
    let mut forks_found = 0;
    let mut wrong = Vec::new();
    for game in played {
        let places = ["black", "white"].map(|side| game[side].as_u64().expect("a place") as usize);
        let place = places.into_iter().max().expect("two of them");
        let (name, _, reasons) = MISFITS[place - 1];
        let Some(fault) = game["fault"].as_object() else {
            // A game may be over before the fault occurs.
            let moves = moves_of(game, place);
            let needed = match name {
                "crashes-at-move-20" => 20,
                // Processes are counted periodically, and a whole game may be shorter than the
                // period.
                "forks" => usize::MAX,
                _ => 1,
            };
            if !reasons.is_empty() && moves >= needed {
                wrong.push(format!("{name} was not found out in {moves} moves"));
            }
            continue;
        };
        faults += 1;
        let reason = fault["reason"].as_str().expect("a reason");
        if name == "forks" {
            forks_found += 1;
        }
        let explained = reasons.iter().any(|words| reason.contains(words));
        if fault["by"] != side_of(game, place) || !explained {
            wrong.push(format!("{name}: {reason}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(
        forks_found >= games / 2,
        "forks was found out in {forks_found} of {games} games"
    );
    eprintln!(
        "{} games, {faults} lost by a fault, each explained",
        played.len()
    );
}

/// The colour of an entrant.
fn side_of(game: &Value, place: usize) -> &'static str {
    if game["black"].as_u64() == Some(place as u64) {
        "black"
    } else {
        "white"
    }
}

/// The number of moves that an entrant chose in a game.
fn moves_of(game: &Value, place: usize) -> usize {
    let opening = game["opening"].as_u64().expect("a number") as usize;
    let turns = game["turns"].as_array().expect("turns").iter();
    let own = turns.skip(opening);
    own.filter(|turn| turn["color"] == side_of(game, place))
        .count()
}

#[test]
fn misfits_lose_their_games_and_nothing_else() {
    play(1, 4);
}

#[test]
#[ignore = "a thousand games take minutes: make misfits"]
fn a_thousand_games_with_misfits_leave_nothing() {
    play(42, 2);
}

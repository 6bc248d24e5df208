//! Cups with misbehaving programs: each fault is explained, other games continue, and no process or
//! file is left.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Cup;
use crate::common::{Run, feed, reversi};
use tempfile::TempDir;

/// Programs of `tests/misfits`, their arguments, and parts of the fault reasons that they may lose
/// for. Without reasons, they play to the end and the board decides.
const MISFITS: [(&str, &str, &[&str]); 43] = [
    ("burns", " 12", &[]),
    ("chatters", "", &[]),
    ("closes", "", &["closed its output", "did not answer"]),
    ("crashes-at-move-20", "", &["exit status: 3"]),
    ("crashes-at-start", "", &["signal: 11"]),
    ("crashes-on-exit", "", &[]),
    ("daemons", "", &[]),
    ("digs", "", &["wrote more than", "did not answer"]),
    ("deaf", "", &["did not answer"]),
    ("empty", "", &["did not answer"]),
    ("floods", "", &["wrote more than"]),
    ("fork-bomb", "", &["processes", "threads", "did not answer"]),
    ("forges", "", &["not a move"]),
    ("forks", "", &["processes", "did not answer"]),
    ("grumbles", "", &["wrote more than", "did not answer"]),
    ("hoards", "", &["wrote more than", "did not answer"]),
    ("hungry", "", &["memory", "did not answer"]),
    ("illegal", "", &["illegal"]),
    ("injects", "", &["not a move"]),
    ("late", " 5", &["did not answer", "took"]),
    ("many-files", "", &["wrote more than", "did not answer"]),
    ("memfd", "", &["memory", "did not answer", "exit status: 1"]),
    (
        "mutinies",
        "",
        &["supervisor", "killed", "did not answer", "ended"],
    ),
    ("no-newline", "", &["without the end of a line"]),
    ("not-utf8", "", &["not a move"]),
    (
        "of-nobody",
        "",
        &["could not be started", "exit status: 127"],
    ),
    ("phones", " 9", &[]),
    ("polite", "", &[]),
    ("signals", " 1", &[]),
    ("silent", "", &["did not answer"]),
    ("spies", " ../polite", &[]),
    ("stale", "", &["illegal", "without being asked"]),
    ("stays", "", &[]),
    ("stops-itself", "", &["did not answer"]),
    ("tells-descriptors", "", &[]),
    ("tells-environment", " HOME", &[]),
    ("threads", "", &["threads", "did not answer"]),
    ("ticks", "", &[]),
    ("toils", " 100", &[]),
    ("traces", " 1", &[]),
    ("unlinked", "", &["wrote more than", "did not answer"]),
    ("writes", " ../polite", &[]),
    ("wrong-size", "", &["not a move", "illegal", "no square"]),
];

/// Misfits whose files or processes may not be counted before their game is over.
const QUICK: [&str; 3] = ["digs", "forks", "many-files"];

/// What no program may learn: a variable of the environment, and a file in the home folder.
const SECRETS: [&str; 2] = ["a-secret-variable", "a-secret-file"];

/// A gauntlet of `greedy` against each program, each in its own folder. One game at a time: some
/// programs keep the whole machine busy, which must not slow other games.
fn cup(games: usize, seconds: usize, sandbox: &str) -> (Cup, TempDir) {
    let mut text = format!(
        "sandbox = \"{sandbox}\"\nstderr = \"public\"\nformat = \"gauntlet\"\ngames = {games}\ntables = 1\ntime = \"{seconds}s\"\nmargin = \"100ms\"\n\
         memory = \"64M\"\nprocesses = 20\nopenings = \"random:4\"\n\
         [[entrant]]\nname = \"greedy\"\nplayer = \"greedy\"\n"
    );
    let home = TempDir::new().expect("a folder");
    fs::write(home.path().join("key"), SECRETS[1]).expect("the folder is ours");
    let place = home.path().display().to_string();
    for (name, words, _) in MISFITS {
        let words = words.replace("HOME", &place);
        text += &format!(
            "[[entrant]]\nname = \"{name}\"\nfolder = \"{name}\"\nplayer = \"simple:./{name}{words}\"\n"
        );
    }
    let cup = Cup::new(&text);
    let misfits = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misfits");
    for (name, _, _) in MISFITS {
        let folder = cup.path(name);
        fs::create_dir(&folder).expect("the folder is ours");
        for file in [name, "turn", "turn.py"] {
            fs::copy(misfits.join(file), folder.join(file)).expect("the programs are there");
        }
    }
    fs::create_dir(cup.path("scratch")).expect("the folder is ours");
    (cup, home)
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

fn play(games: usize, seconds: usize, sandbox: &str) {
    let (cup, home) = cup(games, seconds, sandbox);
    let scratch = cup.path("scratch");
    let mut command = reversi();
    // Programs that do not start lose all their games, with the same reasons.
    command.args(["cup", "--without-broken"]);
    command.arg(cup.path("cup.toml"));
    command.env("TMPDIR", &scratch).env("TOKEN", SECRETS[0]);
    // Tools of languages stay where they are.
    let tools = std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv"));
    command.envs(
        tools
            .filter(|tools| tools.is_dir())
            .map(|tools| ("PYENV_ROOT", tools)),
    );
    let run = feed(command.env("HOME", home.path()), b"");
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
                // They are counted periodically, and a whole game may be shorter than the period.
                _ if QUICK.contains(&name) => usize::MAX,
                "stale" => 3,
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
    assert_safe(&cup, &run);
    assert!(
        forks_found >= games / 2,
        "forks was found out in {forks_found} of {games} games"
    );
    eprintln!(
        "{} games, {faults} lost by a fault, each explained",
        played.len()
    );
}

/// Nothing secret and nothing that acts is in what is published or printed.
fn assert_safe(cup: &Cup, run: &Run) {
    let files = ["results.html", "results.json", "games.pgn", "games.ggf"];
    let [page, others @ ..] = files.map(|file| {
        let bytes = fs::read(cup.path("cup-results").join(file)).expect("it is written");
        String::from_utf8(bytes).expect("UTF-8")
    });
    for text in [&page, &run.stdout, &run.stderr].into_iter().chain(&others) {
        for word in SECRETS.into_iter().chain(["\u{1b}", "\0"]) {
            assert!(!text.contains(word), "{word:?} was published");
        }
    }
    for text in [&page, &run.stdout, &run.stderr] {
        assert!(!text.contains('\u{202e}'), "text that runs backwards");
    }
    assert!(page.contains("alert(1)"), "what was said is shown as text");
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"));
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
    play(1, 4, "required");
}

#[test]
#[ignore = "a thousand games take minutes: make misfits"]
fn a_thousand_games_with_misfits_leave_nothing() {
    for sandbox in ["namespaces", "bubblewrap", "landlock"] {
        eprintln!("in {sandbox}");
        play(8, 2, sandbox);
    }
}

//! The journal of a match: it continues after any kill, with the same games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Run, feed, reversi};

/// A program that plays the first legal move.
#[cfg(unix)]
const SCRIPT: &str = "simple:sh -c 'while read -r color size time; do row=0; \
    while [ $row -lt $size ]; do read -r squares; row=$((row + 1)); done; \
    read -r first rest; echo $first; done'";

/// A match with its journal in a folder of its own.
struct Bench {
    folder: tempfile::TempDir,
    players: Vec<String>,
    options: String,
}

impl Bench {
    fn new(players: &[&str], options: &str) -> Bench {
        Bench {
            folder: tempfile::tempdir().expect("a folder"),
            players: players.iter().map(ToString::to_string).collect(),
            options: options.to_string(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, more: &str) -> Command {
        let mut command = reversi();
        command.arg("match").args(&self.players);
        command.args(self.options.split_whitespace());
        command.args(more.split_whitespace());
        command.arg("--journal").arg(self.path("journal"));
        command
    }

    fn run(&self, more: &str) -> Run {
        feed(&mut self.command(more), b"")
    }

    /// The JSON result without times, which differ between runs, and without the number of games
    /// from the journal.
    #[track_caller]
    fn object(&self, more: &str) -> Value {
        let text = self.run(&format!("--json {more}")).good();
        let mut object: Value = serde_json::from_str(&text).expect("JSON");
        for key in ["seconds_per_move", "cpu_seconds_per_move", "resumed"] {
            object.as_object_mut().unwrap().remove(key);
        }
        object
    }

    /// The games of the journal without their times, in the order of their numbers.
    fn games(&self) -> Vec<String> {
        let mut games: Vec<(u64, String)> = lines(&self.path("journal"))
            .iter()
            .skip(1)
            .map(|line| {
                let game: Value = serde_json::from_str(line).expect("a game");
                let fields = ["game", "start", "opening", "moves", "ending"];
                let same = fields.map(|field| game[field].to_string()).join(" ");
                (game["game"].as_u64().expect("a number"), same)
            })
            .collect();
        games.sort();
        games.into_iter().map(|(_, game)| game).collect()
    }
}

/// The complete lines of a file.
fn lines(path: &Path) -> Vec<String> {
    let text = String::from_utf8(fs::read(path).unwrap_or_default()).expect("UTF-8");
    let lines = text.split_inclusive('\n');
    let whole = lines.filter(|line| line.ends_with('\n'));
    whole.map(|line| line.trim_end().to_string()).collect()
}

/// Waits until a journal has this many lines, and kills the match with the signal 9. Returns false
/// when it was over before.
fn kill_at(bench: &Bench, child: &mut Child, count: usize) -> bool {
    while lines(&bench.path("journal")).len() < count {
        if child.try_wait().expect("it is ours").is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it is ours");
    !child.wait().expect("it ends").success()
}

/// Plays the match with a kill after every few games, and returns the number of kills.
fn killed(bench: &Bench) -> usize {
    let (mut kills, mut known) = (0, Vec::new());
    loop {
        let mut command = bench.command("");
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        if !kill_at(bench, &mut child, known.len() + 1 + kills % 4) {
            return kills;
        }
        kills += 1;
        let now = lines(&bench.path("journal"));
        assert!(now.starts_with(&known), "kill {kills} lost a game");
        known = now;
    }
}

/// The lengths that a match is tried with until it is killed often enough: a fast machine may have
/// played a short one before the kills.
const LENGTHS: [usize; 4] = [40, 400, 4000, 40_000];

/// A match that is killed ends like one that is not.
#[track_caller]
fn survives(players: &[&str], options: impl Fn(usize) -> String) {
    for length in LENGTHS {
        let disturbed = Bench::new(players, &options(length));
        if killed(&disturbed) < 5 {
            continue;
        }
        let undisturbed = Bench::new(players, &options(length));
        let expected = undisturbed.object("");
        assert_eq!(disturbed.object(""), expected);
        let (games, others) = (undisturbed.games(), disturbed.games());
        if expected["sprt"].is_null() {
            assert_eq!(games, others);
        }
        // A test may leave games behind that were played beside the deciding one.
        let counted = expected["games"].as_u64().expect("a number") as usize;
        assert_eq!(games[..counted], others[..counted]);
        return;
    }
    panic!("no match was killed five times");
}

#[test]
fn a_match_killed_many_times_is_the_same_match() {
    survives(&["engine:2", "walle:2"], |games| {
        format!("-n 6 --games {games} --seed 3 --jobs 3")
    });
}

#[test]
fn a_round_robin_killed_many_times_is_the_same_match() {
    survives(&["engine:2", "random", "walle:1"], |games| {
        format!("-n 6 --games {} --seed 4 --jobs 2", games / 3)
    });
}

/// A test stops where it would have stopped.
#[test]
fn a_test_killed_many_times_is_decided_by_the_same_game() {
    survives(&["greedy", "random"], |games| {
        let elo = 4000 / games;
        format!("--sprt 0,{elo} --openings random --seed 5 --jobs 3")
    });
}

#[cfg(unix)]
#[test]
fn other_programs_go_on_too() {
    let options = "-n 6 --games 12 --seed 1 --time 60 --margin 60 --sandbox off";
    let players = [SCRIPT, "name=Script", "engine:1"];
    let undisturbed = Bench::new(&players, options);
    let expected = undisturbed.object("");
    assert_eq!(expected["faults"], serde_json::json!([]));
    let disturbed = Bench::new(&players, options);
    assert!(killed(&disturbed) >= 2);
    assert_eq!(disturbed.object(""), expected);
    assert_eq!(disturbed.games(), undisturbed.games());
}

#[test]
fn a_journal_gives_the_seed_and_can_be_made_longer() {
    let bench = Bench::new(&["greedy", "random"], "--openings random");
    let first = bench.object("--games 4");
    let longer = bench.object("--games 8");
    assert_eq!(longer["seed"], first["seed"]);
    assert_eq!(longer["games"], 8);
    let text = bench.run("--games 8").good();
    assert!(text.contains("Journal  8 games from "), "{text}");
    let told = bench.run("--games 4").bad(1);
    assert!(told.contains("has a game 8"), "{told}");
    assert!(told.contains("more than before, not less"), "{told}");
}

/// A match without a finished game, as when a program could not be started, leaves nothing to go on
/// with.
#[test]
fn a_journal_without_games_takes_any_match() {
    let bench = Bench::new(&["greedy", "gtp:no-such-program"], "--games 2 --seed 1");
    bench.run("--sandbox off").bad(1);
    assert_eq!(lines(&bench.path("journal")).len(), 1);
    let other = Bench {
        players: vec!["greedy".to_string(), "random".to_string()],
        ..bench
    };
    let expected = other.object("-n 6");
    assert_eq!(
        (&expected["games"], &expected["size"]),
        (&2.into(), &6.into())
    );
    assert_eq!(other.games().len(), 2);
}

#[test]
fn another_match_is_refused_with_the_difference() {
    let bench = Bench::new(&["greedy", "random"], "--games 2 --seed 1");
    bench.run("").good();
    let before = fs::read(bench.path("journal")).unwrap();
    for (more, told) in [
        ("--seed 2", "`seed` was 1 and is 2"),
        ("-n 6", "`size` was 8 and is 6"),
        (
            "--openings start",
            "`openings` was \"balanced\" and is \"start\"",
        ),
        ("--time 1", "`time` was not set and is \"1000 ms\""),
        ("--sprt 0,5", "`sprt` was not set and is \"0,5 logistic\""),
        ("--adjudicate=12", "`adjudicate` was not set and is 12"),
    ] {
        let mut command = reversi();
        command.args(["match", "greedy", "random", "--games", "2"]);
        command.args(more.split_whitespace());
        if !more.contains("--seed") {
            command.args(["--seed", "1"]);
        }
        command.arg("--journal").arg(bench.path("journal"));
        let message = feed(&mut command, b"").bad(1);
        assert!(
            message.contains("is the journal of another match"),
            "{message}"
        );
        assert!(message.contains(told), "{more}: {message}");
    }
    let mut others = bench.players.clone();
    others.push("name=Rand".to_string());
    let other = Bench {
        players: others,
        ..bench
    };
    let message = other.run("").bad(1);
    let told = "`player 2` was \"random\" and is \"random name=Rand\"";
    assert!(message.contains(told), "{message}");
    assert_eq!(fs::read(other.path("journal")).unwrap(), before);
}

#[test]
fn a_damaged_journal_is_refused_and_kept() {
    let bench = Bench::new(&["greedy", "random"], "--games 4 --seed 1");
    let expected = bench.object("");
    let whole = fs::read(bench.path("journal")).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let other_moves = rows[2].replacen("\"moves\":\"", "\"moves\":\"a1", 1);
    for (damaged, told) in [
        (
            "(;GM[Othello])\n".to_string(),
            "line 1: this is no journal of a match",
        ),
        (
            text.replacen("{\"game\":2", "{\"game\":x", 1),
            "line 3: this is no game",
        ),
        (
            format!("{text}{}\n", rows[1]),
            "line 6: game 1 is there twice",
        ),
        (text.replacen(rows[2], &other_moves, 1), "line 3"),
        (
            text.replacen("{\"game\":1", "{\"game\":3", 1)
                .replacen("{\"game\":3,", "{\"game\":1,", 1)
                .replacen(&format!("{}\n", rows[3]), "", 1)
                .replacen("{\"game\":1,", "{\"game\":3,", 1),
            "game 3 of the journal: it does not begin with its opening",
        ),
    ] {
        fs::write(bench.path("journal"), &damaged).unwrap();
        let message = bench.run("").bad(1);
        assert!(message.contains(told), "{told}: {message}");
        let after = fs::read_to_string(bench.path("journal")).unwrap();
        assert!(
            after.starts_with(&damaged),
            "{told}: the journal was changed"
        );
    }
    // A line that was being written does not count.
    for cut in [whole.len() - 1, whole.len() - 300, 40, 0] {
        fs::write(bench.path("journal"), &whole[..cut]).unwrap();
        assert_eq!(bench.object(""), expected, "cut after {cut} bytes");
        assert_eq!(bench.games().len(), 4);
    }
}

#[test]
fn a_journal_belongs_to_one_process() {
    let bench = Bench::new(&["engine:time=3600", "greedy"], "--games 2 --seed 1");
    let mut command = bench.command("");
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    while lines(&bench.path("journal")).is_empty() {
        assert!(child.try_wait().expect("it is ours").is_none());
        thread::sleep(Duration::from_millis(1));
    }
    let message = bench.run("").bad(1);
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    assert!(
        message.contains("this match is being played already"),
        "{message}"
    );
}

/// Ctrl-C says how to go on.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_games() {
    let bench = Bench::new(&["engine:2", "walle:2"], "--games 4000 --seed 1");
    let mut command = bench.command("");
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("the program starts");
    while lines(&bench.path("journal")).len() < 4 {
        thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &pid]).status();
    assert!(interrupted.expect("kill is everywhere").success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(
        text.contains("; the same command goes on from there\n"),
        "{text}"
    );
    assert!(lines(&bench.path("journal")).len() >= 4);
}

/// `--pgn` and `--ggf` hold all games, also those from the journal; `--record` holds those of this
/// run.
#[test]
fn files_hold_the_games_of_the_journal_too() {
    let bench = Bench::new(&["greedy", "random"], "--openings random --seed 1");
    let count = |name: &str, word: &str| {
        let text = fs::read_to_string(bench.path(name)).expect("a file");
        text.matches(word).count()
    };
    for (games, added) in [("4", 4), ("6", 2)] {
        let files = ["pgn", "ggf", "record"].map(|kind| {
            let path = bench.path(kind);
            format!("--{kind} {}", path.display())
        });
        let _ = fs::remove_file(bench.path("record"));
        bench
            .run(&format!("--games {games} {}", files.join(" ")))
            .good();
        let all: usize = games.parse().unwrap();
        assert_eq!(count("pgn", "[Result "), all);
        assert_eq!(count("ggf", "(;GM["), all);
        assert_eq!(count("record", "(;GM["), added);
    }
    let rounds: Vec<String> = (1..=6)
        .map(|round| format!("[Round \"{round}\"]"))
        .collect();
    let text = fs::read_to_string(bench.path("pgn")).unwrap();
    let places: Vec<usize> = rounds
        .iter()
        .map(|round| text.find(round).unwrap())
        .collect();
    assert!(places.is_sorted(), "{text}");
    // Both files hold the same games.
    let moves = ["pgn", "ggf"].map(|kind| {
        let (from, to) = (bench.path(kind), bench.path(&format!("{kind}.txt")));
        feed(reversi().arg("convert").arg(from).arg(&to), b"").good();
        lines(&to)
    });
    assert_eq!(moves[0].len(), 6);
    assert_eq!(moves[0], moves[1]);
}

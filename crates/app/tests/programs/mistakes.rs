//! `reversi cup check` names the mistakes that students make. Each has a tiny program here.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use arena::sandbox::Sandbox;

use super::check::{check, player};
use crate::common::{feed, has_tool, reversi};

/// The report of a program of the simple protocol that rewrites its move with `answer`.
fn report(answer: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let faulty = player(folder.path(), "bot.sh", answer);
    check(folder.path(), &[&faulty, "-n8"]).stdout
}

#[track_caller]
fn assert_told(report: &str, words: &[&str]) {
    for word in words {
        assert!(report.contains(word), "{word}\n{report}");
    }
}

#[test]
fn swapped_axes() {
    let swap = "m=$(echo $move | tr 'a-h1-8' '1-8a-h'); echo ${m#?}${m%?}";
    assert_told(&report(swap), &["it swaps columns and rows"]);
}

#[test]
fn rows_from_0_and_from_2() {
    let zero = report("echo $move | tr 1-8 0-7");
    assert_told(&zero, &["its rows are too small by 1", "index 0, 0 is a1"]);
    let two = report("echo $move | tr 1-8 2-9");
    assert_told(&two, &["its rows are too large by 1"]);
}

#[test]
fn rows_from_the_bottom() {
    let bottom = report("echo $move | tr 1-8 87654321");
    assert_told(&bottom, &["it counts rows from the bottom"]);
}

/// Plays the first legal move of the opponent of the side that it should play.
const OTHER_COLOR: &str = r#"NR == 1 { own = $1 == "black" ? "W" : "B"; size = $2 }
NR > 1 && NR <= size + 1 { for (x = 1; x <= size; x++) board[x, NR - 1] = substr($0, x, 1) }
END {
    other = own == "W" ? "B" : "W"
    for (y = 1; y <= size; y++) for (x = 1; x <= size; x++) if (board[x, y] == ".")
        for (dx = -1; dx <= 1; dx++) for (dy = -1; dy <= 1; dy++) {
            n = 0
            while (board[x + (n + 1) * dx, y + (n + 1) * dy] == other) n++
            if (n > 0 && board[x + (n + 1) * dx, y + (n + 1) * dy] == own) {
                print substr("abcdefgh", x, 1) y
                exit
            }
        }
    print "a1"
}
"#;

#[test]
fn the_other_color() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other.awk"), OTHER_COLOR).unwrap();
    if has_tool("awk") {
        let run = check(folder.path(), &["once:awk -f other.awk", "-n8"]);
        assert_told(&run.stdout, &["it plays the moves of its opponent"]);
    }
}

#[test]
fn wrong_notation_and_words_for_a_pass() {
    let row_first = report("echo ${move#?}${move%?}");
    assert_told(&row_first, &["the letter of the column, then the number"]);
    let pass = report("echo 'PASS!'");
    assert_told(&pass, &["a side that has to pass is not asked"]);
    let upper = report("echo $move | tr a-h A-H");
    assert_told(&upper, &["checks are fine"]);
}

/// The report of a program that has a second for a move.
fn report_in_a_hurry(answer: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let bot = player(folder.path(), "bot.sh", answer);
    let mut command = reversi();
    let words = ["cup", "check", "--time", "1", "--sandbox", "off", "-n4"];
    let run = feed(command.args(words).arg(bot).current_dir(folder.path()), b"");
    assert_eq!(run.code, Some(1), "{run:?}");
    run.stdout
}

#[test]
fn held_back_output() {
    let held = "all=\"$all $move\"; trap 'for move in $all; do echo $move; done' EXIT";
    let told = report_in_a_hurry(held);
    assert_told(&told, &["it keeps its output in a buffer"]);
}

#[test]
fn slow_is_not_taken_for_held_back() {
    let work = "while :; do :; done";
    let second = format!("echo $move; read color size seconds; {work}");
    for slow in [work, &second] {
        let told = report_in_a_hurry(slow);
        assert_told(&told, &["it is too slow"]);
        assert!(!told.contains("buffer"), "{told}");
        assert!(!told.contains("flush"), "{told}");
    }
}

#[test]
fn an_answer_without_a_newline() {
    let told = report_in_a_hurry("printf %s $move");
    assert_told(&told, &["What to do: end each answer with a newline"]);
}

#[test]
fn no_network() {
    let words = "urlopen error [Errno -3] Temporary failure in name resolution";
    let told = report(&format!("echo '{words}' >&2; exit 1"));
    assert_told(&told, &["What to do: there is no network in a cup"]);
}

#[test]
fn the_start_is_tried_with_the_real_time() {
    let told = report("exit 1");
    assert_told(&told, &["> black 8 60.000\n"]);
}

#[test]
fn what_cannot_be_started_does_not_count_as_started() {
    let folder = tempfile::tempdir().unwrap();
    let executable = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    executable("crlf", "#!/bin/sh\r\necho f5\r\n");
    executable("strange", "#!/usr/bin/env no-such-interpreter\n");
    executable("crashes", "#!/bin/sh\nexit 3\n");
    fs::write(folder.path().join("crlf.sh"), "read line\r\necho f5\r\n").unwrap();
    let mut cases = vec![
        ("simple:./crlf", "CR LF"),
        ("simple:sh crlf.sh", "CR LF"),
        ("simple:sh bot.sh", "there is no file bot.sh"),
        ("simple:./strange", "no-such-interpreter"),
        ("simple:./crashes", "exit status: 3"),
        ("once:./crashes", "exit status: 3"),
    ];
    if has_tool("python3") {
        cases.push(("simple:python3 bot.py", "there is no file bot.py"));
        cases.push(("gtp:python3 -u bot.py", "there is no file bot.py"));
        cases.push(("simple:python3 -m nothing", "No module named nothing"));
    }
    if has_tool("java") {
        cases.push(("simple:java Main", "there is no class Main"));
        cases.push(("simple:java -jar bot.jar", "there is no file bot.jar"));
        cases.push(("simple:java -cp . Main", "javac"));
        cases.push(("simple:java Main.class", "leave out .class"));
        cases.push(("simple:java -cp . Main.class", "leave out .class"));
    }
    for (player, words) in cases {
        let run = check(folder.path(), &[player, "-n4"]);
        assert_eq!(run.code, Some(1), "{player}: {run:?}");
        assert_told(&run.stdout, &["  FAIL  ", "1 of 1 checks failed", words]);
        assert!(!run.stdout.contains("  ok  "), "{player}: {}", run.stdout);
    }
}

/// Writes a log beside itself, and ends if it cannot.
const LOGS: &str = "echo $move >> log.txt || exit 4; echo $move";

#[test]
fn a_log_in_the_own_folder_is_told_without_a_sandbox() {
    let logs = report(LOGS);
    assert_told(
        &logs,
        &[
            "  hm    writes nothing in its own folder",
            "It wrote: log.txt",
            "cannot write in its own folder",
        ],
    );
}

/// Runs the check with the limits of a cup file.
fn check_for(cup: &str, folder: &Path, player: &str) -> crate::common::Run {
    let file = folder.join("cup.toml");
    let entrants = "[[entrant]]\nname = \"A\"\nplayer = \"greedy\"\n\
                    [[entrant]]\nname = \"B\"\nplayer = \"random\"\n";
    fs::write(&file, format!("{cup}{entrants}")).unwrap();
    let own = folder.join("bots/own");
    let mut command = reversi();
    let words = ["cup", "check", "--cup", "../../cup.toml", player];
    feed(command.args(words).current_dir(own), b"")
}

#[test]
fn the_limits_of_a_cup_are_used_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("bots/own");
    fs::create_dir_all(&own).unwrap();
    let logs = player(&own, "logs.sh", LOGS);
    let cup =
        "size = 4\nmemory = \"300M\"\nprocesses = 7\nclock = \"300s+2s\"\nstartup = \"21s\"\n";
    let off = check_for(&format!("{cup}sandbox = \"off\"\n"), folder.path(), &logs);
    assert_eq!(off.code, Some(0), "{off:?}");
    assert_told(
        &off.stdout,
        &[
            "on 4×4, 300 s a game and 2 s more for each move\n",
            "Limits: 300 MB of memory, 7 processes, ",
            "21 s until it is ready; an answer may be late by 0.2 s",
            "No sandbox",
        ],
    );
    let nonsense = player(&own, "nonsense.sh", "echo z99");
    let wrong = check_for(
        &format!("{cup}sandbox = \"off\"\n"),
        folder.path(),
        &nonsense,
    );
    assert_told(&wrong.stdout, &["> black 4 +300.000\n", "< z99\n"]);
    if Sandbox::available().is_err() {
        eprintln!("there is no sandbox on this machine: not tried");
        return;
    }
    fs::remove_file(own.join("log.txt")).unwrap();
    let required = format!("{cup}sandbox = \"required\"\n");
    let run = check_for(&required, folder.path(), &logs);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_told(
        &run.stdout,
        &[
            "exit status: 4",
            "cannot write in its own folder",
            "variable HOME",
        ],
    );
    assert!(!own.join("log.txt").exists());

    // Without a word about it, as a program in C crashes.
    let mute = "{ echo $move >> log.txt; } 2> /dev/null || kill -SEGV $$; echo $move";
    let mute = player(&own, "mute.sh", mute);
    let run = check_for(&required, folder.path(), &mute);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_told(
        &run.stdout,
        &["signal: 11", "cannot write in its own folder"],
    );
    assert!(!own.join("log.txt").exists());
}

//! `reversi cup check`: the report for students.

use std::path::Path;

use super::table::script;
use crate::common::{Run, feed, reversi};

pub fn check(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = reversi();
    let fixed = ["cup", "check", "--time", "60", "--sandbox", "off"];
    feed(command.args(fixed).args(arguments).current_dir(folder), b"")
}

const FIRST_MOVE: &str = "while read color size seconds; do
row=0
while [ $row -lt $size ]; do read line; row=$((row + 1)); done
read move rest
ANSWER
done
";

pub fn player(folder: &Path, name: &str, answer: &str) -> String {
    let command = script(folder, name, &FIRST_MOVE.replace("ANSWER", answer));
    format!("simple:{command}")
}

#[test]
fn a_good_program_passes() {
    let folder = tempfile::tempdir().unwrap();
    let good = player(folder.path(), "good.sh", "echo $move");
    let told = check(folder.path(), &[&good, "-n4"]).good();
    assert!(told.starts_with("Checking simple:sh good.sh on 4×4, 60 s a move\n"));
    for line in [
        "starts, and is ready for a game on 4×4",
        "a game on 4×4 as Black against random: ",
        "a game on 4×4 as White against greedy: ",
        "on 4×4 as White, it has to pass",
        "on 4×4 as Black, its opponent has to pass",
        "ends when its input ends",
    ] {
        assert!(told.contains(&format!("  ok    {line}")), "{line}\n{told}");
    }
    assert!(told.contains("All 10 checks are fine"), "{told}");
}

#[test]
fn our_own_console_passes() {
    let folder = tempfile::tempdir().unwrap();
    let console = format!("console:{}", env!("CARGO_BIN_EXE_reversi"));
    let told = check(folder.path(), &[&console, "-n", "4,6,4"]).good();
    assert!(told.contains("  ok    prints everything the assignment asks for"));
    assert!(told.contains("All 19 checks are fine"), "{told}");
}

#[test]
fn errors_come_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let chatty = player(folder.path(), "chatty.sh", "echo hm >&2; echo I play $move");
    let run = check(folder.path(), &[&chatty, "-n4"]);
    assert_eq!(run.code, Some(1));
    for words in [
        "  FAIL  a game on 4×4 as Black against random",
        "What happened: it answered `I play b1`, which is not a move",
        "Expected: after the board and the line of legal moves, one line with one of them",
        "          > black 4 60.000\n          > ....\n",
        "          > b1 a2 d3 c4\n          < I play b1\n",
        "Its standard error ends so:\n          hm\n",
        "What to do: write the square and nothing else",
        "What to do: the same as above",
        "3 of 5 checks failed, 5 more were not tried; mend the first one first",
    ] {
        assert!(run.stdout.contains(words), "{words}\n{}", run.stdout);
    }
}

#[test]
fn a_program_that_does_not_end_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let lasting = player(folder.path(), "lasting.sh", "echo $move");
    let text = std::fs::read_to_string(folder.path().join("lasting.sh")).unwrap();
    std::fs::write(folder.path().join("lasting.sh"), text + "sleep 1000\n").unwrap();
    let run = check(folder.path(), &[&lasting, "-n4"]);
    assert_eq!(run.code, Some(1));
    for words in [
        "  FAIL  ends when its input ends",
        "it went on after its input had ended",
        "What to do: leave the loop when reading gives no more line",
        "1 of 10 checks failed",
    ] {
        assert!(run.stdout.contains(words), "{words}\n{}", run.stdout);
    }
}

#[test]
fn wrong_usage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let classic = check(folder.path(), &["walle:5"]).bad(2);
    assert!(classic.contains("only other programs need a check"));
    let typo = check(folder.path(), &["gpt:./bot"]).bad(2);
    assert!(typo.contains("gtp, nboard, cassio, console, simple, once"));
    for (wrong, meant) in [
        ("gpt:./bot", "did you mean `gtp:`?"),
        ("smple:./bot", "did you mean `simple:`?"),
        ("python3 bot.py", "did you mean \"simple:python3 bot.py\"?"),
    ] {
        let told = check(folder.path(), &[wrong]).bad(2);
        assert!(told.contains(meant), "{told}");
    }
    let empty = check(folder.path(), &["simple:"]).bad(2);
    assert!(empty.contains("needs a command"), "{empty}");
    let run = check(folder.path(), &["simple:./nobody"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout
            .contains("What to do: try the command in this folder")
    );
}

//! Good, broken and hostile hand-ins are taken in; the rest of the machine stays as it is.

use std::fs;
use std::time::Instant;

use arena::intake::{UnpackLimits, unpack};

use super::hand_ins::{GOOD, bad_archives, bad_programs, good};
use super::{Intake, contents};
use crate::common::{feed, reversi};

#[test]
fn hostile_archives_are_refused_and_write_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    let (sources, target) = (folder.path().join("in"), folder.path().join("a/b/c"));
    fs::create_dir(&sources).unwrap();
    let expected = bad_archives(&sources);
    let before = contents(&sources);
    for (name, words) in &expected {
        let entries = fs::read_dir(&sources).unwrap().flatten();
        let is_one = |path: &std::path::PathBuf| {
            let file = path.file_name().unwrap().to_str().unwrap();
            file == *name
                || file
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let source = entries.map(|entry| entry.path()).find(is_one).unwrap();
        fs::create_dir_all(&target).unwrap();
        let refusal = unpack(&source, &target, &UnpackLimits::default());
        let refusal = refusal.expect_err(name).to_string();
        assert!(refusal.contains(words), "{name}: {refusal}");
        assert!(!refusal.contains(char::is_control), "{name}: {refusal:?}");
        fs::remove_dir_all(&target).unwrap();
    }
    assert_eq!(contents(&sources), before);
    let outside = contents(folder.path());
    assert_eq!(outside.len(), before.len(), "{outside:?}");
}

#[test]
fn good_hand_ins_of_every_form_play_and_bad_ones_are_told_why() {
    take_in(&Intake::new(), 6);
}

/// Takes in some good hand-ins and all bad ones.
fn take_in(intake: &Intake, goods: usize) {
    let hand_ins = intake.hand_ins();
    for number in 0..goods {
        good(&hand_ins, &format!("good-{number}"), number);
    }
    let mut expected = bad_archives(&hand_ins);
    expected.extend(bad_programs(&hand_ins));
    let before = contents(&hand_ins);
    let begun = Instant::now();
    let told = intake.run(&[]).good();
    eprintln!(
        "{goods} good and {} bad hand-ins in {:?}",
        expected.len(),
        begun.elapsed()
    );
    for number in 0..goods {
        let line = Intake::line(&told, &format!("good-{number}"));
        let player = if number % 6 == 3 {
            "simple:sh src/run.sh"
        } else {
            "simple:sh bot.sh"
        };
        assert!(line.trim_start().starts_with("ok "), "{line}");
        assert!(line.ends_with(player), "{line}");
    }
    for (name, words) in &expected {
        let line = Intake::line(&told, name);
        assert!(
            line.trim_start().starts_with("FAIL ") && line.contains(words),
            "{line}"
        );
        let report = fs::read_to_string(intake.path(&format!("reports/{name}.md"))).unwrap();
        assert!(report.contains("cannot play: "), "{report}");
    }
    let all = goods + expected.len();
    let last = format!("{goods} of {all} hand-ins can play. cup.toml lists them");
    assert!(told.contains(&last), "{told}");
    assert!(
        told.ends_with("Play it with: reversi cup cup.toml\n"),
        "{told}"
    );
    assert_eq!(contents(&hand_ins), before, "hand-ins are only read");
    intake.assert_nothing_left();

    // The second time there is nothing to do.
    let cup = fs::read_to_string(intake.path("cup.toml")).unwrap();
    assert!(cup.starts_with("# mine\n"), "{cup}");
    assert!(cup.contains("# bomb-zip cannot play: "), "{cup}");
    let again = intake.run(&[]).good();
    let unchanged = again.matches("(unchanged)").count();
    assert_eq!(unchanged, all, "{again}");
    assert_eq!(fs::read_to_string(intake.path("cup.toml")).unwrap(), cup);

    // The cup can be played without edits.
    let mut command = reversi();
    let run = feed(
        command
            .args(["cup", "cup.toml"])
            .current_dir(intake.path("")),
        b"",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let results = fs::read_to_string(intake.path("cup-results/results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["finished"], true);
    let games = results["games"].as_array().unwrap();
    assert_eq!(games.len(), goods / 2);
    for game in games {
        assert!(game["fault"].is_null(), "{game}");
    }
}

#[test]
#[ignore = "two hundred hand-ins take minutes: make misfits"]
fn two_hundred_hand_ins() {
    take_in(&Intake::new(), 160);
}

#[test]
fn reports_say_what_failed_and_how_to_mend_it() {
    let intake = Intake::new();
    let hand_ins = intake.hand_ins();
    bad_programs(&hand_ins);
    intake.run(&["-j", "4"]).good();
    let report =
        |name: &str| fs::read_to_string(intake.path(&format!("reports/{name}.md"))).unwrap();
    for (name, words) in [
        ("build-fails", "    bot.c:1: error\n"),
        (
            "build-fails",
            "`sh build.sh`, because of `build.sh`. It failed: exit status: 7.",
        ),
        ("crashes", "          no weights\n"),
        ("illegal", "one of the legal squares"),
        ("none", "player = \"simple:python3 my_player.py\""),
        ("two", "build = \"cc -O2 -o bot bot.c -lm\""),
        ("crashes", "- `once:sh bot.sh`"),
        ("house", "Limits: "),
    ] {
        let text = report(name);
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn a_build_that_does_not_end_is_ended() {
    let intake = Intake::new();
    let own = intake.hand_ins().join("forever");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("bot.sh"), GOOD).unwrap();
    fs::write(own.join("build.sh"), "echo begun\nsleep 100000 &\nwait\n").unwrap();
    let told = intake.run(&["--build-time", "1"]).good();
    let line = Intake::line(&told, "forever");
    assert!(
        line.contains("`sh build.sh` did not end within 1 s"),
        "{line}"
    );
    let report = fs::read_to_string(intake.path("reports/forever.md")).unwrap();
    let advice = "the build must not start the program";
    assert!(report.contains(advice), "{report}");
    intake.assert_nothing_left();
}

#[test]
fn only_changes_are_done_again_and_nothing_is_destroyed() {
    let intake = Intake::new();
    let hand_ins = intake.hand_ins();
    for (number, student) in ["anna", "ben"].into_iter().enumerate() {
        good(&hand_ins, student, number);
    }
    fs::create_dir_all(intake.path("bots/own")).unwrap();
    fs::write(intake.path("bots/own/notes"), "mine").unwrap();
    good(&hand_ins, "own", 0);
    let told = intake.run(&[]).good();
    let own = Intake::line(&told, "own");
    assert!(
        own.contains("was not made by an intake; move it away"),
        "{own}"
    );

    // Another version of one hand-in; the teacher changed the copy of the first one.
    fs::write(intake.path("bots/ben/notes"), "by hand").unwrap();
    fs::remove_file(hand_ins.join("ben.tar.gz")).unwrap();
    fs::create_dir(hand_ins.join("ben")).unwrap();
    let other = GOOD.replace("echo $move", "echo ${move}");
    fs::write(hand_ins.join("ben/player.sh"), other).unwrap();
    fs::rename(intake.path("bots/own"), intake.path("own")).unwrap();
    let told = intake.run(&[]).good();
    assert!(
        Intake::line(&told, "anna").ends_with("(unchanged)"),
        "{told}"
    );
    assert!(
        Intake::line(&told, "ben").ends_with("simple:sh player.sh"),
        "{told}"
    );
    assert!(
        Intake::line(&told, "own").ends_with("simple:sh bot.sh"),
        "{told}"
    );
    let kept = fs::read_to_string(intake.path("bots/.previous/ben-1/notes")).unwrap();
    assert_eq!(kept, "by hand");

    // Other limits are checked again.
    let cup = fs::read_to_string(intake.path("cup.toml")).unwrap();
    fs::write(
        intake.path("cup.toml"),
        cup.replace("time = \"60s\"", "time = \"61s\""),
    )
    .unwrap();
    let told = intake.run(&[]).good();
    assert!(
        !told.contains("(unchanged)") && told.contains("61 s a move"),
        "{told}"
    );
    let told = intake.run(&["--again"]).good();
    assert!(!told.contains("(unchanged)"), "{told}");
}

#[test]
fn programs_of_a_cup_that_has_begun_are_not_replaced() {
    let intake = Intake::new();
    let hand_ins = intake.hand_ins();
    good(&hand_ins, "anna", 0);
    good(&hand_ins, "ben", 0);
    intake.run(&[]).good();
    let mut command = reversi();
    let words = ["cup", "cup.toml"];
    feed(command.args(words).current_dir(intake.path("")), b"").good();
    good(&hand_ins, "carl", 0);
    let before = contents(&intake.path("bots"));
    let cup = fs::read_to_string(intake.path("cup.toml")).unwrap();
    let refused = intake.run(&["--again"]).bad(1);
    assert!(refused.contains("the cup has begun"), "{refused}");
    assert!(refused.contains("results = \"again\""), "{refused}");

    // Also without a game, while it is played.
    let journal = intake.path("cup-results/journal.jsonl");
    let lines = fs::read_to_string(&journal).unwrap();
    let header = lines.lines().next().unwrap();
    fs::write(&journal, format!("{header}\n")).unwrap();
    let held = fs::File::open(&journal).unwrap();
    held.lock().unwrap();
    let refused = intake.run(&["--again"]).bad(1);
    assert!(refused.contains("is being played already"), "{refused}");
    assert_eq!(contents(&intake.path("bots")), before);
    assert_eq!(fs::read_to_string(intake.path("cup.toml")).unwrap(), cup);
    drop(held);
    fs::write(&journal, lines).unwrap();

    // Another folder for the results is another cup.
    let again = format!("results = \"again\"\n{cup}");
    fs::write(intake.path("cup.toml"), again).unwrap();
    let told = intake.run(&[]).good();
    assert!(Intake::line(&told, "carl").starts_with("  ok  "), "{told}");
}

#[test]
fn wrong_usage_is_reported() {
    let intake = Intake::new();
    let none = intake.run(&[]).bad(1);
    assert!(none.contains("there are no hand-ins in hand-ins"), "{none}");
    good(&intake.hand_ins(), "anna", 0);
    fs::write(intake.path("cup.toml"), "sise = 4\n").unwrap();
    let wrong = intake.run(&[]).bad(1);
    assert!(
        wrong.contains("cup.toml: line 1: a cup has no key `sise`"),
        "{wrong}"
    );
    let mut command = reversi();
    let words = ["cup", "intake", "bots"];
    let run = feed(command.args(words).current_dir(intake.path("")), b"");
    assert!(run.bad(1).contains("bots"), "the programs are no hand-ins");
}

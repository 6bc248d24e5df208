//! Reports of an intake: what a student and the teacher read about a hand-in.

use std::fs;

use super::Intake;
use super::hand_ins::{GOOD, good};

impl Intake {
    /// Hands in a folder with these files.
    fn hand_in(&self, student: &str, files: &[(&str, &str)]) {
        let own = self.hand_ins().join(student);
        fs::create_dir(&own).unwrap();
        for (name, text) in files {
            fs::write(own.join(name), text).unwrap();
        }
    }

    /// The report of a student.
    fn report(&self, student: &str) -> String {
        fs::read_to_string(self.path(&format!("reports/{student}.md"))).unwrap()
    }

    /// The cup file.
    fn cup(&self) -> String {
        fs::read_to_string(self.path("cup.toml")).unwrap()
    }
}

#[test]
fn a_program_plays_under_the_name_of_its_file() {
    let intake = Intake::new();
    good(&intake.hand_ins(), "Jörg Müller (Gruppe 3)", 2);
    intake.run(&[]).good();
    let cup = intake.cup();
    assert!(cup.contains("name = \"Jörg Müller (Gruppe 3)\"\n"), "{cup}");
    assert!(cup.contains("folder = \"bots/Jörg-Müller--Gruppe-3\"\n"));
    let report = intake.report("Jörg-Müller--Gruppe-3");
    assert!(report.starts_with("# Jörg Müller (Gruppe 3)\n"), "{report}");
}

#[test]
fn what_was_tried_is_told_and_two_programs_are_a_warning() {
    let intake = Intake::new();
    let rules = ("rules.sh", "flips() { :; }\n");
    intake.hand_in("one", &[("bot.sh", GOOD), rules]);
    intake.hand_in("two", &[("bot.sh", GOOD), ("main.sh", GOOD)]);
    let told = intake.run(&[]).good();
    let line = Intake::line(&told, "one");
    assert!(line.ends_with("simple:sh bot.sh"), "{line}");
    let line = Intake::line(&told, "two");
    let warning = "sh main.sh could be the program too";
    assert!(line.ends_with(warning), "{line}");
    let report = intake.report("two");
    assert!(report.contains(warning), "{report}");
    assert!(
        report.contains("`simple:sh bot.sh` was tried first"),
        "{report}"
    );
    assert!(!report.contains("once:"), "it was not tried: {report}");
    let at_home = "\n    reversi cup check -n 4 --time 60 \"simple:sh bot.sh\"\n";
    assert!(report.ends_with(at_home), "{report}");
    assert!(intake.run(&[]).good().contains(warning), "also unchanged");
}

#[test]
fn mistakes_are_told_to_the_teacher_too() {
    let intake = Intake::new();
    let lost = "echo 'curl: (6) Could not resolve host: x' >&2; exit 1\n";
    intake.hand_in("lost", &[("bot.sh", lost)]);
    intake.hand_in("builds", &[("bot.sh", GOOD), ("build.sh", lost)]);
    let unquoted = ("reversi.toml", "# mine\nplayer = simple:sh bot.sh\n");
    intake.hand_in("unquoted", &[("bot.sh", GOOD), unquoted]);
    let told = intake.run(&[]).good();
    for student in ["lost", "builds"] {
        let line = Intake::line(&told, student);
        assert!(
            line.ends_with("exit status: 1; it needs a network"),
            "{line}"
        );
        let report = intake.report(student);
        assert!(report.contains("there is no network in a cup"), "{report}");
    }
    let cup = intake.cup();
    let reason = "# lost cannot play: it ended by itself: exit status: 1; it needs a network\n";
    assert!(cup.contains(reason), "{cup}");
    assert!(
        !cup.contains("\n# player = \"simple:./bot\""),
        "no player is made up: {cup}"
    );
    let report = intake.report("unquoted");
    for words in [
        "line 2, `player = simple:sh bot.sh`",
        "## What to do",
        "quotation marks",
    ] {
        assert!(report.contains(words), "{words}\n{report}");
    }
}

#[test]
fn reports_have_no_paths_of_this_machine_and_go_with_their_hand_ins() {
    let intake = Intake::new();
    good(&intake.hand_ins(), "anna", 5);
    let tells = "echo $PWD/bot.sh $PWD-2 >&2; exit 3\n";
    intake.hand_in("olaf", &[("bot.sh", tells)]);
    intake.run(&[]).good();
    let report = intake.report("olaf");
    assert!(report.contains("          ./bot.sh "), "{report}");
    let here = intake.path("bots").canonicalize().unwrap();
    assert!(!report.contains(&format!("{}/olaf/", here.display())));
    fs::remove_dir_all(intake.hand_ins().join("olaf")).unwrap();
    let told = intake.run(&[]).good();
    let line = Intake::line(&told, "olaf");
    assert!(line.contains("its report was removed"), "{line}");
    assert!(!intake.path("reports/olaf.md").exists());
    assert!(!intake.cup().contains("olaf"));
    assert!(!intake.run(&[]).good().contains("olaf"));
}

//! Starter programs pass the check and are built by an intake, in every language of this machine.

use std::fs;

use super::Intake;
use crate::common::{feed, has_tool, reversi};

/// Languages, and the tools that they need.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("c", &["cc", "make"]),
    ("python", &["python3"]),
    ("java", &["java", "javac"]),
    ("javascript", &["node"]),
    ("rust", &["cargo"]),
];

#[test]
fn starters_of_every_language_are_built_and_pass_the_check() {
    let intake = Intake::new();
    let mut known = Vec::new();
    for (language, tools) in LANGUAGES {
        if !tools.iter().all(|tool| has_tool(tool)) {
            eprintln!("the starter in {language} is not tried");
            continue;
        }
        let mut command = reversi();
        let place = format!("hand-ins/{language}");
        command.args(["cup", "starter", language, &place]);
        let told = feed(command.current_dir(intake.path("")), b"").good();
        assert!(told.contains("reversi.toml\n"), "{told}");
        assert!(told.contains("reversi cup check \"simple:"), "{told}");
        known.push(language);
    }
    let told = intake.run(&["--build-time", "600"]).good();
    for language in &known {
        let line = Intake::line(&told, language);
        let report = fs::read_to_string(intake.path(&format!("reports/{language}.md")));
        assert!(line.starts_with("  ok  "), "{line}\n{}", report.unwrap());
    }
    // Without the file that tells, the programs are found too; and they can read a clock.
    let cup = fs::read_to_string(intake.path("cup.toml")).unwrap();
    let clock = cup.replace("time = \"60s\"", "clock = \"6000s+1s\"");
    assert_ne!(cup, clock);
    fs::write(intake.path("cup.toml"), clock).unwrap();
    for language in &known {
        let place = intake.hand_ins().join(language);
        fs::remove_file(place.join("reversi.toml")).unwrap();
    }
    let told = intake.run(&["--build-time", "600"]).good();
    for language in &known {
        let line = Intake::line(&told, language);
        assert!(
            line.starts_with("  ok  ") && line.contains(" simple:"),
            "{line}"
        );
    }
}

#[test]
fn a_starter_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let start = |language: &str| {
        let mut command = reversi();
        command.args(["cup", "starter", language]);
        feed(command.current_dir(folder.path()), b"")
    };
    // Each language has its own folder.
    assert!(start("c").good().contains("cd c\n"));
    assert!(start("java").good().contains("cd java\n"));
    assert!(folder.path().join("java/reversi.toml").exists());
    fs::create_dir(folder.path().join("python")).unwrap();
    fs::write(folder.path().join("python/bot.py"), "mine").unwrap();
    assert!(start("python").bad(1).contains("bot.py is there already"));
    assert_eq!(
        fs::read_to_string(folder.path().join("python/bot.py")).unwrap(),
        "mine"
    );
    assert!(!folder.path().join("python/reversi.toml").exists());
    assert!(
        start("cobol").bad(2).contains("python"),
        "the languages are named"
    );
}

//! The guided game in Greek.

use super::{assert_in_order, guided};
use crate::common::{feed, reversi};

/// English words that would show an untranslated sentence.
const ENGLISH: [&str; 8] = [
    "turn",
    "Score",
    "Play again",
    "Exit",
    "wins",
    "move",
    "board",
    "Value",
];

#[track_caller]
fn assert_greek(output: &str) {
    let said = output.lines().filter(|line| !line.starts_with("> "));
    for line in said {
        for word in ENGLISH {
            assert!(!line.contains(word), "{word} in: {line}");
        }
    }
}

#[test]
fn a_whole_evening_is_greek() {
    let lines = [
        "9", "2", "3", "1", "x", "letters", "2", "5", "4", "4", "engine", "0", "1", "1", "Άννα",
        "0", "4", "3", "1", "zz", "a1", "hint", "undo", "redo", "rules", "quit", "ίσως", "ναι",
        "quit", "όχι", "0",
    ];
    let output = guided("--lang el", &lines);
    assert_greek(&output);
    assert_in_order(
        &output,
        &[
            "0.Έξοδος",
            "1.Νέο παιχνίδι",
            "2.Κανόνες",
            "3.Ρυθμίσεις",
            "Κ α ν ό ν ε ς",
            "engine         νικά τους περισσότερους ήδη στο επίπεδο 1",
            "Άννα!",
            "ήδη με 1",
            "κοιτάζει 4 κινήσεις μπροστά",
            "Άννα",
            "Μη έγκυρη κίνηση",
            "b1 a2 d3 c4",
            "> ναι\n",
            "> όχι\n",
            "0.Έξοδος",
        ],
    );
}

#[test]
fn a_whole_game_is_greek() {
    let sample = ["c4", "d4", "d3", "b4", "a4", "d2", "d1", "b1", "a2", "ο"];
    let output = guided("--lang el --players 2 -n 4", &sample);
    assert_greek(&output);
    assert_in_order(
        &output,
        &[
            "Παίκτης 1",
            "Σκορ: Παίκτης 1 2 - 2 Παίκτης 2",
            "κενό το 75",
            "μαύρα",
            "> b1\n",
            "Καμία διαθέσιμη κίνηση",
            "> a2\n",
            "Νικούν τα λευκά\n2 - 11\n",
            "Παίκτης 2",
            "> ο\n",
        ],
    );
    let draw = [
        "a2", "a3", "a4", "c1", "d1", "a1", "d3", "d4", "c4", "d2", "b1", "b4", "ο",
    ];
    let output = guided("--lang el --players 2 -n 4", &draw);
    assert!(output.contains("Ισοπαλία\n8 - 8\n"), "{output}");
    let output = guided("--lang el --players 0 -n 4 --level 1 --pause 0", &["ο"]);
    assert_greek(&output);
}

#[test]
fn the_locale_chooses_the_language() {
    let first_line = |settings: &[(&str, &str)], arguments: &[&str]| {
        let mut command = reversi();
        command.env_remove("LC_ALL").arg("play").args(arguments);
        command.envs(settings.iter().copied());
        let output = feed(&mut command, b"0\n").good();
        output.contains("0.Έξοδος")
    };
    assert!(first_line(&[("LANG", "el_GR.UTF-8")], &[]));
    assert!(first_line(&[("LANG", "el")], &[]));
    assert!(first_line(
        &[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "el_GR.UTF-8")],
        &[]
    ));
    assert!(first_line(
        &[("LANG", "en_US.UTF-8"), ("LC_ALL", "el_GR.UTF-8")],
        &[]
    ));
    assert!(!first_line(
        &[("LANG", "el_GR.UTF-8"), ("LC_ALL", "C.UTF-8")],
        &[]
    ));
    assert!(!first_line(&[("LANG", "de_DE.UTF-8")], &[]));
    assert!(!first_line(&[], &[]));
    assert!(!first_line(&[("LANG", "el_GR.UTF-8")], &["--lang", "en"]));
}

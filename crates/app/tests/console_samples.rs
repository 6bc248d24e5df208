//! The two sample sessions of the course document that the console follows, byte by byte.

use std::fs;

use crate::common::{after, assert_same, console, feed, reversi, run};

const FIRST: &str = include_str!("golden/uoa-8x8.txt");
const SECOND: &str = include_str!("golden/uoa-4x4.txt");

/// The moves of the second sample. Black must pass after b1.
const SECOND_MOVES: [(&str, &str); 9] = [
    ("black", "c4"),
    ("white", "d4"),
    ("black", "d3"),
    ("white", "b4"),
    ("black", "a4"),
    ("white", "d2"),
    ("black", "d1"),
    ("white", "b1"),
    ("white", "a2"),
];

/// The commands that the user types in a sample.
fn typed(sample: &str) -> String {
    let commands = sample.lines().filter_map(|line| line.strip_prefix("> "));
    commands.map(|command| format!("{command}\n")).collect()
}

/// Plays a sample against the random opponent with different seeds, until it plays the same moves
/// as the computer in the sample.
fn replay(arguments: &[&str], sample: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = after(sample, "Move played: ");
    for seed in 0..10_000 {
        let mut command = reversi();
        command.current_dir(&folder).args(arguments).args([
            "--opponent",
            "random",
            "--seed",
            &seed.to_string(),
        ]);
        let output = feed(&mut command, typed(sample).as_bytes()).good();
        if after(&output, "Move played: ") == moves {
            return output;
        }
    }
    panic!("no seed leads to {moves:?}");
}

#[test]
fn the_first_sample_session_reads_as_published() {
    assert_same(&replay(&["-d", "3", "-l"], FIRST), FIRST);
}

#[test]
fn the_second_sample_session_reads_as_published() {
    assert_same(&replay(&["-n", "4", "-w"], SECOND), SECOND);
}

#[test]
fn one_person_can_play_both_sides_of_the_first_sample() {
    let answers = console(
        "-d 3 -l",
        &[
            "play f5",
            "selectcolor white",
            "play d6",
            "selectcolor black",
            "showstate",
            "play c6",
        ],
    );
    let published = crate::common::answers(FIRST);
    assert_eq!(answers[0], published[1], "f5, then the computer's turn");
    assert_eq!(answers[1], "", "a setting is silent");
    assert!(answers[2].contains("Move played: d6\nBlack player (computer) plays now"));
    assert!(!answers[2].contains('*'), "it is not the human's turn");
    assert_eq!(answers[4], published[2], "the human is Black again");
    assert_eq!(answers[5], published[3], "c6");
}

#[test]
fn one_person_can_play_both_sides_of_the_second_sample() {
    let mut commands = String::from("showlegal on\n");
    for (color, square) in SECOND_MOVES {
        commands += &format!("selectcolor {color}\nplay {square}\n");
    }
    let output = run("-n 4", &commands).good();
    assert_eq!(
        after(&output, "White: "),
        [
            "1 - Black: 4",
            "3 - Black: 3",
            "2 - Black: 5",
            "5 - Black: 3",
            "4 - Black: 5",
            "8 - Black: 2",
            "7 - Black: 4",
            "9 - Black: 3",
            "11 - Black: 2",
        ]
    );
    let turns: Vec<&str> = output
        .lines()
        .filter(|line| line.ends_with("plays now"))
        .map(|line| line.split(' ').next().unwrap_or(line))
        .collect();
    let (black, white) = ("Black", "White");
    let expected = [white, black, white, black, white, black, white, white];
    assert_eq!(turns, expected, "Black is passed over after b1");
    let end = "White: 11 - Black: 2\nEND OF GAME\n> \n";
    assert!(output.ends_with(end), "{output}");
}

#[test]
fn the_first_sample_saves_the_published_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = reversi();
    command.current_dir(&folder);
    let commands =
        "play f5\nselectcolor white\nplay d6\nselectcolor black\nplay c6\nsave file.rev\n";
    feed(&mut command, commands.as_bytes()).good();
    let saved = fs::read(folder.path().join("file.rev")).expect("a saved file");
    let rows = [
        "nnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnwbnnn", "nnnbbbnn", "nnbwnnnn", "nnnnnnnn",
        "nnnnnnnn",
    ];
    let (size, squares) = saved.split_at(4);
    assert_eq!(size, [0, 0, 0, 8], "the size, big end first");
    assert_eq!(String::from_utf8_lossy(squares), rows.concat());
}

#[test]
fn a_bare_newgame_has_the_size_given_at_the_start() {
    let sizes = |arguments: &str| -> Vec<usize> {
        console(arguments, &["newgame", "newgame 6", "newgame"])
            .iter()
            .map(|state| state.lines().filter(|line| line.contains('|')).count())
            .collect()
    };
    assert_eq!(sizes("-n 4"), [4, 6, 4]);
    assert_eq!(sizes(""), [8, 6, 8]);
}

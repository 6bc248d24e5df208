//! Invalid commands: the error is reported and nothing is drawn.

use std::fs;

use super::{FOUR, PictureFolder};

/// The message of a command that fails.
#[track_caller]
fn refused(game: &str, name: &str, options: &str, code: i32) -> String {
    let folder = PictureFolder::new();
    let message = folder.run(game, name, options).bad(code);
    assert!(folder.files().is_empty(), "something was drawn");
    message
}

#[track_caller]
fn assert_says(message: &str, part: &str) {
    assert!(message.contains(part), "no {part:?} in {message}");
}

#[test]
fn the_name_says_what_to_draw() {
    for name in ["a.bmp", "a", "svg", "a.svg.txt", ".png"] {
        let message = refused("start", name, "", 2);
        assert_says(&message, "must end in .svg, .png or .gif");
    }
    let folder = PictureFolder::new();
    folder.draw("start", "A.PNG", "");
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = PictureFolder::new();
    let message = folder.run("start", "none/a.png", "").bad(1);
    assert_says(&message, "none/a.png");
    assert_says(&message, "there is no folder");
    fs::create_dir(folder.path("folder.png")).expect("a folder");
    let message = folder.run("start", "folder.png", "").bad(1);
    assert_says(&message, "it is a directory");
}

#[test]
fn positions_that_cannot_be_drawn_are_explained() {
    assert_says(
        &refused("f5f5", "a.png", "", 1),
        "move 2: there is a disc on f5 already; legal squares: f4 d6 f6",
    );
    assert_says(&refused("zz", "a.png", "", 1), "is not a position");
    assert_says(
        &refused("missing.ggf", "a.gif", "", 1),
        "there is no file missing.ggf",
    );
    assert_says(&refused("", "a.gif", "", 1), "moves such as f5d6c3");
}

#[test]
fn contradictions_are_refused() {
    for (name, options, why) in [
        ("a.png", "--animate", "a .png does not move"),
        (
            "a.gif",
            "--moves",
            "--moves is for the picture of one position",
        ),
        (
            "a.svg",
            "--animate --legal",
            "--legal is for the picture of one position",
        ),
        ("a.png", "--theme pink", "classic"),
        ("a.png", "--coordinates maybe", "it must be on or off"),
        ("a.png", "--caption yes", "it must be on or off"),
        ("a.gif", "--delay 0", "seconds from 0.05 to 60"),
        ("a.gif", "--delay -1", "seconds from 0.05 to 60"),
        ("a.gif", "--delay soon", "seconds from 0.05 to 60"),
        ("a.png", "--width 0", "1..=4096"),
        ("a.png", "--width 100000", "1..=4096"),
        ("a.png", "-n 7", "even"),
    ] {
        assert_says(&refused("start", name, options, 2), why);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    assert_says(
        &refused("start", "a.png", "-n 26 --width 100", 1),
        "the 26×26 board needs a --width of 168 pixels or more, not 100",
    );
    assert_says(
        &refused(FOUR, "a.png", "-n 4 --until 10", 1),
        "the game has only 9 moves; --until cannot be 10",
    );
}

#[test]
fn an_old_picture_stays_when_there_is_no_new_one() {
    let folder = PictureFolder::new();
    let old = folder.draw("start", "a.png", "");
    folder.run("f5f5", "a.png", "").bad(1);
    assert_eq!(fs::read(folder.path("a.png")).expect("the old one"), old);
}

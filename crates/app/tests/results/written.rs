//! The result files in their folder.

use std::fs;

use arena::results;

use super::events;

#[test]
fn four_files_are_written_and_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("new").join("results");
    let before = events::unfinished();
    let files = results::write(&before, &place).expect("written");
    let names = files
        .iter()
        .map(|path| path.file_name().expect("a name").to_str().expect("text"));
    let names: Vec<&str> = names.collect();
    assert_eq!(
        names,
        ["games.ggf", "games.pgn", "results.json", "results.html"]
    );
    let after = events::cup_of_16();
    results::write(&after, &place).expect("written");
    let page = fs::read_to_string(place.join("results.html")).expect("a page");
    assert_eq!(page, results::page(&after));
    assert_eq!(
        fs::read_dir(&place).expect("a folder").count(),
        4,
        "nothing is left aside"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("taken");
    fs::write(&file, "").expect("a file");
    let error = results::write(&events::one_game(), &file).expect_err("it is a file");
    assert!(format!("{error:#}").contains("taken"), "{error:#}");
}

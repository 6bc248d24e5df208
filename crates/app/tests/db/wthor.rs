//! All tournament games of WTHOR. It takes too long for every test run.
//!
//! The files are in `../shared/data`, beside the project. Without them the test prints a note and
//! checks nothing.

use std::path::Path;
use std::time::Instant;

use super::{Folder, counts, plain};

/// The number of games.
const GAMES: u64 = 137_548;

/// `make wthor` runs it.
#[test]
#[ignore = "takes a while; make wthor runs it"]
fn all_of_wthor_goes_in_and_is_found_again() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wthor");
    if !files.exists() {
        eprintln!("there is no {}: nothing is checked", files.display());
        return;
    }
    let folder = Folder::new();
    let begun = Instant::now();
    let output = folder.import(&[&plain(&files)]).good();
    print!("{output}");
    println!("the import took {:.1?}", begun.elapsed());
    assert!(
        output.starts_with("137548 games imported, 0 already there in "),
        "{output}"
    );
    let start = folder.explore(&[]);
    assert_eq!(counts(&start), [("f5".to_string(), GAMES)]);
    assert_eq!(
        (start["first_year"].clone(), start["last_year"].clone()),
        (1977.into(), 2025.into())
    );
    // The count of a move is at most the count of the position after it.
    for moves in ["f5", "f5d6", "f5d6c3", "f5d6c3d3c4"] {
        let answer = folder.explore(&[moves]);
        for (square, games) in counts(&answer).iter().filter(|(square, _)| square != "end") {
            let next = folder.explore(&[&format!("{moves}{square}")]);
            // Other moves may lead there too.
            assert!(next["games"].as_u64() >= Some(*games), "{moves}{square}");
        }
    }
    for question in [
        &["--games", "5"] as &[&str],
        &["f5d6c3d3c4"],
        &["--year", "1990-1999"],
        &["--player", "tastet marc"],
        &["f5d6", "--player", "tastet marc", "--as", "white"],
    ] {
        let begun = Instant::now();
        folder.db("explore", question).good();
        println!(
            "explore {} took {:.1?}",
            question.join(" "),
            begun.elapsed()
        );
    }
    let begun = Instant::now();
    let output = folder.import(&[&plain(&files)]).good();
    println!("the second import took {:.1?}", begun.elapsed());
    assert!(
        output.starts_with("0 games imported, 137548 already there in "),
        "{output}"
    );
}

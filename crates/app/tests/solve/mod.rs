//! `reversi solve` and `reversi bench` through pipes. The positions have few empty squares, so that
//! tests are quick.

mod bench;
mod json;
mod lines;
mod options;
mod positions;
mod small;
mod split;
mod table;
mod verdicts;

use std::fs;
use std::path::PathBuf;

use crate::common::{Run, feed, reversi};
use tempfile::TempDir;

/// FFO problem 20, as in its file: 6 empty squares.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; \
                      H5:+6; G6:-2; F6:-4; H6:-10;";

/// FFO problems 1 and 2 after four moves of best play: 10 empty squares each.
const FFO_1_LATER: &str = "--XXXXX--OOOXX-O-OOOXXOO-OOOOOXOOOXXOOXOO-XOXOOO-XXXOOOOXXXXXXX- X; \
                           A4:+18; A3:+12; G2:+2; A2:-2;";
const FFO_2_LATER: &str = "-XXXXXX-O-XOOOO-OOOXXOOXOXOOOOOOOXXOXXOOOOOXXOOX-OOOOO----XXXXX- X; \
                           B8:+10; G7:+0; A7:-4; H7:-6; B2:-10; H2:-18;";

/// The position of a line, without the scores.
fn board(line: &str) -> &str {
    line.split(';').next().expect("a board")
}

/// Solves with a small table and with `input` on standard input.
fn solve_with(arguments: &[&str], input: &str) -> Run {
    let mut command = reversi();
    command.args(["solve", "--hash", "16"]).args(arguments);
    feed(&mut command, input.as_bytes())
}

fn solve(arguments: &[&str]) -> Run {
    solve_with(arguments, "")
}

/// A problem file in a temporary folder.
fn problem_file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.obf");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

/// Solves a problem file.
fn solve_file(text: &str, arguments: &[&str]) -> Run {
    let (_folder, path) = problem_file(text);
    let path = path.to_str().expect("a plain name");
    solve(&[&[path], arguments].concat())
}

/// The rows of a table that begin with a number, as words.
fn rows(output: &str) -> Vec<Vec<&str>> {
    let words = |line| str::split_whitespace(line).collect::<Vec<_>>();
    let is_row = |row: &Vec<&str>| row.len() > 5 && row[0].parse::<usize>().is_ok();
    let table = output.split("\n\n").next().expect("a table");
    table.lines().map(words).filter(is_row).collect()
}

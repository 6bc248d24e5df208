//! `reversi perft`: counting the leaves of the game tree.

use crate::common::run;

/// Published counts. At these depths the three conventions agree.
const EIGHT: [u64; 8] = [4, 12, 56, 244, 1396, 8200, 55092, 390216];

/// Counted with a separate, plain implementation of the rules.
const FOUR: [(&str, [u64; 9]); 3] = [
    ("a", [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044]),
    ("b", [4, 12, 44, 128, 424, 1256, 3624, 9112, 20032]),
    ("c", [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184]),
];
const SIX: [u64; 6] = [4, 12, 56, 244, 1364, 7604];

/// The leaves at every depth. Each line also has the depth, the seconds and the leaves per second.
#[track_caller]
fn leaves(arguments: &str) -> Vec<u64> {
    let output = run(&format!("perft {arguments}"), "").good();
    let row = |(number, line): (usize, &str)| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 4, "{output}");
        assert_eq!(words[0], number.to_string(), "{output}");
        assert!(words[2].parse::<f64>().is_ok_and(|seconds| seconds >= 0.0));
        assert!(words[3].parse::<f64>().is_ok(), "{output}");
        words[1].parse().expect("a number of leaves")
    };
    (1..).zip(output.lines()).map(row).collect()
}

#[test]
fn the_published_counts_to_depth_eight() {
    assert_eq!(leaves("8"), EIGHT);
    for convention in ["a", "b", "c", "A"] {
        assert_eq!(leaves(&format!("8 --convention {convention}")), EIGHT);
    }
    assert_eq!(leaves("8 --size 8"), EIGHT);
}

#[test]
fn the_conventions_differ_at_depth_nine() {
    for (convention, count) in [("a", 3_005_288), ("b", 3_005_288), ("c", 3_005_320)] {
        let counted = leaves(&format!("9 --convention {convention}"));
        assert_eq!(counted.last(), Some(&count), "{convention}");
    }
}

#[test]
fn small_boards() {
    for (convention, counts) in FOUR {
        assert_eq!(
            leaves(&format!("9 --size 4 --convention {convention}")),
            counts
        );
        assert_eq!(leaves(&format!("6 -n 6 --convention {convention}")), SIX);
    }
}

#[test]
fn a_tree_that_has_ended_grows_no_more() {
    // Published: the number of games on 4×4.
    let games = leaves("20 --size 4");
    assert_eq!(games[17..], [60_060; 3], "{games:?}");
    let unfinished = leaves("20 --size 4 --convention b");
    assert_eq!(unfinished.last(), Some(&0), "no game is that long");
}

#[test]
fn large_boards() {
    assert_eq!(leaves("4 --size 26"), [4, 12, 56, 244]);
}

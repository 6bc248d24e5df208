//! `reversi explain`: a search tree as text.

use crate::common::{after, assert_same, run};

/// Positions on 6×6 at the beginning, in the middle and near the end.
const POSITIONS: [&str; 4] = [
    "start",
    "e4e5b3",
    "e4e5d5c5b4b3d6b5a4f3",
    "e4e5e6b4a4f6d5c5d2f4b5b3a3e2e3d1b6c6c2a6c1b1f2f1e1a2a5",
];

/// The opponents whose search is a tree.
fn searchers() -> impl Iterator<Item = &'static str> {
    crate::common::searchers().filter(|name| *name != "engine")
}

/// The number in front of ` positions visited`.
fn visited(output: &str) -> u32 {
    let line = output
        .lines()
        .find(|line| line.ends_with(" positions visited."));
    let number = line.and_then(|line| line.split(' ').next()?.parse().ok());
    number.expect("a number of positions")
}

/// The best moves of the opponent and their value.
fn conclusion<'t>(output: &'t str, name: &str) -> (Vec<&'t str>, &'t str) {
    let sentence = after(output, &format!("{name} plays "))[0];
    let (squares, rest) = sentence.split_once(", ").expect("a value");
    let squares = squares.trim_start_matches("one of ").split(' ').collect();
    let (worth, _) = rest.split_once(" if both ").expect("a line");
    (squares, worth)
}

/// The root move that gives the tree its value.
fn principal(output: &str) -> &str {
    let branches = output.lines().filter(|line| line.starts_with(['├', '└']));
    let mut best = branches.filter(|line| line.ends_with('←'));
    best.next()
        .and_then(|line| line.split(' ').nth(1))
        .expect("a best move")
}

#[test]
fn the_worked_example_by_alpha_beta() {
    let golden = include_str!("../golden/explain-alpha-beta.txt");
    assert_same(&run("explain --example", "").good(), golden);
    let named = run("explain --example --method alpha-beta", "").good();
    assert_same(&named, golden);
}

#[test]
fn the_worked_example_by_minimax() {
    let golden = include_str!("../golden/explain-minimax.txt");
    assert_same(
        &run("explain --example --method minimax", "").good(),
        golden,
    );
}

#[test]
fn a_position_is_shown_with_its_tree() {
    let output = run("explain f5d6 --depth 1 --player walle", "").good();
    let (tree, _) = output.split_once("walle plays ").expect("a conclusion");
    assert_same(
        tree,
        "   a b c d e f g h
 1 - - - - - - - - 1
 2 - - - - - - - - 2
 3 - - v - - - - - 3
 4 - - v o x - - - 4
 5 - - v o x x - - 5
 6 - - v o - - - - 6
 7 - - v - - - - - 7
 8 - - - - - - - - 8
   a b c d e f g h

walle looks 1 move ahead by alpha-beta: Black to move
Values are Black's: at a max node Black takes the highest, at a min node White the lowest.
← the value above comes from here; ≤ and ≥ as far as the search had to know.

[Black, max] 3
├─ c3 = 3  ←
├─ c4 = 3
├─ c5 = 3
├─ c6 = 3
└─ c7 = 3

6 positions visited.
",
    );
    let (squares, worth) = conclusion(&output, "walle");
    assert_eq!(squares, ["c3", "c4", "c5", "c6", "c7"]);
    assert_eq!(worth, "worth 3");
}

#[test]
fn both_methods_come_to_the_same_conclusion() {
    for name in searchers() {
        for position in POSITIONS {
            let explain = |method: &str| {
                let arguments =
                    format!("-n 6 {position} --depth 3 --player {name} --method {method}");
                run(&format!("explain {arguments}"), "").good()
            };
            let (minimax, alpha_beta) = (explain("minimax"), explain("alpha-beta"));
            assert_eq!(
                conclusion(&minimax, name),
                conclusion(&alpha_beta, name),
                "{position}"
            );
            assert!(
                visited(&alpha_beta) <= visited(&minimax),
                "{name} {position}"
            );
            assert!(!minimax.contains('✂'), "minimax skips nothing");
        }
    }
}

#[test]
fn the_move_named_is_one_the_opponent_plays() {
    for name in searchers() {
        for position in POSITIONS {
            let output = run(&format!("explain -n 6 {position} --player {name}:3"), "").good();
            let (best, _) = conclusion(&output, name);
            let named = principal(&output);
            assert!(
                best.contains(&named),
                "{name} {position}: {named} of {best:?}"
            );
            // The seed decides which of several equal moves an opponent plays.
            for seed in 0..3 {
                let players = format!("--black {name}:3 --white {name}:3 --seed {seed}");
                let demo = run(&format!("demo -n 6 {players} --position {position}"), "").good();
                let played = after(&demo, " moved to ")[0];
                assert!(
                    best.contains(&played),
                    "{name} {position}: {played}, not {best:?}"
                );
            }
        }
    }
}

#[test]
fn the_level_is_given_with_the_player_or_as_depth() {
    let with_player = run("explain start --player discs:2", "").good();
    let as_depth = run("explain start --player discs --depth 2", "").good();
    assert_eq!(with_player, as_depth);
    assert!(
        with_player.contains("discs looks 2 moves ahead"),
        "{with_player}"
    );
    let other = run("explain start --player discs:4 --depth 2", "").good();
    assert_eq!(other, as_depth, "--depth decides");
    let greedy = run("explain start --player greedy", "").good();
    assert!(greedy.contains("greedy looks 1 move ahead"), "{greedy}");
}

#[test]
fn positions_that_cannot_be_explained_are_reported() {
    for (arguments, why) in [
        ("nonsense", "nonsense"),
        ("f5d6a1", "move 3"),
        ("-n 4 c4d4d3b4a4d2d1b1a2", "game is over"),
        ("start --depth 12", "fewer moves ahead"),
        ("start --method minimax --depth 8", "fewer moves ahead"),
    ] {
        let run = run(&format!("explain {arguments}"), "");
        assert_eq!(run.stdout, "", "{arguments}");
        let said = run.bad(1);
        assert!(said.contains(why), "{arguments}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn players_that_do_not_look_ahead_cannot_be_explained() {
    for player in ["human", "random"] {
        let run = run(&format!("explain start --player {player}"), "");
        assert_eq!(run.stdout, "");
        let said = run.bad(2);
        assert!(said.contains(player), "{said}");
    }
}

#[test]
fn a_rival_has_no_tree() {
    for player in ["rival:3", "rival"] {
        let said = run(&format!("explain start --player {player}"), "").bad(2);
        assert!(
            said.contains("name another player, such as walle or engine"),
            "{said}"
        );
    }
    let said = run("explain start --player rival:21", "").bad(2);
    assert!(said.contains("`rival:21` is not a rival"), "{said}");
}

/// Positions on several boards: the size, the position.
const ENGINE_POSITIONS: [(u32, &str); 7] = [
    // A textbook search of the same depth with a handmade evaluation would play f6.
    (
        8,
        "---X------XX----OOOXOO--X-OXO----XOOOO--X-XXO-O--XXX------------X",
    ),
    (8, "start"),
    (8, "f5d6c3d3c4f4f6f3e6e7"),
    (6, "e4e5d5c5b4b3d6b5a4f3"),
    (4, "start"),
    (10, "start"),
    (12, "f5"),
];

/// The moves in the sentence about the engine's choice.
fn engine_moves(output: &str) -> Vec<&str> {
    let sentence = after(output, "engine plays ")[0];
    let squares = sentence.trim_start_matches("one of ");
    let squares = squares.split([',', '.']).next().expect("squares");
    squares.split(' ').collect()
}

#[test]
fn the_engine_plays_what_its_explanation_says() {
    for (size, position) in ENGINE_POSITIONS {
        for level in [1, 2, 5] {
            let explain = format!("explain -n {size} {position} --player engine --depth {level}");
            let output = run(&explain, "").good();
            let best = engine_moves(&output);
            let shown = output.lines().find(|line| line.contains('←'));
            let shown =
                shown.and_then(|line| line.split_whitespace().find(|word| best.contains(word)));
            assert!(shown.is_some(), "{explain}: {output}");
            assert!(output.contains("no textbook tree"), "{output}");
            for seed in 0..3 {
                let players = format!("--black engine:{level} --white engine:{level}");
                let demo = format!("demo -n {size} {players} --seed {seed} --position {position}");
                let demo = run(&demo, "").good();
                let played = after(&demo, " moved to ")[0];
                assert!(best.contains(&played), "{explain}: {played}, not {best:?}");
            }
        }
    }
}

#[test]
fn the_engine_has_no_tree_to_draw() {
    let run = run("explain start --player engine --svg tree.svg", "");
    assert_eq!(run.stdout, "");
    let said = run.bad(2);
    assert!(said.contains("no tree to draw"), "{said}");
}

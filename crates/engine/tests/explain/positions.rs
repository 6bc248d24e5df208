//! Search trees of Reversi positions.

use reversi_engine::{
    Branch, Evaluation, Known, Level, Method, PositionTree, Random, TreeTooLarge, explain,
};
use reversi_rules::{Diagram, Game, Size, WideBoard};

use super::PLENTY;
use super::soundness::assert_methods_agree;
use crate::common::{Judge, random_game, random_positions};

#[test]
fn alpha_beta_tells_the_truth_about_positions() {
    for diagram in positions() {
        let plies = match diagram.size().side() {
            4 => 5,
            6 => 4,
            _ => 3,
        };
        for judge in Judge::all() {
            let evaluation = judge.evaluation::<WideBoard>(diagram.size());
            let tree = PositionTree::new(&evaluation);
            assert_methods_agree(&tree, &PositionTree::root(*diagram.board(), plies));
        }
    }
}

#[test]
fn an_explanation_agrees_with_the_opponent_it_explains() {
    for diagram in positions() {
        for judge in Judge::all() {
            for plies in 1..=3 {
                let level = Level::new(plies).expect("not 0");
                let choice = judge.consider(&diagram, level, Method::AlphaBeta);
                let choice = choice.expect("there is a move");
                let evaluation = judge.evaluation(diagram.size());
                let tree = PositionTree::new(&evaluation);
                let root = PositionTree::root(*diagram.board(), choice.depth);
                for method in [Method::Minimax, Method::AlphaBeta] {
                    let branch = explain(&tree, &root, method, PLENTY).expect("it is small");
                    let value = Some(Known::Exactly(choice.value));
                    assert_eq!(branch.value, value, "{judge:?} on\n{diagram:?}");
                    let best = &branch.best_child().expect("there is a move").name;
                    let best = best.parse().expect("a square");
                    assert!(choice.best.contains(best), "{judge:?} on\n{diagram:?}");
                    assert_line_is_legal(&branch, &diagram, choice.depth, &evaluation);
                }
            }
        }
    }
}

/// The principal variation is legal, has full length, and ends in a position whose value is that of
/// the root.
fn assert_line_is_legal(
    branch: &Branch,
    start: &Diagram,
    plies: u32,
    judge: &Evaluation<WideBoard>,
) {
    let mut diagram = *start;
    let mut left = plies;
    for name in branch.principal_line() {
        if name == "pass" {
            assert!(diagram.legal_moves().is_empty(), "{diagram:?}");
            diagram = diagram.pass();
            assert!(!diagram.legal_moves().is_empty(), "{diagram:?}");
        } else {
            let point = name.parse().expect("a square");
            diagram = diagram.play(point).expect("a legal move");
            left -= 1;
        }
    }
    assert!(left == 0 || diagram.board().is_over(), "{diagram:?}");
    let own = diagram.to_move() == start.to_move();
    let value = judge.value(diagram.board());
    let value = if own { value } else { -value };
    assert_eq!(branch.value, Some(Known::Exactly(value)), "{diagram:?}");
}

#[test]
fn a_side_that_is_stuck_passes_without_using_up_a_move() {
    let mut random = Random::new(5);
    let games = (0..50).map(|_| random_game(Size::MIN, &mut random));
    let turns = games.flat_map(|game| game.turns().to_vec());
    let stuck = turns.filter(|chooser| chooser.passed().is_some());
    for chooser in stuck {
        let diagram = chooser
            .before()
            .play(chooser.point())
            .expect("a legal move");
        let evaluation = Evaluation::walle(Size::MIN);
        let root = PositionTree::root(*diagram.board(), 1);
        let branch = explain(
            &PositionTree::new(&evaluation),
            &root,
            Method::Minimax,
            PLENTY,
        );
        let branch = branch.expect("it is small");
        assert_eq!(branch.children.len(), 1, "{diagram:?}");
        assert_eq!(branch.children[0].name, "pass");
        let replies = diagram.pass().legal_moves().len() as usize;
        assert_eq!(branch.children[0].children.len(), replies, "{diagram:?}");
        let leaves = &branch.children[0].children;
        assert!(leaves.iter().all(|leaf| leaf.children.is_empty()));
    }
}

#[test]
fn a_tree_that_is_too_large_is_not_kept() {
    let start = Game::new(Size::MIN);
    let evaluation = Evaluation::discs(Size::MIN);
    let tree = PositionTree::new(&evaluation);
    let root = PositionTree::root(*start.diagram().board(), 12);
    for method in [Method::Minimax, Method::AlphaBeta] {
        let error = explain(&tree, &root, method, 1000).expect_err("it is large");
        assert_eq!(error, TreeTooLarge(1000));
        let text = "the tree has more than 1000 positions; look fewer moves ahead";
        assert_eq!(error.to_string(), text);
    }
}

/// Positions of several sizes, some of them just before a pass.
fn positions() -> Vec<Diagram> {
    let sizes = [(4, 12), (6, 8), (8, 4)];
    let size = |side| Size::new(side).expect("an even size");
    let anywhere = sizes.map(|(side, count)| random_positions(size(side), count, 2));
    let mut random = Random::new(3);
    let games = (0..20).map(|_| random_game(Size::MIN, &mut random));
    let turns = games.flat_map(|game| game.turns().to_vec());
    let before_passes = turns.filter(|chooser| chooser.passed().is_some());
    let before_passes = before_passes.map(|chooser| *chooser.before()).collect();
    [anywhere.concat(), before_passes].concat()
}

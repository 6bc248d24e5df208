//! The engine on boards above 8×8: textbook alpha-beta with the same interface.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi_engine::{Analysis, Engine, Kind, Level, Limits, Method, Random, Settings, Textbook};
use reversi_rules::{Diagram, Game, PointSet, Size, Start, WideBoard};

use crate::common::{Judge, random_game, random_positions};

fn size(side: usize) -> Size {
    Size::new(side).expect("an even size")
}

fn analyse(diagram: &Diagram, limits: &Limits, lines: usize) -> Analysis {
    let stop = AtomicBool::new(false);
    Engine::new(Settings::default()).analyse(diagram, limits, lines, &stop, &mut |_| {})
}

#[test]
fn a_level_is_the_textbook_search_of_that_depth_and_all_equal_moves_come_back() {
    for side in [10, 12, 26] {
        for diagram in random_positions(size(side), 6, 11) {
            for plies in 1..=2 {
                let level = Level::new(plies).expect("not 0");
                let empties = diagram.board().empties();
                let near = empties <= 2 * plies;
                let depth = Level::new(if near { empties } else { plies }).expect("not 0");
                let choice = Judge::House.consider(&diagram, depth, Method::AlphaBeta);
                let choice = choice.expect("there is a move");
                let limits = level.limits(diagram.size(), empties);
                let analysis = analyse(&diagram, &limits, 100);
                assert_eq!(analysis.best_moves, choice.best, "{diagram:?}");
                assert_eq!(analysis.depth, choice.depth, "{diagram:?}");
                // Every orientation is searched as one and the same of them.
                let (canonical, _) = diagram.board().canonical_with();
                let evaluation = Judge::House.evaluation(diagram.size());
                let search = Textbook::new(&evaluation, Method::AlphaBeta, &canonical);
                let turned = search.choose(&canonical, depth).expect("there is a move");
                assert_eq!(analysis.nodes, turned.nodes, "{diagram:?}");
                let firsts: PointSet = analysis
                    .lines
                    .iter()
                    .filter_map(reversi_engine::Line::point)
                    .collect();
                assert_eq!(firsts, choice.best, "{diagram:?}");
                for line in &analysis.lines {
                    assert_eq!(line.score.units(), choice.value, "{diagram:?}");
                    assert_eq!(line.kind, Kind::Heuristic(choice.depth), "{diagram:?}");
                }
            }
        }
    }
}

#[test]
fn the_engine_looks_to_the_end_once_it_is_near() {
    let mut random = Random::new(6);
    for _ in 0..4 {
        let game = random_game(size(10), &mut random);
        for turn in &game.turns()[game.turns().len().saturating_sub(14)..] {
            let empties = turn.before().board().empties();
            for plies in [1, 2, 4, 6] {
                let is_near = empties <= 2 * plies && empties <= 12;
                let depth = if is_near { empties } else { plies.min(empties) };
                let analysis = analyse(turn.before(), &Limits::depth(plies), 1);
                assert_eq!(analysis.depth, depth, "{:?}", turn.before());
            }
        }
    }
}

#[test]
fn time_and_stop_end_a_search() {
    let start = Diagram::start(size(12), Start::Standard);
    let begun = Instant::now();
    let limits = Limits::time(Duration::from_millis(100));
    let analysis = analyse(&start, &limits, 1);
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(
        start
            .legal_moves()
            .contains(analysis.best().point().expect("a move"))
    );

    let stop = AtomicBool::new(true);
    let mut engine = Engine::new(Settings::default());
    let stopped = engine.analyse(&start, &Limits::depth(60), 1, &stop, &mut |_| {});
    assert_eq!(stopped.depth, 1);
    assert_eq!(stopped.best_moves, start.legal_moves());
}

#[test]
fn a_pass_and_the_end_of_the_game_have_an_answer() {
    let mut random = Random::new(8);
    let mut passes = 0;
    for _ in 0..4 {
        let game = random_game(size(10), &mut random);
        let outcome = game.outcome().expect("it is over");
        let over = analyse(game.diagram(), &Limits::depth(3), 1);
        let discs = outcome.score(game.diagram().to_move());
        assert_eq!(
            (over.best().score.rounded(), over.best().kind),
            (discs, Kind::Exact)
        );
        assert!(over.best().moves.is_empty() && over.best_moves.is_empty());
        for turn in game.turns().iter().filter(|turn| turn.passed().is_some()) {
            let stuck = turn.before().play(turn.point()).expect("a legal move");
            let analysis = analyse(&stuck, &Limits::depth(2), 1);
            assert_eq!(analysis.best().moves[0], None);
            assert!(analysis.best_moves.is_empty());
            let after = analyse(&stuck.pass(), &Limits::depth(2), 1);
            assert_eq!(analysis.best().score, -after.best().score);
            passes += 1;
        }
    }
    assert!(passes > 0);
}

/// A caller may pass a game, a diagram, a wide board or an 8×8 board.
#[test]
fn every_way_to_hold_a_position_has_the_same_answer() {
    for side in [4, 6, 8, 10] {
        let game = Game::new(size(side));
        let ask = |analysis: Analysis| (analysis.best().clone(), analysis.best_moves);
        let stop = AtomicBool::new(false);
        let limits = Limits::depth(3);
        let engine = || Engine::new(Settings::default());
        let held = *game.diagram();
        let board: WideBoard = *held.board();
        let by_diagram = ask(engine().analyse(&held, &limits, 1, &stop, &mut |_| {}));
        let by_game = ask(engine().analyse(&game, &limits, 1, &stop, &mut |_| {}));
        let by_board = ask(engine().analyse(&board, &limits, 1, &stop, &mut |_| {}));
        assert_eq!((&by_game, &by_board), (&by_diagram, &by_diagram), "{side}");
        if let Some(board) = held.to_board() {
            let narrow = ask(engine().analyse(board, &limits, 1, &stop, &mut |_| {}));
            assert_eq!(narrow, by_diagram);
        }
        for at in by_diagram.0.moves.iter().flatten() {
            assert!(
                PointSet::full(game.size()).contains(*at),
                "{at} on {side}×{side}"
            );
        }
    }
}

//! The puzzles of the program can be generated again, and others from other games.

use engine::Random;
use play::puzzle::endgame as puzzle;
use play::puzzle::middle::{self, MARGIN};
use rules::{Game, Size};
use train::puzzles::middle::{Source, difference, puzzles, source};
use train::puzzles::screen::Depths;
use train::puzzles::shares;

#[test]
fn the_same_seed_gives_the_puzzles_of_the_program() {
    let known: Vec<String> = puzzle::all().iter().map(ToString::to_string).collect();
    let again: Vec<_> = train::puzzles::endgame::puzzles(1).take(12).collect();
    for puzzle in &again {
        assert!(known.contains(&puzzle.to_string()), "{puzzle}");
        let winning = puzzle::only_win(&puzzle.problem.scores).expect("one move wins");
        assert_eq!(
            train::puzzles::endgame::stars(puzzle.diagram(), winning),
            puzzle.stars
        );
    }
}

/// Positions of games with random moves, with too many empty squares to be solved to the end.
fn sources(count: usize) -> Vec<Source> {
    let mut random = Random::new(7);
    let random_game = |random: &mut Random| {
        let mut game = Game::new(Size::EIGHT);
        while !game.is_over() {
            let moves: Vec<_> = game.legal_moves().into_iter().collect();
            let point = random.pick(&moves).expect("a legal move");
            game.play(point).expect("it is legal");
        }
        game
    };
    let games = std::iter::repeat_with(|| {
        let game = random_game(&mut random);
        source(&game, &mut random)
    });
    let is_early = |source: &Source| source.diagram.board().empties() > 24;
    games.flatten().filter(is_early).take(count).collect()
}

#[test]
fn middle_puzzles_do_not_depend_on_threads_and_differ_from_each_other() {
    let sources = sources(400);
    let depths: Depths = "4,6,8".parse().expect("depths");
    let found = puzzles(&sources, 30, depths, (1, 4), |_| true);
    assert!(found.len() > 5, "{}", found.len());
    assert_eq!(puzzles(&sources, 30, depths, (3, 4), |_| true), found);
    for (index, puzzle) in found.iter().enumerate() {
        assert!(puzzle.attempt(puzzle.problem.scores[1].0).expect("legal").0 >= MARGIN);
        assert!(
            found[..index]
                .iter()
                .all(|other| difference(other, puzzle) >= 10)
        );
    }
    let text = shares::file(["% by a test"], found);
    assert!(
        middle::read(&text)
            .is_ok_and(|puzzles| puzzles.is_sorted_by_key(|puzzle| 100 - puzzle.share()))
    );
    assert_eq!(shares::refitted(&text), Ok(text));
}

#[test]
fn three_rising_depths_are_needed() {
    for wrong in ["", "10", "10,20", "20,10,26", "10,20,x", "0,1,2", "1,2,3,4"] {
        assert!(wrong.parse::<Depths>().is_err(), "{wrong}");
    }
    let depths: Depths = "10, 20,26".parse().expect("three depths");
    assert_eq!(depths.to_string(), "10,20,26");
}

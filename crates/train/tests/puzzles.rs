//! The puzzles of the program can be generated again.

use play::puzzle;

#[test]
fn the_same_seed_gives_the_puzzles_of_the_program() {
    let known: Vec<String> = puzzle::all().iter().map(ToString::to_string).collect();
    let again: Vec<_> = train::puzzles::puzzles(1).take(12).collect();
    for puzzle in &again {
        assert!(known.contains(&puzzle.to_string()), "{puzzle}");
        let winning = puzzle::only_win(&puzzle.problem.scores).expect("one move wins");
        assert_eq!(
            train::puzzles::stars(puzzle.diagram(), winning),
            puzzle.stars
        );
    }
}

//! Boards smaller than 8×8, with their own square names.

use engine::Random;
use rules::formats::board_string;
use rules::{Diagram, Game, Point, Size};

use super::{rows, solve, solve_file};

/// Positions of random games with `empties` empty squares, before the end of the game.
fn late_positions(side: usize, empties: u32) -> Vec<Diagram> {
    let size = Size::new(side).expect("an even size");
    let position = |seed| {
        let (mut game, mut chance) = (Game::new(size), Random::new(seed));
        while game.diagram().board().empties() > empties {
            let legal: Vec<Point> = game.legal_moves().into_iter().collect();
            game.play(chance.pick(&legal)?).expect("a legal move");
        }
        (!game.is_over()).then(|| *game.diagram())
    };
    (0..).filter_map(position).take(5).collect()
}

/// The result for the side that plays `point`, by full search. `Game` passes by itself.
fn result(game: &Game, point: Point) -> i32 {
    let mover = game.to_move().expect("the game is not over");
    let mut next = game.clone();
    next.play(point).expect("a legal move");
    match next.to_move() {
        None => {
            let squares = next.diagram().size().area() as i32;
            let counts = next.counts();
            let lead = counts[mover] as i32 - counts[mover.opponent()] as i32;
            let empty = squares - (counts.black + counts.white) as i32;
            lead + lead.signum() * empty
        }
        Some(color) if color == mover => best(&next),
        Some(_) => -best(&next),
    }
}

fn best(game: &Game) -> i32 {
    let results = game
        .legal_moves()
        .into_iter()
        .map(|move_| result(game, move_));
    results.max().expect("a move")
}

/// Every move with its result, best first.
fn all_results(diagram: &Diagram) -> Vec<(String, i32)> {
    let game = Game::from_diagram(*diagram);
    let moves = game.legal_moves().into_iter();
    let mut results: Vec<_> = moves
        .map(|point| (point.to_string(), result(&game, point)))
        .collect();
    results.sort_by_key(|(_, score)| -score);
    results
}

/// Asserts that the line that begins with `name` can be played to the end of the game.
#[track_caller]
fn assert_playable(diagram: &Diagram, line: &[&str], name: &str) {
    assert_eq!(
        line.first().map(|first| first.to_lowercase()),
        Some(name.to_string())
    );
    let mut game = Game::from_diagram(*diagram);
    for name in line.iter().filter(|name| **name != "--") {
        let point: Point = name.parse().expect("a square");
        game.play(point)
            .unwrap_or_else(|why| panic!("{line:?}: {why}"));
    }
    assert!(game.is_over(), "{line:?}");
}

#[test]
fn four_by_four_is_lost_by_ten() {
    let output = solve(&["start", "-n", "4"]).good();
    let row = &rows(&output)[0];
    assert_eq!(row[1], "12", "{output}");
    assert!(["b1", "a2", "d3", "c4"].contains(&row[2]), "{output}");
    assert_eq!(row[3], "-10", "{output}");
    let start = *Game::new(Size::MIN).diagram();
    assert_playable(&start, &row[7..], row[2]);
    // Every first move is a mirror image of the others.
    let output = solve(&["start", "-n", "4", "--all-moves"]).good();
    assert_eq!(output.matches("-10").count(), 4, "{output}");
}

#[test]
fn late_positions_have_the_results_of_trying_everything() {
    for (side, empties) in [(4, 7), (6, 8)] {
        for diagram in late_positions(side, empties) {
            let results = all_results(&diagram);
            let output = solve(&[&board_string::write(&diagram)]).good();
            let rows = rows(&output);
            let (name, score) = (rows[0][2].to_string(), rows[0][3].parse().expect("a score"));
            assert_eq!(results[0].1, score, "{output}");
            assert!(results.contains(&(name.clone(), score)), "{output}");
            assert_playable(&diagram, &rows[0][7..], &name);
        }
    }
}

#[test]
fn a_file_may_hold_boards_of_several_sizes() {
    let mut lines = vec![super::FFO_20.to_string()];
    let diagrams = [late_positions(6, 8), late_positions(4, 6)].concat();
    for diagram in &diagrams {
        let scores = all_results(diagram);
        let scores = scores
            .iter()
            .map(|(name, score)| format!(" {name}:{score:+};"));
        lines.push(board_string::write(diagram) + ";" + &scores.collect::<String>());
    }
    let count = lines.len();
    for arguments in [&[][..], &["--all-moves"]] {
        let output = solve_file(&lines.join("\n"), arguments).good();
        let right = format!("{count} of {count} right");
        assert!(output.contains(&right), "{output}");
    }
}

#[test]
fn a_wrong_answer_on_a_small_board_is_found() {
    let diagram = late_positions(6, 8)[0];
    let (name, score) = &all_results(&diagram)[0];
    let wrong = if *score > 0 { score - 2 } else { score + 2 };
    let line = format!("{}; {name}:{wrong:+};", board_string::write(&diagram));
    let run = solve_file(&line, &[]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("0 of 1 right"), "{run:?}");
    assert!(
        run.stdout
            .contains(&format!("the file says {wrong:+} with {name}")),
        "{run:?}"
    );
}

//! Makes endgame puzzles: positions from games between classic opponents with exactly one winning
//! move, proven by the solver.
//!
//! No trained weights are used, so the same seed always gives the same puzzles.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use engine::{Choice, Classic, Engine, Evaluation, Level, Method, Random, Settings, Textbook};
use play::puzzle::endgame::{self as puzzle, Puzzle};
use rules::formats::obf::Problem;
use rules::{Diagram, Game, Point, Size};

/// Options of `puzzles endgame`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Number of puzzles, the same for each number of stars
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// The same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File for the puzzles
    #[arg(long)]
    out: PathBuf,
}

/// The numbers of empty squares of a puzzle.
const FEWEST: u32 = 5;
const MOST: u32 = 14;

/// The minimum number of legal moves: with fewer, guessing would be too easy.
const FEWEST_MOVES: usize = 3;

/// The maximum number of stars.
const STARS: usize = 5;

/// Writes puzzles, easy ones first.
///
/// # Errors
/// When the file cannot be written.
pub fn run(options: &Options) -> Result<()> {
    let each = options.count.div_ceil(STARS);
    let mut found: [Vec<Puzzle>; STARS] = Default::default();
    let mut seen = HashSet::new();
    for puzzle in puzzles(options.seed) {
        let same = &mut found[usize::from(puzzle.stars) - 1];
        let board = puzzle.diagram().to_board().map(rules::Board::canonical);
        if same.len() < each && seen.insert(board) {
            same.push(puzzle);
        }
        let total: usize = found.iter().map(Vec::len).sum();
        if total >= options.count.min(each * STARS) {
            break;
        }
    }
    let mut puzzles: Vec<Puzzle> = found.into_iter().flatten().collect();
    puzzles.sort_by_cached_key(|puzzle| (puzzle.stars, puzzle.empties(), puzzle.to_string()));
    let mut text = format!(
        "% Endgame puzzles, by reversi-train puzzles endgame --count {} --seed {}.\n",
        options.count, options.seed
    );
    for puzzle in puzzles {
        text += &format!("{puzzle}\n");
    }
    std::fs::write(&options.out, text)
        .with_context(|| format!("cannot write {}", options.out.display()))
}

/// The puzzles of one game after another; not every game has one.
pub fn puzzles(seed: u64) -> impl Iterator<Item = Puzzle> {
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    });
    (0_u64..).filter_map(move |number| {
        let mut random = Random::new(seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        let game = play_game(&mut random);
        let near = |diagram: &&Diagram| (FEWEST..=MOST).contains(&empties(diagram));
        let mut diagrams: Vec<&Diagram> = game.turns().iter().map(rules::Turn::before).collect();
        diagrams.retain(near);
        // Start at a random number: few empty squares should be as frequent as many.
        let first = random.below(diagrams.len());
        diagrams.rotate_left(first);
        diagrams.into_iter().find_map(|diagram| {
            let scores = puzzle::solve(&mut engine, diagram);
            let point = puzzle::only_win(&scores)?;
            (scores.len() >= FEWEST_MOVES).then(|| Puzzle {
                stars: stars(diagram, point),
                problem: Problem {
                    scores,
                    ..Problem::unknown(*diagram)
                },
            })
        })
    })
}

fn empties(diagram: &Diagram) -> u32 {
    let counts = diagram.counts();
    diagram.size().area() as u32 - counts.black - counts.white
}

/// A game like those of people: a few random moves, then two players with a shallow search and
/// occasional mistakes.
fn play_game(random: &mut Random) -> Game {
    let players = [
        None,
        Some(Classic::Positional),
        Some(Classic::Roxanne),
        Some(Classic::CornersEdges),
        Some(Classic::Walle),
    ];
    let mut seat = || {
        let level = Level::new(1 + random.below(4) as u32).unwrap_or(Level::LOWEST);
        (random.pick(&players).flatten(), level)
    };
    let seats = [seat(), seat()];
    let opening = 6 + random.below(9);
    let mut game = Game::new(Size::EIGHT);
    while let Some(color) = game.to_move() {
        let is_chance = game.turns().len() < opening || random.below(12) == 0;
        let (player, level) = match (is_chance, color) {
            (true, _) => (Some(Classic::Random), Level::LOWEST),
            (false, rules::Color::Black) => seats[0],
            (false, rules::Color::White) => seats[1],
        };
        let Some(point) = choose(player, game.diagram(), level, random) else {
            break;
        };
        if game.play(point).is_err() {
            break;
        }
    }
    game
}

/// The best moves of a textbook player: a classic opponent, or the one that evaluates mobility and
/// corners and solves the game from twice its level.
fn consider(player: Option<Classic>, diagram: &Diagram, level: Level) -> Option<Choice> {
    let Some(classic) = player else {
        let board = diagram.to_board()?;
        let near = level.moves().saturating_mul(2).min(12);
        let end = Level::new(board.empties()).filter(|end| end.moves() <= near);
        let evaluation = Evaluation::house(diagram.size());
        let search = Textbook::new(&evaluation, Method::AlphaBeta, &board);
        return search.choose(&board, end.map_or(level, |end| end.max(level)));
    };
    classic.consider(diagram, level, Method::AlphaBeta)
}

/// One of its best moves, at random.
fn choose(
    player: Option<Classic>,
    diagram: &Diagram,
    level: Level,
    random: &mut Random,
) -> Option<Point> {
    let choice = consider(player, diagram, level)?;
    let best: Vec<Point> = choice.best.into_iter().collect();
    random.pick(&best)
}

/// The difficulty of the winning move, from 1 to 5: it grows with the number of empty squares and
/// with the number of three simple players that miss it. One flips as many discs as possible, one
/// uses the values of squares, and one searches three moves ahead.
#[must_use]
pub fn stars(diagram: &Diagram, winning: Point) -> u8 {
    let misses = |player: Option<Classic>, moves: u32| {
        let level = Level::new(moves).unwrap_or(Level::LOWEST);
        let choice = consider(player, diagram, level);
        let finds =
            choice.is_some_and(|choice| choice.best.len() == 1 && choice.best.contains(winning));
        u32::from(!finds)
    };
    let missed =
        misses(Some(Classic::Greedy), 1) + misses(Some(Classic::Positional), 1) + misses(None, 3);
    let many = u32::from(diagram.legal_moves().len() > 8);
    let hard = (empties(diagram).saturating_sub(FEWEST)) / 2 + missed + many;
    match hard {
        0..=2 => 1,
        3 => 2,
        4 => 3,
        5 => 4,
        _ => 5,
    }
}

//! The player of self-play games: random moves first, then the best moves of a search.

use engine::Random;
use rules::{Board, Square};

use crate::game_settings::GameSettings;
use crate::records::{Record, Thought};
use crate::scorer::Scorer;

/// The maximum number of openings that are drawn for a balanced game.
const DRAWS: usize = 20;

/// Plays single games.
pub struct Player<'a> {
    settings: &'a GameSettings,
    scorer: Scorer<'a>,
}

impl<'a> Player<'a> {
    /// A player with this scorer.
    pub fn new(settings: &'a GameSettings, scorer: Scorer<'a>) -> Player<'a> {
        Player { settings, scorer }
    }

    /// Plays a game with a random start, then a branch of it, after one or two random moves. Good
    /// players do not reach the positions after a mistake, but a search does.
    pub fn play(&mut self, number: u64, block: &mut Vec<u8>) {
        self.scorer.forget();
        let mut random =
            Random::new(self.settings.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        let mut game = self.opening(number.is_multiple_of(2), &mut random);
        self.finish(&mut game, &mut random);
        game.write(block);

        let left = game.moves.len().saturating_sub(game.known_from + 2);
        let mut branch = game;
        branch
            .moves
            .truncate(branch.known_from + random.below(left));
        let random_count = 1 + random.below(2);
        random_moves(&mut branch, random_count, &mut random);
        self.finish(&mut branch, &mut random);
        branch.write(block);
    }

    /// The random moves at the start of a game.
    fn opening(&mut self, balanced: bool, random: &mut Random) -> Record {
        let settings = self.settings;
        let spread = settings.random_to.saturating_sub(settings.random_from) + 1;
        // Most games should be like those of people, and some very different.
        let length = settings.random_from + random.below(spread).min(random.below(spread));
        let mut game = Record::default();
        for _ in 0..DRAWS {
            game.moves.clear();
            random_moves(&mut game, length, random);
            if !balanced || self.scorer.after(replay(&game.moves)).abs() <= settings.balance {
                break;
            }
        }
        game
    }

    /// Plays a game to its end with the best moves.
    fn finish(&mut self, game: &mut Record, random: &mut Random) {
        let mut board = replay(&game.moves);
        game.known_from = game.moves.len();
        game.thoughts.clear();
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            let (Some(square), score) = self.scorer.best(board) else {
                return;
            };
            game.moves.push(square);
            game.thoughts.push(Thought {
                score: score.round() as i8,
                asides: self.asides(board, square, random),
            });
            board = board.play_unchecked(square);
        }
    }

    /// Random moves other than `best`, with their expected scores. Most positions that a search
    /// evaluates come after a poor move; without them, weights would overrate poor moves.
    fn asides(&mut self, board: Board, best: Square, random: &mut Random) -> Vec<(Square, i8)> {
        let mut others: Vec<Square> = board.legal_moves().into_iter().collect();
        others.retain(|&square| square != best);
        let mut asides = Vec::new();
        while asides.len() < self.settings.asides && !others.is_empty() {
            let square = others.swap_remove(random.below(others.len()));
            let score = -self.scorer.after(board.play_unchecked(square));
            asides.push((square, score.round() as i8));
        }
        asides
    }
}

/// Adds up to `count` random moves.
fn random_moves(game: &mut Record, count: usize, random: &mut Random) {
    let mut board = replay(&game.moves);
    for _ in 0..count {
        if board.legal_moves().is_empty() {
            board = board.pass();
        }
        let moves: Vec<Square> = board.legal_moves().into_iter().collect();
        let Some(square) = random.pick(&moves) else {
            return;
        };
        game.moves.push(square);
        board = board.play_unchecked(square);
    }
}

/// The position after legal `moves`; passes follow from the rules.
fn replay(moves: &[Square]) -> Board {
    moves.iter().fold(Board::START, |board, &square| {
        let board = if board.legal_moves().is_empty() {
            board.pass()
        } else {
            board
        };
        board.play_unchecked(square)
    })
}

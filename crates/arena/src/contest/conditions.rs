//! The conditions of a game: the time of each side, and adjudication.

use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits, Settings};
use rules::{ByColor, Color, Game, Size};

use super::played::MoveMade;
use play::TimeControl;

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The time control of each side.
    pub times: ByColor<TimeControl>,
    /// With this number of empty squares or fewer, a game is adjudicated when both players and the
    /// exact solver agree. `None` means that every game is played to its end.
    pub adjudicate: Option<u32>,
}

impl Conditions {
    /// The same time for both sides, and no adjudication.
    #[must_use]
    pub fn equal(time: TimeControl) -> Conditions {
        Conditions {
            times: ByColor::from_fn(|_| time),
            adjudicate: None,
        }
    }
}

/// Decides when a game is adjudicated.
pub(super) struct Adjudicator {
    empties: u32,
    solver: Option<Engine>,
}

impl Adjudicator {
    /// The largest number of empty squares: the solver needs seconds beyond it.
    pub(super) const MOST_EMPTIES: u32 = 24;

    /// The adjudicator of a game, if its conditions ask for one.
    pub(super) fn of(conditions: &Conditions) -> Option<Adjudicator> {
        Some(Adjudicator {
            empties: conditions.adjudicate?.min(Adjudicator::MOST_EMPTIES),
            solver: None,
        })
    }

    /// The score for Black with perfect play, when both players reported it with their last moves and
    /// the solver finds it too. Values of players are rounded to whole discs. `moves` belong to the
    /// last turns of the game.
    pub(super) fn score(
        &mut self,
        game: &Game,
        moves: &[MoveMade],
        stop: &AtomicBool,
    ) -> Option<i32> {
        let color_to_move = game.to_move()?;
        if game.size() > Size::EIGHT || game.empties() > self.empties {
            return None;
        }
        let agreed = reported(game, moves, Color::Black)?;
        if reported(game, moves, Color::White)? != agreed {
            return None;
        }
        let solver = self.solver.get_or_insert_with(|| {
            Engine::new(Settings {
                hash_mb: 16,
                ..Settings::default()
            })
        });
        let analysis = solver.analyse(game, &Limits::exact(), 1, stop, &mut |_| {});
        let best = analysis.best();
        let score = match color_to_move {
            Color::Black => best.score.rounded(),
            Color::White => -best.score.rounded(),
        };
        (best.kind.is_exact() && score == agreed).then_some(score)
    }
}

/// The last value that a player reported, as a score for Black.
fn reported(game: &Game, moves: &[MoveMade], color: Color) -> Option<i32> {
    let turns = game.turns().iter().rev().zip(moves.iter().rev());
    let (_, last) = turns.into_iter().find(|(turn, _)| turn.color() == color)?;
    let discs = (f64::from(last.value?) / 100.0).round() as i32;
    Some(if color == Color::Black { discs } else { -discs })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of first legal moves with this many empty squares left, and its exact score for Black.
    fn late_game(empties: u32) -> (Game, i32) {
        let mut game = Game::new(Size::EIGHT);
        while game.empties() > empties {
            let point = game.legal_moves().into_iter().next().expect("a move");
            game.play(point).expect("legal");
        }
        let mut solver = Engine::new(Settings::default());
        let stop = AtomicBool::new(false);
        let analysis = solver.analyse(&game, &Limits::exact(), 1, &stop, &mut |_| {});
        let score = analysis.best().score.rounded();
        let black = game.to_move() == Some(Color::Black);
        (game, if black { score } else { -score })
    }

    /// The moves of a game whose players report these values for Black, in hundredths of a disc.
    fn moves(game: &Game, values: ByColor<Option<i32>>) -> Vec<MoveMade> {
        let made = game.turns().iter().map(|turn| MoveMade {
            value: values[turn.color()].map(|value| match turn.color() {
                Color::Black => value,
                Color::White => -value,
            }),
            ..MoveMade::default()
        });
        made.collect()
    }

    #[test]
    fn a_game_is_adjudicated_only_if_all_three_agree() {
        let (game, exact) = late_game(10);
        let stop = AtomicBool::new(false);
        let right = Some(100 * exact);
        let judge = |black, white, empties| {
            let mut adjudicator = Adjudicator {
                empties,
                solver: None,
            };
            adjudicator.score(&game, &moves(&game, ByColor { black, white }), &stop)
        };
        assert_eq!(judge(right, right, 10), Some(exact));
        // Values are rounded to whole discs.
        assert_eq!(judge(right.map(|value| value + 49), right, 10), Some(exact));
        // Too early, one player without a value, the players disagree, the solver disagrees.
        assert_eq!(judge(right, right, 9), None);
        assert_eq!(judge(None, right, 10), None);
        assert_eq!(judge(right, None, 10), None);
        assert_eq!(judge(right.map(|value| value + 200), right, 10), None);
        let wrong = right.map(|value| value + 200);
        assert_eq!(judge(wrong, wrong, 10), None);
        let nothing = Adjudicator::of(&Conditions::equal(TimeControl::default()));
        assert!(nothing.is_none());
    }
}

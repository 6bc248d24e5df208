//! The referee: plays one game between two players and trusts neither.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rules::{ByColor, Color, Game};

use super::played::{Ending, MoveMade, Played};
use play::Fault;
use play::{Clock, TimeControl};
use play::{Player, Watch};

/// Plays one game at a time between two players and keeps the board and the clocks.
///
/// A player that makes an illegal move, is late, does not answer or crashes loses that game. A side
/// that must pass is never asked.
#[derive(Clone, Copy, Debug)]
pub struct Referee<'a> {
    /// The time control.
    pub time: TimeControl,
    /// Ends the game without a result when it is set.
    pub stop: &'a AtomicBool,
}

impl Referee<'_> {
    /// Plays a game from an opening to its end; `None` when it was stopped. `moved` is called
    /// after every move.
    ///
    /// Both players get the end of the game; a fault there does not change the result. If Black
    /// could not begin, White gets neither the beginning nor the end.
    pub fn play(
        &self,
        opening: &Game,
        seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game),
    ) -> Option<Played> {
        self.judge(opening, seats, moved).map(|(played, _)| played)
    }

    /// The same, and the fault itself if there was one.
    pub(super) fn judge(
        &self,
        opening: &Game,
        mut seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game),
    ) -> Option<(Played, Option<Fault>)> {
        let mut game = opening.clone();
        let mut clocks = ByColor::from_fn(|_| Clock::new(self.time));
        let mut moves = Vec::new();
        let mut told = Vec::new();
        let mut lost = None;
        for color in Color::ALL {
            told.push(color);
            if let Err(fault) = guarded(|| seats[color].begin(&game, color, &clocks[color])) {
                lost = Some((color, fault));
                break;
            }
        }
        while lost.is_none()
            && !self.is_stopped()
            && let Some(color) = game.to_move()
        {
            match turn(&mut game, &mut *seats[color], &mut clocks[color], self.stop) {
                Ok(made) => {
                    moves.push(made);
                    moved(&game);
                }
                Err(fault) => lost = Some((color, fault)),
            }
        }
        // A fault after the stop may be caused by the stop.
        if self.is_stopped() && (lost.is_some() || !game.is_over()) {
            return None;
        }
        let mut stderr = [String::new(), String::new()];
        for color in told {
            let seat = &mut *seats[color];
            let ended = guarded(|| seat.end(&game));
            let text = &mut stderr[color as usize];
            *text = guarded(|| Ok(seat.stderr())).unwrap_or_default();
            if let Err(fault) = ended {
                // The result stands, but the author of the program should see the fault.
                *text += &format!("[after the game, it {fault}]\n");
            }
        }
        let ending = match &lost {
            None => Ending::Board,
            Some((color, fault)) => Ending::Fault {
                black: *color == Color::Black,
                reason: fault.to_string(),
            },
        };
        let played = Played {
            game,
            opening: opening.turns().len(),
            moves,
            ending,
            stderr,
        };
        Some((played, lost.map(|(_, fault)| fault)))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// Asks for a move, and makes it if it is in time and legal.
fn turn(
    game: &mut Game,
    seat: &mut dyn Player,
    clock: &mut Clock,
    stop: &AtomicBool,
) -> Result<MoveMade, Fault> {
    let asked = Instant::now();
    let allowed = clock.allowed();
    let watched = |watch: &mut Watch<'_>| seat.choose(game, clock, watch);
    let chosen = guarded(|| Watch::stoppable(stop, watched))?;
    let spent = chosen.at.saturating_duration_since(asked);
    if !clock.spend(spent) {
        let allowed = allowed.unwrap_or_default();
        return Err(Fault::Late { spent, allowed });
    }
    let point = chosen.point.ok_or(Fault::Passed)?;
    game.play(point).map_err(Fault::Illegal)?;
    Ok(MoveMade {
        spent,
        value: chosen.value().map(|value| value.0),
        depth: chosen.depth(),
    })
}

/// Calls a player; a panic in it is a fault of that player.
fn guarded<T>(ask: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|panic| Err(Fault::Died(message(&*panic))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("no message"))
}

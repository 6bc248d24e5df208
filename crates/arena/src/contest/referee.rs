//! The referee: plays one game between two players and trusts neither.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rules::{ByColor, Color, Game};

use super::conditions::{Adjudicator, Conditions};
use super::loss::Loss;
use super::played::{Ending, MoveMade, Played};
use super::suspension::Suspension;
use crate::talk::TalkLog;
use play::{Clock, Fault, Player, TimeControl, Usage, Watch};

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
    /// Plays a game from an opening to its end; `None` when it was stopped. `moved` is called with
    /// the clocks when both players are ready, and after every move.
    ///
    /// Both players get the end of the game; a fault there does not change the result. If Black
    /// could not begin, White gets neither the beginning nor the end.
    pub fn play(
        &self,
        opening: &Game,
        seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game, &ByColor<Clock>),
    ) -> Option<Played> {
        self.play_under(&Conditions::equal(self.time), opening, seats, moved)
    }

    /// The same under other conditions than the time of the referee.
    pub fn play_under(
        &self,
        conditions: &Conditions,
        opening: &Game,
        seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game, &ByColor<Clock>),
    ) -> Option<Played> {
        let judged = self.judge_under(conditions, opening, seats, moved);
        judged.map(|(played, _)| played)
    }

    /// The same, and the fault itself if there was one.
    pub(super) fn judge(
        &self,
        opening: &Game,
        seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game, &ByColor<Clock>),
    ) -> Option<(Played, Option<Fault>)> {
        self.judge_under(&Conditions::equal(self.time), opening, seats, moved)
    }

    fn judge_under(
        &self,
        conditions: &Conditions,
        opening: &Game,
        mut seats: ByColor<&mut dyn Player>,
        moved: &mut dyn FnMut(&Game, &ByColor<Clock>),
    ) -> Option<(Played, Option<Fault>)> {
        let mut game = opening.clone();
        let mut clocks = ByColor::from_fn(|color| Clock::new(conditions.times[color]));
        let mut adjudicator = Adjudicator::of(conditions);
        let mut adjudged = None;
        let mut moves = Vec::new();
        let mut told = Vec::new();
        let mut lost = None;
        let suspension = Suspension::watch();
        for color in Color::ALL {
            told.push(color);
            let seat = &mut *seats[color];
            if let Err(fault) = guarded(|| seat.begin(&game, color, &clocks[color])) {
                let usage = guarded(|| seat.rest()).unwrap_or_default();
                lost = Some(Loss::new(color, fault, usage));
                break;
            }
        }
        if lost.is_none() {
            moved(&game, &clocks);
        }
        while lost.is_none()
            && adjudged.is_none()
            && !self.is_stopped()
            && let Some(color) = game.to_move()
        {
            match turn(
                &mut game,
                color,
                &mut *seats[color],
                &mut clocks[color],
                self.stop,
            ) {
                Ok(made) => {
                    moves.push(made);
                    moved(&game, &clocks);
                    let judge = adjudicator.as_mut();
                    adjudged = judge.and_then(|judge| judge.score(&game, &moves, self.stop));
                }
                Err(loss) => lost = Some(*loss),
            }
            if suspension.happened() {
                lost = Some(Loss::suspended());
            }
        }
        // A fault after the stop may be caused by the stop.
        if self.is_stopped() && (lost.is_some() || adjudged.is_none() && !game.is_over()) {
            return None;
        }
        let mut stderr = [String::new(), String::new()];
        let mut talk = [String::new(), String::new()];
        for color in told {
            let seat = &mut *seats[color];
            let ended = guarded(|| seat.end(&game));
            let text = &mut stderr[color as usize];
            *text = guarded(|| Ok(seat.stderr())).unwrap_or_default();
            talk[color as usize] = guarded(|| Ok(seat.talk())).unwrap_or_default();
            if let Some(loss) = lost.as_ref().filter(|loss| loss.blamed == Some(color)) {
                add_verdict(&mut talk[color as usize], &loss.fault.to_string());
            }
            if let Err(fault) = ended {
                // The result stands, but the author of the program should see the fault.
                *text += &format!("[after the game, it {fault}]\n");
            }
        }
        let on_board = adjudged.map_or(Ending::Board, |score| Ending::Adjudicated { score });
        let ending = lost.as_ref().map_or(on_board, Loss::ending);
        let played = Played {
            game,
            opening: opening.turns().len(),
            moves,
            ending,
            stderr,
            disturbed: lost.as_ref().and_then(|loss| loss.disturbed.clone()),
            talk,
        };
        Some((played, lost.map(|loss| loss.fault)))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// Asks for a move, and makes it if it is in time and legal. The player rests before and after.
fn turn(
    game: &mut Game,
    color: Color,
    seat: &mut dyn Player,
    clock: &mut Clock,
    stop: &AtomicBool,
) -> Result<MoveMade, Box<Loss>> {
    if let Err(fault) = guarded(|| seat.resume()) {
        // It rested, so its opponent had the move.
        let blamed = if matches!(fault, Fault::Unsupervised { .. }) {
            color.opponent()
        } else {
            color
        };
        return Err(Box::new(Loss::new(blamed, fault, Usage::default())));
    }
    let asked = Instant::now();
    let (allowed, tolerated) = (clock.allowed(), clock.tolerated());
    let watched = |watch: &mut Watch<'_>| seat.choose(game, clock, watch);
    let chosen = guarded(|| Watch::stoppable(stop, watched));
    let rested = guarded(|| seat.rest());
    let usage = *rested.as_ref().unwrap_or(&Usage::default());
    let spent = match &chosen {
        Ok(chosen) => chosen.at.saturating_duration_since(asked),
        Err(_) => asked.elapsed(),
    };
    let made = chosen.and_then(|chosen| {
        if !clock.spend(spent) {
            let allowed = allowed.unwrap_or_default();
            return Err(Fault::Late { spent, allowed });
        }
        let point = chosen.point.ok_or(Fault::Passed)?;
        game.play(point).map_err(Fault::Illegal)?;
        rested?;
        Ok(MoveMade {
            spent,
            cpu: usage.cpu,
            value: chosen.value().map(|value| value.0),
            depth: chosen.depth(),
        })
    });
    made.map_err(|fault| {
        let mut loss = Loss::new(color, fault, usage);
        // An answer that came would have come in time.
        let late = matches!(loss.fault, Fault::Late { .. });
        if late && tolerated.is_some_and(|most| spent.saturating_sub(usage.lost) > most) {
            loss.disturbed = None;
        }
        Box::new(loss)
    })
}

/// Adds the reason of a loss to the talk of an outside program, if it is not there yet.
fn add_verdict(talk: &mut String, reason: &str) {
    if !talk.is_empty() && !talk.contains(reason) {
        *talk += &TalkLog::line(None, '!', reason);
    }
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

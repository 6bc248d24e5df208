//! Trial: whether a program starts at all, tried before the first game of a contest.

use std::time::Duration;

use play::{Clock, Fault, Player, TimeControl, Watch};
use rules::{Color, Game, Size};

/// The time that a program has for the move of the trial, at most. Only a program that ends is found
/// out, and one that does not start ends at once.
pub(super) const TRIAL_TIME: Duration = Duration::from_secs(2);

/// Begins a game with a player and asks for one move. Whether the move is good or in time does not
/// matter here: the player must only be there.
///
/// # Errors
/// When it is not ready to play, or ends instead of playing.
pub fn try_start(player: &mut dyn Player, size: Size, time: TimeControl) -> Result<(), Fault> {
    let per_move = time
        .per_move
        .map_or(TRIAL_TIME, |time| time.min(TRIAL_TIME));
    let time = TimeControl {
        per_move: Some(per_move),
        ..time
    };
    ask_once(player, size, time, || ())
}

/// The same with the whole time for the move; `before` is called when the move is asked for.
pub(super) fn ask_once(
    player: &mut dyn Player,
    size: Size,
    time: TimeControl,
    before: impl FnOnce(),
) -> Result<(), Fault> {
    let (game, clock) = (Game::new(size), Clock::new(time));
    player.begin(&game, Color::Black, &clock)?;
    before();
    let answer = Watch::unwatched(|watch| player.choose(&game, &clock, watch));
    if let Err(fault @ (Fault::Start(_) | Fault::Died(_))) = answer {
        return Err(fault);
    }
    // A fault at the end of this game does not matter.
    let _ = player.end(&game);
    Ok(())
}

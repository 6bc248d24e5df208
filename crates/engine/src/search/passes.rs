//! Search passes: the depths and selectivities that iterative deepening goes through.

use crate::limits::{Goal, Limits};
use crate::probcut::Selectivity;

/// One pass of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

/// Midgame passes stop this many moves before the end of the game: beyond that a selective search to
/// the end costs no more and says more.
const MIDGAME_MARGIN: u32 = 10;

/// Endgame passes, less and less selective: the first ones are cheap and fill the transposition table
/// with good moves and bounds. Measured: on 60 positions of hard-20 all six levels took a quarter
/// more nodes; the first and the last alone took as many there, but twice as many on FFO #49.
const ENDGAME: [Selectivity; 3] = [Selectivity::LOWEST, Selectivity(2), Selectivity::EXACT];

/// The same from [`LONG_ENDGAME_EMPTIES`] on, where even the least selective pass costs little beside
/// the exact one. Measured: 4 and 9 % fewer nodes on FFO #58 and #57 (30 empty squares), but 20 to
/// 28 % more on #45, #49 and #50 (24 to 26).
const LONG_ENDGAME: [Selectivity; 5] = [
    Selectivity::LOWEST,
    Selectivity(2),
    Selectivity(3),
    Selectivity(4),
    Selectivity::EXACT,
];
const LONG_ENDGAME_EMPTIES: u32 = 30;

/// The passes for a position with `empties` empty squares.
pub(crate) fn passes(empties: u32, limits: &Limits) -> Vec<Pass> {
    let wanted = match limits.goal {
        Goal::Best => limits.depth.unwrap_or(empties).min(empties),
        Goal::Exact | Goal::WinLossDraw => empties,
    };
    let least = if limits.thorough {
        Selectivity::EXACT
    } else {
        Selectivity::LOWEST
    };
    let last = if wanted == empties {
        empties.saturating_sub(MIDGAME_MARGIN)
    } else {
        wanted
    };
    let midgame = (1..=last).map(|depth| Pass {
        depth,
        selectivity: least,
    });
    let enough = limits.enough.filter(|_| limits.goal == Goal::Best);
    let mut sure = false;
    let needed = |selectivity: &Selectivity| {
        let needed = !sure;
        sure = enough.is_some_and(|percent| selectivity.percent() >= percent);
        needed
    };
    let endgame = if empties < LONG_ENDGAME_EMPTIES {
        &ENDGAME[..]
    } else {
        &LONG_ENDGAME[..]
    };
    let endgame = endgame.iter().copied().filter(|level| *level >= least);
    let endgame = endgame.take_while(needed);
    let endgame = endgame.map(|selectivity| Pass {
        depth: empties,
        selectivity,
    });
    let to_the_end = endgame.filter(|_| wanted == empties);
    midgame.chain(to_the_end).collect()
}

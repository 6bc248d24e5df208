//! The passes that lead to an answer.

use crate::limits::{Goal, Limits};
use crate::probcut::Selectivity;

/// One pass: how deep and how sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

/// Passes of the middle game end this many moves before the end of the game: from there on a
/// selective search to the end costs no more and says more.
const LEAP: u32 = 10;

/// Searches to the end of the game, surer and surer: the first ones are cheap and fill the table
/// with good moves and bounds. Measured: on 60 positions of hard-20 all six levels took a quarter
/// more positions; the first and the last alone took as many there, but twice as many on FFO #49.
const PASSES: [Selectivity; 3] = [Selectivity::LOWEST, Selectivity(2), Selectivity::EXACT];

/// The same where so much is left that even the surest selective pass costs next to nothing beside
/// the exact one. Measured: 4 and 9 % fewer positions on FFO #58 and #57 (30 empty squares), but 20
/// to 28 % more on #45, #49 and #50 (24 to 26).
const MORE_PASSES: [Selectivity; 5] = [
    Selectivity::LOWEST,
    Selectivity(2),
    Selectivity(3),
    Selectivity(4),
    Selectivity::EXACT,
];
const MANY_EMPTIES: u32 = 30;

/// The passes that lead to an answer, for a position with so many empty squares.
pub(crate) fn stages(empties: u32, limits: &Limits) -> Vec<Stage> {
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
        empties.saturating_sub(LEAP)
    } else {
        wanted
    };
    let ahead = (1..=last).map(|depth| Stage {
        depth,
        selectivity: least,
    });
    let enough = limits.enough.filter(|_| limits.goal == Goal::Best);
    let mut sure = false;
    let needed = |surety: &Selectivity| {
        let needed = !sure;
        sure = enough.is_some_and(|percent| surety.percent() >= percent);
        needed
    };
    let passes = if empties < MANY_EMPTIES {
        &PASSES[..]
    } else {
        &MORE_PASSES[..]
    };
    let surer = passes.iter().copied().filter(|surety| *surety >= least);
    let surer = surer.take_while(needed);
    let surer = surer.map(|selectivity| Stage {
        depth: empties,
        selectivity,
    });
    let to_the_end = surer.filter(|_| wanted == empties);
    ahead.chain(to_the_end).collect()
}

//! Loss: a game that did not end on the board, who is to blame, and whether it was disturbed from
//! outside.

use std::time::Duration;

use rules::Color;

use super::played::Ending;
use play::{Fault, Usage, is_unruly};

/// A player whom the machine owed at least one part in this many of its time was disturbed.
const DISTURBED_SHARE: u32 = 10;

/// A reason has at most this many characters.
const LONGEST_REASON: usize = 1000;

/// Why a game ended before it was over on the board.
#[derive(Clone, Debug)]
pub(super) struct Loss {
    /// The side to blame, if one is.
    pub blamed: Option<Color>,
    /// What happened.
    pub fault: Fault,
    /// What disturbed the game from outside.
    pub disturbed: Option<String>,
}

impl Loss {
    /// A fault of one side, which used this much of the machine in its last turn.
    pub(super) fn new(color: Color, fault: Fault, usage: Usage) -> Loss {
        let disturbed = match &fault {
            Fault::Late { allowed, .. } | Fault::Silent { allowed } => {
                overloaded(usage.lost, *allowed)
            }
            Fault::Unsupervised { .. } => Some("a supervisor was killed".to_string()),
            _ => None,
        };
        // In a sandbox no program reaches a supervisor, not even its own.
        let from_outside = matches!(fault, Fault::Unsupervised { enclosed: true });
        Loss {
            blamed: (!from_outside).then_some(color),
            fault,
            disturbed,
        }
    }

    /// A game during which the machine slept.
    pub(super) fn suspended() -> Loss {
        let why = "the machine was suspended";
        Loss {
            blamed: None,
            fault: Fault::Protocol(why.to_string()),
            disturbed: Some(why.to_string()),
        }
    }

    /// The ending of the game.
    pub(super) fn ending(&self) -> Ending {
        match (self.blamed, &self.disturbed) {
            (None, Some(reason)) => Ending::Void {
                reason: reason.clone(),
            },
            (color, _) => Ending::Fault {
                black: color == Some(Color::Black),
                reason: bounded(&self.fault.to_string()),
            },
        }
    }
}

/// A reason without characters that change the text around them, and cut if it is very long.
fn bounded(reason: &str) -> String {
    let plain = |letter: char| if is_unruly(letter) { ' ' } else { letter };
    reason.chars().take(LONGEST_REASON).map(plain).collect()
}

/// The disturbance when the machine kept a player waiting for a good part of its time.
fn overloaded(lost: Duration, allowed: Duration) -> Option<String> {
    let much = !lost.is_zero() && lost * DISTURBED_SHARE >= allowed;
    much.then(|| {
        let [lost, allowed] = [lost, allowed].map(|time| time.as_secs_f64());
        format!("the machine worked for others in {lost:.1} s of the {allowed:.1} s")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn silent(lost: Duration) -> Loss {
        let usage = Usage { cpu: None, lost };
        Loss::new(
            Color::White,
            Fault::Silent {
                allowed: 5 * SECOND,
            },
            usage,
        )
    }

    #[test]
    fn a_busy_machine_is_a_disturbance_and_a_slow_program_is_not() {
        assert_eq!(silent(Duration::ZERO).disturbed, None);
        assert_eq!(silent(SECOND / 10).disturbed, None);
        let busy = silent(SECOND);
        let reason = busy.disturbed.as_deref().expect("a reason");
        assert_eq!(
            reason,
            "the machine worked for others in 1.0 s of the 5.0 s"
        );
        // If it is not repeated any more, it is lost all the same.
        assert!(matches!(busy.ending(), Ending::Fault { black: false, .. }));
    }

    #[test]
    fn neither_side_is_to_blame_for_a_supervisor_killed_from_outside() {
        let loss = |enclosed| {
            Loss::new(
                Color::Black,
                Fault::Unsupervised { enclosed },
                Usage::default(),
            )
        };
        assert!(matches!(loss(true).ending(), Ending::Void { .. }));
        assert!(matches!(
            loss(false).ending(),
            Ending::Fault { black: true, .. }
        ));
        assert!(loss(true).disturbed.is_some() && loss(false).disturbed.is_some());
        assert!(matches!(Loss::suspended().ending(), Ending::Void { .. }));
    }
}

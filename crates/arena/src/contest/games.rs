//! The games of a schedule as a batch of work.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use super::entrant::Entrant;
use super::gaming::{GameJob, Gaming};
use super::played::{Ending, Played};
use super::portable::NotPortable;
use super::schedule::{self, Pairing, Schedule};
use super::sheet::{GameSheet, MAX_STDERR_BYTES};
use jobs::batch::{Batch, Next};
use play::TimeControl;

/// However few hands there are, so many games may be given out at once.
const FEW: usize = 4;

/// No move takes longer: a week.
const LONGEST_MOVE: Duration = Duration::from_secs(7 * 86_400);

/// Who judges in discs finds no more than all of them, in hundredths.
const MOST_VALUE: u32 = 6400;

/// Nobody looks further ahead than to the end of a game on the largest board.
const MOST_DEPTH: u32 = 26 * 26;

/// Why a fault ended a game is told in fewer bytes.
const LONGEST_REASON: usize = 4096;

/// Brings the games of a schedule to those who play them, and the results back.
pub struct Games<'a> {
    schedule: &'a mut dyn Schedule,
    entrants: Vec<String>,
    seed: u64,
    time: TimeControl,
    /// Games that were given out and have not come back, by number.
    going: BTreeMap<usize, Pairing>,
    hands: usize,
    /// Whether no more games are given out than hands can soon play.
    short: bool,
    failure: Option<String>,
}

impl<'a> Games<'a> {
    /// The games of a schedule between these entrants. The seed is that of
    /// [`Seats`](super::Seats).
    ///
    /// # Errors
    /// When an entrant can play on this machine only.
    pub fn new(
        schedule: &'a mut dyn Schedule,
        entrants: &[Entrant],
        seed: u64,
        time: TimeControl,
    ) -> Result<Games<'a>, NotPortable> {
        let entrants = entrants.iter().map(Entrant::portable);
        Ok(Games {
            schedule,
            entrants: entrants.collect::<Result<_, _>>()?,
            seed,
            time,
            going: BTreeMap::new(),
            hands: 1,
            short: false,
            failure: None,
        })
    }

    /// The same, but only about twice as many games are given out as can be played at once: for
    /// contests that may end before all are played.
    #[must_use]
    pub fn not_far_ahead(mut self) -> Games<'a> {
        self.short = true;
        self
    }

    /// Why the contest could not go on, if it could not.
    #[must_use]
    pub fn failure(self) -> Option<String> {
        self.failure
    }

    fn most(&self) -> usize {
        if self.short {
            self.hands.saturating_mul(2).max(FEW)
        } else {
            usize::MAX
        }
    }
}

impl Batch<Gaming> for Games<'_> {
    fn next(&mut self) -> Next<GameJob> {
        if self.failure.is_some() || self.schedule.is_settled() {
            return Next::Done;
        }
        if self.going.len() >= self.most() {
            return Next::Wait;
        }
        match self.schedule.next() {
            schedule::Next::Game(pairing) => {
                self.schedule.begun(&pairing);
                let job = GameJob::new(&pairing, &self.entrants, self.seed, self.time);
                let number = pairing.number;
                self.going.insert(number, *pairing);
                Next::Job(number, job)
            }
            // Nothing can end any more, so nothing can begin.
            schedule::Next::Wait if self.going.is_empty() => Next::Done,
            schedule::Next::Wait => Next::Wait,
            schedule::Next::Done => Next::Done,
        }
    }

    fn answered(&mut self, number: usize, answer: Result<GameSheet, String>) -> ControlFlow<()> {
        let Some(pairing) = self.going.remove(&number) else {
            return ControlFlow::Continue(());
        };
        let played = answer.and_then(|sheet| {
            let played = sheet.played().and_then(|played| checked(played, &pairing));
            played.map_err(|error| format!("its record makes no sense: {error}"))
        });
        match played {
            Ok(played) => self.schedule.ended(&pairing, played),
            Err(reason) => self.failure = Some(format!("game {number}: {reason}")),
        }
        if self.failure.is_some() || self.schedule.is_settled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn hands(&mut self, count: usize) {
        self.hands = count;
    }
}

/// A game that came back, if it is one that was given out and nothing in it is beyond belief.
fn checked(played: Played, pairing: &Pairing) -> Result<Played, String> {
    let opening = &pairing.opening;
    let begins = played.game.start() == opening.start()
        && played.game.turns().starts_with(opening.turns())
        && played.opening == opening.turns().len();
    if !begins {
        return Err("it does not begin with its opening".to_string());
    }
    if let Ending::Fault { reason, .. } = &played.ending {
        if played.game.is_over() {
            return Err("somebody lost it after its end".to_string());
        }
        if reason.len() > LONGEST_REASON {
            return Err("why it was lost is too long a story".to_string());
        }
    }
    if played
        .stderr
        .iter()
        .any(|text| text.len() > MAX_STDERR_BYTES)
    {
        return Err("too much was said beside it".to_string());
    }
    let odd = played.moves.iter().position(|made| {
        made.spent > LONGEST_MOVE
            || made.depth.is_some_and(|depth| depth > MOST_DEPTH)
            || made
                .value
                .is_some_and(|value| value.unsigned_abs() > MOST_VALUE)
    });
    match odd {
        Some(place) => {
            let number = played.opening + place + 1;
            Err(format!("what is told of move {number} cannot be"))
        }
        None => Ok(played),
    }
}

//! The trial before the first game: every program is started once, and all that do not start are
//! named together.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, bail};
use arena::contest::{Entrant, Seats, try_start};
use arena::cup::Tournament;

use crate::input::printable;
use crate::interrupt::Interrupt;

/// The maximum number of characters of a reason.
const MAX_REASON_CHARS: usize = 300;

/// A program that does not start.
struct Broken {
    place: usize,
    /// The reason, which is published if the program withdraws.
    fault: String,
    /// The end of its standard error, which is not.
    said: String,
}

/// Starts every program once. Those that do not start withdraw if `without_broken` is set.
///
/// # Errors
/// When programs do not start and the cup is not to be played without them, or when one of them is
/// the house program.
pub fn run(
    course: &mut Tournament,
    seats: &Seats,
    without_broken: bool,
    interrupt: &Interrupt,
) -> Result<()> {
    let broken = broken(course, seats, interrupt);
    if broken.is_empty() || interrupt.flag().load(Ordering::SeqCst) {
        return Ok(());
    }
    let house = course.config().rules.entrants;
    let participants = &course.config().participants;
    let mut stderr = io::stderr().lock();
    for broken in &broken {
        let name = printable(&participants[broken.place].name);
        let said = match broken.said.as_str() {
            "" => String::new(),
            said => format!("; it said: {said}"),
        };
        // A failed write is ignored: the rulings or the error say the same.
        let _ = writeln!(stderr, "reversi: `{name}` {}{said}", broken.fault);
    }
    if broken.iter().any(|broken| broken.place == house) {
        bail!("the house program does not start, so the cup has not begun: mend or remove it");
    }
    if without_broken {
        for broken in &broken {
            course.withdraw(broken.place, &broken.fault)?;
        }
        return Ok(());
    }
    match broken.len() {
        1 => bail!(
            "one program does not start, so the cup has not begun: mend or remove it; with \
             --without-broken an entrant that does not start loses all its games"
        ),
        count => bail!(
            "{count} programs do not start, so the cup has not begun: mend or remove them; with \
             --without-broken entrants that do not start lose all their games"
        ),
    }
}

/// The programs that do not start, by place. As many are tried at once as there are
/// tables.
fn broken(course: &Tournament, seats: &Seats, interrupt: &Interrupt) -> Vec<Broken> {
    let config = course.config();
    let gone = course.fixtures().withdrawn();
    let programs: Vec<usize> = (0..config.participants.len())
        .filter(|place| !gone.contains_key(place))
        .filter(|place| matches!(config.participants[*place].entrant, Entrant::Program(..)))
        .collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let tables = config.tables.min(programs.len());
    thread::scope(|scope| {
        for table in 0..tables {
            let (next, found, programs) = (&next, &found, &programs);
            scope.spawn(move || {
                while let Some(place) = programs.get(next.fetch_add(1, Ordering::SeqCst))
                    && !interrupt.flag().load(Ordering::SeqCst)
                {
                    let mut player = seats.sit(*place, 2 * table);
                    if let Err(fault) = try_start(&mut *player, config.size, config.time) {
                        let stderr = player.stderr();
                        let said = stderr.trim().lines().last().unwrap_or_default();
                        let broken = Broken {
                            place: *place,
                            fault: line(&fault.to_string()),
                            said: line(said),
                        };
                        if let Ok(mut found) = found.lock() {
                            found.push(broken);
                        }
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|broken| broken.place);
    found
}

/// A text on one line, and not too long.
fn line(text: &str) -> String {
    let line = printable(text).replace(char::is_control, " ");
    line.trim().chars().take(MAX_REASON_CHARS).collect()
}

//! The times of a game on the page: of each side, in all and for its longest move.

use std::time::Duration;

use rules::Color;

use crate::contest::{MoveMade, Played};

/// The times of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    all: Duration,
    longest: Duration,
}

/// The cell of a game: the time that each side used and, where it was measured, the processor time.
pub(super) fn cell(played: &Played) -> String {
    row("", times(played, |made| Some(made.spent)))
        + &row("processor ", times(played, |made| made.cpu))
}

/// A line of the cell; empty if neither side has times.
fn row(what: &str, sides: [Option<Times>; 2]) -> String {
    if sides == [None, None] {
        return String::new();
    }
    let pair = |time: fn(Times) -> Duration| {
        let [black, white] = sides.map(|times| seconds(times.map(time)));
        format!("{black} – {white} s")
    };
    format!(
        "<span class=\"time\">{what}{}, longest {}</span>",
        pair(|times| times.all),
        pair(|times| times.longest)
    )
}

/// Seconds with the decimals that matter; a question mark if they are not known.
fn seconds(time: Option<Duration>) -> String {
    match time.map(|time| time.as_secs_f64()) {
        None => "?".to_string(),
        Some(seconds @ 0.0..10.0) => format!("{seconds:.2}"),
        Some(seconds @ 10.0..100.0) => format!("{seconds:.1}"),
        Some(seconds) => format!("{seconds:.0}"),
    }
}

/// The times of Black and White; `None` for a side without any.
fn times(played: &Played, time: impl Fn(&MoveMade) -> Option<Duration>) -> [Option<Times>; 2] {
    let mut sides = [None; 2];
    let turns = played.game.turns().iter().skip(played.opening);
    for (turn, made) in turns.zip(&played.moves) {
        let Some(time) = time(made) else { continue };
        let side: &mut Option<Times> = &mut sides[usize::from(turn.color() == Color::White)];
        let times = side.get_or_insert_default();
        times.all += time;
        times.longest = times.longest.max(time);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Ending;
    use rules::{Game, Size};

    #[test]
    fn processor_time_is_beside_the_time() {
        let mut game = Game::new(Size::EIGHT);
        let mut moves = Vec::new();
        for (index, square) in ["f5", "d6", "c3", "d3"].into_iter().enumerate() {
            game.play(square.parse().unwrap()).unwrap();
            let spent = Duration::from_millis(100 * (index as u64 + 1));
            moves.push(MoveMade {
                spent,
                cpu: Some(spent / 2),
                ..MoveMade::default()
            });
        }
        // The first move is the opening.
        moves.remove(0);
        let mut played = Played {
            game,
            opening: 1,
            moves,
            ending: Ending::Board,
            stderr: Default::default(),
            disturbed: None,
            talk: Default::default(),
        };
        assert_eq!(
            cell(&played),
            "<span class=\"time\">0.30 – 0.60 s, longest 0.30 – 0.40 s</span>\
             <span class=\"time\">processor 0.15 – 0.30 s, longest 0.15 – 0.20 s</span>"
        );
        // Black is a player of this program: its processor time is not measured.
        played.moves[1].cpu = None;
        assert!(cell(&played).contains("processor ? – 0.30 s, longest ? – 0.20 s"));
        for made in &mut played.moves {
            made.cpu = None;
        }
        assert!(!cell(&played).contains("processor"));
        played.moves.clear();
        assert_eq!(cell(&played), "");
    }
}

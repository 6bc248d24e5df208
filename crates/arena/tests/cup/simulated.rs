//! Simulated cups: a function returns the result of each game.

use arena::cup::{Fixtures, Format, Meeting, PairingRules, Score, Scores, Slot};
use engine::Random;

/// Pairing rules with default settings.
pub fn rules(format: Format, entrants: usize, games: usize) -> PairingRules {
    PairingRules {
        format,
        entrants,
        games,
        extra: 1,
        rounds: 0,
        third_place: false,
        qualifier: None,
        house: None,
        seed: 1,
    }
}

/// The score of a game; `discs` is Black's disc difference.
pub fn score(meeting: &Meeting, game: usize, discs: i32) -> Score {
    Score {
        seats: meeting.seats(game),
        discs,
        fault: None,
        annulled: false,
    }
}

/// Plays all games, `tables` at a time. Games end in random order.
pub fn play_out(
    rules: PairingRules,
    tables: usize,
    order: u64,
    result: impl Fn(Slot, &Meeting) -> Score,
) -> (Fixtures, Scores) {
    let mut random = Random::new(order);
    let mut fixtures = Fixtures::new(rules);
    let mut scores = Scores::new();
    let mut playing: Vec<(Slot, Score)> = Vec::new();
    loop {
        let open: Vec<(Slot, Score)> = fixtures
            .open(&scores)
            .map(|(meeting, game)| (meeting.slot(game), result(meeting.slot(game), meeting)))
            .collect();
        for game in open {
            if playing.len() < tables && !playing.iter().any(|(slot, _)| *slot == game.0) {
                playing.push(game);
            }
        }
        if playing.is_empty() {
            assert!(fixtures.is_finished(), "nothing to play, and not finished");
            return (fixtures, scores);
        }
        let (slot, score) = playing.swap_remove(random.below(playing.len()));
        assert_eq!(scores.insert(slot, score), None, "{slot} was played twice");
        fixtures.advance(&scores);
    }
}

/// A random result that depends only on the game.
pub fn dice(slot: Slot, meeting: &Meeting) -> Score {
    let seed = slot.round * 10_000 + slot.meeting * 100 + slot.game;
    let discs = Random::new(seed as u64).below(5) as i32 - 2;
    score(meeting, slot.game, discs)
}

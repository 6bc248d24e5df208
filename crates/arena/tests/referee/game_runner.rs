//! The game runner: many games at many tables.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use arena::contest::{Ending, GameRunner, Pairing, Played, Schedule};
use jobs::Next;
use play::{Clock, Fault, Player};
use rules::{ByColor, Game, Size};

use super::scripted::{Scripted, time};

/// Rounds in which each entrant plays the next one. A round begins after the previous one is over.
struct Rounds {
    entrants: usize,
    rounds: usize,
    begun: usize,
    playing: usize,
    most_playing: usize,
    moves: HashMap<usize, usize>,
    ended: Vec<(Pairing, Played)>,
}

impl Rounds {
    fn new(entrants: usize, rounds: usize) -> Rounds {
        Rounds {
            entrants,
            rounds,
            begun: 0,
            playing: 0,
            most_playing: 0,
            moves: HashMap::new(),
            ended: Vec::new(),
        }
    }

    fn games(&self) -> usize {
        self.entrants * self.rounds
    }
}

impl Schedule for Rounds {
    fn next(&mut self) -> Next<Pairing> {
        if self.begun == self.games() {
            return Next::Done;
        }
        let in_round = self.begun % self.entrants;
        if in_round == 0 && self.ended.len() < self.begun {
            return Next::Wait;
        }
        let number = self.begun;
        self.begun += 1;
        let pairing = Pairing {
            number,
            seats: ByColor {
                black: in_round,
                white: (in_round + 1) % self.entrants,
            },
            opening: Game::new(Size::MIN),
        };
        Next::Job(number, pairing)
    }

    fn begun(&mut self, _: &Pairing) {
        self.playing += 1;
        self.most_playing = self.most_playing.max(self.playing);
    }

    fn moved(&mut self, pairing: &Pairing, game: &Game, _: &ByColor<Clock>) {
        self.moves.insert(pairing.number, game.turns().len());
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        self.playing -= 1;
        // No game of a round began before the previous round was over.
        let round = pairing.number / self.entrants;
        assert!(self.ended.len() >= round * self.entrants);
        self.ended.push((pairing.clone(), played));
    }
}

#[test]
fn every_game_is_played_once_round_by_round() {
    for tables in [1, 2, 7] {
        let stop = AtomicBool::new(false);
        let schedule = Mutex::new(Rounds::new(5, 4));
        let sit = |_, _| -> Box<dyn Player> { Box::new(Scripted::honest()) };
        GameRunner::new(tables, time(), &stop).run(&schedule, &sit);
        let schedule = schedule.into_inner().unwrap();
        let mut numbers: Vec<usize> = schedule.ended.iter().map(|(p, _)| p.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
        assert!(schedule.most_playing <= tables.min(5));
        for (pairing, played) in &schedule.ended {
            assert_eq!(played.ending, Ending::Board);
            assert_eq!(schedule.moves[&pairing.number], played.moves.len());
        }
    }
}

#[test]
fn tables_wait_for_each_other_and_play_side_by_side() {
    // The games of a round cannot end until all three have begun. If they did not run at the same
    // time, this test would end at its time limit with a fault.
    let stop = AtomicBool::new(false);
    let begun = std::sync::Arc::new(AtomicUsize::new(0));
    let sit = |_, _| -> Box<dyn Player> {
        let begun = std::sync::Arc::clone(&begun);
        let mut counted = false;
        Box::new(Scripted::new(move |game, deadline| {
            if game.turns().is_empty() && !counted {
                counted = true;
                begun.fetch_add(1, Ordering::SeqCst);
                while begun.load(Ordering::SeqCst) < 3 {
                    if deadline.is_some_and(|deadline| deadline < Instant::now()) {
                        return Err(Fault::Silent {
                            allowed: Duration::ZERO,
                        });
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Ok(super::scripted::first(game))
        }))
    };
    let schedule = Mutex::new(Rounds::new(3, 2));
    GameRunner::new(3, time(), &stop).run(&schedule, &sit);
    let schedule = schedule.into_inner().unwrap();
    assert_eq!((schedule.ended.len(), schedule.most_playing), (6, 3));
    assert!(
        schedule
            .ended
            .iter()
            .all(|(_, p)| p.ending == Ending::Board)
    );
}

#[test]
fn players_stay_unless_they_failed_or_there_are_too_many() {
    let stop = AtomicBool::new(false);
    let come = Mutex::new(Vec::new());
    let sit = |entrant: usize, table: usize| -> Box<dyn Player> {
        come.lock().unwrap().push((entrant, table));
        Box::new(match entrant {
            // Fails at every move of the first game.
            0 => Scripted::new(|_, _| panic!("not again")),
            _ => Scripted::honest(),
        })
    };
    let schedule = Mutex::new(Rounds::new(3, 5));
    GameRunner::new(1, time(), &stop).run(&schedule, &sit);
    let games = schedule.into_inner().unwrap().ended;
    assert_eq!(games.len(), 15);
    let failed = |(pairing, played): &&(Pairing, Played)| {
        let black = pairing.seats.black == 0;
        assert_eq!(
            matches!(played.ending, Ending::Fault { black: loser, .. } if loser == black),
            black || pairing.seats.white == 0
        );
        black || pairing.seats.white == 0
    };
    assert_eq!(games.iter().filter(failed).count(), 10);
    let came = |who| {
        come.lock()
            .unwrap()
            .iter()
            .filter(|(e, _)| *e == who)
            .count()
    };
    assert_eq!((came(0), came(1), came(2)), (10, 1, 1));

    // There is room for two players only: a player without a game is closed.
    come.lock().unwrap().clear();
    let schedule = Mutex::new(Rounds::new(4, 2));
    let runner = GameRunner {
        seats: 2,
        ..GameRunner::new(1, time(), &stop)
    };
    runner.run(&schedule, &|entrant, table| {
        come.lock().unwrap().push((entrant, table));
        Box::new(Scripted::honest())
    });
    // 0-1, 1-2, 2-3, 3-0, 0-1, …: one player stays, one is started.
    assert_eq!(come.lock().unwrap().len(), 9);
}

#[test]
fn an_entrant_can_meet_itself() {
    let stop = AtomicBool::new(false);
    let come = AtomicUsize::new(0);
    let schedule = Mutex::new(Rounds::new(1, 3));
    GameRunner::new(1, time(), &stop).run(&schedule, &|_, _| {
        come.fetch_add(1, Ordering::SeqCst);
        Box::new(Scripted::honest())
    });
    assert_eq!(schedule.into_inner().unwrap().ended.len(), 3);
    assert_eq!(come.into_inner(), 2);
}

#[test]
fn a_stop_ends_everything_and_reports_nothing_unfinished() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let left = std::sync::Arc::new(AtomicUsize::new(0));
    struct Leaving(Scripted, std::sync::Arc<AtomicUsize>);
    impl Drop for Leaving {
        fn drop(&mut self) {
            self.1.fetch_add(1, Ordering::SeqCst);
        }
    }
    impl Player for Leaving {
        fn name(&self) -> &str {
            self.0.name()
        }
        fn begin(
            &mut self,
            game: &Game,
            color: rules::Color,
            clock: &play::Clock,
        ) -> Result<(), Fault> {
            self.0.begin(game, color, clock)
        }
        fn choose(
            &mut self,
            game: &Game,
            clock: &play::Clock,
            watch: &mut play::Watch<'_>,
        ) -> Result<play::ChosenMove, Fault> {
            self.0.choose(game, clock, watch)
        }
        fn end(&mut self, game: &Game) -> Result<(), Fault> {
            self.0.end(game)
        }
    }
    let sit = |entrant, _| -> Box<dyn Player> {
        // Entrant 0 thinks until the stop; the others play on.
        let script = Scripted::new(move |game, _| {
            while entrant == 0 && !STOP.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(super::scripted::first(game))
        });
        Box::new(Leaving(script, std::sync::Arc::clone(&left)))
    };
    let schedule = Mutex::new(Rounds::new(4, 10));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // After two of the four games, the others wait for entrant 0.
            while schedule.lock().unwrap().ended.len() < 2 {
                std::thread::sleep(Duration::from_millis(1));
            }
            STOP.store(true, Ordering::SeqCst);
        });
        GameRunner::new(4, time(), &STOP).run(&schedule, &sit);
    });
    assert!(begun.elapsed() < Duration::from_secs(120));
    let schedule = schedule.into_inner().unwrap();
    assert_eq!(schedule.ended.len(), 2);
    assert!(
        schedule
            .ended
            .iter()
            .all(|(_, p)| p.ending == Ending::Board)
    );
    assert!(left.load(Ordering::SeqCst) >= 4, "all have left");
}

#[test]
fn a_schedule_that_waits_for_nothing_is_done() {
    struct Never;
    impl Schedule for Never {
        fn next(&mut self) -> Next<Pairing> {
            Next::Wait
        }
        fn ended(&mut self, _: &Pairing, _: Played) {}
    }
    let stop = AtomicBool::new(false);
    GameRunner::new(2, time(), &stop).run(&Mutex::new(Never), &|_, _| Box::new(Scripted::honest()));
}

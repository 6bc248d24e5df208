//! Time that the machine gives to others, and time that an opponent tries to take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use arena::contest::{Launch, Played, Program, Referee};
use arena::protocol::Protocol;
use arena::sandbox::{Sandbox, SandboxOptions};
use play::{Player, TimeControl};
use rules::{ByColor, Color, Game, Size};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::{LONG, misfits, options, sandbox_modes};

/// A misfit as a player on the first core.
fn player(command: &str, options: &SandboxOptions) -> Program {
    let launch = Launch {
        protocol: Protocol::Simple,
        command: format!("./{command}"),
        folder: Some(misfits()),
        sandbox: SandboxOptions {
            core: Some(0),
            ..options.clone()
        },
    };
    launch.program()
}

/// A game on 8×8 with a time for each move.
fn play(black: &mut Program, white: &mut Program, per_move: Duration) -> Played {
    let referee = Referee {
        time: TimeControl {
            per_move: Some(per_move),
            ..TimeControl::default()
        },
        stop: &AtomicBool::new(false),
    };
    let opening = Game::new(Size::new(8).expect("a size"));
    let seats = ByColor {
        black: black as &mut dyn Player,
        white,
    };
    referee
        .play(&opening, seats, &mut |_, _| ())
        .expect("a result")
}

/// Threads of ours that keep the first core busy.
fn with_busy_core<T>(threads: usize, run: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    let ours = sched_getaffinity(None).expect("the cores");
    let mut first = CpuSet::new();
    first.set(
        (0..CpuSet::MAX_CPU)
            .find(|core| ours.is_set(*core))
            .expect("a core"),
    );
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                sched_setaffinity(None, &first).expect("the core is ours");
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = run();
        stop.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn a_machine_that_works_for_others_is_noticed() {
    let allowed = Duration::from_secs(1);
    for way in sandbox_modes() {
        for groups in [true, false] {
            let options = SandboxOptions {
                groups,
                ..options(way)
            };
            // It would need a long time in any case; but it was kept from its work as well.
            let mut busy = player("toils 1000000000", &options);
            let mut polite = player("polite", &options);
            let played = with_busy_core(4, || play(&mut busy, &mut polite, allowed));
            assert_eq!(played.faulty(), Some(Color::Black), "{way:?}, {groups}");
            let why = played.disturbed.expect("a disturbance");
            assert!(
                why.contains("worked for others"),
                "{way:?}, {groups}: {why}"
            );
        }
    }
}

#[test]
fn a_program_that_sleeps_has_no_excuse() {
    let allowed = Duration::from_secs(2);
    for way in sandbox_modes() {
        let mut late = player("late 60", &options(way));
        let mut polite = player("polite", &options(way));
        let played = with_busy_core(4, || play(&mut late, &mut polite, allowed));
        assert_eq!(played.faulty(), Some(Color::Black), "{way:?}");
        assert_eq!(played.disturbed, None, "{way:?}");
    }
}

/// The time of White's moves against an opponent on the same core: a quarter of them took less.
fn usual_time(opponent: &str, options: &SandboxOptions) -> Duration {
    let mut times: Vec<Duration> = Vec::new();
    let mut black = player(opponent, options);
    let mut white = player("toils 60000", options);
    let played = play(&mut black, &mut white, LONG);
    let turns = played.game.turns().iter().zip(&played.moves);
    let own = turns.filter(|(turn, _)| turn.color() == Color::White);
    times.extend(own.map(|(_, made)| made.spent));
    times.sort();
    times[times.len() / 4]
}

#[test]
#[ignore = "wants the machine for itself: make misfits"]
fn measure_time_that_an_opponent_tries_to_take() {
    let mut worst: f64 = 0.0;
    for way in sandbox_modes() {
        for groups in [true, false] {
            let options = SandboxOptions {
                groups,
                ..options(way)
            };
            // Alternating, so that a change of the machine's speed meets both.
            let mut ratios: Vec<f64> = Vec::new();
            for _ in 0..3 {
                let quiet = usual_time("polite", &options).as_secs_f64();
                let burning = usual_time("burns 25", &options).as_secs_f64();
                ratios.push(burning / quiet);
            }
            ratios.sort_by(f64::total_cmp);
            let ratio = ratios[ratios.len() / 2];
            println!("{way:?}, control groups {groups}: time per move times {ratio:.3}");
            worst = worst.max(ratio);
        }
    }
    assert!(worst <= 1.10, "an opponent took time: {worst:.3}");
    assert!(sandbox_modes().contains(&Sandbox::Off));
}

//! Programs that rest: nothing of them runs while their opponent is to move.

use std::fs;
use std::time::{Duration, Instant};

use arena::contest::{Ending, Launch, Manners, Referee};
use arena::protocol::Protocol;
use arena::sandbox::{Process, Sandbox, SandboxOptions};
use arena::transport::Transport;
use play::{ChosenMove, Clock, Fault, Player, TimeControl, Watch};
use rules::{ByColor, Game, Size};
use rustix::process::{Pid, Signal, kill_process};

use super::{
    LONG, TURN, misfits, options, processes_of, processes_with, sandbox_modes, start, stop,
};

/// The processor time in clock ticks of all processes of a program but its supervisor. With `hidden`,
/// of those whose first thread has ended; they tell no environment, so Python programs count.
fn ticks(process: &Process, hidden: bool) -> u64 {
    let known = processes_of(process.scratch()).into_iter();
    let known = known.filter(|(_, words)| !hidden && !words.contains(" supervisor "));
    let entries = fs::read_dir("/proc").expect("/proc").flatten();
    let all = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let stat = |pid: &str| fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let words = |pid: &str| {
        let text = stat(pid);
        let (_, rest) = text.rsplit_once(')').unwrap_or_default();
        rest.split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let headless = all.filter(|pid| {
        let words = words(pid);
        let is_misfit = hidden && stat(pid).contains(" (python");
        is_misfit && words.len() > 20 && words[0] == "Z" && words[17] != "1" && words[17] != "0"
    });
    let used = known.map(|(pid, _)| pid).chain(headless).map(|pid| {
        let words = words(&pid);
        let times = words.get(11..13).unwrap_or_default().iter();
        times
            .filter_map(|time| time.parse::<u64>().ok())
            .sum::<u64>()
    });
    used.sum()
}

/// Keeps this thread busy for a while.
fn wait(time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}

fn answer(process: &mut Process) {
    process.send(TURN).expect("it listens");
    let heard = process
        .receive(Some(Instant::now() + LONG))
        .expect("it plays");
    assert_eq!(heard.expect("in time").bytes, b"d3\n");
}

#[test]
fn processes_left_behind_do_not_run_while_the_program_rests() {
    rest_with(false);
}

#[test]
fn a_process_whose_first_thread_has_ended_does_not_run_either() {
    if super::hostile::has_python() {
        rest_with(true);
    }
}

/// Lets a program with processes that work for ever rest. With `hidden`, their first threads have
/// ended, so that they look dead.
fn rest_with(hidden: bool) {
    for way in sandbox_modes() {
        for groups in [true, false] {
            let options = SandboxOptions {
                groups,
                ..options(way)
            };
            let misfit = if hidden {
                ["hides-threads", ""]
            } else {
                ["burns", "6"]
            };
            let mut process = start(&misfit, &options);
            for _ in 0..3 {
                answer(&mut process);
                process.rest().expect("it rests");
                let before = ticks(&process, hidden);
                wait(Duration::from_millis(150));
                assert_eq!(ticks(&process, hidden), before, "{way:?}, {groups}");
                process.resume().expect("it goes on");
            }
            // Now they run, so that the measurement can fail.
            let before = ticks(&process, hidden);
            let deadline = Instant::now() + LONG;
            while ticks(&process, hidden) == before {
                assert!(Instant::now() < deadline, "it did not go on");
            }
            process.rest().expect("it rests");
            assert_eq!(
                stop(process, LONG),
                Ok(()),
                "it can be stopped while it rests"
            );
        }
    }
}

#[test]
fn a_program_that_may_ponder_does_not_rest() {
    for way in sandbox_modes() {
        let options = SandboxOptions {
            ponder: true,
            ..options(way)
        };
        let mut process = start(&["burns", "1"], &options);
        answer(&mut process);
        process.rest().expect("it is measured");
        let before = ticks(&process, false);
        let deadline = Instant::now() + LONG;
        while ticks(&process, false) == before {
            assert!(Instant::now() < deadline, "it rests");
        }
        assert_eq!(stop(process, LONG), Ok(()));
    }
}

#[test]
fn processor_time_is_measured() {
    for way in sandbox_modes() {
        for groups in [true, false] {
            let options = SandboxOptions {
                groups,
                ..options(way)
            };
            let mut process = start(&["toils", "300000"], &options);
            answer(&mut process);
            let first = process
                .rest()
                .expect("it rests")
                .cpu
                .expect("it is measured");
            assert!(first > Duration::ZERO, "{way:?}, {groups}");
            // A turn that is not asked for takes nothing; what came before is not counted again.
            process.resume().expect("it goes on");
            let second = process
                .rest()
                .expect("it rests")
                .cpu
                .expect("it is measured");
            assert!(second < first, "{way:?}, {groups}: {second:?}, {first:?}");
            assert_eq!(stop(process, LONG), Ok(()));
        }
    }
}

/// Kills the supervisor of a program.
fn kill_supervisor(process: &Process) {
    let processes = processes_of(process.scratch());
    let supervisor = processes
        .iter()
        .find(|(_, words)| words.contains(" supervisor "));
    kill_process_with(&supervisor.expect("a supervisor").0);
}

fn kill_process_with(id: &str) {
    let pid = Pid::from_raw(id.parse().expect("a number")).expect("not 0");
    kill_process(pid, Signal::KILL).expect("it can be killed");
}

#[test]
fn a_supervisor_killed_from_outside_is_no_fault_of_a_program_in_a_sandbox() {
    for way in sandbox_modes() {
        let enclosed = way != Sandbox::Off;
        // While it rests, and while it plays.
        let mut process = start(&["daemons"], &options(way));
        answer(&mut process);
        process.rest().expect("it rests");
        kill_supervisor(&process);
        assert_eq!(process.resume(), Err(Fault::Unsupervised { enclosed }));
        super::assert_soon_gone(process.scratch());

        let mut process = start(&["silent"], &options(way));
        process.send(TURN).expect("it listens");
        kill_supervisor(&process);
        let deadline = Instant::now() + LONG;
        let fault = loop {
            assert!(Instant::now() < deadline, "it was not noticed");
            match process.receive(Some(Instant::now() + Duration::from_millis(20))) {
                Ok(_) => {}
                Err(fault) => break fault,
            }
        };
        assert_eq!(fault, Fault::Unsupervised { enclosed }, "{way:?}");
        super::assert_soon_gone(process.scratch());
    }
}

/// A player that kills, in its third turn, the supervisor whose command has a mark.
struct Assassin {
    moves: usize,
    mark: String,
}

impl Player for Assassin {
    fn name(&self) -> &str {
        "assassin"
    }

    fn choose(&mut self, game: &Game, _: &Clock, _: &mut Watch<'_>) -> Result<ChosenMove, Fault> {
        self.moves += 1;
        if self.moves == 3 {
            let all = processes_with(|variable| variable.starts_with(b"REVERSI_SCRATCH="));
            let marked = |words: &str| words.contains(" supervisor ") && words.contains(&self.mark);
            let supervisor = all.iter().find(|(_, words)| marked(words));
            kill_process_with(&supervisor.expect("a supervisor").0);
        }
        let point = game.legal_moves().into_iter().next();
        Ok(ChosenMove::of(point.expect("a legal move")))
    }
}

#[test]
fn a_victim_is_never_blamed() {
    for way in sandbox_modes() {
        // A command that no other test uses, so that only its supervisor is killed.
        let mark = format!("misfit-{}-{way:?}", std::process::id()).replace(['(', ')'], "-");
        let launch = Launch {
            protocol: Protocol::Simple,
            command: format!("./polite {mark}"),
            folder: Some(misfits()),
            sandbox: options(way),
        };
        let mut victim = launch.program().with_manners(Manners::default());
        let mut assassin = Assassin { moves: 0, mark };
        let referee = Referee {
            time: TimeControl {
                per_move: Some(LONG),
                ..TimeControl::default()
            },
            stop: &std::sync::atomic::AtomicBool::new(false),
        };
        let opening = Game::new(Size::new(8).expect("a size"));
        let seats = ByColor {
            black: &mut assassin as &mut dyn Player,
            white: &mut victim,
        };
        let played = referee
            .play(&opening, seats, &mut |_, _| ())
            .expect("a result");
        assert!(played.disturbed.is_some(), "{way:?}: {:?}", played.ending);
        if way == Sandbox::Off {
            // Black had the move, and no sandbox kept it from doing it.
            assert!(
                matches!(played.ending, Ending::Fault { black: true, .. }),
                "{:?}",
                played.ending
            );
        } else {
            assert!(
                matches!(played.ending, Ending::Void { .. }),
                "{:?}",
                played.ending
            );
        }
    }
}

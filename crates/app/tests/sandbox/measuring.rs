//! Cost and precision of the sandbox; the figures are in `docs/sandbox.md`.
//! `cargo test --release -p reversi --test all -- --ignored --nocapture measure_` prints them.

use std::fs;
use std::time::{Duration, Instant};

use arena::sandbox::{Process, SandboxOptions};
use arena::transport::Transport;
use play::Fault;

use super::{LONG, TURN, ask, misfits, options, processes_of, sandbox_modes, start};

const MEGABYTE: u64 = 1 << 20;

/// The median of some durations.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[test]
#[ignore = "measures, and tests nothing"]
fn measure_starting_and_stopping() {
    for way in sandbox_modes() {
        let (mut starts, mut answers, mut stops) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..50 {
            let begun = Instant::now();
            let mut process = start(&["polite"], &options(way));
            starts.push(begun.elapsed());
            process.send(TURN).expect("it listens");
            process.receive(None).expect("it plays");
            answers.push(begun.elapsed());
            let stopping = Instant::now();
            process.stop(LONG).expect("it leaves");
            stops.push(stopping.elapsed());
        }
        let [started, answered, stopped] = [starts, answers, stops].map(median);
        println!("{way:?}: started {started:?}, first answer {answered:?}, gone {stopped:?}");
    }
}

#[test]
#[ignore = "measures, and tests nothing"]
fn measure_resting_and_going_on() {
    for way in sandbox_modes() {
        for groups in [true, false] {
            let options = SandboxOptions {
                groups,
                ..options(way)
            };
            let mut process = start(&["polite"], &options);
            let (mut rests, mut resumes) = (Vec::new(), Vec::new());
            for _ in 0..100 {
                process.send(TURN).expect("it listens");
                process.receive(None).expect("it plays");
                let begun = Instant::now();
                process.rest().expect("it rests");
                rests.push(begun.elapsed());
                let begun = Instant::now();
                process.resume().expect("it goes on");
                resumes.push(begun.elapsed());
            }
            let [rests, resumes] = [rests, resumes].map(median);
            println!("{way:?}, control groups {groups}: rests {rests:?}, goes on {resumes:?}");
        }
    }
}

#[test]
#[ignore = "measures, and tests nothing"]
fn measure_the_supervisor_itself() {
    for way in sandbox_modes() {
        let mut process = start(&["polite"], &options(way));
        process.send(TURN).expect("it listens");
        process.receive(None).expect("it plays");
        let supervisor = processes_of(process.scratch())
            .into_iter()
            .find(|(_, words)| words.contains("reversi supervisor"));
        let (pid, _) = supervisor.expect("a supervisor");
        // Ticks of a hundredth of a second in user and in system mode.
        let ticks = || {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
            let words: Vec<&str> = stat.split_whitespace().collect();
            words[13].parse::<u64>().expect("a number")
                + words[14].parse::<u64>().expect("a number")
        };
        let before = ticks();
        std::thread::sleep(Duration::from_secs(10));
        println!(
            "{way:?}: {} hundredths of a second in 10 s",
            ticks() - before
        );
    }
}

#[test]
#[ignore = "measures, and tests nothing"]
fn measure_how_far_memory_goes_over() {
    let program = std::env::current_exe()
        .expect("this test")
        .display()
        .to_string();
    for way in sandbox_modes() {
        for limit in [100, 500, 1000] {
            let mut over = Vec::new();
            for _ in 0..10 {
                let options = SandboxOptions {
                    memory: Some(limit * MEGABYTE),
                    ..options(way)
                };
                let words = [
                    &program,
                    "--exact",
                    "sandbox::measuring::a_glutton",
                    "--ignored",
                    "--nocapture",
                ];
                let words = words.map(ToString::to_string);
                let process = Process::start(&words, Some(&misfits()), &options);
                let (heard, mut channel) = ask(process.expect("it starts"));
                // The test harness prints something first.
                let fault = heard.err().or_else(|| {
                    loop {
                        if let Err(fault) = channel.read_line(None) {
                            break Some(fault);
                        }
                    }
                });
                assert_eq!(fault, Some(Fault::Memory(limit * MEGABYTE)));
                let stderr = channel.stderr();
                let last = stderr.lines().last().expect("it counts");
                over.push(
                    last.parse::<u64>()
                        .expect("megabytes")
                        .saturating_sub(limit),
                );
            }
            over.sort_unstable();
            println!("{way:?}: limit {limit} MB, over by {over:?} MB");
        }
    }
}

/// Not a test: allocates memory as fast as it can and counts the megabytes.
#[test]
#[ignore = "run by another test"]
fn a_glutton() {
    let mut all = Vec::new();
    for count in 1..=8000 {
        all.push(vec![count as u8 | 1; MEGABYTE as usize]);
        eprintln!("{count}");
    }
}

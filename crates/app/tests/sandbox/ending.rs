//! How programs end: by themselves, stopped or killed.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::sandbox::{Fence, Sandbox};
use arena::transport::{Channel, Transport};
use play::Fault;

use super::{
    LONG, TURN, ask, assert_gone, assert_soon_gone, one_turn, options, processes_of, sandbox_modes,
    start, stop,
};

const SHORT: Duration = Duration::from_millis(200);

#[test]
fn a_crash_at_the_start() {
    one_turn(
        &["crashes-at-start"],
        |_| (),
        |_, heard, stderr| {
            let how = "signal: 11 (SIGSEGV)".to_string();
            assert_eq!(heard, Err(Fault::Died(how)));
            assert_eq!(stderr, "I cannot find my opening book\n");
        },
    );
}

#[test]
fn a_crash_at_move_20() {
    for way in sandbox_modes() {
        let process = start(&["crashes-at-move-20"], &options(way));
        let scratch = process.scratch().to_path_buf();
        let mut channel = Channel::new(Box::new(process));
        for number in 1..=20 {
            channel.send_line(TURN.trim_end()).expect("it listens");
            let heard = channel.read_line(Some(Instant::now() + LONG));
            if number < 20 {
                assert_eq!(heard.expect("a move").expect("in time").text, "d3");
            } else {
                assert_eq!(heard, Err(Fault::Died("exit status: 3".to_string())));
            }
        }
        assert_gone(&scratch);
        assert_eq!(channel.stderr(), "index out of bounds\n");
    }
}

#[test]
fn a_crash_on_exit() {
    for way in sandbox_modes() {
        let mut process = start(&["crashes-on-exit"], &options(way));
        process.send(TURN).expect("it listens");
        assert!(process.receive(None).is_ok());
        let how = "signal: 6 (SIGABRT)".to_string();
        assert_eq!(stop(process, LONG), Err(Fault::Died(how)));
    }
}

#[test]
fn a_program_that_stays_is_made_to_leave() {
    for way in sandbox_modes() {
        let (heard, mut channel) = ask(start(&["stays"], &options(way)));
        assert_eq!(heard.expect("a move").expect("in time").text, "d3");
        let fault = channel.stop(SHORT);
        assert!(matches!(&fault, Err(Fault::Protocol(why)) if why.contains("was killed")));
    }
}

#[test]
fn a_program_that_closes_its_output_says_nothing_more() {
    for way in sandbox_modes() {
        let mut process = start(&["closes"], &options(way));
        process.send(TURN).expect("it listens");
        let mut channel = Channel::new(Box::new(process));
        if way == Sandbox::Only(Fence::Bubblewrap) {
            // Bubblewrap keeps the output open.
            assert_eq!(channel.read_line(Some(Instant::now() + SHORT)), Ok(None));
        } else {
            let heard = channel.read_line(Some(Instant::now() + LONG));
            let how = heard.expect_err("no answer").to_string();
            assert!(how.contains("closed its output"), "{how}");
        }
    }
}

#[test]
fn children_end_with_their_parents() {
    for misfit in ["forks", "daemons"] {
        for way in sandbox_modes() {
            // Stopped, killed, dropped.
            for patience in [Some(LONG), Some(Duration::ZERO), None] {
                let process = start(&[misfit], &options(way));
                let scratch = process.scratch().to_path_buf();
                let (heard, mut channel) = ask(process);
                assert_eq!(heard.expect("a move").expect("in time").text, "d3");
                // A process that is becoming another program has no environment for a moment.
                let deadline = Instant::now() + LONG;
                while processes_of(&scratch).len() < 3 {
                    assert!(Instant::now() < deadline, "{:?}", processes_of(&scratch));
                }
                if let Some(patience) = patience {
                    // With no time to exit, it may or may not end by itself.
                    let stopped = channel.stop(patience);
                    assert!(stopped.is_ok() || patience != LONG, "{stopped:?}");
                } else {
                    drop(channel);
                }
                assert_gone(&scratch);
            }
        }
    }
}

#[test]
fn a_program_that_kills_its_supervisor_is_found() {
    for way in sandbox_modes() {
        let process = start(&["mutinies"], &options(way));
        let scratch = process.scratch().to_path_buf();
        let (heard, mut channel) = ask(process);
        if way != Sandbox::Off {
            // In a sandbox it cannot reach its supervisor.
            assert_eq!(heard.expect("a move").expect("in time").text, "d3");
            assert!(channel.stop(Duration::ZERO).is_err());
        } else {
            // The answer may come before the end is noticed.
            let hear = |_| channel.read_line(Some(Instant::now() + SHORT)).err();
            let fault = heard.err().or_else(|| (0..300).find_map(hear));
            assert!(
                matches!(&fault, Some(Fault::Unsupervised { enclosed: false })),
                "{fault:?}"
            );
        }
        assert_gone(&scratch);
    }
}

/// Not a test: a referee that starts programs, prints their names, and waits to be killed.
#[test]
#[ignore = "run by another test"]
fn a_referee_that_will_be_killed() {
    let mut channels = Vec::new();
    for way in sandbox_modes() {
        for misfit in ["polite", "daemons", "stays", "forks"] {
            let process = start(&[misfit], &options(way));
            println!("started {}", process.scratch().display());
            let (heard, channel) = ask(process);
            assert_eq!(heard.expect("a move").expect("in time").text, "d3");
            channels.push(channel);
        }
    }
    println!("ready");
    std::thread::sleep(LONG);
}

#[test]
fn nothing_outlives_a_referee_that_is_killed() {
    let mut referee = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "sandbox::ending::a_referee_that_will_be_killed"])
        .args(["--ignored", "--nocapture"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let output = BufReader::new(referee.stdout.take().expect("a pipe"));
    let lines = output.lines().map_while(Result::ok);
    let mut scratches = Vec::new();
    for line in lines.take_while(|line| line != "ready") {
        // The test harness writes on the same line.
        if let Some((_, scratch)) = line.split_once("started ") {
            scratches.push(PathBuf::from(scratch));
        }
    }
    assert_eq!(scratches.len(), 4 * sandbox_modes().len());
    for scratch in &scratches {
        assert!(scratch.exists() && !processes_of(scratch).is_empty());
    }
    // `Child::kill` sends SIGKILL, which cannot be handled.
    referee.kill().expect("it runs");
    referee.wait().expect("it ends");
    for scratch in &scratches {
        assert_soon_gone(scratch);
    }
}

//! Limits on the resources of programs.

use std::fs;
use std::thread;
use std::time::Instant;

use arena::sandbox::SandboxOptions;
use arena::transport::Transport;
use play::Fault;

use super::{LONG, TURN, one_turn, options, processes_of, sandbox_modes, start, stop};

const MEGABYTE: u64 = 1 << 20;

#[test]
fn a_gigabyte_of_output_is_a_flood() {
    one_turn(
        &["floods"],
        |_| (),
        |_, heard, _| assert_eq!(heard, Err(Fault::Flood(MEGABYTE))),
    );
}

#[test]
fn a_gigabyte_on_standard_error_is_a_flood() {
    one_turn(
        &["grumbles"],
        |_| (),
        |_, heard, stderr| {
            assert_eq!(heard, Err(Fault::Flood(64 * MEGABYTE)));
            assert!(stderr.starts_with("####") && stderr.len() < 20_000);
        },
    );
}

#[test]
fn memory_without_end_is_found_out() {
    let limit = 100 * MEGABYTE;
    one_turn(
        &["hungry"],
        |options| options.memory = Some(limit),
        |_, heard, _| assert_eq!(heard, Err(Fault::Memory(limit))),
    );
}

#[test]
fn memory_that_processes_share_is_counted_once() {
    one_turn(
        &["shares"],
        |options| options.memory = Some(100 * MEGABYTE),
        |_, heard, _| assert_eq!(heard.expect("a move").expect("in time").text, "d3"),
    );
}

#[test]
fn a_fork_bomb_does_not_go_off() {
    one_turn(
        &["fork-bomb"],
        |options| options.processes = Some(50),
        // The kernel may refuse another thread before the processes are counted.
        |_, heard, _| {
            let found = [Fault::Processes(50), Fault::Threads(200)].map(Err);
            assert!(found.contains(&heard), "{heard:?}");
        },
    );
}

#[test]
fn as_many_processes_as_allowed_are_allowed() {
    // Three children for each move, and the program itself.
    for (most, allowed) in [(4, true), (3, false)] {
        for way in sandbox_modes() {
            let options = SandboxOptions {
                processes: Some(most),
                ..options(way)
            };
            let mut process = start(&["forks"], &options);
            process.send(TURN).expect("it listens");
            let heard = process.receive(Some(Instant::now() + LONG));
            if allowed {
                assert!(matches!(heard, Ok(Some(_))), "{heard:?}");
                // Long enough for another count.
                thread::sleep(std::time::Duration::from_millis(400));
                assert_eq!(stop(process, LONG), Ok(()));
            } else {
                // The answer may have come first.
                let ended = heard.and_then(|_| process.receive(Some(Instant::now() + LONG)));
                assert_eq!(ended, Err(Fault::Processes(3)));
            }
        }
    }
}

#[test]
fn files_have_a_limit_each_and_together() {
    for misfit in ["hoards", "writes-much"] {
        one_turn(
            &[misfit],
            |options| options.file = 20 * MEGABYTE,
            |_, heard, _| assert_eq!(heard, Err(Fault::Flood(20 * MEGABYTE)), "{misfit}"),
        );
    }
}

#[test]
fn a_program_is_pinned_to_its_core() {
    let cores = |pid: &str| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        line.expect("a list of cores").trim().to_string()
    };
    let ours = cores("self");
    for way in sandbox_modes() {
        let mut pinned = Vec::new();
        // After the last core, numbering starts again at the first.
        for core in [Some(0), Some(1), Some(1 << 20), None] {
            let options = SandboxOptions {
                core,
                ..options(way)
            };
            let mut process = start(&["polite"], &options);
            process.send(TURN).expect("it listens");
            assert!(matches!(process.receive(None), Ok(Some(_))));
            let program = processes_of(process.scratch());
            let program = program
                .iter()
                .find(|(_, words)| words.starts_with("/bin/sh"));
            let (pid, _) = program.expect("it runs");
            pinned.push(cores(pid));
            assert_eq!(stop(process, LONG), Ok(()));
        }
        for core in &pinned[..3] {
            assert!(core.parse::<u32>().is_ok(), "one core, not {core}");
        }
        assert_eq!(pinned[0], pinned[2]);
        assert_eq!(pinned[3], ours);
    }
}

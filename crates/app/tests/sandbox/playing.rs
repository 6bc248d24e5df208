//! Programs that play, well or badly.

use std::time::{Duration, Instant};

use arena::sandbox::{Process, Sandbox};
use arena::transport::Transport;
use play::Fault;

use super::{LONG, TURN, ask, assert_gone, misfits, one_turn, options, sandbox_modes, start, stop};

#[test]
fn a_polite_program_plays_and_leaves() {
    for way in sandbox_modes() {
        let mut process = start(&["polite"], &options(way));
        let scratch = process.scratch().to_path_buf();
        for _ in 0..30 {
            process.send(TURN).expect("it listens");
            let sent = Instant::now();
            let heard = process.receive(Some(sent + LONG)).expect("it plays");
            let heard = heard.expect("in time");
            assert_eq!(heard.bytes, b"d3\n");
            assert!(heard.at <= Instant::now());
        }
        assert_eq!(process.stop(LONG), Ok(()));
        assert_eq!(process.exit_status(), "exit status: 0");
        assert_gone(&scratch);
        assert!(matches!(process.send(TURN), Err(Fault::Died(_))));
    }
}

#[test]
fn invalid_moves_are_passed_on_unchanged() {
    one_turn(
        &["not-utf8"],
        |_| (),
        |_, heard, _| {
            assert_eq!(
                heard.expect("a line").expect("in time").text,
                "\u{fffd}\u{fffd}f5\0"
            );
        },
    );
    one_turn(
        &["empty"],
        |_| (),
        |_, heard, _| {
            assert_eq!(heard.expect("a line").expect("in time").text, "");
        },
    );
    one_turn(
        &["illegal"],
        |_| (),
        |_, heard, _| {
            assert_eq!(heard.expect("a line").expect("in time").text, "d4");
        },
    );
}

#[test]
fn answers_have_the_time_they_came() {
    for way in sandbox_modes() {
        // A busy machine may delay either side: then both get more time.
        let found = [0.3, 1.2, 4.8, 19.2]
            .iter()
            .any(|late| came_unheard(way, *late));
        assert!(found, "no answer came before it was listened for");
    }
}

/// True when an answer arrived about `late` seconds late but before it was read. Its time is that
/// of arrival, not that of reading.
fn came_unheard(way: Sandbox, late: f64) -> bool {
    let mut process = start(&["late", &late.to_string()], &options(way));
    let sent = Instant::now();
    process.send(TURN).expect("it listens");
    let early = process.receive(Some(Instant::now() + Duration::from_millis(20)));
    if early.expect("it plays").is_some() {
        return false;
    }
    std::thread::sleep(Duration::from_secs_f64(6.0 * late));
    let listening = Instant::now();
    let heard = process.receive(Some(listening + LONG));
    let heard = heard.expect("it plays").expect("in time");
    let spent = heard.at - sent;
    assert!(spent >= Duration::from_secs_f64(late), "{spent:?}");
    assert_eq!(stop(process, LONG), Ok(()));
    heard.at < listening
}

#[test]
fn silence_ends_at_the_deadline() {
    for way in sandbox_modes() {
        let mut process = start(&["silent"], &options(way));
        process.send(TURN).expect("it listens");
        let deadline = Instant::now() + Duration::from_millis(200);
        assert_eq!(process.receive(Some(deadline)), Ok(None));
        assert!(Instant::now() >= deadline);
        assert_eq!(stop(process, LONG), Ok(()), "it leaves when its input ends");
    }
}

#[test]
fn a_program_that_never_reads_does_not_block() {
    for way in sandbox_modes() {
        let mut process = start(&["deaf"], &options(way));
        let scratch = process.scratch().to_path_buf();
        let text = "x".repeat(100_000);
        let fault = (0..20).find_map(|_| process.send(&text).err());
        assert!(matches!(fault, Some(Fault::Protocol(_))), "{fault:?}");
        assert_gone(&scratch);
    }
}

#[test]
fn standard_error_is_kept_and_never_blocks() {
    for way in sandbox_modes() {
        let (heard, mut channel) = ask(start(&["chatters"], &options(way)));
        assert_eq!(heard.expect("a line").expect("in time").text, "d3");
        assert_eq!(channel.stop(LONG), Ok(()));
        let stderr = channel.stderr();
        assert!(
            stderr.starts_with("thinking about d3 c4 f5 e6\n...."),
            "{stderr}"
        );
        assert!(stderr.ends_with("....decided on d3\n"), "{stderr}");
        assert!(stderr.contains(" bytes left out …"), "{stderr}");
        assert!(stderr.len() < 20_000);
        assert_eq!(channel.stderr(), "");
    }
}

#[test]
fn programs_that_cannot_be_started_are_reported_at_once() {
    for way in sandbox_modes() {
        let begin = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let started = Process::start(&words, Some(&misfits()), &options(way));
            started.expect_err("it cannot run")
        };
        for (words, why) in [
            (&["./nobody"][..], "No such file"),
            (&["./turn"], "chmod +x"),
            (
                &["no-such-program"],
                "there is no program `no-such-program`",
            ),
            (&["polite"], "./polite"),
            (&[], "empty"),
        ] {
            let fault = begin(words);
            assert!(
                matches!(&fault, Fault::Start(text) if text.contains(why)),
                "{fault:?}"
            );
        }
        // The fault is found only when the program starts.
        let (heard, mut channel) = ask(start(&["of-nobody"], &options(way)));
        let fault = heard.err().or_else(|| channel.stop(LONG).err());
        assert!(
            matches!(&fault, Some(Fault::Start(why)) if why.contains("No such file")),
            "{fault:?}"
        );
        let mut options = options(way);
        options.supervisor = vec!["/bin/false".into()];
        let started = Process::start(&["./polite".to_string()], Some(&misfits()), &options);
        assert!(matches!(started, Err(Fault::Start(_))), "{started:?}");
        options.supervisor = vec!["/no/such/supervisor".into()];
        let started = Process::start(&["./polite".to_string()], Some(&misfits()), &options);
        assert!(matches!(started, Err(Fault::Start(_))), "{started:?}");
    }
}

#[test]
fn commands_of_every_kind_are_found() {
    for way in sandbox_modes() {
        let polite = misfits().join("polite").display().to_string();
        let commands = [
            vec!["./polite".to_string()],
            vec![polite.clone()],
            vec!["sh".to_string(), "./polite".to_string()],
            vec!["/bin/sh".to_string(), polite],
        ];
        for command in commands {
            let process = Process::start(&command, Some(&misfits()), &options(way));
            let (heard, mut channel) = ask(process.expect("it starts"));
            let heard = heard.unwrap_or_else(|fault| panic!("{command:?}: {fault}"));
            assert_eq!(heard.expect("in time").text, "d3", "{command:?}");
            assert_eq!(channel.stop(LONG), Ok(()), "{command:?}");
        }
    }
}

#[test]
fn a_machine_without_a_sandbox_says_so() {
    let state = Sandbox::Auto.state();
    match Sandbox::available() {
        Ok(fence) => assert!(state.contains(&fence.to_string()), "{state}"),
        Err(why) => assert!(state.contains(why), "{state}"),
    }
}

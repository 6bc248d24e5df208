//! An intake that is killed leaves no half state.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::hand_ins::good;
use super::{Intake, contents};

#[test]
fn ctrl_c_ends_a_build_and_the_intake() {
    let intake = Intake::new();
    good(&intake.hand_ins(), "anna", 0);
    let last = intake.hand_ins().join("zoe");
    fs::create_dir(&last).unwrap();
    fs::write(last.join("build.sh"), "sleep 100000\n").unwrap();
    let mut child = intake
        .command(&[])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = output.lines().map(|line| line.expect("a line"));
    assert!(
        lines.any(|line| line.starts_with("  ok  ")),
        "anna's is good"
    );
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it runs");
    let rest: Vec<String> = lines.collect();
    assert_eq!(rest, ["Stopped; the same command goes on with the rest."]);
    assert_eq!(child.wait().expect("it ended").code(), Some(130));
    intake.assert_nothing_left();
    let cup = fs::read_to_string(intake.path("cup.toml")).unwrap();
    assert!(
        !cup.contains("anna"),
        "the cup file is written at the end: {cup}"
    );
}

#[test]
fn an_intake_that_is_killed_goes_on_where_it_was() {
    let (killed, whole) = (Intake::new(), Intake::new());
    for intake in [&killed, &whole] {
        for number in 0..6 {
            good(&intake.hand_ins(), &format!("student-{number}"), number);
        }
    }
    whole.run(&[]).good();
    // Each time it is killed after one more hand-in, with the next one half done.
    let settings = fs::read_to_string(killed.path("cup.toml")).unwrap();
    for _ in 0..3 {
        let mut child = killed
            .command(&[])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let fresh = |line: &String| line.starts_with("  ok  ") && !line.ends_with("(unchanged)");
        let mut lines = output.lines().map(|line| line.expect("a line"));
        assert!(lines.any(|line| fresh(&line)), "a hand-in is taken in");
        child.kill().expect("it runs");
        child.wait().expect("it ended");
        let cup = fs::read_to_string(killed.path("cup.toml")).unwrap();
        assert_eq!(cup, settings, "the cup file is written at the end");
    }
    let told = killed.run(&[]).good();
    assert!(told.matches("(unchanged)").count() >= 3, "{told}");
    let cups = [&killed, &whole].map(|one| fs::read_to_string(one.path("cup.toml")).unwrap());
    assert_eq!(cups[0], cups[1]);
    assert!(!killed.path("bots/.new").exists());
    for (path, bytes) in contents(&whole.path("bots")) {
        let relative = path.strip_prefix(whole.path("bots")).unwrap().to_path_buf();
        let same = fs::read(killed.path("bots").join(&relative)).unwrap();
        assert_eq!(same, bytes, "{relative:?}");
    }
}

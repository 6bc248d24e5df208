//! A supervisor that is started by hand.

use std::process::{Command, Stdio};

#[test]
fn a_supervisor_cannot_be_started_by_hand() {
    let supervisor = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
        command
            .arg("supervisor")
            .args(arguments)
            .stdin(Stdio::null());
        let output = command.output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), said)
    };
    let (code, said) = supervisor(&["--file", "1", "--scratch", "/nowhere", "--", "true"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("not by hand"), "{said}");
    assert_eq!(supervisor(&[]).0, Some(2));
    let help = Command::new(env!("CARGO_BIN_EXE_reversi"))
        .arg("--help")
        .output();
    let help = String::from_utf8(help.expect("it runs").stdout).expect("UTF-8");
    assert!(!help.contains("supervisor"), "{help}");
}

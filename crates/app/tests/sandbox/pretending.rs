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
    let plan = r#"{"bounds":{"threads":1,"file":1,"scratch":"/nowhere","ponder":false,
        "groups":false},"enclosure":"Open"}"#;
    for words in [
        &[plan, "--", "true"][..],
        &[plan],
        &["{}", "--", "true"],
        &["--help"],
        &[],
    ] {
        let (code, said) = supervisor(words);
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains("not by hand"), "{said}");
    }
    let help = Command::new(env!("CARGO_BIN_EXE_reversi"))
        .arg("--help")
        .output();
    let help = String::from_utf8(help.expect("it runs").stdout).expect("UTF-8");
    assert!(!help.contains("supervisor"), "{help}");
}

//! `reversi supervisor` and `reversi gate`: the processes around another program. The program starts
//! them itself; their arguments are not those of people, and are read as they are.

use std::ffi::OsString;
use std::process::ExitCode;

use arena::sandbox::{Gate, Supervisor};
use serde::de::DeserializeOwned;

/// Runs a supervisor or a gate, if this process was started as one.
pub fn intercept() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let role = words.next()?;
    let run: fn(Vec<OsString>) -> Result<ExitCode, String> = match role.to_str()? {
        "supervisor" => supervise,
        "gate" => pass,
        _ => return None,
    };
    let role = role.to_string_lossy().into_owned();
    Some(run(words.collect()).unwrap_or_else(|why| {
        eprintln!("reversi {role}: {why}; it is started by the program itself, not by hand");
        ExitCode::from(2)
    }))
}

/// Supervises a program until all its processes have ended.
fn supervise(words: Vec<OsString>) -> Result<ExitCode, String> {
    let (supervisor, command): (Supervisor, _) = parse(words)?;
    let done = supervisor.run(&command);
    done.map(|()| ExitCode::SUCCESS)
        .map_err(|error| error.to_string())
}

/// Becomes a program with limits.
fn pass(words: Vec<OsString>) -> Result<ExitCode, String> {
    let (gate, command): (Gate, _) = parse(words)?;
    let code = gate.run(&command);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)))
}

/// A plan as JSON, two dashes, and a command.
fn parse<T: DeserializeOwned>(words: Vec<OsString>) -> Result<(T, Vec<OsString>), String> {
    let mut words = words.into_iter();
    let plan = words.next().ok_or("there is no plan")?;
    let plan = plan.to_str().ok_or("the plan is not UTF-8")?;
    let plan = serde_json::from_str(plan).map_err(|error| error.to_string())?;
    if words.next().is_none_or(|word| word != "--") {
        return Err("there is no command".to_string());
    }
    Ok((plan, words.collect()))
}

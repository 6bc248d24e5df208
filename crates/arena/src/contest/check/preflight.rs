//! Preflight: mistakes in a command that can be found before it is started.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::diagnosis::Diagnosis;
use crate::sandbox;
use play::Fault;

/// The number of bytes of a script that are looked at.
const HEAD_BYTES: u64 = 4096;

/// Interpreters, and the endings of the scripts that they run.
const INTERPRETERS: [(&str, &[&str]); 9] = [
    ("python", &["py", "pyz"]),
    ("pypy", &["py", "pyz"]),
    ("node", &["js", "mjs", "cjs"]),
    ("nodejs", &["js", "mjs", "cjs"]),
    ("ruby", &["rb"]),
    ("perl", &["pl"]),
    ("lua", &["lua"]),
    ("php", &["php"]),
    ("java", &["jar", "java"]),
];

/// Shells, which do not accept scripts whose lines end with CR LF.
const SHELLS: [&str; 4] = ["sh", "bash", "dash", "zsh"];

/// Why a command cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unstartable {
    /// The reason.
    pub reason: String,
    /// The mistake, if it is a known one.
    pub diagnosis: Option<Diagnosis>,
}

impl Unstartable {
    fn new(reason: String, diagnosis: Diagnosis) -> Unstartable {
        let diagnosis = Some(diagnosis);
        Unstartable { reason, diagnosis }
    }
}

impl From<Fault> for Unstartable {
    fn from(fault: Fault) -> Unstartable {
        let reason = match fault {
            Fault::Start(why) => why,
            other => other.to_string(),
        };
        let diagnosis = None;
        Unstartable { reason, diagnosis }
    }
}

/// Checks that what a command names is there and can be read by its interpreter, without starting
/// it.
///
/// # Errors
/// The reason why it could not be started.
pub fn preflight(command: &str, folder: &Path) -> Result<(), Unstartable> {
    let folder = sandbox::folder(Some(folder))?;
    let Some(words) = shlex::split(command) else {
        let why = format!("its command `{command}` has a quote without an end");
        return Err(Fault::Start(why).into());
    };
    let name = words.first().map_or("", String::as_str);
    let path = sandbox::executable(name, &folder)?;
    script(&path, &folder)?;
    arguments(name, &words[1..], &folder)
}

/// Checks the first line of an executable script.
fn script(path: &Path, folder: &Path) -> Result<(), Unstartable> {
    let head = head(path);
    let Some(first) = head.strip_prefix(b"#!") else {
        return Ok(());
    };
    let first = first.split(|byte| *byte == b'\n').next();
    let first = String::from_utf8_lossy(first.unwrap_or_default()).into_owned();
    if first.ends_with('\r') {
        return Err(crlf(path));
    }
    let words: Vec<&str> = first.split_whitespace().collect();
    let interpreter = match words.as_slice() {
        [env, "-S", name, ..] | [env, name, ..] if env.ends_with("/env") => *name,
        [name, ..] => *name,
        [] => return Ok(()),
    };
    if sandbox::executable(interpreter, folder).is_err() {
        let why = format!(
            "the first line of {} names {interpreter}, which is not on this machine",
            name_of(path)
        );
        let diagnosis = Diagnosis::MissingInterpreter(interpreter.to_string());
        return Err(Unstartable::new(why, diagnosis));
    }
    Ok(())
}

/// Checks the script, archive or class that an interpreter is told to run.
fn arguments(name: &str, words: &[String], folder: &Path) -> Result<(), Unstartable> {
    let tool = Path::new(name).file_name().and_then(|name| name.to_str());
    let tool = tool.unwrap_or(name);
    if SHELLS.contains(&tool) {
        return match words.first() {
            Some(word) if !word.starts_with('-') => {
                let path = present(word, folder)?;
                // A line with nothing but a comment may end as it likes.
                let crlf_line = head(&path).windows(2).any(|pair| pair == b"\r\n");
                if crlf_line { Err(crlf(&path)) } else { Ok(()) }
            }
            _ => Ok(()),
        };
    }
    let is_version = |rest: &str| {
        rest.chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    let known = |(name, _): &&(&str, &[&str])| tool.strip_prefix(name).is_some_and(is_version);
    let Some((_, endings)) = INTERPRETERS.iter().find(known) else {
        return Ok(());
    };
    let ending = |word: &&String| {
        let ending = Path::new(word.as_str()).extension();
        ending.is_some_and(|ending| endings.iter().any(|known| ending == *known))
    };
    // Modules (-m), texts (-c, -e) and class paths have no file of their own.
    let free = [
        "-m",
        "-c",
        "-e",
        "-cp",
        "-classpath",
        "--class-path",
        "-p",
        "--module-path",
    ];
    if words.iter().any(|word| free.contains(&word.as_str())) {
        return Ok(());
    }
    if let Some(file) = words.iter().find(ending) {
        return present(file, folder).map(drop);
    }
    if tool == "java"
        && let Some(class) = words.iter().find(|word| !word.starts_with('-'))
        && !folder.join(class.replace('.', "/") + ".class").is_file()
    {
        let why = format!("there is no class {class} in its folder");
        let diagnosis = Diagnosis::MissingClass(class.clone());
        return Err(Unstartable::new(why, diagnosis));
    }
    Ok(())
}

/// The path of a file that a command names.
fn present(word: &str, folder: &Path) -> Result<PathBuf, Unstartable> {
    let path = folder.join(word);
    if path.is_file() {
        return Ok(path);
    }
    let why = format!("there is no file {word} in its folder");
    let diagnosis = Diagnosis::MissingFile(word.to_string());
    Err(Unstartable::new(why, diagnosis))
}

fn crlf(path: &Path) -> Unstartable {
    let name = name_of(path);
    let why = format!("the lines of {name} end with CR LF, as on Windows");
    Unstartable::new(why, Diagnosis::CrLf(name))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The beginning of a file; empty if it cannot be read.
fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // What was read before an error is looked at.
        let _ = file.take(HEAD_BYTES).read_to_end(&mut bytes);
    }
    bytes
}

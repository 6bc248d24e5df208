//! Candidates: the commands that could start a hand-in, and the protocols that it could speak.

use std::borrow::Cow;
use std::path::Path;

use super::listing::{Listing, has_function};
use super::manifest::Manifest;
use super::recipe::BUILT;
use crate::protocol::Protocol;

/// A command that could start a program, and the protocols to try with it, the likely ones first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The command.
    pub command: String,
    /// The protocols.
    pub protocols: Vec<Protocol>,
    /// Whether it reads its input, as far as can be seen: a part of a program does not.
    pub reads_input: bool,
}

/// Words of scripts that read their input.
const READING: [&str; 5] = ["stdin", "input(", "readline", "readFileSync(0", "read "];

/// Names that programs have, the likely ones first.
const USUAL_NAMES: [&str; 9] = [
    BUILT, "bot", "main", "player", "reversi", "othello", "run", "start", "index",
];

/// Files that are executable or look like programs, and are none.
const NO_PROGRAMS: [&str; 6] = ["build", "configure", "install", "setup", "test", "tests"];

/// Words of the protocols that nothing else has.
const EVIDENCE: [(Protocol, &[&str]); 4] = [
    (Protocol::Console, &["selectcolor", "newgame"]),
    (Protocol::Gtp, &["genmove"]),
    (Protocol::NBoard, &["nboard"]),
    (Protocol::Cassio, &["ENGINE-PROTOCOL"]),
];

/// At most this many commands are tried.
const MAX_COMMANDS: usize = 4;

/// The commands that could start the program in a folder, once it is built; the likely ones first.
/// A manifest that names the player leaves no choice.
#[must_use]
pub fn candidates(folder: &Path, manifest: &Manifest) -> Vec<Candidate> {
    if let Some((protocol, command)) = &manifest.player {
        return vec![Candidate {
            command: command.clone(),
            protocols: vec![*protocol],
            reads_input: true,
        }];
    }
    let listing = Listing::of(folder).with("target/release").with("build");
    let mut commands = executables(&listing);
    commands.extend(archives_and_classes(&listing));
    let mut commands: Vec<(String, bool)> = commands.into_iter().map(|one| (one, true)).collect();
    commands.extend(scripts(&listing, &["py"], "python3"));
    commands.extend(scripts(&listing, &["js", "mjs", "cjs"], "node"));
    commands.extend(scripts(&listing, &["sh"], "sh"));
    commands.truncate(MAX_COMMANDS);
    let spoken = protocols(&listing);
    let candidate = |(command, reads_input)| Candidate {
        command,
        protocols: spoken.clone(),
        reads_input,
    };
    commands.into_iter().map(candidate).collect()
}

/// The protocols to try: those that the files name, then the simple ones.
fn protocols(listing: &Listing) -> Vec<Protocol> {
    let mut found = Vec::new();
    let contents: Vec<Vec<u8>> = listing.files().map(|file| listing.content(file)).collect();
    let contains = |word: &str| {
        let word = word.as_bytes();
        let mut all = contents.iter();
        all.any(|text| text.windows(word.len()).any(|part| part == word))
    };
    for (protocol, words) in EVIDENCE {
        if words.iter().all(|word| contains(word)) {
            found.push(protocol);
        }
    }
    found.extend([Protocol::Simple, Protocol::Once]);
    // Words in a packed program cannot be seen.
    if !listing.ending(&["jar", "pyz"]).is_empty() && !found.contains(&Protocol::Console) {
        found.push(Protocol::Console);
    }
    found
}

/// How likely a file is the program: a small number is likely. `None` if it is none.
fn rank(file: &str) -> Option<usize> {
    let stem = Path::new(file).file_stem()?.to_str()?.to_lowercase();
    if NO_PROGRAMS.contains(&stem.as_str()) || stem.starts_with("test_") {
        return None;
    }
    let usual = USUAL_NAMES.iter().position(|name| *name == stem);
    Some(usual.unwrap_or(USUAL_NAMES.len()))
}

/// Files in the order of their likelihood.
fn ranked<'a>(files: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ranked: Vec<(usize, usize, &str)> = files
        .filter_map(|file| Some((rank(file)?, file.matches('/').count(), file)))
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, _, file)| file).collect()
}

/// Programs and scripts that can be started as they are.
fn executables(listing: &Listing) -> Vec<String> {
    let is_program = |file: &&str| {
        let ending = Path::new(file)
            .extension()
            .and_then(|ending| ending.to_str());
        let is_library = matches!(
            ending,
            Some("so" | "o" | "a" | "d" | "rlib" | "c" | "h" | "cpp" | "java" | "class" | "jar")
        );
        let is_release = !file.starts_with("target/") || file.matches('/').count() == 2;
        // Scripts with an interpreter of their own are started by it.
        let is_script = matches!(ending, Some("py" | "js" | "mjs" | "cjs" | "sh"));
        let head = || {
            let content = listing.content(file);
            content.starts_with(b"\x7fELF") || content.starts_with(b"#!")
        };
        !is_library && is_release && !is_script && listing.is_executable(file) && head()
    };
    let files = ranked(listing.files().filter(is_program));
    files
        .into_iter()
        .map(|file| word(&format!("./{file}")))
        .collect()
}

/// Programs of the Java machine.
fn archives_and_classes(listing: &Listing) -> Vec<String> {
    let jars = ranked(listing.ending(&["jar"]).into_iter());
    let mut commands: Vec<String> = jars
        .into_iter()
        .map(|jar| format!("java -jar {}", word(jar)))
        .collect();
    let sources = ranked(listing.ending(&["java"]).into_iter());
    let classes = listing.ending(&["class"]);
    for source in sources {
        let text = listing.content(source);
        if !has_function(&text, "main") {
            continue;
        }
        let text = String::from_utf8_lossy(&text);
        let package = text.lines().find_map(|line| {
            let name = line.trim().strip_prefix("package ")?;
            Some(name.trim_end_matches([';', ' ']).trim().to_string())
        });
        let stem = Path::new(source).file_stem().and_then(|stem| stem.to_str());
        let stem = stem.unwrap_or_default();
        let name = package.map_or(stem.to_string(), |package| format!("{package}.{stem}"));
        let file = name.replace('.', "/") + ".class";
        // The class may be in the folder that a Makefile has chosen.
        let found = classes.iter().find_map(|class| {
            let above = class.strip_suffix(&file)?;
            (above.is_empty() || above.ends_with('/')).then_some(above)
        });
        if let Some(above) = found {
            let path = above.trim_end_matches('/');
            let path = if path.is_empty() { "." } else { path };
            commands.push(format!("java -cp {} {}", word(path), word(&name)));
        }
    }
    commands
}

/// Scripts at the top, started by their interpreter, and whether they read their input.
fn scripts(listing: &Listing, endings: &[&str], interpreter: &str) -> Vec<(String, bool)> {
    let at_top = listing
        .ending(endings)
        .into_iter()
        .filter(|file| !file.contains('/'));
    let files = ranked(at_top);
    let reads = |file: &str| {
        let text = listing.content(file);
        let text = String::from_utf8_lossy(&text);
        READING.iter().any(|word| text.contains(word))
    };
    files
        .into_iter()
        .map(|file| (format!("{interpreter} {}", word(file)), reads(file)))
        .collect()
}

/// A word of a command.
fn word(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_string(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn commands(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            #[cfg(unix)]
            if text.starts_with("#!") {
                let file = fs::File::open(&path).unwrap();
                super::super::permissions::make_executable(&file).unwrap();
            }
        }
        let manifest = Manifest::of(folder.path()).unwrap();
        let found = candidates(folder.path(), &manifest);
        found.into_iter().map(|one| one.command).collect()
    }

    #[cfg(unix)]
    #[test]
    fn the_likely_programs_come_first() {
        let main = "class Bot { static void main(String[] words) { } }";
        for (files, expected) in [
            (
                &[("util.py", ""), ("bot.py", ""), ("test_bot.py", "")][..],
                &["python3 bot.py", "python3 util.py"][..],
            ),
            (
                &[("target/release/mine", "#!x"), ("build.sh", "#!x")],
                &["./target/release/mine"],
            ),
            (
                &[("my bot", "#!/bin/sh"), ("bot.js", "")],
                &["'./my bot'", "node bot.js"],
            ),
            (
                &[("src/Bot.java", main), ("out/Bot.class", "")],
                &["java -cp out Bot"],
            ),
            (
                &[
                    ("Bot.java", &format!("package game;\n{main}")),
                    ("game/Bot.class", ""),
                ],
                &["java -cp . game.Bot"],
            ),
            (&[("bot.jar", "")], &["java -jar bot.jar"]),
            (
                &[("reversi.toml", "player = \"gtp:./x -g\""), ("bot.py", "")],
                &["./x -g"],
            ),
            (&[("readme.txt", "")], &[]),
        ] {
            assert_eq!(commands(files), expected);
        }
    }

    #[test]
    fn words_in_the_sources_tell_the_protocol() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bot.py"), "if line == 'genmove':").unwrap();
        let found = candidates(folder.path(), &Manifest::default());
        assert_eq!(found[0].protocols[0], Protocol::Gtp);
        fs::write(folder.path().join("bot.py"), "print(move)").unwrap();
        let found = candidates(folder.path(), &Manifest::default());
        assert_eq!(found[0].protocols, [Protocol::Simple, Protocol::Once]);
    }
}

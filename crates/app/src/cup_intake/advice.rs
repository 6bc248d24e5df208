//! Advice for hand-ins that failed before they could be checked.

use arena::contest::check::needs_network;

use crate::cup_check::NO_NETWORK;

/// Advice for a build that failed, from its output.
pub fn build(failure: &str, output: &str) -> &'static str {
    let has = |words: &[&str]| words.iter().any(|word| output.contains(word));
    if needs_network(output) {
        return NO_NETWORK;
    }
    if has(&[
        "command not found",
        ": not found",
        "No such file or directory",
    ]) {
        return "A tool or a file is missing: look at the last lines of the output. Hand in all files, \
                and use tools that the machine of the cup has.";
    }
    if failure.contains("did not end") {
        return "It must end by itself, without input: the build must not start the program.";
    }
    if failure.contains("memory") || failure.contains("processes") {
        return "It uses too much: build with fewer processes, and leave out what the program does not \
                need.";
    }
    if has(&["Read-only file system", "Permission denied"]) {
        return "It may write in its own folder and in $HOME only.";
    }
    "Look at the last lines of the output, which say what is wrong. The same command must work in an \
     empty folder with nothing but the hand-in."
}

/// The mistake behind a build that failed, for a list; may be empty.
pub fn build_mistake(output: &str) -> &'static str {
    if needs_network(output) {
        "; it needs a network"
    } else {
        ""
    }
}

/// Advice where reversi.toml is wrong.
pub const MANIFEST: &str = "Correct that line of reversi.toml. Texts are in quotation marks, and the \
    player is a protocol, a colon and a command:\n\n    name = \"My bot\"\n    \
    player = \"simple:python3 bot.py\"";

/// Advice where no program was found.
pub const NO_PROGRAM: &str = "Name the program bot, bot.py, Bot.java or bot.js, or add a file \
    reversi.toml with a line such as player = \"simple:python3 my_player.py\".";

/// Advice where several sources could be the program.
pub const SEVERAL: &str = "Say which one it is: with a Makefile, or with a reversi.toml such as\n\n    \
    build = \"cc -O2 -o bot bot.c -lm\"\n    player = \"simple:./bot\"";

//! The table of console commands: dispatch, help and completion are generated from it.

use anyhow::Result;

use super::{Console, Flow};
use crate::completion::Argument;

/// The function of a command; it gets the rest of the line.
type Verb = fn(&mut Console, &str) -> Result<Flow>;

/// An entry of the table. A command without a usage takes no argument.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    argument: Argument,
    pub(super) help: &'static str,
    pub(super) run: Verb,
}

macro_rules! table {
    ($($verb:ident $name:literal $usage:literal $argument:expr, $help:literal;)*) => {
        &[$(Entry {
            name: $name,
            usage: $usage,
            argument: $argument,
            help: $help,
            run: Console::$verb,
        }),*]
    };
}

#[rustfmt::skip]
pub(super) const TABLE: &[Entry] = table! {
    new_game           "newgame"     "[<size>]"     Argument::Free,   "start over, on another board size if you like";
    play               "play"        "<square>"     Argument::Square, "make your move, as in: play f5";
    cont               "cont"        ""             Argument::Free,   "let the computer make its move";
    undo               "undo"        ""             Argument::Free,   "take back your last move and the answer to it";
    redo               "redo"        ""             Argument::Free,   "make the moves again that undo took back";
    suggest            "suggest"     ""             Argument::Free,   "ask for a good move";
    select_color       "selectcolor" "black|white"  Argument::OneOf(&["black", "white"]), "choose your colour";
    show_legal         "showlegal"   "on|off"       Argument::OneOf(&["on", "off"]),      "mark your legal squares with *";
    level              "level"       "[<d>]"        Argument::Free,   "look d moves ahead; alone, tell the level";
    opponent           "opponent"    "[<name>]"     Argument::OneOf(OPPONENTS), "play against another opponent, as in: opponent rival:5; alone, list them";
    save               "save"        "<file>"       Argument::File,   "save the position";
    load               "load"        "<file>"       Argument::File,   "load a saved position";
    show_current_state "showstate"   ""             Argument::Free,   "show the board";
    moves              "moves"       ""             Argument::Free,   "list the moves so far";
    opening            "opening"     ""             Argument::Free,   "what the opening played is called";
    eval               "eval"        ""             Argument::Free,   "how the opponent judges the position";
    help               "help"        "[<command>]"  Argument::Command, "list the commands, or explain one";
    quit               "quit"        ""             Argument::Free,   "leave";
};

/// Other names of commands.
const ALIASES: &[(&str, &str)] = &[("exit", "quit"), ("?", "help"), ("hint", "suggest")];

const OPPONENTS: &[&str] = &{
    let mut names = [play::Computer::RIVAL; engine::Opponent::ALL.len() + 1];
    let mut index = 1;
    while index < names.len() {
        names[index] = engine::Opponent::ALL[index - 1].name();
        index += 1;
    }
    names
};

/// The completions at the start of a line and after each command.
pub(super) fn completions() -> Vec<(&'static str, Argument)> {
    TABLE
        .iter()
        .map(|entry| (entry.name, entry.argument))
        .collect()
}

/// The command with a name, in any case, or an error message.
pub(super) fn find(name: &str) -> Result<&'static Entry, String> {
    let asked = name.to_ascii_lowercase();
    let asked = ALIASES
        .iter()
        .find(|(alias, _)| *alias == asked)
        .map_or(asked.as_str(), |(_, command)| command);
    if let Some(entry) = TABLE.iter().find(|entry| entry.name == asked) {
        return Ok(entry);
    }
    let shown: String = name.chars().take(40).collect();
    if name.parse::<rules::Point>().is_ok() {
        return Err(format!(
            "Unknown command `{shown}`; to play there, type: play {shown}"
        ));
    }
    let distance = |entry: &&Entry| strsim::damerau_levenshtein(entry.name, asked);
    let nearest = TABLE.iter().min_by_key(distance);
    Err(match nearest {
        Some(Entry { name, .. }) => {
            format!("Unknown command `{shown}`; did you mean `{name}`? `help` lists all commands")
        }
        None => format!("Unknown command `{shown}`; `help` lists all commands"),
    })
}

//! Choice: the command and the protocol of a hand-in that does not say how it is started.

use anyhow::Result;
use arena::intake::Candidate;
use arena::protocol::Protocol;

/// What was chosen, and what was tried before.
pub struct Choice<'a> {
    /// The protocol.
    pub protocol: Protocol,
    /// The command.
    pub command: &'a str,
    /// What was tried, in this order; empty if there was no choice.
    tried: Vec<String>,
    /// Whether the last one tried plays a game.
    plays: bool,
    /// Other commands that could start the program.
    others: Vec<&'a str>,
}

impl<'a> Choice<'a> {
    /// Tries candidates until one plays a game; `plays` tells, and `None` stops it. If none does, it
    /// is the first one. `None` if there are no candidates or it was stopped.
    pub fn make(
        candidates: &'a [Candidate],
        mut plays: impl FnMut(Protocol, &str) -> Result<Option<bool>>,
    ) -> Result<Option<Choice<'a>>> {
        let all = candidates.iter().flat_map(|one| {
            let pairs = one.protocols.iter();
            pairs.map(|protocol| (*protocol, one.command.as_str()))
        });
        let all: Vec<(Protocol, &str)> = all.collect();
        let Some(&(protocol, command)) = all.first() else {
            return Ok(None);
        };
        let mut choice = Choice {
            protocol,
            command,
            tried: Vec::new(),
            plays: false,
            others: Vec::new(),
        };
        if all.len() > 1 {
            for (protocol, command) in all {
                choice.tried.push(format!("{}:{command}", protocol.name()));
                match plays(protocol, command)? {
                    None => return Ok(None),
                    Some(false) => {}
                    Some(true) => {
                        (choice.protocol, choice.command) = (protocol, command);
                        choice.plays = true;
                        break;
                    }
                }
            }
        }
        let others = candidates.iter().filter(|one| one.reads_input);
        let others = others.map(|one| one.command.as_str());
        choice.others = others.filter(|other| *other != choice.command).collect();
        Ok(Some(choice))
    }

    /// The chosen program as in a cup file.
    pub fn player(&self) -> String {
        format!("{}:{}", self.protocol.name(), self.command)
    }

    /// What the report says about it; `None` if there was no choice.
    pub fn told(&self) -> Option<String> {
        let list = |players: &[String]| {
            let lines = players.iter().map(|player| format!("- `{player}`\n"));
            lines.collect::<String>()
        };
        let result = match (&self.tried[..], self.plays) {
            ([], _) => return None,
            ([first], true) => format!("`{first}` was tried first, and it plays."),
            ([failed @ .., _], true) => format!(
                "These were tried, in this order, and did not play a game:\n\n{}\nThen `{}` did, and is \
                 used.",
                list(failed),
                self.player()
            ),
            (tried, false) => format!(
                "These were tried, in this order, and none plays a game. The check below is that of \
                 the first one:\n\n{}",
                list(tried)
            ),
        };
        let warning = self.warning();
        let warning = warning.map_or(String::new(), |text| format!("\n\nBut {text}."));
        Some(format!(
            "The hand-in does not say how it is started. {}{warning}\n\nA line such as `player = \
             \"{}\"` in a file `reversi.toml` says it.",
            result.trim_end(),
            self.player()
        ))
    }

    /// A warning if there are other programs in it.
    pub fn warning(&self) -> Option<String> {
        if self.others.is_empty() {
            return None;
        }
        let others = self.others.join(" or ");
        Some(format!("{others} could be the program too"))
    }
}

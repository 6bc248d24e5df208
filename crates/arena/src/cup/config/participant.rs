//! Who takes part in a cup.

use std::path::{Path, PathBuf};

use super::keys::{ConfigError, Keys};
use crate::contest::Entrant;
use crate::protocol::Protocol;

/// Somebody who takes part in a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// The program's name.
    pub name: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// How it is started, as it was written.
    pub player: String,
    /// The same, understood.
    pub entrant: Entrant,
    /// Where it is started, if it is another program; the other programs do not see inside.
    pub folder: Option<PathBuf>,
    /// Its place in the order of seeding, counted from 1, if it has a fixed one.
    pub seed: Option<usize>,
}

/// The longest name.
const LONGEST_NAME: usize = 60;

impl Participant {
    /// Reads one. Paths are relative to `base`.
    pub(super) fn read(keys: &mut Keys<'_>, base: &Path) -> Result<Participant, ConfigError> {
        let named = keys.get("name");
        let Some(named) = named else {
            return Err(keys.error("every entrant needs a name, as in name = \"Anna\""));
        };
        let name = named.line()?;
        if name.chars().count() > LONGEST_NAME {
            return Err(named.error(format!("a name has at most {LONGEST_NAME} letters")));
        }
        let author = keys.get("author").map(|author| author.text()).transpose()?;
        let (player, mut entrant) = player(keys, &name)?;
        if let Entrant::Engine(options) = &mut entrant
            && let Some(weights) = &mut options.weights
        {
            *weights = base.join(&*weights);
        }
        let folder = match keys.get("folder") {
            None => None,
            Some(found) => {
                if !matches!(entrant, Entrant::Program(..)) {
                    return Err(found.error("only another program has a folder"));
                }
                let folder = base.join(found.line()?);
                if !folder.is_dir() {
                    let missing = format!("there is no folder {}", folder.display());
                    return Err(found.error(missing));
                }
                Some(folder)
            }
        };
        let is_program = matches!(entrant, Entrant::Program(..));
        Ok(Participant {
            name,
            author: author.unwrap_or_default(),
            player,
            entrant,
            // A bare name in cup.toml has no folder of its own to be started in.
            folder: folder.or_else(|| is_program.then(|| here(base))),
            seed: None,
        })
    }
}

/// A folder that can be named.
fn here(base: &Path) -> PathBuf {
    if base.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        base.to_path_buf()
    }
}

/// How it plays: as `player`, or as `command` and `protocol`.
fn player(keys: &mut Keys<'_>, name: &str) -> Result<(String, Entrant), ConfigError> {
    let (player, command, protocol) = (
        keys.get("player"),
        keys.get("command"),
        keys.get("protocol"),
    );
    match (player, command) {
        (Some(player), None) => {
            if let Some(protocol) = protocol {
                return Err(protocol.error(
                    "it goes with `command`; with `player` it stands before the colon, as in \
                     player = \"console:./bot\"",
                ));
            }
            let text = player.line()?;
            let entrant = text.parse().map_err(|error| player.error(error))?;
            check_command(&entrant).map_err(|message| player.error(message))?;
            Ok((text, entrant))
        }
        (None, Some(command)) => {
            let names = Protocol::ALL.map(Protocol::name).join(", ");
            let Some(protocol) = protocol else {
                return Err(command.error(format!("it needs a `protocol` beside it: {names}")));
            };
            let wanted = format!("one of {names}");
            let protocol = protocol.read(&wanted, |text| {
                let mut all = Protocol::ALL.into_iter();
                all.find(|protocol| protocol.name().eq_ignore_ascii_case(text.trim()))
            })?;
            let line = command.line()?;
            let entrant = Entrant::Program(protocol, line.clone());
            check_command(&entrant).map_err(|message| command.error(message))?;
            Ok((format!("{}:{line}", protocol.name()), entrant))
        }
        (Some(_), Some(command)) => Err(command.error("give `player` or `command`, not both")),
        (None, None) => Err(keys.error(format!(
            "`{name}` needs a player, as in player = \"walle:5\" or player = \"console:./bot\""
        ))),
    }
}

/// Objects to a command that no shell would understand.
fn check_command(entrant: &Entrant) -> Result<(), String> {
    match entrant {
        Entrant::Program(_, command)
            if shlex::split(command).is_none_or(|words| words.is_empty()) =>
        {
            Err(format!(
                "`{command}` is no command: a quotation mark is not closed"
            ))
        }
        _ => Ok(()),
    }
}

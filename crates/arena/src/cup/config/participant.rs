//! Participants of a cup.

use std::path::{Path, PathBuf};

use super::keys::{ConfigError, Keys};
use crate::contest::Entrant;
use crate::protocol::Protocol;

/// A participant of a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// The program's name.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Its player description, as it was written.
    pub player: String,
    /// The same, parsed.
    pub entrant: Entrant,
    /// The working folder of another program. It is hidden from the other programs.
    pub folder: Option<PathBuf>,
    /// Its place in the order of seeding, counted from 1, if it has a fixed one.
    pub seed: Option<usize>,
}

/// The maximum number of characters in a name.
const MAX_NAME_CHARS: usize = 60;

impl Participant {
    /// Parses a participant, which messages call `what`. Paths are relative to `base`.
    pub(super) fn read(
        keys: &mut Keys<'_>,
        what: &str,
        base: &Path,
    ) -> Result<Participant, ConfigError> {
        let named = keys.get("name");
        let Some(named) = named else {
            return Err(keys.error(format!("{what} needs a name, as in name = \"Anna\"")));
        };
        let name = named.line()?;
        if name.chars().count() > MAX_NAME_CHARS {
            return Err(named.error(format!("a name has at most {MAX_NAME_CHARS} letters")));
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
            // The default is the folder of cup.toml.
            folder: folder.or_else(|| is_program.then(|| here(base))),
            seed: None,
        })
    }
}

/// The folder `base`, or `.` if it is empty.
fn here(base: &Path) -> PathBuf {
    if base.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        base.to_path_buf()
    }
}

/// The player, given as `player`, or as `command` and `protocol`.
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

/// Checks that a command can be split into words as a shell does.
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

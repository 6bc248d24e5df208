//! Cup file: the `cup.toml` that an intake writes. Everything but the entrants is the teacher's.

use std::collections::HashSet;
use std::path::Path;

use super::record::Outcome;
use crate::cup::config::{Config, ConfigError};

/// The lines around the entrants that an intake has written.
const BEGIN: &str = "# Entrants taken in by `reversi cup intake`, which rewrites this part.";
const END: &str = "# End of the entrants taken in.";

/// The settings of a new cup file.
const SETTINGS: &str = include_str!("settings.toml");

/// What is added for a cup of more than [`MAX_KNOCKOUT`] entrants.
const QUALIFIER: &str = "# The best 16 of a Swiss system meet in the knock-out.\n\
                         [qualifier]\nformat = \"swiss\"\n\n";

/// A larger cup has a qualifier by default.
const MAX_KNOCKOUT: usize = 16;

/// A cup file without the entrants that an intake has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CupFile {
    before: String,
    after: String,
}

/// A hand-in in a cup file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The student.
    pub student: String,
    /// The folder of the program, relative to the cup file.
    pub folder: String,
    /// The result of the intake.
    pub outcome: Outcome,
}

impl CupFile {
    /// A new file for this many entrants.
    #[must_use]
    pub fn new(entrants: usize) -> CupFile {
        let mut before = SETTINGS.to_string();
        if entrants > MAX_KNOCKOUT {
            before += QUALIFIER;
        }
        let after = String::new();
        CupFile { before, after }
    }

    /// Takes the entrants of an earlier intake out of a file.
    #[must_use]
    pub fn read(text: &str) -> CupFile {
        let begin = text.find(BEGIN);
        let end = begin.and_then(|begin| Some(begin + text[begin..].find(END)? + END.len()));
        match (begin, end) {
            (Some(begin), Some(end)) => CupFile {
                before: text[..begin].to_string(),
                after: text[end..].trim_start_matches('\n').to_string(),
            },
            _ => CupFile {
                before: text.trim_end().to_string() + "\n\n",
                after: String::new(),
            },
        }
    }

    /// The settings, read as those of a cup with this many more entrants. `path` is that of the
    /// file.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn settings(&self, entrants: usize, path: &Path) -> Result<Config, ConfigError> {
        let mut text = self.before.clone();
        for number in 1..=entrants.max(2) {
            // Outside programs, as the hand-ins are: their sandbox may differ from that of others.
            text +=
                &format!("[[entrant]]\nname = \"hand-in {number}\"\nplayer = \"simple:./bot\"\n");
        }
        Config::read(&(text + &self.after), path)
    }

    /// The file with these hand-ins: those that passed as entrants, the others as comments with
    /// their reasons.
    #[must_use]
    pub fn with(&self, hand_ins: &[Listed]) -> String {
        let mut text = format!("{}{BEGIN}\n", self.before);
        let mut names: HashSet<String> = self.names();
        for listed in hand_ins {
            let Listed {
                student,
                folder,
                outcome,
            } = listed;
            let mut name = outcome.name.clone();
            let mut number = 1;
            while !names.insert(name.to_lowercase()) {
                name = match number {
                    1 => format!("{} ({student})", outcome.name),
                    number => format!("{} ({student} {number})", outcome.name),
                };
                number += 1;
            }
            let mut lines = vec![
                "[[entrant]]".to_string(),
                format!("name = {}", quoted(&name)),
            ];
            if !outcome.author.is_empty() {
                lines.push(format!("author = {}", quoted(&outcome.author)));
            }
            lines.push(format!("folder = {}", quoted(folder)));
            lines.push(format!("player = {}", quoted(&outcome.player)));
            text.push('\n');
            if let Some(failure) = &outcome.failure {
                names.remove(&name.to_lowercase());
                let failure = records::quote::shown(failure);
                text += &format!("# {student} cannot play: {failure}\n");
                // An entrant without a player would be none.
                if outcome.player.is_empty() {
                    continue;
                }
                lines.iter_mut().for_each(|line| line.insert_str(0, "# "));
            }
            text += &(lines.join("\n") + "\n");
        }
        text += &format!("\n{END}\n");
        if !self.after.is_empty() {
            text += &format!("\n{}", self.after);
        }
        text
    }

    /// The names of the entrants that the teacher has listed.
    fn names(&self) -> HashSet<String> {
        let text = format!("{}{}", self.before, self.after);
        let table: toml::Table = text.parse().unwrap_or_default();
        let entrants = table.get("entrant").and_then(toml::Value::as_array);
        let entrants = entrants.into_iter().flatten().chain(table.get("house"));
        let names = entrants.filter_map(|entrant| entrant.get("name")?.as_str());
        names.map(str::to_lowercase).collect()
    }
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Entrant;

    fn listed(student: &str, name: &str, failure: Option<&str>) -> Listed {
        Listed {
            student: student.to_string(),
            folder: ".".to_string(),
            outcome: Outcome {
                name: name.to_string(),
                author: String::new(),
                player: format!("simple:./{student}"),
                failure: failure.map(str::to_string),
                warning: None,
            },
        }
    }

    #[test]
    fn a_new_file_works_as_it_is() {
        let path = Path::new("cup.toml");
        for entrants in [2, 16, 17, 200] {
            let file = CupFile::new(entrants);
            assert!(file.settings(entrants, path).is_ok(), "{entrants}");
            let number = |index| format!("s{index}");
            let all = (0..entrants).map(|index| listed(&number(index), &number(index), None));
            let text = file.with(&all.collect::<Vec<_>>());
            let config = Config::read(&text, path).unwrap();
            assert_eq!(config.rules.entrants, entrants);
        }
    }

    #[test]
    fn the_teachers_part_stays() {
        let own = "# mine\nsize = 6\ngames = 4\n\n[house]\nname = \"Anna\"\nplayer = \"greedy\"\n";
        let file = CupFile::read(own);
        let hand_ins = [
            listed("anna", "Anna", None),
            listed("ben", "x\"\\ y", None),
            listed("eve", "ANNA", Some("it crashes\n[[entrant]]")),
            listed("zoe", "ANNA (anna)", None),
        ];
        let mut hand_ins = hand_ins.to_vec();
        let mut unknown = listed("nina", "Nina", Some("no program"));
        unknown.outcome.player = String::new();
        hand_ins.push(unknown);
        let text = file.with(&hand_ins);
        assert!(text.starts_with(own), "{text}");
        assert!(text.contains("# nina cannot play: no program\n"), "{text}");
        assert!(!text.contains("Nina"), "nothing is known to enter: {text}");
        assert!(text.contains("# eve cannot play: it crashes"), "{text}");
        let again = CupFile::read(&text);
        assert_eq!(again.with(&hand_ins), text);
        let config = Config::read(&text, Path::new("cup.toml")).unwrap();
        let names: Vec<&str> = config
            .participants
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(
            names,
            ["Anna (anna)", "x\"\\ y", "ANNA (anna) (zoe)", "Anna"]
        );
        assert!(matches!(
            config.participants[0].entrant,
            Entrant::Program(..)
        ));
        assert_eq!(
            again
                .settings(4, Path::new("cup.toml"))
                .unwrap()
                .rules
                .games,
            4
        );
    }
}

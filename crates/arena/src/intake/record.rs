//! Record of an intake: what was done with each hand-in, so that only changes are done again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use records::files;
use serde::{Deserialize, Serialize};

/// Maximum length of the file.
const MAX_BYTES: usize = 64 << 20;

/// What was done with the hand-ins, kept in a file.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    taken: BTreeMap<String, Taken>,
}

/// What was done with one hand-in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The digest of the hand-in.
    pub digest: String,
    /// The limits that it was checked with, as a text.
    pub terms: String,
    /// The result; `None` while it is worked on.
    pub outcome: Option<Outcome>,
}

/// The result of a hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The name of the program.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// How it is started, as in a cup file; empty if that was not found.
    pub player: String,
    /// Why it cannot play; `None` if it can.
    pub failure: Option<String>,
    /// What the teacher should know although it can play.
    #[serde(default)]
    pub warning: Option<String>,
}

impl Record {
    /// Reads the record at `path`, or begins one.
    ///
    /// # Errors
    /// When there is a file that is no record.
    pub fn open(path: &Path) -> Result<Record> {
        let mut taken = BTreeMap::new();
        if path.exists() {
            let bytes = files::read_up_to(path, MAX_BYTES)?;
            if bytes.len() > MAX_BYTES {
                bail!("{} is too long", path.display());
            }
            let read = serde_json::from_slice(&bytes);
            taken = read.with_context(|| {
                let name = path.display();
                format!("{name} is not a record of an intake; remove it to start over")
            })?;
        }
        let path = path.to_path_buf();
        Ok(Record { path, taken })
    }

    /// What was done for a student.
    #[must_use]
    pub fn get(&self, student: &str) -> Option<&Taken> {
        self.taken.get(student)
    }

    /// All students.
    pub fn students(&self) -> impl Iterator<Item = &str> {
        self.taken.keys().map(String::as_str)
    }

    /// Keeps what was done for a student.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn set(&mut self, student: &str, taken: Taken) -> Result<()> {
        self.taken.insert(student.to_string(), taken);
        let text = serde_json::to_vec_pretty(&self.taken)?;
        files::write_atomically(&self.path, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("intake.json");
        let taken = Taken {
            digest: "1".to_string(),
            terms: "5 s".to_string(),
            outcome: None,
        };
        let mut record = Record::open(&path).unwrap();
        record.set("anna", taken.clone()).unwrap();
        let again = Record::open(&path).unwrap();
        assert_eq!(again.get("anna"), Some(&taken));
        assert_eq!(again.get("ben"), None);
        std::fs::write(&path, "{").unwrap();
        let error = Record::open(&path).unwrap_err().to_string();
        assert!(error.contains("remove it"), "{error}");
    }
}

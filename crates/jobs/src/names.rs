//! What things are called in subjects: batches, jobs, weights.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the messages; those of other versions are left to others.
pub const PROTOCOL: u32 = 1;

/// The longest name of a batch.
const LONGEST: usize = 64;

/// What a batch is called: letters, digits, `-` and `_`.
///
/// ```
/// use jobs::BatchName;
/// assert!("wthor-2024".parse::<BatchName>().is_ok());
/// assert!("all games".parse::<BatchName>().is_err());
/// assert!("".parse::<BatchName>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BatchName(String);

impl BatchName {
    /// The name of a batch that nobody named: from its kind, what it is about and what it is judged
    /// with, so that the same command has the same name.
    #[must_use]
    pub fn of(kind: &str, title: &str, weights: &Weights) -> BatchName {
        let digest = digest(&[kind, title, weights.as_str()]);
        BatchName(format!("{kind}-{}", &digest[..10]))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for BatchName {
    type Err = NotABatchName;

    fn from_str(text: &str) -> Result<BatchName, NotABatchName> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(fits) {
            return Err(NotABatchName);
        }
        Ok(BatchName(text.to_string()))
    }
}

impl TryFrom<String> for BatchName {
    type Error = NotABatchName;

    fn try_from(text: String) -> Result<BatchName, NotABatchName> {
        text.parse()
    }
}

impl From<BatchName> for String {
    fn from(name: BatchName) -> String {
        name.0
    }
}

impl fmt::Display for BatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that does not name a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotABatchName;

impl fmt::Display for NotABatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "it must be 1 to {LONGEST} letters, digits, - and _, as in wthor-2024"
        )
    }
}

impl std::error::Error for NotABatchName {}

/// Which weights somebody judges with: the first hexadecimal digits of the digest of their file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weights(String);

impl Weights {
    /// The weights in these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Weights {
        Weights(hex(&Sha256::digest(bytes))[..16].to_string())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What a job is called: equal jobs have equal names.
pub fn job_id(kind: &str, weights: &Weights, job: &str) -> String {
    digest(&[kind, weights.as_str(), job])[..32].to_string()
}

/// Whether a text can be the name of a job.
pub fn is_job_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn digest(parts: &[&str]) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update(part.as_bytes());
        sha.update([0]);
    }
    hex(&sha.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The subjects that messages travel under.
pub mod subject {
    use super::{BatchName, PROTOCOL, Weights};

    /// All jobs.
    pub const JOBS: &str = "reversi.job.>";
    /// All answers.
    pub const ANSWERS: &str = "reversi.answer.>";
    /// All jobs that were given up.
    pub const DEAD: &str = "reversi.dead.>";
    /// Where workers are called by name.
    pub const ROLL: &str = "reversi.roll";
    /// Where it is told what is not wanted any more, for any batch.
    pub const CANCEL: &str = "reversi.cancel.*";

    /// The jobs that workers with these weights can do.
    pub fn jobs_for(weights: &Weights) -> String {
        format!("reversi.job.{PROTOCOL}.{weights}.>")
    }

    /// The jobs of a batch, whatever they need.
    pub fn jobs_of(batch: &BatchName) -> String {
        format!("reversi.job.*.*.{batch}.>")
    }

    /// A job.
    pub fn job(weights: &Weights, batch: &BatchName, id: &str) -> String {
        format!("reversi.job.{PROTOCOL}.{weights}.{batch}.{id}")
    }

    /// The answers of a batch.
    pub fn answers_of(batch: &BatchName) -> String {
        format!("reversi.answer.{batch}.*")
    }

    /// The answer to a job.
    pub fn answer(batch: &BatchName, id: &str) -> String {
        format!("reversi.answer.{batch}.{id}")
    }

    /// The jobs of a batch that were given up.
    pub fn dead_of(batch: &BatchName) -> String {
        format!("reversi.dead.{batch}.*")
    }

    /// A job that was given up.
    pub fn dead(batch: &str, id: &str) -> String {
        format!("reversi.dead.{batch}.{id}")
    }

    /// How far a job has come.
    pub fn progress(batch: &BatchName, id: &str) -> String {
        format!("reversi.progress.{batch}.{id}")
    }

    /// How far the jobs of a batch have come.
    pub fn progress_of(batch: &BatchName) -> String {
        format!("reversi.progress.{batch}.*")
    }

    /// What is not wanted any more of a batch.
    pub fn cancel(batch: &BatchName) -> String {
        format!("reversi.cancel.{batch}")
    }

    /// The last two words of a subject: batch and job.
    pub fn batch_and_job(subject: &str) -> Option<(BatchName, &str)> {
        let (rest, id) = subject.rsplit_once('.')?;
        let batch = rest.rsplit('.').next()?;
        let batch = batch.parse().ok()?;
        super::is_job_id(id).then_some((batch, id))
    }
}

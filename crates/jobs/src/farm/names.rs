//! Names of batches, jobs and weights.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the messages. Jobs of other versions are left to other workers.
pub const PROTOCOL: u32 = 1;

/// The longest name of a batch.
const LONGEST: usize = 64;

/// The name of a batch: letters, digits, `-` and `_`.
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
    /// The name of a batch that the user did not name. It follows from the kind, the title and the
    /// weights, so the same command has the same name.
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

/// The weights that jobs are run with: the first 16 hexadecimal digits of the SHA-256 of their file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weights(String);

impl Weights {
    /// The weights in these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Weights {
        Weights(hex(&Sha256::digest(bytes))[..16].to_string())
    }

    /// These weights for workers of another program, as `train-0123456789abcdef`: their jobs wait
    /// in a queue of their own.
    #[must_use]
    pub fn for_program(&self, program: &str) -> Weights {
        Weights(format!("{program}-{}", self.0))
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

/// The name of a job: equal jobs have equal names.
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

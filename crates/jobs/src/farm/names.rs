//! Names of batches, workers, jobs and queues.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the messages. Jobs of other versions are left to other workers.
pub const PROTOCOL: u32 = 2;

/// The longest name of a batch or a worker.
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
    /// queue, so the same command has the same name.
    #[must_use]
    pub fn of(kind: &str, title: &str, queue: &Queue) -> BatchName {
        let digest = digest(&[kind, title, &queue.token()]);
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
        match is_name(text) {
            true => Ok(BatchName(text.to_string())),
            false => Err(NotABatchName),
        }
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

/// Whether a text can name a batch or a worker: one word of a subject.
pub fn is_name(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= LONGEST && text.bytes().all(fits)
}

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

/// The build of a program: its version, and a digest of that and of how its engine behaves. Builds
/// that answer alike are equal, whatever processor they were compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    version: String,
    digest: String,
}

impl Build {
    /// The build with this version and this signature of its engine.
    #[must_use]
    pub fn of(version: &str, signature: u64) -> Build {
        Build {
            version: version.to_string(),
            digest: digest(&[version, &signature.to_string()])[..8].to_string(),
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.version, self.digest)
    }
}

/// The queue that jobs wait in: the weights and the build that they must be run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    /// The weights.
    pub weights: Weights,
    /// The build of the program.
    pub build: Build,
}

impl Queue {
    /// The queue as one word of a subject.
    pub(super) fn token(&self) -> String {
        format!("{}-{}", self.weights, self.build.digest)
    }

    /// The name of the consumer that workers take jobs from.
    #[must_use]
    pub fn name(&self) -> String {
        format!("workers-{PROTOCOL}-{}", self.token())
    }
}

/// The secret of a batch: workers cannot tell the names of jobs without it, nor which answers will
/// be checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret(String);

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn random() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(hex(&bytes)))
    }

    /// Whether it is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name of a job: equal jobs of a batch have equal names.
    pub fn job_id(&self, kind: &str, queue: &Queue, job: &str) -> String {
        digest(&[&self.0, kind, &queue.token(), job])[..32].to_string()
    }

    /// The name of a check, which looks like that of any job.
    pub fn check_id(&self, id: &str, number: u64) -> String {
        digest(&[&self.0, "check", id, &number.to_string()])[..32].to_string()
    }

    /// A number that nobody else can tell, from 0 to 2^32 - 1.
    pub fn draw(&self, purpose: &str, about: &str) -> u32 {
        let digest = digest(&[&self.0, purpose, about]);
        u32::from_str_radix(&digest[..8], 16).unwrap_or_default()
    }
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

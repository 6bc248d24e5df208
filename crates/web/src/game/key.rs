//! What games are called, and the secrets that let somebody play in one.

use std::fmt;
use std::hint::black_box;

use crate::problem::Problem;

/// Digits and letters that nobody mistakes for each other; 32, so that each holds 5 bits.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// How many letters a game's name has: nobody finds games by guessing.
const NAME: usize = 12;

/// How many letters a key has: 130 bits.
const KEY: usize = 26;

/// The secret of a seat. Who has it plays there.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A new one, which nobody can guess.
    ///
    /// # Errors
    /// When the system has no secrets to give.
    pub fn new() -> Result<Key, Problem> {
        random(KEY).map(Key)
    }

    /// One that was made before.
    pub fn kept(text: String) -> Key {
        Key(text)
    }

    /// The secret itself.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Whether a text is this key. How long that takes tells nothing about where they differ.
    pub fn is(&self, text: &str) -> bool {
        let differ = |(ours, theirs): (u8, u8)| black_box(ours ^ theirs);
        let pairs = self.0.bytes().zip(text.bytes());
        let different = pairs.map(differ).fold(0, |all, one| black_box(all | one));
        self.0.len() == text.len() && different == 0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// A name for a new game.
///
/// # Errors
/// When the system has no chance to give.
pub fn new_name() -> Result<String, Problem> {
    random(NAME)
}

/// Whether a game may be called so.
pub fn is_name(text: &str) -> bool {
    text.len() == NAME && text.bytes().all(|letter| LETTERS.contains(&letter))
}

fn random(letters: usize) -> Result<String, Problem> {
    let mut bytes = [0; KEY];
    let bytes = &mut bytes[..letters];
    getrandom::fill(bytes).map_err(|error| Problem::broken(format!("no random bytes: {error}")))?;
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(bytes.iter().map(letter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_only_itself() {
        let (one, other) = (Key::new().unwrap(), Key::new().unwrap());
        assert!(one.is(one.secret()));
        assert!(!one.is(other.secret()));
        assert!(!one.is(""));
        assert!(!one.is(&one.secret()[1..]));
        assert!(!one.is(&format!("{}x", one.secret())));
        assert_eq!(format!("{one:?}"), "Key");
    }

    #[test]
    fn names_are_plain_and_differ() {
        let names: std::collections::HashSet<String> =
            (0..1000).map(|_| new_name().unwrap()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_name(name)));
        assert!(!is_name("../../../etc"));
    }
}

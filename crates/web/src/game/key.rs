//! Ids of games, and the secret keys of their seats.

use std::fmt;
use std::hint::black_box;

use crate::problem::Problem;

/// Digits and letters that are not mistaken for each other; 32, so that each holds 5 bits.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The length of an id, too long to guess.
const NAME: usize = 12;

/// The length of a key: 130 bits.
const KEY: usize = 26;

/// The secret key of a seat. Clients with the key play there.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A new random key.
    ///
    /// # Errors
    /// When the system has no random bytes.
    pub fn new() -> Result<Key, Problem> {
        random(KEY).map(Key)
    }

    /// A stored key.
    pub fn kept(text: String) -> Key {
        Key(text)
    }

    /// The text of the key.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Whether a text is this key. The time does not depend on where they differ.
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

/// A new id for a game.
///
/// # Errors
/// When the system has no random bytes.
pub fn new_name() -> Result<String, Problem> {
    random(NAME)
}

/// Whether a text has the form of an id.
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

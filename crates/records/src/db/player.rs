//! Search for players by a part of their name.

use anyhow::{Result, bail};
use rusqlite::{Connection, OptionalExtension};

use super::store::Damaged;

/// Maximum number of names in an error message.
const MOST_NAMED: usize = 8;

/// Minimum similarity of suggested names.
const LIKENESS: f64 = 0.8;

/// A player of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id in the table of players.
    pub id: i64,
    /// The name as the records have it.
    pub name: String,
}

/// The player whose name contains all words of `text`, in any case and order. Full matches are
/// preferred to word prefixes, and these to other substrings.
///
/// # Errors
/// When there is none, or more than one: the message names some.
pub fn find(connection: &Connection, text: &str) -> Result<Player> {
    let wanted = text.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if words.is_empty() {
        bail!("a player's name, or a part of one, is missing");
    }
    let all = all(connection)?;
    for fits in [is_whole, has_beginnings, has_parts] {
        let found = all.iter().filter(|player| {
            let name = player.name.to_lowercase();
            fits(&name.split_whitespace().collect::<Vec<_>>(), &words)
        });
        let mut found: Vec<&Player> = found.collect();
        match found.as_slice() {
            [] => {}
            [player] => return Ok((*player).clone()),
            _ => {
                found.sort_by_key(|player| player.name.len());
                let names: Vec<&str> = found.iter().map(|player| player.name.as_str()).collect();
                let (count, names) = (found.len(), listed(&names, "and"));
                bail!("{count} players are called `{text}`: {names}; say more of the name")
            }
        }
    }
    match near(&all, &wanted).as_slice() {
        [] => bail!("no player is called `{text}`"),
        names => bail!(
            "no player is called `{text}`; is it {}?",
            listed(names, "or")
        ),
    }
}

/// True if the words of a name are exactly the words searched.
fn is_whole(name: &[&str], wanted: &[&str]) -> bool {
    let sorted = |words: &[&str]| {
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        words.sort_unstable();
        words
    };
    sorted(name) == sorted(wanted)
}

/// True if each searched word is a prefix of a word of the name.
fn has_beginnings(name: &[&str], wanted: &[&str]) -> bool {
    let begins = |word: &&str| name.iter().any(|part| part.starts_with(word));
    wanted.iter().all(begins)
}

/// True if each searched word is a substring of the name.
fn has_parts(name: &[&str], wanted: &[&str]) -> bool {
    let is_in = |word: &&str| name.iter().any(|part| part.contains(word));
    wanted.iter().all(is_in)
}

fn all(connection: &Connection) -> Result<Vec<Player>> {
    let mut statement = connection.prepare("SELECT id, name FROM players")?;
    let players = statement.query_map([], |row| {
        Ok(Player {
            id: row.get(0)?,
            name: row.get(1)?,
        })
    })?;
    Ok(players.collect::<rusqlite::Result<_>>()?)
}

/// The name of a player.
///
/// # Errors
/// When there is no such player: then the database is damaged.
pub fn name(connection: &Connection, id: i64) -> Result<String> {
    let mut find = connection.prepare("SELECT name FROM players WHERE id = ?")?;
    let name = find.query_row([id], |row| row.get(0)).optional()?;
    let wrong = || Damaged(format!("a game is of player {id}, and there is none"));
    Ok(name.ok_or_else(wrong)?)
}

/// Similar names, the most similar first.
fn near<'p>(players: &'p [Player], wanted: &str) -> Vec<&'p str> {
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        let words = name.split_whitespace().chain([name.as_str()]);
        let likeness = words.map(|word| strsim::jaro_winkler(word, wanted));
        likeness.fold(0.0, f64::max)
    };
    let names = players.iter().map(|player| player.name.as_str());
    let mut near: Vec<(f64, &str)> = names.map(|name| (likeness(name), name)).collect();
    near.retain(|(likeness, _)| *likeness > LIKENESS);
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.truncate(MOST_NAMED / 2);
    near.into_iter().map(|(_, name)| name).collect()
}

/// A list of names as in `Ann, Ben or Cid`.
fn listed(names: &[&str], last: &str) -> String {
    let (shown, rest) = names.split_at(names.len().min(MOST_NAMED));
    match shown {
        _ if !rest.is_empty() => format!("{} and {} more", shown.join(", "), rest.len()),
        [] => String::new(),
        [name] => name.to_string(),
        [before @ .., name] => format!("{} {last} {name}", before.join(", ")),
    }
}

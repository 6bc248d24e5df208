//! Players, found by a part of their name.

use anyhow::{Result, bail};
use rusqlite::{Connection, OptionalExtension};

use super::store::Damaged;

/// So many names are named when none or too many fit.
const MOST_NAMED: usize = 8;

/// Names less alike than this are not offered.
const LIKENESS: f64 = 0.7;

/// Somebody who played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number in the table of players.
    pub id: i64,
    /// The name as the records have it.
    pub name: String,
}

/// The player whose name has all words of `text` in it, in any case and order. A whole name wins
/// over a part of one.
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
    let is_whole = |player: &&Player| {
        let name = player.name.to_lowercase();
        let mut parts: Vec<&str> = name.split_whitespace().collect();
        let mut words = words.clone();
        parts.sort_unstable();
        words.sort_unstable();
        parts == words
    };
    let fits = |player: &&Player| {
        let name = player.name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    let whole: Vec<&Player> = all.iter().filter(is_whole).collect();
    let mut found: Vec<&Player> = all.iter().filter(fits).collect();
    match (whole.as_slice(), found.as_slice()) {
        (&[player], _) | (_, &[player]) => Ok(player.clone()),
        (_, []) => match near(&all, &wanted).as_slice() {
            [] => bail!("no player is called `{text}`"),
            names => bail!(
                "no player is called `{text}`; is it {}?",
                listed(names, "or")
            ),
        },
        _ => {
            found.sort_by_key(|player| player.name.len());
            let names: Vec<&str> = found.iter().map(|player| player.name.as_str()).collect();
            let count = found.len();
            bail!(
                "{count} players are called `{text}`: {}; say more of the name",
                listed(&names, "and")
            )
        }
    }
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

/// Names that somebody may have meant, the likeliest first.
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

/// Some names as a sentence has them: `Ann, Ben or Cid`.
fn listed(names: &[&str], last: &str) -> String {
    let (shown, rest) = names.split_at(names.len().min(MOST_NAMED));
    match shown {
        _ if !rest.is_empty() => format!("{} and {} more", shown.join(", "), rest.len()),
        [] => String::new(),
        [name] => name.to_string(),
        [before @ .., name] => format!("{} {last} {name}", before.join(", ")),
    }
}

//! The files of a WTHOR database, one after another.

use super::{Entry, Header, Kind, NameList, Names, WthorError, is_names};

/// Splits a `.wtb` file that is followed by files of names, `.jou` and `.trn`, in any order: the bytes of
/// the games, and the names. Other bytes after the games stay with them, where reading them is an error.
///
/// ```
/// use reversi_rules::Date;
/// use reversi_rules::formats::wthor::{self, Header, Kind, NameList};
/// let mut players = NameList::new(Kind::Players);
/// players.number("Tastet Marc");
/// let games = Header::EMPTY.write().to_vec();
/// let joined = [&games[..], &players.write(Date::of_day(2026, 1, 31))].concat();
/// let (found, names) = wthor::split(&joined).unwrap();
/// assert_eq!(found, games);
/// assert_eq!(names.players.get(1), Some("Tastet Marc"));
/// ```
///
/// # Errors
/// When the games have no valid header, or a file of names has the wrong length.
pub fn split(bytes: &[u8]) -> Result<(&[u8], Names), WthorError> {
    let header = Header::read(bytes)?;
    let length = (header.games as usize).saturating_mul(Entry::bytes(header.size));
    let length = length.saturating_add(Header::BYTES).min(bytes.len());
    let (games, mut rest) = bytes.split_at(length);
    let mut names = Names::new();
    if !is_names(rest) {
        return Ok((bytes, names));
    }
    while !rest.is_empty() {
        let (kind, file, after) = first_names(rest)?;
        match kind {
            Kind::Players => names.players = NameList::read(file, kind)?,
            Kind::Tournaments => names.tournaments = NameList::read(file, kind)?,
        }
        rest = after;
    }
    Ok((games, names))
}

/// The first file of names: its kind, its bytes and those after it. The kind is that whose length leaves
/// nothing or another file of names.
fn first_names(bytes: &[u8]) -> Result<(Kind, &[u8], &[u8]), WthorError> {
    let announced = Header::read(bytes)?.names;
    let split = |kind: Kind| {
        let length = Header::BYTES + usize::from(announced) * kind.width();
        let (file, after) = bytes.split_at_checked(length)?;
        (after.is_empty() || is_names(after)).then_some((kind, file, after))
    };
    let found = split(Kind::Players).or_else(|| split(Kind::Tournaments));
    found.ok_or(WthorError::Names {
        announced,
        width: Kind::Players.width(),
        bytes: bytes.len() - Header::BYTES,
    })
}

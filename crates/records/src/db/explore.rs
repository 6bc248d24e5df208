//! Queries about a position: which moves the games of a database continued with, and how they
//! ended.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::Result;
use rules::{Board, Color, Square, Symmetry};
use rusqlite::Connection;

use crate::db::game_summary::GameSummary;
use crate::db::index::{self, Entry};
use crate::db::player::{self, Player};
use crate::db::tally::Tally;
use crate::db::years::Years;

/// How the games of a position are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum By {
    /// By the move played.
    Move,
    /// By the year of the game.
    Year,
    /// By the player to move.
    Player,
}

/// Restricts a query to some of the games.
pub struct Filter {
    /// Games of one player.
    pub player: Option<Player>,
    /// Games in which that player had this colour.
    pub color: Option<Color>,
    /// Games of these years.
    pub years: Option<Years>,
}

/// The games that went through a position.
pub struct Answer {
    entries: Vec<Entry>,
}

/// The move played; `None` when the game ended in this position.
pub type Played = Option<Square>;

/// The key of a group of games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// The move played.
    Move(Played),
    /// The year, if it is known.
    Year(Option<u16>),
    /// The name of the player to move, if it is known.
    Player(Option<String>),
}

/// One group of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The key of the group.
    pub label: Label,
    /// Number of games and their results, from the side to move.
    pub tally: Tally,
    /// The most frequent move in the group.
    pub played: Played,
}

/// The counters of one group.
struct Count {
    tally: Tally,
    /// Number of moves to each square.
    moves: [u32; 64],
}

impl Default for Count {
    fn default() -> Count {
        Count {
            tally: Tally::default(),
            moves: [0; 64],
        }
    }
}

impl Count {
    fn add(&mut self, entry: &Entry) {
        self.tally.add(entry.score.map(i32::from), entry.year);
        if let Some(square) = entry.played {
            self.moves[square.index()] += 1;
        }
    }

    fn row(self, label: Label) -> Row {
        let count = |square: &Square| self.moves[square.index()];
        let most = Square::all().max_by_key(|square| (count(square), Reverse(*square)));
        Row {
            label,
            played: most.filter(|square| count(square) > 0),
            tally: self.tally,
        }
    }
}

impl Answer {
    /// Finds the games. The side to move must have a legal move, unless the game is over.
    ///
    /// # Errors
    /// When the database cannot be read or is damaged.
    pub fn find(connection: &Connection, board: Board, filter: &Filter) -> Result<Answer> {
        let mut entries = index::find(connection, board)?;
        if let Some(years) = filter.years {
            entries.retain(|entry| years.contains(entry.year));
        }
        if let Some(player) = &filter.player {
            let theirs = games_of(connection, player, filter.color)?;
            entries.retain(|entry| theirs.contains(&entry.game));
        }
        gather_mirror_images(board, &mut entries);
        Ok(Answer { entries })
    }

    /// The games grouped by move, year or player.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn rows(&self, connection: &Connection, by: By) -> Result<Vec<Row>> {
        match by {
            By::Move => Ok(self.by_move()),
            By::Year => Ok(self.by_year()),
            By::Player => self.by_player(connection),
        }
    }

    /// The most frequent move first. Mirror images of a move count as one move, named after the
    /// most frequent image.
    fn by_move(&self) -> Vec<Row> {
        let mut moves: [Count; 65] = std::array::from_fn(|_| Count::default());
        for entry in &self.entries {
            moves[entry.played.map_or(64, Square::index)].add(entry);
        }
        let counted = moves.into_iter().enumerate();
        let counted = counted.filter(|(_, count)| count.tally.games > 0);
        let mut rows: Vec<Row> = counted
            .map(|(index, count)| count.row(Label::Move(Square::new(index))))
            .collect();
        rows.sort_by_key(|row| (row.played.is_none(), Reverse(row.tally.games), row.played));
        rows
    }

    /// In the order of years; games of unknown year first.
    fn by_year(&self) -> Vec<Row> {
        let mut years: BTreeMap<Option<u16>, Count> = BTreeMap::new();
        for entry in &self.entries {
            years.entry(entry.year).or_default().add(entry);
        }
        let row = |(year, count): (_, Count)| count.row(Label::Year(year));
        years.into_iter().map(row).collect()
    }

    /// The most frequent player first; games of unknown players last.
    fn by_player(&self, connection: &Connection) -> Result<Vec<Row>> {
        let mut players: HashMap<Option<i64>, Count> = HashMap::new();
        let mut statement = connection.prepare("SELECT black, white FROM games WHERE id = ?")?;
        for entry in &self.entries {
            let mut rows = statement.query([entry.game])?;
            let id = match rows.next()? {
                Some(row) => row.get(usize::from(entry.mover == Color::White))?,
                None => None,
            };
            players.entry(id).or_default().add(entry);
        }
        let mut rows = Vec::new();
        for (id, count) in players {
            let name = id.map(|id| player::name(connection, id)).transpose()?;
            rows.push(count.row(Label::Player(name)));
        }
        rows.sort_by(|one, other| {
            let rank = |row: &Row| (row.label == Label::Player(None), Reverse(row.tally.games));
            rank(one)
                .cmp(&rank(other))
                .then_with(|| one.label.cmp(&other.label))
        });
        Ok(rows)
    }

    /// The newest games, newest first; of the same year, those imported last.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn newest(
        self,
        connection: &Connection,
        most: usize,
    ) -> Result<Vec<(GameSummary, Played)>> {
        let age = |entry: &Entry| Reverse((entry.year, entry.game));
        let mut newest = self.entries;
        if most > 0 && most < newest.len() {
            newest.select_nth_unstable_by_key(most - 1, age);
        }
        newest.truncate(most);
        newest.sort_by_key(age);
        let listed = GameSummary::of(connection, newest.iter().map(|entry| entry.game))?;
        let played: HashMap<u32, Played> = newest
            .iter()
            .map(|entry| (entry.game, entry.played))
            .collect();
        let with_move = |game: GameSummary| {
            let played = played.get(&game.id).copied().flatten();
            (game, played)
        };
        Ok(listed.into_iter().map(with_move).collect())
    }
}

/// The games of a player.
fn games_of(
    connection: &Connection,
    player: &Player,
    color: Option<Color>,
) -> Result<HashSet<u32>> {
    let mut games = HashSet::new();
    for (column, side) in [("black", Color::Black), ("white", Color::White)] {
        if color.is_none_or(|color| color == side) {
            let query = format!("SELECT id FROM games WHERE {column} = ?");
            let mut statement = connection.prepare(&query)?;
            for id in statement.query_map([player.id], |row| row.get(0))? {
                games.insert(id?);
            }
        }
    }
    Ok(games)
}

/// On a symmetric board, replaces moves that are mirror images of each other by the most frequent
/// one of them.
fn gather_mirror_images(board: Board, entries: &mut [Entry]) {
    let keeps_board = |turn: &Symmetry| turn.board(board) == board;
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(keeps_board).collect();
    if symmetries.len() < 2 {
        return;
    }
    let mut counts = [0_u32; 64];
    for square in entries.iter().filter_map(|entry| entry.played) {
        counts[square.index()] += 1;
    }
    let name = |square: Square| {
        let images = symmetries.iter().map(|turn| turn.square(square));
        let most = images.max_by_key(|image| (counts[image.index()], Reverse(*image)));
        most.unwrap_or(square)
    };
    let names: Vec<Square> = Square::all().map(name).collect();
    for entry in entries {
        entry.played = entry.played.map(|square| names[square.index()]);
    }
}

//! Games of people: WTHOR files, each a pool of players of its own or part of a common one.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rules::formats::wthor::{self, Entry};
use rules::{Board, ByColor, Color, Square};

/// A game between two people.
#[derive(Clone, Debug)]
pub struct PeopleGame {
    /// Its number over all files in the order of their names; the split goes by it.
    pub number: usize,
    /// The folder of its file: players of different folders are different people.
    pub pool: usize,
    /// The year.
    pub year: u16,
    /// The numbers of the players in the files of names.
    pub players: ByColor<u16>,
    /// The moves; passes are not stored.
    pub moves: Vec<Square>,
    /// Black's result: 1 for a win, 0.5 for a draw.
    pub result: f64,
    /// Black's discs, empty squares counted for the winner.
    pub discs: u8,
}

/// The part of the games that a game belongs to. It depends only on its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is learnt from.
    Train,
    /// What choices between models are made with.
    Validation,
    /// What the published figures are computed from. Nothing learns from it.
    Test,
}

/// Of this many games, one is in the test part and one in the validation part.
const SPLIT: usize = 20;

impl PeopleGame {
    /// The part of this game.
    #[must_use]
    pub fn part(&self) -> Part {
        match self.number % SPLIT {
            0 => Part::Test,
            1 => Part::Validation,
            _ => Part::Train,
        }
    }

    /// The positions of the game with the moves played there: the board of the side to move, its
    /// colour, and its move.
    pub fn positions(&self) -> impl Iterator<Item = (Board, Color, Square)> {
        let (mut board, mut color) = (Board::START, Color::Black);
        self.moves.iter().map_while(move |&square| {
            if board.legal_moves().is_empty() {
                (board, color) = (board.pass(), color.opponent());
            }
            let position = (board, color, square);
            board = board.play(square)?;
            color = color.opponent();
            Some(position)
        })
    }
}

/// The games of some folders of `.wtb` files, in the order of folders and file names. Games that break
/// the rules are left out; they keep their numbers.
///
/// # Errors
/// When a file cannot be read or is not a WTHOR file.
pub fn read(folders: &[PathBuf]) -> Result<Vec<PeopleGame>> {
    let mut games = Vec::new();
    let mut number = 0;
    for (pool, folder) in folders.iter().enumerate() {
        for path in files(folder)? {
            let bytes =
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let (header, entries) = wthor::read(&bytes)
                .with_context(|| format!("{} is no WTHOR file", path.display()))?;
            for entry in entries {
                let entry = entry.with_context(|| format!("in {}", path.display()))?;
                games.extend(game(&entry, number, pool, header.year));
                number += 1;
            }
        }
    }
    Ok(games)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let list =
        std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in list {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn game(entry: &Entry, number: usize, pool: usize, year: u16) -> Option<PeopleGame> {
    if entry.size() != rules::Size::EIGHT {
        return None;
    }
    entry.replay().ok()?;
    let square = |point: rules::Point| Square::try_from(point).ok();
    let moves = entry.points().map(|point| point.ok().and_then(square));
    Some(PeopleGame {
        number,
        pool,
        year,
        players: entry.players,
        moves: moves.collect::<Option<Vec<Square>>>()?,
        result: match entry.discs.cmp(&32) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        },
        discs: entry.discs,
    })
}

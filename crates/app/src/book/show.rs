//! `reversi book show`: the entry of a position, or statistics of a whole book.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use engine::book::{Book, Move, Page};
use engine::{Kind, Score};
use play::opening;
use play::score_text::signed;
use rules::formats::transcript;
use rules::{Board, Diagram, Game, Size, Square};
use serde::Serialize;

use super::{counted, open};
use crate::cli::ShowArgs;
use crate::{input, position};

/// Prints what the command line asks for.
pub fn run(args: &ShowArgs, mut out: Box<dyn Write>) -> Result<()> {
    let book = open(&args.book)?;
    match &args.position {
        Some(text) => {
            let found = Found::at(&book, position::read(text, Size::EIGHT)?)?;
            if args.json {
                writeln!(out, "{}", found.json())?;
            } else {
                write!(out, "{}", found.table())?;
            }
        }
        None if args.json => writeln!(out, "{}", Summary::of(&book).json())?,
        None => write!(out, "{}", Summary::of(&book).text())?,
    }
    Ok(out.flush()?)
}

/// A position of a book.
struct Found<'a> {
    book: &'a Book,
    game: Game,
    board: Board,
    page: Page,
}

impl<'a> Found<'a> {
    /// The position at the end of a game.
    ///
    /// # Errors
    /// When it is not in the book; the error says how far the book follows the game.
    fn at(book: &'a Book, game: Game) -> Result<Found<'a>> {
        let board = game.diagram().to_board();
        let board = board.ok_or_else(|| anyhow!("books are for 8×8 boards"))?;
        if let Some(page) = book.look_up(board) {
            return Ok(Found {
                book,
                game,
                board,
                page,
            });
        }
        let is_there = |diagram: &Diagram| {
            let board = diagram.to_board();
            board.is_some_and(|board| book.look_up(board).is_some())
        };
        let turns = game.turns();
        match turns.iter().rposition(|turn| is_there(turn.before())) {
            Some(0) => bail!("the book does not go that way; the start is in it"),
            Some(last) => {
                let moves = transcript::write(&game);
                bail!("the book goes no further than {}", &moves[..2 * last])
            }
            None => bail!("this position is not in the book"),
        }
    }

    /// A move and the expected continuation.
    fn line(&self, first: Square) -> Vec<String> {
        let mut names = Vec::new();
        let mut board = self.board;
        let mut square = Some(first);
        while let Some(best) = square {
            names.push(best.to_string());
            board = board.play_unchecked(best);
            if board.legal_moves().is_empty() && !board.is_over() {
                names.push("--".to_string());
                board = board.pass();
            }
            let page = self.book.look_up(board);
            square = page.and_then(|page| Some(page.moves.first()?.square));
        }
        names
    }

    fn table(&self) -> String {
        let color = self.game.diagram().to_move();
        let mut text = format!(
            "{color} to move, {}: searched {} ahead\n",
            signed(self.page.score(), Kind::Book(self.page.depth)),
            counted(self.page.depth as usize, "move"),
        );
        if let Some(opening) = opening::of_game(&self.game) {
            text += &format!("Opening: {opening}\n");
        }
        text += &format!(
            "\n{:<4}  {:>6}  {:>5}  {}\n",
            "move", "score", "ahead", "line"
        );
        for Move {
            square,
            score,
            depth,
            ..
        } in self.page.all_moves(self.board)
        {
            let line = self.line(square).join(" ");
            // `Square` ignores format widths.
            let (square, score) = (square.to_string(), signed(score, Kind::Book(depth)));
            text += &format!("{square:<4}  {score:>6}  {depth:>5}  {line}\n");
        }
        text
    }

    fn json(&self) -> String {
        let moves = self.page.all_moves(self.board);
        let entry = PositionJson {
            position: self.game.diagram().to_string(),
            opening: opening::name(&self.game),
            score: self.page.score().discs(),
            depth: self.page.depth,
            moves: moves
                .iter()
                .map(|book_move| MoveJson {
                    name: book_move.square.to_string(),
                    score: book_move.score.discs(),
                    depth: book_move.depth,
                    book: book_move.is_followed,
                    line: self.line(book_move.square),
                })
                .collect(),
        };
        serde_json::to_string(&entry).expect("text and numbers only")
    }
}

/// A position as JSON. The fields are documented in docs/book.md and stay stable.
#[derive(Serialize)]
struct PositionJson {
    position: String,
    opening: Option<&'static str>,
    score: f64,
    depth: u32,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    name: String,
    score: f64,
    depth: u32,
    book: bool,
    line: Vec<String>,
}

/// Statistics of a book.
#[derive(Serialize)]
struct Summary<'a> {
    about: &'a str,
    positions: usize,
    /// Number of positions for each number of moves from the start.
    by_moves: BTreeMap<u32, usize>,
    /// Number of positions for each search depth.
    by_depth: BTreeMap<u32, usize>,
    score: Option<f64>,
}

impl<'a> Summary<'a> {
    fn of(book: &'a Book) -> Summary<'a> {
        let mut by_moves = BTreeMap::new();
        let mut by_depth = BTreeMap::new();
        for board in book.positions() {
            *by_moves.entry(60 - board.empties().min(60)).or_default() += 1;
            if let Some(page) = book.look_up(board) {
                *by_depth.entry(page.depth).or_default() += 1;
            }
        }
        let start = book.look_up(Board::START);
        Summary {
            about: book.about(),
            positions: book.len(),
            by_moves,
            by_depth,
            score: start.map(|page| page.score().discs()),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", counted(self.positions, "position"));
        for line in self.about.lines() {
            text += &format!("{}\n", input::shown(line));
        }
        if let Some(discs) = self.score {
            let units = (discs * f64::from(Score::DISC)) as i32;
            let score = signed(Score::from_units(units), Kind::Book(0));
            text += &format!("The start is worth {score} to Black\n");
        }
        for (heading, counts) in [("moves", &self.by_moves), ("ahead", &self.by_depth)] {
            text += &format!("\n{heading:>5}  positions\n");
            for (number, count) in counts {
                text += &format!("{number:>5}  {count:>9}\n");
            }
        }
        text
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("text and numbers only")
    }
}

//! `reversi book check`: the consistency of a book, and the error of its scores.

use std::collections::HashSet;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use engine::book::{Book, Page};
use engine::{Engine, Kind, Limits, Score, Settings};
use play::score_text::signed;
use rules::{Board, Square};

use super::{counted, open};
use crate::cli::{CheckArgs, cores};
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;

/// Megabytes for the transposition table of the comparison.
const HASH_MB: usize = 256;

/// Runs the checks that the command line asks for.
///
/// Opening a book verifies its checksum; this checks legality, reachability and scores
/// independently of the reader.
pub fn run(args: &CheckArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let book = open(&args.book)?;
    let places = walk(&book)?;
    writeln!(
        out,
        "{}: the checksum is right, every move is legal, all scores fit together",
        counted(places.len(), "position"),
    )?;
    out.flush()?;
    match args.deeper {
        Some(depth) => compare(&book, &places, depth, args, out),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// A position of a book, and moves that lead to it.
struct Place {
    board: Board,
    moves: String,
    page: Page,
}

/// Visits all positions of a book in the order of their distance from the start.
///
/// # Errors
/// When the book is inconsistent.
fn walk(book: &Book) -> Result<Vec<Place>> {
    let mut places: Vec<Place> = Vec::new();
    let mut seen = HashSet::new();
    let mut meet = |board: Board, moves: String, places: &mut Vec<Place>| {
        let page = book.look_up(board);
        let score = page.as_ref().map(Page::score);
        if let Some(page) = page
            && seen.insert(board.canonical())
        {
            places.push(Place { board, moves, page });
        }
        score
    };
    meet(Board::START, String::new(), &mut places);
    let mut next = 0;
    while let Some(place) = places.get(next) {
        let (board, moves, page) = (place.board, place.moves.clone(), place.page.clone());
        let wrong = |what: &str, square: Square| format!("{what}: {square} after `{moves}`");
        let mut missing = board.legal_moves();
        let best = page.moves.iter().map(|book_move| book_move.score).max();
        if best != Some(page.score()) {
            bail!("the best move is not the first one after `{moves}`");
        }
        for book_move in &page.moves {
            let square = book_move.square;
            let Some(mut after) = board.play(square) else {
                bail!(wrong("the book has an illegal move", square));
            };
            let images = board.mirror_images(square);
            missing = missing & !images;
            let mut line = format!("{moves}{square}");
            let mut sign = -1;
            if after.legal_moves().is_empty() && !after.is_over() {
                after = after.pass();
                line += "--";
                sign = 1;
            }
            let score = meet(after, line, &mut places);
            if book_move.is_followed != score.is_some() {
                bail!(wrong("the book does not know its way", square));
            }
            if score.is_some_and(|score| score.units() * sign != book_move.score.units()) {
                bail!(wrong("a score is not that of the best reply", square));
            }
        }
        if let Some(square) = missing.into_iter().next() {
            bail!(wrong("the book has forgotten a move", square));
        }
        next += 1;
    }
    if places.len() != book.len() {
        let lost = book.len() - places.len();
        bail!("{} cannot be reached", counted(lost, "position"));
    }
    Ok(places)
}

/// Searches a sample of positions deeper and prints the differences.
fn compare(
    book: &Book,
    places: &[Place],
    depth: u32,
    args: &CheckArgs,
    mut out: Box<dyn Write>,
) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let mut engine = Engine::new(Settings {
        threads: args.threads.unwrap_or_else(cores),
        hash_mb: HASH_MB,
    });
    // An even sample of the whole book.
    let count = args.count.min(places.len());
    let chosen = (0..count).map(|number| &places[number * places.len() / count]);
    writeln!(
        out,
        "\n{:>6}  {:>6}  {:>5}  {:<4}  {:<4}  moves",
        "book", "deeper", "off", "book", "best"
    )?;
    let progress = Progress::new(Some(count));
    let mut offs: Vec<i32> = Vec::new();
    let mut same = 0;
    for (number, place) in chosen.enumerate() {
        progress.done(number);
        engine.clear();
        let limits = Limits::depth(depth);
        let stop = interrupt.flag();
        let analysis = engine.analyse(place.board, &limits, 1, stop, &mut |_| {});
        if interrupt.is_stopped() {
            break;
        }
        let (score, found) = (place.page.score(), analysis.best().score);
        let off = (score.units() - found.units()).abs();
        offs.push(off);
        let ours = place.page.moves.first().map(|book_move| book_move.square);
        let best = analysis.best().square();
        let images = best.map(|square| place.board.mirror_images(square));
        let is_same = ours.is_some_and(|square| images.is_some_and(|set| set.contains(square)));
        same += usize::from(is_same);
        let off = Score::from_units(off).discs();
        let name = |square: Option<Square>| square.map_or(String::new(), |s| s.to_string());
        let moves = if place.moves.is_empty() {
            "start"
        } else {
            &place.moves
        };
        let score = signed(score, Kind::Book(place.page.depth));
        let found = signed(found, analysis.best().kind);
        progress.aside(|| {
            writeln!(
                out,
                "{score:>6}  {found:>6}  {off:>5.2}  {:<4}  {:<4}  {moves}",
                name(ours),
                name(best),
            )?;
            out.flush()
        })?;
    }
    drop(progress);
    let stopped = interrupt.is_stopped();
    let discs = |units: i32| Score::from_units(units).discs();
    let sum: i32 = offs.iter().sum();
    writeln!(
        out,
        "\n{}{} of {} searched {depth} moves ahead: off by {:.2} discs on average, {:.2} at most; \
         the same move {} times",
        if stopped { "Stopped: " } else { "" },
        offs.len(),
        counted(book.len(), "position"),
        discs(sum) / offs.len().max(1) as f64,
        discs(offs.iter().copied().max().unwrap_or(0)),
        same,
    )?;
    out.flush()?;
    Ok(if stopped {
        interrupt::EXIT_CODE.into()
    } else {
        ExitCode::SUCCESS
    })
}

//! `reversi picture`: draws a position or a whole game.

use std::io::Write;

use anyhow::{Result, bail};
use records::files;
use records::picture::{Drawn, Look, draw};
use rules::Game;

use crate::cli::PictureArgs;
use crate::progress::Progress;

/// Draws the picture into a file and prints its size.
pub fn run(args: &PictureArgs, mut out: Box<dyn Write>) -> Result<()> {
    let kind = args.kind()?;
    let mut record = records::read_game(&args.game, args.size.get())?;
    if let Some(until) = args.until {
        stop_after(until, &mut record.game)?;
    }
    let look = Look::from(&args.look);
    let mut progress = None;
    let drawn = draw(kind, &record, &look, &mut |done, frames| {
        let progress = progress.get_or_insert_with(|| Progress::new(Some(frames)));
        progress.done(done);
    })?;
    drop(progress);
    files::write_atomically(&args.file, &drawn.bytes)?;
    let Drawn { width, height, .. } = drawn;
    let (file, kilobytes) = (args.file.display(), drawn.bytes.len().div_ceil(1000));
    write!(out, "{file}: {width}×{height} pixels, ")?;
    if let Some(time) = drawn.time {
        write!(out, "{:.0} seconds, ", time.as_secs_f64())?;
    }
    writeln!(out, "{kilobytes} kB")?;
    Ok(out.flush()?)
}

/// Takes moves back until `until` are left.
fn stop_after(until: usize, game: &mut Game) -> Result<()> {
    let moves = game.turns().len();
    if until > moves {
        bail!("the game has only {moves} moves; --until cannot be {until}");
    }
    while game.turns().len() > until {
        game.undo();
    }
    Ok(())
}

//! `reversi bench`: a fixed amount of searching, counted in positions.

use std::io::Write;

use anyhow::Result;

use crate::progress::Progress;

/// Searches the same positions every time. The number of positions visited tells two versions of
/// the search apart; `Bench: N` is how a commit message gives it.
pub fn run(mut out: Box<dyn Write>) -> Result<()> {
    let report = {
        let mut progress = None;
        engine::bench(&mut |done, total| {
            let progress = progress.get_or_insert_with(|| Progress::new(Some(total)));
            progress.done(done);
        })
    };
    let seconds = report.time.as_secs_f64();
    let rate = report.nodes as f64 / seconds.max(1e-9);
    writeln!(out, "Time: {seconds:.3} s")?;
    writeln!(out, "{} nodes {rate:.0} nps", report.nodes)?;
    writeln!(out, "Bench: {}", report.nodes)?;
    Ok(out.flush()?)
}

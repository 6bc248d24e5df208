//! `reversi bench`: the number of positions visited in a fixed set of searches.

use std::io::Write;

use anyhow::Result;

use crate::progress::Progress;

/// Searches a fixed set of positions. The number of nodes identifies the behaviour of the search;
/// commit messages give it as `Bench: N`.
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

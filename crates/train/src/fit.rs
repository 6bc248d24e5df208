//! Fitting weights to the results of games, phase by phase.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use engine::pattern::weight_count;
use engine::{Score, Weights};

use crate::least_squares::Fit;
use crate::plot::{self, Errors};
use crate::samples::{Equations, Samples};

/// Options of a fit.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of training games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File for the weights
    #[arg(long)]
    out: PathBuf,
    /// Numbers of empty squares that share a phase
    #[arg(long, default_value_t = 2)]
    width: u8,
    /// A phase also learns from positions with this many empty squares more or less
    #[arg(long, default_value_t = 1)]
    spread: usize,
    /// Regularisation: how strongly rare configurations are drawn towards 0
    #[arg(long, default_value_t = 3.0)]
    ridge: f32,
    /// Rounds of fitting for each phase
    #[arg(long, default_value_t = 25)]
    rounds: usize,
    /// Trust in the result: 1 uses only the result of the game, less mixes in the expected score
    #[arg(long, default_value_t = 0.7)]
    trust: f32,
    /// Weights for phases with too few positions to learn from
    #[arg(long)]
    base: Option<PathBuf>,
    /// The minimum number of positions of a phase
    #[arg(long, default_value_t = 10_000)]
    few: usize,
    /// Threads that fit
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Finish within about this many seconds, with fewer rounds if necessary
    #[arg(long)]
    seconds: Option<u64>,
    /// Draw the errors by phase into this SVG file
    #[arg(long)]
    plot: Option<PathBuf>,
    /// Text in the file about its origin
    #[arg(long, default_value = "")]
    about: String,
}

/// The result of a phase.
struct Fitted {
    weights: Vec<i16>,
    report: String,
    errors: Option<Errors>,
}

/// Fits weights to games and writes them.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let samples = Samples::read(&options.games, options.trust)?;
    let count: usize = samples.training.iter().map(Vec::len).sum();
    eprintln!(
        "{count} positions to learn from, {:.0} s",
        start.elapsed().as_secs_f64()
    );

    let base = match &options.base {
        None => None,
        Some(path) => {
            let bytes = std::fs::read(path);
            let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
            Some(Weights::read(&bytes)?)
        }
    };
    let phases = 61usize.div_ceil(options.width.into());
    let fitted: Vec<Mutex<Option<Fitted>>> = (0..phases).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let phase = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = fitted.get(phase) else {
                        break;
                    };
                    // The remaining time is shared among the remaining phases.
                    let rounds_of_threads = (phases - phase).div_ceil(options.threads.max(1));
                    let deadline = options.seconds.map(|limit| {
                        let left = Duration::from_secs(limit).saturating_sub(start.elapsed());
                        Instant::now() + left / rounds_of_threads as u32
                    });
                    let result = fit_phase(options, &samples, base.as_ref(), phase, deadline);
                    eprintln!("{}", result.report);
                    *place.lock().expect("no fitting panics") = Some(result);
                }
            });
        }
    });

    println!("{HEADING}");
    let (mut weights, mut errors) = (Vec::new(), Vec::new());
    for place in fitted {
        let fitted = place
            .into_inner()
            .ok()
            .flatten()
            .context("a phase was not fitted")?;
        println!("{}", fitted.report);
        weights.push(fitted.weights);
        errors.extend(fitted.errors);
    }
    if let Some(path) = &options.plot {
        plot::draw(path, &errors)?;
    }
    let bytes = Weights::new(&options.about, options.width, weights)?.write();
    std::fs::write(&options.out, &bytes)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "\n{} bytes in {}, {seconds:.0} s",
        bytes.len(),
        options.out.display()
    );
    Ok(())
}

const HEADING: &str = "\
| empties | positions | training RMSE | validation RMSE | validation MAE |
|---|---|---|---|---|";

fn fit_phase(
    options: &Options,
    samples: &Samples,
    base: Option<&Weights>,
    phase: usize,
    deadline: Option<Instant>,
) -> Fitted {
    let width = usize::from(options.width);
    let own = phase * width..(phase + 1) * width;
    let wide = own.start.saturating_sub(options.spread)..own.end + options.spread;
    let fit = Fit {
        ridge: options.ridge,
        rounds: options.rounds,
    };
    let equations = Equations::new(&samples.training, wide);
    if let Some(base) = base
        && equations.scores.len() < options.few
    {
        let weights = base.phases()[base.phase(own.start as u32)].clone();
        let report = format!("| {}–{} | as before | | | |", own.start, own.end - 1);
        return Fitted {
            weights,
            report,
            errors: None,
        };
    }
    let mut weights = vec![0.0; weight_count()];
    let go_on = || deadline.is_none_or(|deadline| Instant::now() < deadline);
    fit.solve(&equations, &mut weights, go_on);
    let (training, _) = equations.errors(&weights);

    let units = Score::DISC as f32;
    let quantised: Vec<i16> = weights
        .iter()
        .map(|weight| (weight * units).round() as i16)
        .collect();
    let rounded: Vec<f32> = quantised
        .iter()
        .map(|&weight| f32::from(weight) / units)
        .collect();
    let validation = Equations::new(&samples.validation, own.clone());
    let (rmse, mae) = validation.errors(&rounded);
    let report = format!(
        "| {}–{} | {} | {training:.2} | {rmse:.2} | {mae:.2} |",
        own.start,
        own.end - 1,
        equations.scores.len(),
    );
    Fitted {
        weights: quantised,
        report,
        errors: Some(Errors {
            empties: own.start,
            training,
            validation: rmse,
            mean: mae,
        }),
    }
}

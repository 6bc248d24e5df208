//! Training of a network outside this program: exports positions, imports the network.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use engine::{NetworkWeights, Score, pattern};
use records::files::write_atomically;

use crate::samples::{Sample, Samples};

/// The positions to write.
#[derive(Args, Clone, Debug)]
pub struct SamplesOptions {
    /// Files of training games or labels
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Prefix of the file names: .train, .check, .shapes.json, .classes
    #[arg(long)]
    out: PathBuf,
    /// Trust in the result: 1 uses only the result of the game, less mixes in the expected score
    #[arg(long, default_value_t = 0.7)]
    trust: f32,
}

/// Writes positions with their scores, and the squares of each pattern.
///
/// # Errors
/// When a file cannot be read or written.
pub fn write_samples(options: &SamplesOptions) -> Result<()> {
    let samples = Samples::read(&options.games, options.trust)?;
    write_part(
        &options.out.with_added_extension("train"),
        &samples.training,
    )?;
    write_part(
        &options.out.with_added_extension("check"),
        &samples.validation,
    )?;
    let shapes = options.out.with_added_extension("shapes.json");
    std::fs::write(&shapes, shapes_as_json())
        .with_context(|| format!("cannot write {}", shapes.display()))?;
    let classes = options.out.with_added_extension("classes");
    let bytes = pattern::classes()
        .iter()
        .flat_map(|class| class.to_le_bytes());
    std::fs::write(&classes, bytes.collect::<Vec<u8>>())
        .with_context(|| format!("cannot write {}", classes.display()))
}

fn write_part(path: &Path, part: &[Vec<Sample>]) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut file = BufWriter::new(file);
    for sample in part.iter().flatten() {
        let units = (sample.score * Score::DISC as f32).round() as i16;
        file.write_all(&sample.board.own().0.to_le_bytes())?;
        file.write_all(&sample.board.opponent().0.to_le_bytes())?;
        file.write_all(&units.to_le_bytes())?;
    }
    Ok(file.flush()?)
}

fn shapes_as_json() -> String {
    let instances = pattern::instances()
        .into_iter()
        .map(|(squares, offset)| format!("{{\"squares\": {squares:?}, \"offset\": {offset}}}"));
    let instances = instances.collect::<Vec<String>>().join(",\n ");
    format!("{{\"instances\": [\n {instances}\n]}}\n")
}

/// The network to pack.
#[derive(Args, Clone, Debug)]
pub struct ExportOptions {
    /// The output of the training
    raw: PathBuf,
    /// File for the packed network
    #[arg(long)]
    out: PathBuf,
    /// Text in the file about its origin: data, recipe, date
    #[arg(long, default_value = "")]
    about: String,
}

/// Packs a trained network into the file format of the engine.
///
/// # Errors
/// When the file cannot be read or written or holds no network for this program's patterns.
pub fn export(options: &ExportOptions) -> Result<()> {
    let raw = std::fs::read(&options.raw)
        .with_context(|| format!("cannot read {}", options.raw.display()))?;
    let weights = NetworkWeights::from_raw(&raw, &options.about)
        .with_context(|| format!("cannot use {}", options.raw.display()))?;
    let bytes = weights.write();
    write_atomically(&options.out, &bytes)?;
    println!("{} bytes in {}", bytes.len(), options.out.display());
    Ok(())
}

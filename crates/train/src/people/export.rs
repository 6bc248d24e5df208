//! `reversi-train people export`: packs a trained network and the opening memory into a file for the program.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use play::people::file;
use play::people::memory::OpeningMemory;
use play::people::network::{CHANNELS, LAYERS, TENSORS};
use records::files::write_atomically;

/// Options of `people export`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The network that train.py wrote
    raw: PathBuf,
    /// The memory that `people samples` wrote
    memory: PathBuf,
    /// How the model was made, for people
    #[arg(long, default_value = "")]
    about: String,
    /// File for the model
    #[arg(long)]
    out: PathBuf,
}

/// The first bytes of a network written by train.py.
const MAGIC: &[u8] = b"RVPEORAW";

/// Writes the model.
///
/// # Errors
/// When a file cannot be read or written, or is of another kind.
pub fn run(options: &Options) -> Result<()> {
    let read = |path: &PathBuf| {
        std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let raw = named_tensors(&read(&options.raw)?)
        .with_context(|| format!("{} is no network of train.py", options.raw.display()))?;
    let bytes = read(&options.memory)?;
    let (entries, rest) = bytes.as_chunks::<12>();
    ensure!(rest.is_empty(), "{} is no memory", options.memory.display());
    let numbers = |entry: &[u8; 12]| {
        let (numbers, _) = entry.as_chunks();
        let [key, low, high] = [0, 1, 2].map(|at| u32::from_le_bytes(numbers[at]));
        (key, [low, high])
    };
    let memory = OpeningMemory::new(entries.iter().map(numbers));
    let tensors = TENSORS.map(|(name, size)| tensor(&raw, name, size));
    let tensors: Vec<Vec<f32>> = tensors.into_iter().collect::<Result<_>>()?;
    let bytes = file::write(&tensors, &memory, &options.about);
    write_atomically(&options.out, &bytes)?;
    println!(
        "{} positions remembered, {} bytes",
        memory.len(),
        bytes.len()
    );
    Ok(())
}

/// A tensor with its shape, as PyTorch keeps it.
struct Raw {
    shape: Vec<usize>,
    values: Vec<f32>,
}

fn named_tensors(bytes: &[u8]) -> Result<HashMap<String, Raw>> {
    let mut rest = bytes.strip_prefix(MAGIC).context("it begins otherwise")?;
    let mut tensors = HashMap::new();
    for _ in 0..number(&mut rest)? {
        let length = number(&mut rest)?;
        let (name, after) = rest.split_at_checked(length).context("it is cut short")?;
        rest = after;
        let dimensions = number(&mut rest)?;
        ensure!(dimensions <= 4, "a tensor has {dimensions} dimensions");
        let shape: Vec<usize> = (0..dimensions)
            .map(|_| number(&mut rest))
            .collect::<Result<_>>()?;
        let count: usize = shape.iter().product();
        let (values, after) = rest
            .split_at_checked(4 * count)
            .context("it is cut short")?;
        rest = after;
        let values = values
            .as_chunks()
            .0
            .iter()
            .map(|one| f32::from_le_bytes(*one));
        let values = values.collect();
        let name = String::from_utf8(name.to_vec())?;
        tensors.insert(name, Raw { shape, values });
    }
    Ok(tensors)
}

fn number(rest: &mut &[u8]) -> Result<usize> {
    let (bytes, after) = rest.split_first_chunk().context("it is cut short")?;
    *rest = after;
    Ok(u32::from_le_bytes(*bytes) as usize)
}

/// A tensor in the order of the program: inputs first, then taps, then outputs. The inner convolutions are one
/// tensor there.
fn tensor(raw: &HashMap<String, Raw>, name: &str, size: usize) -> Result<Vec<f32>> {
    let parts: Vec<String> = match name.strip_prefix("convs.") {
        Some(kind) => (0..LAYERS)
            .map(|layer| format!("convs.{layer}.{kind}"))
            .collect(),
        None => vec![name.to_string()],
    };
    let mut values = Vec::with_capacity(size);
    for part in parts {
        let raw = raw
            .get(&part)
            .with_context(|| format!("it has no {part}"))?;
        values.extend(input_major(raw));
    }
    if values.len() != size {
        bail!(
            "{name} has {} weights instead of {size}: the program expects {CHANNELS} channels",
            values.len()
        );
    }
    Ok(values)
}

fn input_major(raw: &Raw) -> Vec<f32> {
    let [outputs, inputs, ..] = raw.shape[..] else {
        return raw.values.clone();
    };
    let taps: usize = raw.shape[2..].iter().product();
    let mut values = Vec::with_capacity(raw.values.len());
    for input in 0..inputs {
        for tap in 0..taps {
            let of = |output: usize| raw.values[(output * inputs + input) * taps + tap];
            values.extend((0..outputs).map(of));
        }
    }
    values
}

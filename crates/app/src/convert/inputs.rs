//! The input files of a conversion.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use anyhow::{Context, Result, bail};
use rules::Size;
use rules::formats::Format;

use crate::cli::ConvertArgs;
use crate::progress::Progress;
use records::Reader;
use records::files;

/// The input files. Each is opened when it is needed.
pub struct Inputs {
    paths: IntoIter<PathBuf>,
    is_standard_input: bool,
    from: Option<Format>,
    size: Size,
    length: u64,
}

impl Inputs {
    pub fn of(args: &ConvertArgs) -> Result<Inputs> {
        let is_standard_input = args.input == "-";
        let path = files::expand_home(&args.input);
        let paths = if is_standard_input {
            Vec::new()
        } else if path.is_dir() {
            files_in(&path, args.output.as_deref())?
        } else {
            vec![path]
        };
        let lengths = paths.iter().filter_map(|path| fs::metadata(path).ok());
        Ok(Inputs {
            length: lengths.map(|file| file.len()).sum(),
            paths: paths.into_iter(),
            is_standard_input,
            from: args.from,
            size: args.size.get(),
        })
    }

    pub fn progress(&self) -> Progress {
        if self.is_standard_input {
            Progress::new(None)
        } else {
            Progress::through_bytes(self.length)
        }
    }
}

impl Iterator for Inputs {
    type Item = Result<Reader>;

    fn next(&mut self) -> Option<Result<Reader>> {
        let reader = if self.is_standard_input {
            self.is_standard_input = false;
            Reader::new("standard input".to_string(), io::stdin(), self.from)
        } else {
            Reader::open_as(&self.paths.next()?, self.from)
        };
        Some(reader.map(|reader| reader.on(self.size)))
    }
}

/// The files of a folder in a known format, sorted by name, without the output file.
fn files_in(folder: &Path, output: Option<&str>) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", folder.display());
    let output = output.and_then(|name| fs::canonicalize(name).ok());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let extension = path.extension().and_then(|end| end.to_str());
        let is_known = extension.and_then(Format::of_extension).is_some();
        let is_output = output.is_some() && fs::canonicalize(&path).ok() == output;
        if is_known && !is_output && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        bail!("there is no file of games in {}", folder.display());
    }
    paths.sort();
    Ok(paths)
}

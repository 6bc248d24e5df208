//! Labels: positions scored again, learning from them, and the files of a network.

use std::path::Path;

use clap::Parser;
use engine::{Engine, Limits, NetworkWeights, Settings, pattern};
use sha2::{Digest, Sha256};
use train::heuristic::Heuristic;
use train::plot::{self, Errors};
use train::samples::Samples;
use train::{AnyEvaluator, export, label, labels as files, selfplay};

#[derive(Parser)]
struct Play {
    #[command(flatten)]
    options: selfplay::Options,
}

#[derive(Parser)]
struct Judge {
    #[command(flatten)]
    options: label::Options,
}

#[derive(Parser)]
struct Write {
    #[command(flatten)]
    options: export::SamplesOptions,
}

#[derive(Parser)]
struct Pack {
    #[command(flatten)]
    options: export::ExportOptions,
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// A file of a few games, played quickly.
fn games(folder: &Path) -> String {
    let out = path(folder, "games");
    let arguments = "play --handmade --games 1 --depth 1 --solve 4 --asides 1 --out";
    let arguments = arguments.split(' ').chain([out.as_str()]);
    selfplay::run(
        &Play::parse_from(arguments).options,
        &AnyEvaluator::Heuristic(Heuristic),
    )
    .expect("games");
    out
}

fn labels(games: &str, out: &str, threads: &str) {
    let arguments = "label --from 3 --to 9 --count 40 --depth 2 --solve 7 --threads";
    let arguments = arguments.split(' ').chain([threads, games, "--out", out]);
    label::run(
        &Judge::parse_from(arguments).options,
        &AnyEvaluator::Heuristic(Heuristic),
    )
    .expect("labels");
}

#[test]
fn labels_near_the_end_are_the_results_of_perfect_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(folder.path());
    let (one, three) = (path(folder.path(), "1"), path(folder.path(), "3"));
    labels(&games, &one, "1");
    labels(&games, &three, "3");
    let found = files::read_all(one.as_ref()).expect("a file of labels");
    let together = files::read_all(three.as_ref()).expect("a file of labels");
    assert_eq!(format!("{found:?}"), format!("{together:?}"));
    assert_eq!(
        found.len(),
        7 * 40,
        "the same number for each number of empty squares"
    );
    let mut engine = Engine::new(Settings::default());
    for sample in found.iter().filter(|sample| sample.board.empties() <= 7) {
        let stop = std::sync::atomic::AtomicBool::new(false);
        let exact = engine.analyse(sample.board, &Limits::exact(), 1, &stop, &mut |_| {});
        assert_eq!(f64::from(sample.score), exact.best().score.discs());
    }

    // They are learnt unchanged, whatever the trust.
    let samples = Samples::read(&[one.into()], 0.3).expect("a file of labels");
    let count = |part: &[Vec<_>]| part.iter().map(Vec::len).sum::<usize>();
    assert_eq!(count(&samples.training) + count(&samples.validation), 280);
    files::read_all(games.as_ref()).expect_err("games are not labels");
}

/// The digest may change with the search, when that visits moves in another order, and with the
/// games.
#[test]
fn the_labels_of_games_do_not_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(folder.path());
    let out = path(folder.path(), "labels");
    let arguments = "label --to 40 --count 30 --depth 3 --solve 7 --probable 9 --selective";
    let arguments = arguments.split(' ').chain([games.as_str(), "--out", &out]);
    label::run(
        &Judge::parse_from(arguments).options,
        &AnyEvaluator::Heuristic(Heuristic),
    )
    .expect("labels");
    let digest = Sha256::digest(std::fs::read(&out).expect("a file"));
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        digest,
        "ced79a366d800abc958c15c2d9215e08d93e7cf88b51b0d237a8e5a222a26902"
    );
}

#[test]
fn samples_hold_the_inputs_of_a_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, out) = (games(folder.path()), path(folder.path(), "data"));
    let options = Write::parse_from(["samples", games.as_str(), "--out", out.as_str()]).options;
    export::write_samples(&options).expect("files");
    let size = |name: &str| {
        std::fs::metadata(format!("{out}.{name}"))
            .expect("a file")
            .len()
    };
    let samples = Samples::read(&[games.into()], 0.7).expect("games");
    let count = |part: &[Vec<_>]| part.iter().map(Vec::len).sum::<usize>() as u64;
    assert_eq!(size("train"), 18 * count(&samples.training));
    assert_eq!(size("check"), 18 * count(&samples.validation));
    assert_eq!(size("classes"), 4 * pattern::classes().len() as u64);
    let shapes = std::fs::read_to_string(format!("{out}.shapes.json")).expect("a file");
    assert_eq!(shapes.matches("\"offset\"").count(), pattern::TERMS - 1);
}

#[test]
fn a_network_is_packed_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (raw, out) = (path(folder.path(), "raw"), path(folder.path(), "network"));
    let (dimensions, hidden) = (NetworkWeights::DIMENSIONS, NetworkWeights::HIDDEN);
    let mut bytes = b"RVNETRAW".to_vec();
    for number in [dimensions, hidden, 61, 1, pattern::class_count()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    let numbers = dimensions * hidden + 2 * hidden + 61;
    let rest = pattern::class_count() * dimensions + 2 * 61 * dimensions + 4 * numbers;
    bytes.resize(bytes.len() + rest, 0);
    let arguments = [
        "export",
        raw.as_str(),
        "--about",
        "nothing",
        "--out",
        out.as_str(),
    ];
    let options = Pack::parse_from(arguments).options;
    std::fs::write(&raw, &bytes).expect("a file");
    export::export(&options).expect("a network");
    let packed = std::fs::read(&out).expect("a file");
    let read = NetworkWeights::read(&packed).expect("a network");
    assert_eq!(read.about(), "nothing");

    bytes.pop();
    std::fs::write(&raw, &bytes).expect("a file");
    export::export(&options).expect_err("too short");
    assert_eq!(std::fs::read(&out).expect("still there"), packed);
}

#[test]
fn errors_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plot.svg");
    let errors = [0, 30, 60].map(|empties| Errors {
        empties,
        training: 1.0,
        validation: 2.0,
        mean: 1.5,
    });
    plot::draw(&file, &errors).expect("a picture");
    let picture = std::fs::read_to_string(&file).expect("a file");
    assert!(picture.starts_with("<svg") && picture.contains("kept apart, mean"));
    plot::draw(folder.path(), &errors).expect_err("a folder is no file");
}

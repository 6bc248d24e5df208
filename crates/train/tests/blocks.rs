//! Blocks of training data made by jobs: job, answer and verification.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail, ensure};
use engine::{Network, Random, Trained};
use jobs::{Batch, Control, Executor, ExecutorError, Failure, Job, LocalExecutor, Next, RemoteJob};
use rules::{Bitboard, Board};
use train::blocks::{self, Run};
use train::heuristic::Heuristic;
use train::scorer::SearchLimits;
use train::{AnyEvaluator, GameSettings, label, labels, selfplay};

fn heuristic() -> AnyEvaluator {
    AnyEvaluator::Heuristic(Heuristic)
}

fn reach(depth: u32, solve: u32) -> SearchLimits {
    SearchLimits {
        depth,
        solve,
        probable: 0,
        selective: false,
    }
}

fn games() -> selfplay::Job {
    selfplay::Job {
        manner: GameSettings {
            seed: 3,
            reach: reach(1, 4),
            random_from: 2,
            random_to: 30,
            balance: 8.0,
            asides: 2,
        },
        block: 5,
        games: 8,
    }
}

/// Runs a job as a worker does: job and answer are serialised to text.
fn send<J: RemoteJob>(worker: &mut J::Worker, job: &str) -> Result<J::Answer, Failure> {
    let job: J = serde_json::from_str(job).map_err(|error| Failure::Failed(error.to_string()))?;
    let stop = AtomicBool::new(false);
    let (stop, progress) = (&stop, &mut |_: &str| {});
    let answer = job.run(worker, &mut Control { stop, progress })?;
    job.verify(&answer)
        .expect("an answer that belongs to its job");
    let text = serde_json::to_string(&answer).expect("an answer in JSON");
    assert!(text.len() < 700_000);
    Ok(serde_json::from_str(&text).expect("an answer"))
}

fn text(job: &impl serde::Serialize) -> String {
    serde_json::to_string(job).expect("a job in JSON")
}

#[test]
fn games_are_the_same_by_message() {
    let job = games();
    let worker = &mut heuristic();
    let block = send::<selfplay::Job>(worker, &text(&job)).expect("games").0;
    job.check_games(&block).expect("what was asked for");
    let again = send::<selfplay::Job>(worker, &text(&job)).expect("games").0;
    assert_eq!(block, again, "whatever was played before");
    let next = selfplay::Job { block: 6, ..job };
    assert_ne!(
        block,
        send::<selfplay::Job>(worker, &text(&next))
            .expect("games")
            .0
    );
}

#[test]
fn as_many_moves_aside_as_possible_fit_into_a_message() {
    let mut job = games();
    job.games = 128;
    job.manner.asides = 16;
    let block = send::<selfplay::Job>(&mut heuristic(), &text(&job)).expect("games");
    job.check_games(&block.0).expect("what was asked for");
}

#[test]
fn impossible_games_are_refused() {
    let job = games();
    let block = send::<selfplay::Job>(&mut heuristic(), &text(&job))
        .expect("games")
        .0;
    job.check_games(&block[..block.len() - 1])
        .expect_err("cut short");
    job.check_games(&[]).expect_err("nothing");
    let fewer = selfplay::Job {
        games: 7,
        ..games()
    };
    fewer.check_games(&block).expect_err("a game too many");
    let mut one_aside = games();
    one_aside.manner.asides = 1;
    one_aside.check_games(&block).expect_err("too many asides");

    let moves = usize::from(block[0]);
    let changed = |place: usize, value: u8| {
        let mut block = block.clone();
        assert_ne!(block[place], value);
        block[place] = value;
        job.check_games(&block)
    };
    changed(0, 61).expect_err("more moves than there are");
    changed(1, 61).expect_err("known from after the end");
    changed(3, 0).expect_err("a first move in the corner");
    changed(3 + moves, 100).expect_err("a score of 100 discs");
    changed(4 + moves, 27).expect_err("a move aside onto a disc");
    // The last move of the first game: a score that is not its result, and a better move beside it.
    let thoughts = moves - usize::from(block[1]);
    let last = 3 + moves + (thoughts - 1) * (1 + 2 * usize::from(block[2]));
    let score = block[last] as i8;
    let other = if score > 0 { -2 } else { score + 2 };
    let refused = changed(last, other as u8).expect_err("another score than the result");
    assert!(refused.to_string().contains("not the result"), "{refused}");
    let forged = selfplay::Games({
        let mut block = block.clone();
        block[last] = other as u8;
        block
    });
    let refused = job
        .verify(&forged)
        .expect_err("another score than the result");
    assert!(refused.contains("make no sense"), "{refused}");
    for place in 0..block.len().min(2000) {
        for value in [0, 1, 27, 64, 128, 255] {
            let mut block = block.clone();
            block[place] = value;
            let _ = job.check_games(&block);
        }
    }
}

#[test]
fn games_out_of_bounds_are_not_played() {
    let refused = |change: &dyn Fn(&mut selfplay::Job), word: &str| {
        let mut job = games();
        change(&mut job);
        refuse::<selfplay::Job>(&mut heuristic(), &text(&job), word);
    };
    refused(&|job| job.games = 0, "games");
    refused(&|job| job.games = 129, "games");
    refused(&|job| job.manner.asides = 17, "aside");
    refused(&|job| job.manner.random_from = 61, "random");
    refused(&|job| job.manner.random_to = usize::MAX, "random");
    refused(&|job| job.manner.balance = -1.0, "balance");
    refused(&|job| job.manner.balance = 1e300, "balance");
    refused(&|job| job.manner.balance = f64::NAN, "null");
    refused(&|job| job.manner.reach.depth = 37, "depth");
    refused(&|job| job.manner.reach.solve = 61, "solve");
    refused(&|job| job.manner.reach.probable = u32::MAX, "probable");
    let more = text(&games()).replacen('{', r#"{"more":1,"#, 1);
    refuse::<selfplay::Job>(&mut heuristic(), &more, "more");
}

fn refuse<J: RemoteJob>(worker: &mut J::Worker, job: &str, word: &str) {
    match send::<J>(worker, job) {
        Err(Failure::Failed(reason)) => assert!(reason.contains(word), "{reason} for {job}"),
        Err(Failure::Stopped) => panic!("stopped: {job}"),
        Ok(_) => panic!("done: {job}"),
    }
}

/// Random discs that no game reaches.
fn scattered(count: usize) -> Vec<Board> {
    let mut random = Random::new(11);
    let mut bits = || random.below(1 << 32) as u64 | (random.below(1 << 32) as u64) << 32;
    let mut boards = vec![
        Board::START,
        Board::new(Bitboard(0), Bitboard(u64::MAX)).expect("a position"),
        Board::new(Bitboard(0xf), Bitboard(0)).expect("a position"),
        Board::new(Bitboard(1), Bitboard(0x0702)).expect("a position"),
    ];
    while boards.len() < count {
        let (discs, side) = (bits() | bits(), bits());
        boards.extend(Board::new(Bitboard(discs & side), Bitboard(discs & !side)));
    }
    boards
}

#[test]
fn any_position_has_a_label() {
    let boards = scattered(120);
    let job = label::Job::new(reach(2, 6), &boards);
    let evaluator = Trained::Network(Network::embedded());
    let scores =
        send::<label::Job>(&mut AnyEvaluator::Trained(evaluator), &text(&job)).expect("labels");
    let block = labels::write_block(&boards, &scores).expect("a block");
    assert_eq!(block.len(), 18 * boards.len());
    assert_eq!(scores[1], -64 * 128, "nothing but discs of the other side");

    let refused = |place: usize, score: i16, why: &str| {
        let mut scores = scores.clone();
        scores[place] = score;
        let reason = job.verify(&scores).expect_err(why);
        assert!(reason.contains(why), "{reason}");
    };
    refused(1, 0, "another result");
    refused(0, i16::MIN, "beyond 64 discs");
    let is_solvable = |board: &&Board| board.empties() <= 30 && !board.is_over();
    let solvable = *boards.iter().find(is_solvable).expect("one of many");
    let solved = label::Job::new(reach(2, 30), &[solvable]);
    assert_eq!(solved.verify(&vec![256]), Ok(()));
    let reason = solved.verify(&vec![129]).expect_err("half a disc");
    assert!(reason.contains("an even number"), "{reason}");
    job.verify(&scores[1..].to_vec())
        .expect_err("a score too few");

    labels::write_block(&boards[1..], &scores).expect_err("a score too many");
    labels::write_block(&boards, &scores[1..]).expect_err("a score too few");
    labels::write_block(&boards[..1], &[64 * 128 + 1]).expect_err("beyond 64 discs");
    labels::write_block(&boards[..1], &[i16::MIN]).expect_err("beyond 64 discs");
}

#[test]
fn positions_out_of_bounds_are_not_judged() {
    let worker = &mut heuristic();
    let start = label::Job::new(reach(1, 4), &[Board::START]);
    let mut refused = |positions: String, word: &str| {
        let job = label::Job {
            positions,
            ..start.clone()
        };
        refuse::<label::Job>(worker, &text(&job), word);
    };
    let one = &start.positions;
    refused(String::new(), "0 positions");
    refused(one.repeat(513), "513 positions");
    refused(one[1..].to_string(), "no position");
    refused(format!("{one}0"), "no position");
    refused(format!("+{}", &one[1..]), "no position");
    refused(one.replace('0', "é"), "no position");
    refused("1".repeat(32), "no position");
    refused(format!("{:032x}", 7), "no position");
    let far = label::Job {
        reach: reach(99, 4),
        ..start.clone()
    };
    refuse::<label::Job>(worker, &text(&far), "depth 99");
    send::<label::Job>(worker, &text(&start)).expect("the start is a position");
}

#[test]
fn a_long_job_stops_when_asked() {
    let stop = AtomicBool::new(true);
    let mut job = games();
    job.manner.reach = reach(36, 36);
    let (stop, progress) = (&stop, &mut |_: &str| {});
    let played = job.run(&mut heuristic(), &mut Control { stop, progress });
    assert_eq!(played, Err(Failure::Stopped));
    let job = label::Job::new(reach(36, 36), &[Board::START; 9]);
    let judged = job.run(&mut heuristic(), &mut Control { stop, progress });
    assert_eq!(judged, Err(Failure::Stopped));
}

/// A job that squares a number.
#[derive(Clone, Copy)]
struct Square(u32);

impl Job for Square {
    type Answer = u32;
    /// A number that the worker refuses to square.
    type Worker = Option<u32>;

    fn run(&self, refused: &mut Option<u32>, _: &mut Control<'_>) -> Result<u32, Failure> {
        match refused {
            Some(refused) if *refused == self.0 => Err(Failure::Failed("no".to_string())),
            _ => Ok(self.0 * self.0),
        }
    }

    fn verify(&self, answer: &u32) -> Result<(), String> {
        let is_right = *answer == self.0 * self.0;
        is_right
            .then_some(())
            .ok_or_else(|| "no square".to_string())
    }
}

/// An executor that answers the last job first.
struct Backwards;

impl Executor<Square> for Backwards {
    fn run(&mut self, batch: &mut dyn Batch<Square>, _: &AtomicBool) -> Result<(), ExecutorError> {
        let mut jobs = Vec::new();
        while let Next::Job(number, job) = batch.next() {
            jobs.push((number, job));
        }
        for (number, job) in jobs.into_iter().rev() {
            if batch.answered(number, Ok(job.0 * job.0)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// An executor that cannot run any job.
struct Lost;

impl Executor<Square> for Lost {
    fn run(&mut self, _: &mut dyn Batch<Square>, _: &AtomicBool) -> Result<(), ExecutorError> {
        Err("nobody is there".into())
    }
}

#[test]
fn blocks_that_fail_are_missing_until_they_are_made() {
    const MAGIC: &[u8; 8] = b"SQUARES1";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("squares");
    let make = |executor: &mut dyn Executor<Square>, seconds| {
        let run = Run {
            path: &path,
            magic: MAGIC,
            seed: 4,
            blocks: 9,
            seconds,
        };
        run.make(executor, Square, |number, answer| {
            ensure!(answer == number * number, "no square");
            if number == 8 && seconds == Some(1000) {
                bail!("not now");
            }
            Ok(answer.to_le_bytes().to_vec())
        })
    };
    let there = || -> Vec<u32> {
        let blocks = blocks::read_all(&path, MAGIC).expect("a file");
        let number = |block: Vec<u8>| u32::from_le_bytes(block.try_into().expect("four bytes"));
        blocks.into_iter().map(number).collect()
    };
    make(&mut Backwards, Some(0)).expect("no time at all");
    assert!(there().is_empty());
    let error = make(&mut Lost, None).expect_err("nobody");
    assert_eq!(error.to_string(), "nobody is there");
    let error = make(&mut LocalExecutor::new(2, |_| Some(3)), Some(1000)).expect_err("two missing");
    assert!(
        error.to_string().starts_with("2 of 9 blocks could not"),
        "{error}"
    );
    assert_eq!(there(), [0, 1, 4, 16, 25, 36, 49]);
    make(&mut Backwards, None).expect("the others");
    assert_eq!(there(), [0, 1, 4, 9, 16, 25, 36, 49, 64]);
}

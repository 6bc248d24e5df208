//! The status of a farm as text.

use std::fmt::Write;

use jobs::{BatchStatus, Presence, Status};

use crate::input::shown;
use crate::paint::{Paint, Role};

/// Workers that are listed, at most; the heading has the sums over all.
const MOST_WORKERS: usize = 20;

/// The whole status.
pub fn text(status: &Status, paint: Paint) -> String {
    let mut text = heading(status);
    batches(&mut text, &status.batches);
    workers(&mut text, &status.workers);
    queues(&mut text, status);
    failures(&mut text, status, paint);
    text
}

fn heading(status: &Status) -> String {
    let threads: usize = status.workers.iter().map(|worker| worker.threads).sum();
    let left = match status.seconds_left {
        Some(seconds) => format!(", {} left", duration(seconds)),
        None => String::new(),
    };
    format!(
        "Farm {}: {} waiting, {} being done, {:.1} jobs/s{left}; {} with {}\n",
        shown(&status.server),
        status.waiting,
        status.held,
        status.rate,
        counted(status.workers.len(), "worker"),
        counted(threads, "thread"),
    )
}

fn batches(text: &mut String, batches: &[BatchStatus]) {
    if batches.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\n{:<24}  {:>9}  {:>9}  {:>6}  {:>9}  {:<16}  work",
        "batch", "done", "given out", "failed", "since", "run by"
    );
    for batch in batches {
        let record = &batch.record;
        let owner = match &record.owner {
            Some(owner) => format!("{}:{}", owner.host, owner.process),
            None => "nobody".to_string(),
        };
        let more = if record.complete { "" } else { "+" };
        let _ = writeln!(
            text,
            "{:<24}  {:>9}  {:>9}  {:>6}  {:>9}  {:<16}  {}",
            batch.name,
            record.done,
            format!("{}{more}", record.given),
            record.failed,
            since(batch.age),
            shown(&owner),
            shown(&record.title),
        );
    }
    for batch in batches {
        if !batch.record.quarantined.is_empty() {
            let _ = writeln!(
                text,
                "\nQuarantined in {}, for wrong answers: {}",
                batch.name,
                shown(&batch.record.quarantined.join(", "))
            );
        }
    }
}

fn workers(text: &mut String, workers: &[Presence]) {
    if workers.is_empty() {
        let _ = writeln!(
            text,
            "\nNo worker is there: `reversi worker --farm URL` starts one."
        );
        return;
    }
    let _ = writeln!(
        text,
        "\n{:<28}  {:>7}  {:>9}  {:>9}  {:>6}  {:>7}  {:<16}  {:<16}  doing",
        "worker", "threads", "done", "kept", "failed", "jobs/s", "weights", "build"
    );
    for worker in workers.iter().take(MOST_WORKERS) {
        let _ = writeln!(
            text,
            "{:<28}  {:>7}  {:>9}  {:>9}  {:>6}  {:>7.1}  {:<16}  {:<16}  {}",
            shown(&worker.worker),
            worker.threads,
            worker.done,
            worker.kept,
            worker.failed,
            worker.rate,
            shown(&worker.weights),
            shown(&worker.build_text()),
            doing(worker),
        );
    }
    if workers.len() > MOST_WORKERS {
        let _ = writeln!(text, "and {} more", workers.len() - MOST_WORKERS);
    }
}

/// The job that a worker has run for longest.
fn doing(worker: &Presence) -> String {
    match worker.doing.first() {
        Some(job) => {
            let note = if job.note.is_empty() { "" } else { ": " };
            let text = format!(
                "{} for {}{note}{}",
                job.batch,
                duration(job.seconds),
                job.note
            );
            shown(&text).to_string()
        }
        None => "nothing".to_string(),
    }
}

/// Queues that no worker takes jobs from.
fn queues(text: &mut String, status: &Status) {
    for queue in &status.queues {
        let fits = |worker: &Presence| worker.queue() == queue.name;
        if queue.waiting > 0 && !status.workers.iter().any(fits) {
            let _ = writeln!(
                text,
                "\n{} jobs wait for {}, and none of those is there.",
                queue.waiting,
                shown(&queue.name)
            );
        }
    }
}

fn failures(text: &mut String, status: &Status, paint: Paint) {
    if status.dead == 0 {
        return;
    }
    let _ = writeln!(text, "\n{} given up:", counted(status.dead as usize, "job"));
    for letter in &status.dead_letters {
        let line = format!(
            "{} {}: {} (tried {}, by {})",
            letter.batch,
            &letter.id[..8.min(letter.id.len())],
            letter.reason,
            counted(letter.tries.max(0) as usize, "time"),
            letter.worker,
        );
        let _ = writeln!(text, "  {}", paint.paint(Role::Error, shown(&line)));
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The age of a batch, where it is known.
fn since(age: Option<u64>) -> String {
    age.map_or("unknown".to_string(), |seconds| duration(seconds as f64))
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} d {:02} h", seconds / 86_400, seconds % 86_400 / 3600),
    }
}

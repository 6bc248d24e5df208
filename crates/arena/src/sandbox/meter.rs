//! Meter: what a program used of the machine in a turn, and what others took from it.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::time::{ClockId, clock_gettime};

/// The state of a program and its cores at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The processor time of the program.
    pub cpu: Duration,
    /// The time that its cores were at work for others, or for it too if that is not known.
    pub busy: Work,
    /// The time that each thread of it has waited for a core.
    pub waits: HashMap<(i32, i32), Duration>,
}

/// What cores were at work for.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// The time that they were at work, for the program and others.
    All(Duration),
    /// The time that was taken from them, and the processor time of each other process, by process id
    /// and start time.
    Others(Duration, HashMap<(i32, u64), Duration>),
}

impl Default for Work {
    fn default() -> Work {
        Work::All(Duration::ZERO)
    }
}

impl Work {
    /// The work for others since an earlier moment, in which the program itself worked for `own`.
    fn for_others(&self, before: &Work, own: Duration) -> Duration {
        match (self, before) {
            (Work::All(now), Work::All(before)) => now.saturating_sub(*before).saturating_sub(own),
            (Work::Others(taken, now), Work::Others(taken_before, before)) => {
                let each = now.iter().map(|(process, time)| {
                    let earlier = before.get(process).copied().unwrap_or_default();
                    time.saturating_sub(earlier)
                });
                each.sum::<Duration>() + taken.saturating_sub(*taken_before)
            }
            _ => Duration::ZERO,
        }
    }
}

/// What a program used of the machine since it was last let go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TurnUsage {
    /// Its processor time.
    pub cpu: Duration,
    /// The longest time that one of its threads wanted to run and could not.
    pub waited: Duration,
    /// The time that its cores worked for others.
    pub others: Duration,
}

impl Reading {
    /// What was used from an earlier reading to this one.
    pub fn since(&self, before: &Reading) -> TurnUsage {
        let cpu = self.cpu.saturating_sub(before.cpu);
        let waited = self.waits.iter().map(|(thread, wait)| {
            let earlier = before.waits.get(thread).copied().unwrap_or_default();
            wait.saturating_sub(earlier)
        });
        TurnUsage {
            cpu,
            waited: waited.max().unwrap_or_default(),
            others: self.busy.for_others(&before.busy, cpu),
        }
    }
}

/// The time that these cores were at work since the machine was started. Time that a virtual machine
/// did not get counts as work for others.
pub(super) fn busy_time(cores: &[usize]) -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    ticks(busy_ticks(&text, cores))
}

/// The time that the machine below a virtual one took from these cores.
pub(super) fn stolen_time(cores: &[usize]) -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    ticks(sum_ticks(&text, cores, &[7]))
}

/// The processor time of this process.
pub(super) fn own_time() -> Duration {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(used).unwrap_or_default()
}

/// The time that each thread of a process has waited for a core.
pub(super) fn waits_of(pid: i32) -> Vec<((i32, i32), Duration)> {
    let entries = fs::read_dir(format!("/proc/{pid}/task"));
    let threads = entries.into_iter().flatten().flatten();
    let waits = threads.filter_map(|entry| {
        let thread: i32 = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("schedstat")).ok()?;
        let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(((pid, thread), Duration::from_nanos(nanos)))
    });
    waits.collect()
}

/// A time in clock ticks, as `/proc` counts it.
pub(super) fn ticks(count: u64) -> Duration {
    let second = clock_ticks_per_second().max(1);
    Duration::from_nanos(count.saturating_mul(1_000_000_000 / second))
}

/// Sums the columns of `/proc/stat` that are not idle: user, nice, system, irq, softirq, steal.
fn busy_ticks(text: &str, cores: &[usize]) -> u64 {
    sum_ticks(text, cores, &[0, 1, 2, 5, 6, 7])
}

/// Sums some columns of `/proc/stat` for some cores.
fn sum_ticks(text: &str, cores: &[usize], wanted: &[usize]) -> u64 {
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let core: usize = words.next()?.strip_prefix("cpu")?.parse().ok()?;
        cores.contains(&core).then_some(words)
    });
    let busy = lines.map(|words| {
        let columns: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
        wanted
            .iter()
            .filter_map(|column| columns.get(*column))
            .sum::<u64>()
    });
    busy.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn busy_time_is_that_of_the_chosen_cores() {
        let text =
            "cpu  30 0 0 99 0 0 0 0 0 0\ncpu0 10 1 2 900 50 3 4 5 7 7\ncpu1 20 0 0 9 0 0 0 0\n";
        assert_eq!(busy_ticks(text, &[0]), 25);
        assert_eq!(busy_ticks(text, &[0, 1]), 45);
        assert_eq!(busy_ticks(text, &[2]), 0);
        assert!(busy_time(&[0]) > Duration::ZERO);
    }

    #[test]
    fn the_longest_wait_counts_and_own_work_is_not_that_of_others() {
        let before = Reading {
            cpu: SECOND,
            busy: Work::All(10 * SECOND),
            waits: HashMap::from([((1, 1), SECOND)]),
        };
        let after = Reading {
            cpu: 3 * SECOND,
            busy: Work::All(13 * SECOND),
            waits: HashMap::from([((1, 1), 2 * SECOND), ((1, 2), SECOND / 2)]),
        };
        let usage = after.since(&before);
        assert_eq!(
            (usage.cpu, usage.waited, usage.others),
            (2 * SECOND, SECOND, SECOND)
        );
    }

    #[test]
    fn other_processes_are_counted_one_by_one() {
        let at = |taken: u32, work: &[(i32, u32)]| {
            let each = work.iter().map(|(pid, time)| ((*pid, 7), *time * SECOND));
            Work::Others(taken * SECOND, each.collect())
        };
        // One worked for two seconds, one has ended, one is new.
        let before = at(1, &[(1, 5), (2, 9)]);
        let after = at(2, &[(1, 7), (3, 4)]);
        assert_eq!(after.for_others(&before, 50 * SECOND), 7 * SECOND);
    }

    #[test]
    fn threads_of_this_process_are_found() {
        let own = std::process::id().cast_signed();
        assert!(!waits_of(own).is_empty());
    }
}

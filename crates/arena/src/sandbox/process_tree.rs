//! Process tree: all descendants of this process, found through `/proc`, measured and killed.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::param::page_size;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait,
};

use super::system_counters::SystemCounters;

/// Scanning all processes of the system takes at most one part in this many of the time.
const SCAN_TIME_RATIO: u32 = 50;

/// With this many new tasks more than the process limit, the program counts as a fork bomb.
const FORK_BOMB_MARGIN: u64 = 100;

/// The available memory must shrink by one part in this many of the memory limit to cause a scan.
const MEMORY_DROP_RATIO: u64 = 8;

/// The longest pause before killed processes are looked for again.
const MAX_KILL_PAUSE: Duration = Duration::from_millis(50);

/// The descendants of this process. As a child subreaper it also becomes the parent of descendants
/// whose own parents have died.
#[derive(Debug)]
pub(super) struct ProcessTree {
    processes: Vec<ProcessStat>,
    /// The system counters at the last scan.
    at_last_scan: SystemCounters,
    /// The earliest time of the next regular scan.
    next_scan: Instant,
}

/// A process as `/proc/PID/stat` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessStat {
    pid: i32,
    parent: i32,
    zombie: bool,
    /// Its start time, in clock ticks since the machine was started. Process id and start time
    /// together are unique.
    start_time: u64,
    /// Resident memory, in pages.
    pages: u64,
}

/// The resources that a process tree uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// The number of processes that have not ended.
    pub processes: u64,
    /// Resident memory in bytes; memory that several processes share is counted for each of them.
    pub memory: u64,
    /// Resident memory in bytes of the largest process.
    pub largest: u64,
}

impl ProcessTree {
    /// The tree below this process.
    pub fn new() -> ProcessTree {
        ProcessTree {
            processes: Vec::new(),
            // No process is known yet, so the newest one is always new.
            at_last_scan: SystemCounters {
                newest_pid: 0,
                ..SystemCounters::now()
            },
            next_scan: Instant::now(),
        }
    }

    /// The resources that the tree uses. All processes of the system are scanned when there are new
    /// ones, but not too often. They are scanned at once when more than `max_processes` are new, or
    /// when the available memory has shrunk by a good part of `max_memory`.
    ///
    /// A fork bomb would leave no time to count its processes. So when very many processes are new,
    /// the process group of `leader` is stopped until all are counted.
    pub fn usage(&mut self, max_processes: u64, max_memory: u64, leader: Pid) -> Usage {
        let now = SystemCounters::now();
        let before = self.at_last_scan;
        let new_tasks = now.tasks.saturating_sub(before.tasks);
        let memory_drop = before.available_memory.saturating_sub(now.available_memory);
        let due = Instant::now() >= self.next_scan
            || new_tasks > max_processes
            || memory_drop > max_memory / MEMORY_DROP_RATIO;
        if new_tasks > max_processes.saturating_add(FORK_BOMB_MARGIN) {
            let _ = kill_process_group(leader, Signal::STOP);
            self.scan(now);
            let _ = kill_process_group(leader, Signal::CONT);
        } else if due && now.newest_pid != before.newest_pid {
            self.scan(now);
        } else {
            let again = |process: &ProcessStat| {
                ProcessStat::read(process.pid).filter(|same| same.start_time == process.start_time)
            };
            self.processes = self.processes.iter().filter_map(again).collect();
        }
        let living = self.processes.iter().filter(|process| !process.zombie);
        let memory = living.clone().map(ProcessStat::memory);
        Usage {
            processes: living.count() as u64,
            memory: memory.clone().sum(),
            largest: memory.max().unwrap_or(0),
        }
    }

    /// Memory in bytes, where shared memory is counted once (proportional set size). Reading it is
    /// slower than [`usage`](ProcessTree::usage).
    pub fn proportional_memory(&self) -> u64 {
        let share =
            |process: &ProcessStat| proportional_set_size(process.pid).unwrap_or(process.memory());
        self.processes.iter().map(share).sum()
    }

    /// Kills all processes of the tree and reaps them, repeatedly until none is left.
    pub fn kill_all(&mut self) {
        let mut pause = Duration::from_millis(1);
        loop {
            self.scan(SystemCounters::now());
            // Parents first, so that no parent can replace a killed child.
            for process in &self.processes {
                kill(process.pid);
            }
            let childless = loop {
                match reap() {
                    Ok(Some(_)) => {}
                    Ok(None) => break false,
                    Err(error) => break error == Errno::CHILD,
                }
            };
            if childless && self.processes.iter().all(|process| process.zombie) {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(MAX_KILL_PAUSE);
        }
    }

    /// Scans all processes of the system.
    fn scan(&mut self, now: SystemCounters) {
        let start = Instant::now();
        self.processes = descendants(getpid().as_raw_pid(), &all_processes());
        self.at_last_scan = now;
        self.next_scan = Instant::now() + start.elapsed() * SCAN_TIME_RATIO;
    }
}

impl ProcessStat {
    fn read(pid: i32) -> Option<ProcessStat> {
        let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
        ProcessStat::parse(pid, &String::from_utf8_lossy(&bytes))
    }

    /// Resident memory in bytes, shared or not.
    fn memory(&self) -> u64 {
        self.pages * page_size() as u64
    }

    /// Parses `17 (a name) S 5 …`; the name may contain any characters.
    fn parse(pid: i32, text: &str) -> Option<ProcessStat> {
        let (_, rest) = text.rsplit_once(')')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        Some(ProcessStat {
            pid,
            parent: words.get(1)?.parse().ok()?,
            zombie: matches!(*words.first()?, "Z" | "X"),
            start_time: words.get(19)?.parse().ok()?,
            pages: words.get(21)?.parse().unwrap_or(0),
        })
    }
}

/// The ids of all processes of the system.
fn all_pids() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// All processes of the system.
fn all_processes() -> Vec<ProcessStat> {
    all_pids().filter_map(ProcessStat::read).collect()
}

/// The descendants of `root`, parents before their children.
fn descendants(root: i32, all: &[ProcessStat]) -> Vec<ProcessStat> {
    let mut children: HashMap<i32, Vec<ProcessStat>> = HashMap::new();
    for process in all {
        children.entry(process.parent).or_default().push(*process);
    }
    let mut tree = children.remove(&root).unwrap_or_default();
    let mut next = 0;
    while let Some(process) = tree.get(next) {
        let more = children.remove(&process.pid).unwrap_or_default();
        tree.extend(more);
        next += 1;
    }
    tree
}

/// Memory of a process in bytes, where shared memory is divided by the number of processes that share
/// it.
fn proportional_set_size(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        // It may have ended by itself.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Reaps one child, if one has ended.
pub(super) fn reap() -> Result<Option<(Pid, WaitStatus)>, Errno> {
    wait(WaitOptions::NOHANG)
}

/// Kills every process that has this scratch folder in its environment, until there is none: the
/// processes of a program that has killed its supervisor.
pub(super) fn kill_by_scratch_folder(scratch: &Path) {
    let needle = scratch.as_os_str().as_encoded_bytes();
    let ours = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let holds = |variable: &[u8]| variable.ends_with(needle);
        environment.split(|byte| *byte == 0).any(holds)
    };
    // A killed process that still exists has no environment any more.
    for _ in 0..100 {
        let found: Vec<i32> = all_pids().filter(ours).collect();
        if found.is_empty() {
            return;
        }
        for pid in found {
            kill(pid);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_name_may_contain_anything() {
        let tail = "S 5 1 1 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 777 9000 42 0";
        let text = format!("17 (a) Z 1 (b) {tail}");
        let process = ProcessStat::parse(17, &text).expect("a process");
        assert_eq!((process.parent, process.zombie), (5, false));
        assert_eq!((process.start_time, process.pages), (777, 42));
        assert_eq!(ProcessStat::parse(17, "17 (cut off"), None);
        assert_eq!(ProcessStat::parse(17, "17 (cut off) S 5"), None);
    }

    #[test]
    fn parents_come_before_children() {
        let process = |pid, parent| ProcessStat {
            pid,
            parent,
            zombie: false,
            start_time: 0,
            pages: 1,
        };
        let all = [
            process(9, 7),
            process(3, 2),
            process(7, 3),
            process(2, 1),
            process(8, 2),
        ];
        let pids: Vec<i32> = descendants(2, &all).iter().map(|one| one.pid).collect();
        assert_eq!(pids, [3, 8, 7, 9]);
    }

    #[test]
    fn this_process_is_found_with_its_memory() {
        let pid = getpid().as_raw_pid();
        let own = ProcessStat::read(pid).expect("this process");
        assert!(own.pages > 0 && own.start_time > 0);
        assert!(all_processes().iter().any(|process| process.pid == pid));
        assert!(proportional_set_size(pid).is_some_and(|bytes| bytes > 0));
    }
}

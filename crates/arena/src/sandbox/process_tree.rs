//! Process tree: all descendants of this process, found through `/proc`, measured and killed.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait,
};

use super::meter::{Reading, Work, ticks, waits_of};
use super::nameless_files::NamelessFiles;
use super::process_stat::{ProcessStat, all_pids, all_processes};
use super::system_counters::SystemCounters;

/// Scanning all processes of the system takes at most one part in this many of the time.
const SCAN_TIME_RATIO: u32 = 50;

/// With this many new tasks more than the process limit, the program counts as a fork bomb.
const FORK_BOMB_MARGIN: u64 = 100;

/// The available memory must shrink by one part in this many of the memory limit to cause a scan.
const MEMORY_DROP_RATIO: u64 = 8;

/// The time that all processes may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest pause before killed processes are looked for again.
const MAX_KILL_PAUSE: Duration = Duration::from_millis(50);

/// The descendants of this process. As a child subreaper it also becomes the parent of descendants
/// whose own parents have died.
#[derive(Debug)]
pub(super) struct ProcessTree {
    processes: Vec<ProcessStat>,
    /// The other processes of the system at the last scan, without us.
    others: Vec<ProcessStat>,
    /// The system counters at the last scan.
    at_last_scan: SystemCounters,
    /// The earliest time of the next regular scan.
    next_scan: Instant,
}

/// The resources that a process tree uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// The number of processes that have not ended.
    pub processes: u64,
    /// The number of their threads.
    pub threads: u64,
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
            others: Vec::new(),
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
            self.processes = self.again().collect();
        }
        let living = self.processes.iter().filter(|process| !process.zombie);
        let memory = living.clone().map(ProcessStat::memory);
        Usage {
            processes: living.clone().count() as u64,
            threads: living.map(|process| process.threads).sum(),
            memory: memory.clone().sum(),
            largest: memory.max().unwrap_or(0),
        }
    }

    /// Stops all processes of the tree with a signal that they cannot handle, until none runs and no
    /// process was started while they were looked at. A stopped process starts no others.
    pub fn stop_all(&mut self) -> bool {
        let deadline = Instant::now() + STOP_TIMEOUT;
        let mut signalled = HashSet::new();
        loop {
            let before = SystemCounters::now();
            self.scan(before);
            // A process in an uninterruptible call stops when it is over.
            let is_still = |process: &ProcessStat| {
                let waits = process.waits && signalled.contains(&process.pid);
                process.zombie || process.stopped || waits
            };
            let running = self.processes.iter().filter(|process| !is_still(process));
            let running: Vec<i32> = running.map(|process| process.pid).collect();
            if running.is_empty() && SystemCounters::now().newest_pid == before.newest_pid {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            for pid in running {
                signal(pid, Signal::STOP);
                signalled.insert(pid);
            }
        }
    }

    /// Lets all stopped processes go on.
    pub fn continue_all(&mut self) {
        self.look();
        for process in &self.processes {
            signal(process.pid, Signal::CONT);
        }
    }

    /// Processor time of the living processes and of those they have waited for, and the time that
    /// each thread has waited for a core. The processes are those of the last look.
    pub fn reading(&self) -> Reading {
        let living: Vec<ProcessStat> = self.again().collect();
        Reading {
            cpu: ticks(living.iter().map(|process| process.ticks).sum()),
            busy: Work::default(),
            waits: living
                .iter()
                .flat_map(|process| waits_of(process.pid))
                .collect(),
        }
    }

    /// The processor time of each other process of the system at the last scan.
    pub fn foreign_time(&self) -> HashMap<(i32, u64), Duration> {
        let others = self.others.iter();
        others
            .map(|process| ((process.pid, process.start_time), ticks(process.ticks)))
            .collect()
    }

    /// Scans all processes of the system now.
    pub fn look(&mut self) {
        self.scan(SystemCounters::now());
    }

    /// The files without a name that the processes have open.
    pub fn nameless_files(&self) -> NamelessFiles {
        NamelessFiles::of(self.processes.iter().map(|process| process.pid))
    }

    /// The number of processes, counted again.
    pub fn count(&mut self) -> u64 {
        self.scan(SystemCounters::now());
        self.processes
            .iter()
            .filter(|process| !process.zombie)
            .count() as u64
    }

    /// Memory in bytes that is in no file.
    pub fn private_memory(&self) -> u64 {
        self.processes
            .iter()
            .filter_map(ProcessStat::private_memory)
            .sum()
    }

    /// A process that sees another root than ours.
    pub fn enclosed_process(&self) -> Option<i32> {
        let root = |place: &str| {
            let about = fs::metadata(place).ok()?;
            Some((about.dev(), about.ino()))
        };
        let ours = root("/");
        // The youngest first: the oldest may be those that make the sandbox.
        let mut pids = self.processes.iter().rev().map(|process| process.pid);
        pids.find(|pid| {
            let theirs = root(&format!("/proc/{pid}/root/"));
            theirs.is_some() && theirs != ours
        })
    }

    /// The known processes as they are now.
    fn again(&self) -> impl Iterator<Item = ProcessStat> {
        self.processes.iter().filter_map(|process| {
            ProcessStat::read(process.pid).filter(|same| same.start_time == process.start_time)
        })
    }

    /// Memory in bytes, where shared memory is counted once (proportional set size). Reading it is
    /// slower than [`usage`](ProcessTree::usage).
    pub fn proportional_memory(&self) -> u64 {
        self.processes
            .iter()
            .map(ProcessStat::proportional_memory)
            .sum()
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
        let own = getpid().as_raw_pid();
        let all = all_processes();
        self.processes = descendants(own, &all);
        let family: HashSet<i32> = self.processes.iter().map(|process| process.pid).collect();
        let foreign = |process: &ProcessStat| !family.contains(&process.pid) && process.pid != own;
        self.others = all.into_iter().filter(foreign).collect();
        self.at_last_scan = now;
        self.next_scan = Instant::now() + start.elapsed() * SCAN_TIME_RATIO;
    }
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

/// Kills a process, if it has not ended by itself.
pub(super) fn kill(pid: i32) {
    signal(pid, Signal::KILL);
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
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
    fn parents_come_before_children() {
        let process = |pid, parent| ProcessStat {
            pid,
            parent,
            zombie: false,
            stopped: false,
            waits: false,
            threads: 1,
            ticks: 0,
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
}

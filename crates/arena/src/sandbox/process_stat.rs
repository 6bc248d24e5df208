//! A process as `/proc` describes it.

use std::fs;

use rustix::param::page_size;

/// A process as `/proc/PID/stat` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProcessStat {
    pub pid: i32,
    pub parent: i32,
    pub zombie: bool,
    /// Whether it is stopped by a signal.
    pub stopped: bool,
    /// Whether it is in a call that no signal interrupts.
    pub waits: bool,
    /// Its number of threads.
    pub threads: u64,
    /// Its processor time and that of its children that it has waited for, in clock ticks.
    pub ticks: u64,
    /// Its start time, in clock ticks since the machine was started. Process id and start time
    /// together are unique.
    pub start_time: u64,
    /// Resident memory, in pages.
    pub pages: u64,
}

impl ProcessStat {
    /// The process as it is now; `None` if it has ended and was reaped.
    pub fn read(pid: i32) -> Option<ProcessStat> {
        let read = |file: String| {
            let bytes = fs::read(file).ok()?;
            ProcessStat::parse(pid, &String::from_utf8_lossy(&bytes))
        };
        let process = read(format!("/proc/{pid}/stat"))?;
        if !(process.zombie && process.threads > 1) {
            return Some(process);
        }
        // Its first thread has ended, and others go on: one of them tells how it is.
        let threads = fs::read_dir(format!("/proc/{pid}/task"));
        let others = threads.into_iter().flatten().flatten().filter_map(|entry| {
            let thread = entry.file_name().into_string().ok()?;
            read(format!("/proc/{pid}/task/{thread}/stat"))
        });
        let mut living = others.filter(|thread| !thread.zombie);
        let first = living.next()?;
        Some(ProcessStat {
            zombie: false,
            stopped: first.stopped && living.all(|thread| thread.stopped),
            pages: first.pages,
            ..process
        })
    }

    /// Resident memory in bytes, shared or not.
    pub fn memory(&self) -> u64 {
        self.pages * page_size() as u64
    }

    /// Memory in bytes, where shared memory is divided by the number of processes that share it.
    pub fn proportional_memory(&self) -> u64 {
        proportional_set_size(self.pid).unwrap_or(self.memory())
    }

    /// Memory in bytes that is in no file, and that of the tables that describe memory.
    pub fn private_memory(&self) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let kilobytes = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|rest| rest.split_whitespace().next());
            number
                .and_then(|number| number.parse::<u64>().ok())
                .unwrap_or(0)
        };
        Some((kilobytes("RssAnon:") + kilobytes("VmPTE:")) * 1024)
    }

    /// Parses `17 (a name) S 5 …`; the name may contain any characters.
    fn parse(pid: i32, text: &str) -> Option<ProcessStat> {
        let (_, rest) = text.rsplit_once(')')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        words.get(21)?;
        Some(ProcessStat {
            pid,
            parent: words.get(1)?.parse().ok()?,
            zombie: matches!(*words.first()?, "Z" | "X"),
            stopped: matches!(*words.first()?, "T" | "t"),
            waits: *words.first()? == "D",
            threads: words.get(17)?.parse().unwrap_or(1),
            ticks: words[11..15]
                .iter()
                .filter_map(|word| word.parse::<u64>().ok())
                .sum(),
            start_time: words.get(19)?.parse().ok()?,
            pages: words.get(21)?.parse().unwrap_or(0),
        })
    }
}

/// The ids of all processes of the system.
pub(super) fn all_pids() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// All processes of the system.
pub(super) fn all_processes() -> Vec<ProcessStat> {
    all_pids().filter_map(ProcessStat::read).collect()
}

/// Memory of a process in bytes, where shared memory is divided by the number of processes that share
/// it.
fn proportional_set_size(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
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
        assert!(!process.waits);
        assert_eq!(
            (process.ticks, process.threads, process.stopped),
            (10, 1, false)
        );
        assert_eq!(ProcessStat::parse(17, "17 (cut off"), None);
        assert_eq!(ProcessStat::parse(17, "17 (cut off) S 5"), None);
    }

    #[test]
    fn this_process_is_found_with_its_memory() {
        let pid = std::process::id().cast_signed();
        let own = ProcessStat::read(pid).expect("this process");
        assert!(own.pages > 0 && own.start_time > 0);
        assert!(all_processes().iter().any(|process| process.pid == pid));
        assert!(proportional_set_size(pid).is_some_and(|bytes| bytes > 0));
    }
}

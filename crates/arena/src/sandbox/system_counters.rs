//! Counters of the whole system: number of tasks, newest process id, available memory. Reading them
//! is cheaper than scanning all processes.

use std::fs;

/// Counters of the whole system at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SystemCounters {
    /// Number of processes and threads.
    pub tasks: u64,
    /// The id of the newest process.
    pub newest_pid: u64,
    /// Available memory, in bytes.
    pub available_memory: u64,
}

impl SystemCounters {
    /// Reads the counters from `/proc`; those that cannot be read are 0.
    pub fn now() -> SystemCounters {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        SystemCounters::parse(&load, &memory)
    }

    /// Parses `0.20 0.18 0.12 1/80 11206`, and `MemAvailable:   22535896 kB` among other lines.
    fn parse(load: &str, memory: &str) -> SystemCounters {
        let number = |word: &str| word.parse().unwrap_or(0);
        let mut words = load.split_whitespace().skip(3);
        let tasks = words.next().and_then(|word| word.split_once('/'));
        let available = memory
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"));
        let kilobytes = available.and_then(|rest| rest.split_whitespace().next());
        SystemCounters {
            tasks: tasks.map_or(0, |(_, all)| number(all)),
            newest_pid: words.next().map_or(0, number),
            available_memory: kilobytes.map_or(0, number).saturating_mul(1024),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_and_memory_files_are_parsed() {
        let memory = "MemTotal:       24684100 kB\nMemAvailable:   22535896 kB\n";
        let system = SystemCounters {
            tasks: 80,
            newest_pid: 11206,
            available_memory: 22_535_896 * 1024,
        };
        assert_eq!(
            SystemCounters::parse("0.20 0.18 0.12 1/80 11206\n", memory),
            system
        );
        assert_eq!(
            SystemCounters::parse("", "MemTotal"),
            SystemCounters::default()
        );
        let now = SystemCounters::now();
        assert!(
            now.tasks > 0 && now.newest_pid > 0 && now.available_memory > 0,
            "{now:?}"
        );
    }
}

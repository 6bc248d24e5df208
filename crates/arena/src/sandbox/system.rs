//! What the whole system has, which is quicker to ask than what a program has.

use std::fs;

/// What the whole system has at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct System {
    /// How many processes and threads.
    pub tasks: u64,
    /// The number of the newest of them.
    pub newest: u64,
    /// How many bytes of memory are there to be had.
    pub available: u64,
}

impl System {
    /// What it has now.
    pub fn now() -> System {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        System::parse(&load, &memory)
    }

    /// Reads `0.20 0.18 0.12 1/80 11206`, and `MemAvailable:   22535896 kB` among other lines.
    fn parse(load: &str, memory: &str) -> System {
        let number = |word: &str| word.parse().unwrap_or(0);
        let mut words = load.split_whitespace().skip(3);
        let tasks = words.next().and_then(|word| word.split_once('/'));
        let available = memory
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"));
        let kilobytes = available.and_then(|rest| rest.split_whitespace().next());
        System {
            tasks: tasks.map_or(0, |(_, all)| number(all)),
            newest: words.next().map_or(0, number),
            available: kilobytes.map_or(0, number).saturating_mul(1024),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let memory = "MemTotal:       24684100 kB\nMemAvailable:   22535896 kB\n";
        let system = System {
            tasks: 80,
            newest: 11206,
            available: 22_535_896 * 1024,
        };
        assert_eq!(System::parse("0.20 0.18 0.12 1/80 11206\n", memory), system);
        assert_eq!(System::parse("", "MemTotal"), System::default());
        let now = System::now();
        assert!(
            now.tasks > 0 && now.newest > 0 && now.available > 0,
            "{now:?}"
        );
    }
}

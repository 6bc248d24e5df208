//! All processes that come from one: counted, measured, ended.

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

use super::system::System;

/// Looking through all processes of the system takes at most one part in so many of the time.
const SHARE: u32 = 50;

/// So many more processes on the system than the family may have are a swarm.
const SWARM: u64 = 100;

/// One part in so many of its memory is a good part.
const PART: u64 = 8;

/// The longest wait until killed processes are looked for again.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// The processes that come from this one, children and their children and so on. As their reaper it
/// also gets those whose parents have died.
#[derive(Debug)]
pub(super) struct Family {
    members: Vec<Member>,
    /// What the system had when its processes were looked through.
    then: System,
    /// When they may be looked through again.
    next: Instant,
}

/// A process as the system tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    pid: i32,
    parent: i32,
    zombie: bool,
    /// When it was started, in ticks since the machine was: nobody else has both number and time.
    since: u64,
    pages: u64,
}

/// What a family uses up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// How many processes it has that have not ended.
    pub processes: u64,
    /// Bytes of memory that are theirs; what several of them share is counted for each.
    pub memory: u64,
    /// Bytes of memory of the one that has most.
    pub largest: u64,
}

impl Family {
    /// The family of this process.
    pub fn new() -> Family {
        Family {
            members: Vec::new(),
            // Nobody is known yet, so whoever is the newest is new.
            then: System {
                newest: 0,
                ..System::now()
            },
            next: Instant::now(),
        }
    }

    /// What the family uses up. Newcomers are looked for when the system has any, and then not all
    /// the time; at once when there are more than `processes` of them, or when a good part of
    /// `memory` is gone and nobody we know has it.
    ///
    /// Processes that multiply would leave no time to count them. So when the system has very many
    /// newcomers, the group of `leader` is halted until all are counted.
    pub fn usage(&mut self, processes: u64, memory: u64, leader: Pid) -> Usage {
        let now = System::now();
        let newcomers = now.tasks.saturating_sub(self.then.tasks);
        let due = Instant::now() >= self.next
            || newcomers > processes
            || self.then.available.saturating_sub(now.available) > memory / PART;
        if newcomers > processes.saturating_add(SWARM) {
            let _ = kill_process_group(leader, Signal::STOP);
            self.look(now);
            let _ = kill_process_group(leader, Signal::CONT);
        } else if due && now.newest != self.then.newest {
            self.look(now);
        } else {
            let again = |member: &Member| {
                Member::read(member.pid).filter(|same| same.since == member.since)
            };
            self.members = self.members.iter().filter_map(again).collect();
        }
        let living = self.members.iter().filter(|member| !member.zombie);
        let memory = living.clone().map(Member::memory);
        Usage {
            processes: living.count() as u64,
            memory: memory.clone().sum(),
            largest: memory.max().unwrap_or(0),
        }
    }

    /// Bytes of memory that are theirs, what several of them share counted once. It takes longer.
    pub fn fair_memory(&self) -> u64 {
        let share = |member: &Member| proportional(member.pid).unwrap_or(member.memory());
        self.members.iter().map(share).sum()
    }

    /// Kills all of them, again and again until none is left, and takes note of their ends.
    pub fn end(&mut self) {
        let mut pause = Duration::from_millis(1);
        loop {
            self.look(System::now());
            // Parents first, so that nobody can replace who was killed.
            for member in &self.members {
                kill(member.pid);
            }
            let childless = loop {
                match reap() {
                    Ok(Some(_)) => {}
                    Ok(None) => break false,
                    Err(error) => break error == Errno::CHILD,
                }
            };
            if childless && self.members.iter().all(|member| member.zombie) {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_WAIT);
        }
    }

    fn look(&mut self, now: System) {
        let start = Instant::now();
        self.members = descendants(getpid().as_raw_pid(), &all());
        self.then = now;
        self.next = Instant::now() + start.elapsed() * SHARE;
    }
}

impl Member {
    fn read(pid: i32) -> Option<Member> {
        let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
        Member::parse(pid, &String::from_utf8_lossy(&bytes))
    }

    /// Bytes of memory that it has, shared or not.
    fn memory(&self) -> u64 {
        self.pages * page_size() as u64
    }

    /// Reads `17 (a name) S 5 …`; the name may hold anything.
    fn parse(pid: i32, text: &str) -> Option<Member> {
        let (_, rest) = text.rsplit_once(')')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        Some(Member {
            pid,
            parent: words.get(1)?.parse().ok()?,
            zombie: matches!(*words.first()?, "Z" | "X"),
            since: words.get(19)?.parse().ok()?,
            pages: words.get(21)?.parse().unwrap_or(0),
        })
    }
}

/// The numbers of all processes of the system.
fn numbers() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// All processes of the system.
fn all() -> Vec<Member> {
    numbers().filter_map(Member::read).collect()
}

/// Those that come from `root`, parents before their children.
fn descendants(root: i32, all: &[Member]) -> Vec<Member> {
    let mut children: HashMap<i32, Vec<Member>> = HashMap::new();
    for member in all {
        children.entry(member.parent).or_default().push(*member);
    }
    let mut family = children.remove(&root).unwrap_or_default();
    let mut next = 0;
    while let Some(member) = family.get(next) {
        let more = children.remove(&member.pid).unwrap_or_default();
        family.extend(more);
        next += 1;
    }
    family
}

/// Bytes of memory of a process, those that it shares divided by how many share them.
fn proportional(pid: i32) -> Option<u64> {
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

/// Takes note of the end of a child, if one has ended.
pub(super) fn reap() -> Result<Option<(Pid, WaitStatus)>, Errno> {
    wait(WaitOptions::NOHANG)
}

/// Kills every process that has this folder in its environment, until there is none: what is left of
/// a program that has killed its supervisor.
pub(super) fn end_those_with(scratch: &Path) {
    let needle = scratch.as_os_str().as_encoded_bytes();
    let ours = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let holds = |variable: &[u8]| variable.ends_with(needle);
        environment.split(|byte| *byte == 0).any(holds)
    };
    // A process that has been killed and is not gone yet has no environment any more.
    for _ in 0..100 {
        let found: Vec<i32> = numbers().filter(ours).collect();
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
    fn a_name_may_look_like_anything() {
        let tail = "S 5 1 1 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 777 9000 42 0";
        let text = format!("17 (a) Z 1 (b) {tail}");
        let member = Member::parse(17, &text).expect("a process");
        assert_eq!((member.parent, member.zombie), (5, false));
        assert_eq!((member.since, member.pages), (777, 42));
        assert_eq!(Member::parse(17, "17 (cut off"), None);
        assert_eq!(Member::parse(17, "17 (cut off) S 5"), None);
    }

    #[test]
    fn parents_come_before_children() {
        let member = |pid, parent| Member {
            pid,
            parent,
            zombie: false,
            since: 0,
            pages: 1,
        };
        let all = [
            member(9, 7),
            member(3, 2),
            member(7, 3),
            member(2, 1),
            member(8, 2),
        ];
        let pids: Vec<i32> = descendants(2, &all).iter().map(|one| one.pid).collect();
        assert_eq!(pids, [3, 8, 7, 9]);
    }

    #[test]
    fn this_process_is_found_with_its_memory() {
        let pid = getpid().as_raw_pid();
        let own = Member::read(pid).expect("this process");
        assert!(own.pages > 0 && own.since > 0);
        assert!(all().iter().any(|member| member.pid == pid));
        assert!(proportional(pid).is_some_and(|bytes| bytes > 0));
    }
}

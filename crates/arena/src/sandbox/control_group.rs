//! Control group (cgroup): all processes of a program, kept together by the kernel. It limits their
//! memory and number, stops and kills them, and measures their processor time.
//!
//! What a machine lets us use of it differs: every part is optional.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::hierarchy::{Hierarchy, REFEREE_GROUP};

/// The time that the kernel may take to stop all processes of a group.
const FREEZE_TIMEOUT: Duration = Duration::from_secs(5);

/// The interval between two looks whether it has.
const FREEZE_POLL: Duration = Duration::from_micros(100);

/// The control group of one program: a folder in each hierarchy that lets us make one.
#[derive(Debug, Default)]
pub(super) struct ControlGroup {
    folders: Vec<PathBuf>,
    freezer: Option<Freezer>,
    memory: Option<Events>,
    tasks: Option<Events>,
    cpu: Option<CpuTime>,
    kill: Option<PathBuf>,
}

#[derive(Debug)]
enum Freezer {
    /// `cgroup.freeze` and `cgroup.events`.
    Unified(PathBuf),
    /// `freezer.state`.
    Separate(PathBuf),
}

/// A file that counts how often a limit was hit, and the name of the counter.
#[derive(Debug)]
struct Events(PathBuf, &'static str);

#[derive(Debug)]
enum CpuTime {
    /// `cpu.stat`, with a line in microseconds.
    Unified(PathBuf),
    /// `cpuacct.usage`, in nanoseconds.
    Separate(PathBuf),
}

impl ControlGroup {
    /// Makes the control group of a supervisor, with limits of memory in bytes and of threads.
    pub fn make(supervisor: u32, memory: Option<u64>, threads: u64) -> ControlGroup {
        let mut group = ControlGroup::default();
        let mut hierarchies = Hierarchy::all();
        // What version 2 gives is not asked of version 1.
        hierarchies.sort_by_key(|hierarchy| !hierarchy.is_unified());
        for hierarchy in hierarchies {
            sweep(&hierarchy.folder);
            let folder = folder_of(&hierarchy, supervisor);
            if hierarchy.is_unified() {
                if fs::create_dir(&folder).is_ok() {
                    group.add_unified(folder, memory, threads);
                }
            } else if group.wants(&hierarchy, memory) && fs::create_dir(&folder).is_ok() {
                group.add_separate(&hierarchy, folder, memory, threads);
            }
        }
        group
    }

    /// The files that a process writes `0` to in order to join the group.
    pub fn entrances(&self) -> Vec<PathBuf> {
        let all = self.folders.iter();
        all.map(|folder| folder.join("cgroup.procs")).collect()
    }

    /// Stops all processes of the group, or lets them go on. Returns `false` if the group cannot.
    pub fn set_frozen(&self, frozen: bool) -> io::Result<bool> {
        let (file, word, state, done) = match &self.freezer {
            None => return Ok(false),
            Some(Freezer::Unified(folder)) => {
                let word = if frozen { "1" } else { "0" };
                let done = if frozen { "frozen 1" } else { "frozen 0" };
                (
                    folder.join("cgroup.freeze"),
                    word,
                    folder.join("cgroup.events"),
                    done,
                )
            }
            Some(Freezer::Separate(file)) => {
                let word = if frozen { "FROZEN" } else { "THAWED" };
                (file.clone(), word, file.clone(), word)
            }
        };
        fs::write(&file, word)?;
        let deadline = Instant::now() + FREEZE_TIMEOUT;
        while !fs::read_to_string(&state)?.lines().any(|line| line == done) {
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(FREEZE_POLL);
        }
        Ok(true)
    }

    /// Whether the group can stop all its processes at once.
    pub fn has_freezer(&self) -> bool {
        self.freezer.is_some()
    }

    /// Whether the kernel limits the memory of the group.
    pub fn keeps_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// The processor time of all processes that are or were in the group.
    pub fn cpu_time(&self) -> Option<Duration> {
        match self.cpu.as_ref()? {
            CpuTime::Unified(file) => {
                let micros = counter(file, "usage_usec")?;
                Some(Duration::from_micros(micros))
            }
            CpuTime::Separate(file) => {
                let nanos = fs::read_to_string(file).ok()?.trim().parse().ok()?;
                Some(Duration::from_nanos(nanos))
            }
        }
    }

    /// Whether the kernel killed a process of the group because it had no more memory.
    pub fn ran_out_of_memory(&self) -> bool {
        self.memory.as_ref().is_some_and(Events::happened)
    }

    /// Whether the kernel refused to start another thread.
    pub fn ran_out_of_threads(&self) -> bool {
        self.tasks.as_ref().is_some_and(Events::happened)
    }

    /// Kills all processes of the group. They are reaped by their parents.
    pub fn kill(&self) {
        if let Some(file) = &self.kill {
            let _ = fs::write(file, "1");
        }
        let processes = self.folders.iter().flat_map(|folder| processes_in(folder));
        for pid in processes.collect::<Vec<_>>() {
            super::process_tree::kill(pid);
        }
        // The old freezer keeps killed processes until it lets them go.
        let _ = self.set_frozen(false);
    }

    /// Removes the group, which must be empty.
    pub fn remove(&self) {
        for folder in &self.folders {
            remove(folder);
        }
    }

    fn wants(&self, hierarchy: &Hierarchy, memory: Option<u64>) -> bool {
        hierarchy.has("memory") && memory.is_some() && self.memory.is_none()
            || hierarchy.has("pids") && self.tasks.is_none()
            || hierarchy.has("freezer") && self.freezer.is_none()
            || hierarchy.has("cpuacct") && self.cpu.is_none()
    }

    fn add_unified(&mut self, folder: PathBuf, memory: Option<u64>, threads: u64) {
        let is_there = |name: &str| folder.join(name).exists();
        if let Some(memory) = memory
            && fs::write(folder.join("memory.max"), memory.to_string()).is_ok()
        {
            let _ = fs::write(folder.join("memory.swap.max"), "0");
            self.memory = Some(Events(folder.join("memory.events"), "oom_kill"));
        }
        if fs::write(folder.join("pids.max"), threads.to_string()).is_ok() {
            self.tasks = Some(Events(folder.join("pids.events"), "max"));
        }
        if is_there("cgroup.freeze") {
            self.freezer = Some(Freezer::Unified(folder.clone()));
        }
        if is_there("cgroup.kill") {
            self.kill = Some(folder.join("cgroup.kill"));
        }
        if is_there("cpu.stat") {
            self.cpu = Some(CpuTime::Unified(folder.join("cpu.stat")));
        }
        self.folders.push(folder);
    }

    fn add_separate(
        &mut self,
        hierarchy: &Hierarchy,
        folder: PathBuf,
        memory: Option<u64>,
        threads: u64,
    ) {
        let set = |name: &str, value: u64| fs::write(folder.join(name), value.to_string()).is_ok();
        if hierarchy.has("memory")
            && let Some(memory) = memory
            && set("memory.limit_in_bytes", memory)
        {
            set("memory.memsw.limit_in_bytes", memory);
            self.memory = Some(Events(folder.join("memory.oom_control"), "oom_kill"));
        }
        if hierarchy.has("pids") && set("pids.max", threads) {
            self.tasks = Some(Events(folder.join("pids.events"), "max"));
        }
        if hierarchy.has("freezer") && self.freezer.is_none() {
            self.freezer = Some(Freezer::Separate(folder.join("freezer.state")));
        }
        if hierarchy.has("cpuacct") && self.cpu.is_none() {
            self.cpu = Some(CpuTime::Separate(folder.join("cpuacct.usage")));
        }
        self.folders.push(folder);
    }
}

impl Events {
    fn happened(&self) -> bool {
        counter(&self.0, self.1).is_some_and(|times| times > 0)
    }
}

/// Lets groups with limits be made beside the group that we are in (version 2): a group with
/// processes of its own cannot have them. Where we may not, or other programs share our group,
/// nothing changes.
pub(super) fn prepare() {
    let unified = Hierarchy::all().into_iter().find(Hierarchy::is_unified);
    let Some(folder) = unified.map(|hierarchy| hierarchy.folder) else {
        return;
    };
    let enabled = |folder: &Path| {
        let control = folder.join("cgroup.subtree_control");
        ["memory", "pids"].iter().all(|controller| {
            let list = fs::read_to_string(&control).unwrap_or_default();
            list.split_whitespace().any(|one| one == *controller)
                || fs::write(&control, format!("+{controller}")).is_ok()
        })
    };
    let offered = fs::read_to_string(folder.join("cgroup.controllers")).unwrap_or_default();
    if offered.trim().is_empty() || enabled(&folder) {
        return;
    }
    let own = folder.join(REFEREE_GROUP);
    let _ = fs::create_dir(&own);
    let moved = fs::write(own.join("cgroup.procs"), "0").is_ok();
    if moved && !enabled(&folder) {
        let _ = fs::write(folder.join("cgroup.procs"), "0");
        let _ = fs::remove_dir(&own);
    }
}

/// Kills and removes what is left of the control group of a supervisor that has died.
pub(super) fn clear(supervisor: u32) {
    for hierarchy in Hierarchy::all() {
        empty(&folder_of(&hierarchy, supervisor));
    }
}

fn folder_of(hierarchy: &Hierarchy, supervisor: u32) -> PathBuf {
    hierarchy.folder.join(format!("reversi-{supervisor}"))
}

/// Removes the groups of supervisors that have died together with their referee.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix("reversi-"));
        let owner = owner.and_then(|owner| owner.parse::<u32>().ok());
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner.to_string()).exists()) {
            empty(&entry.path());
        }
    }
}

/// Kills the processes of a group and removes it.
fn empty(folder: &Path) {
    if !folder.exists() {
        return;
    }
    let _ = fs::write(folder.join("cgroup.kill"), "1");
    processes_in(folder)
        .into_iter()
        .for_each(super::process_tree::kill);
    let _ = fs::write(folder.join("freezer.state"), "THAWED");
    remove(folder);
}

/// Removes a group. Killed processes may take a moment to leave it.
fn remove(folder: &Path) {
    for _ in 0..200 {
        match fs::remove_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                thread::sleep(Duration::from_millis(1));
            }
            _ => return,
        }
    }
}

fn processes_in(folder: &Path) -> Vec<i32> {
    let list = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    list.lines().filter_map(|line| line.parse().ok()).collect()
}

/// The number after a name in a file with a name and a number in each line.
fn counter(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    let (_, number) = lines.find(|(one, _)| *one == name)?;
    number.trim().parse().ok()
}

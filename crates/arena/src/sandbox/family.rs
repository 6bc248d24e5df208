//! Family: all processes of a program, measured against its limits, stopped, let go on and ended
//! together.

use std::path::PathBuf;

use rustix::process::{Pid, getpid};

use super::bounds::Bounds;
use super::control_group::ControlGroup;
use super::meter::{Reading, TurnUsage, Work, busy_time, own_time, stolen_time};
use super::process_tree::ProcessTree;
use super::report::Report;
use super::{limits, scratch};

/// All processes of a supervised program.
pub(super) struct Family<'a> {
    bounds: &'a Bounds,
    group: ControlGroup,
    tree: ProcessTree,
    /// The cores that it runs on.
    cores: Vec<usize>,
    /// Whether its processes were stopped by a signal.
    signalled: bool,
    /// The state when it was last let go on.
    before: Reading,
    /// The size of its own folder at the beginning, if it may write there.
    folder_size: u64,
}

impl<'a> Family<'a> {
    /// The family of a program before it is started.
    pub fn new(bounds: &'a Bounds) -> Family<'a> {
        let group = if bounds.groups {
            let own = getpid().as_raw_pid().cast_unsigned();
            // The files of the scratch folder may be in memory, and count there.
            let memory = bounds
                .memory
                .map(|memory| memory.saturating_add(bounds.file));
            ControlGroup::make(own, memory, bounds.threads)
        } else {
            ControlGroup::default()
        };
        let mut family = Family {
            bounds,
            group,
            tree: ProcessTree::new(),
            cores: limits::cores(bounds.core),
            signalled: false,
            before: Reading::default(),
            folder_size: bounds.folder.as_deref().map_or(0, scratch::size),
        };
        family.before = family.reading();
        family
    }

    /// The files that its first process writes to in order to join its control group.
    pub fn entrances(&self) -> Vec<PathBuf> {
        self.group.entrances()
    }

    /// Whether the kernel can stop all its processes at once.
    pub fn has_freezer(&self) -> bool {
        self.group.has_freezer()
    }

    /// Whether the kernel counts and limits its memory.
    pub fn keeps_memory(&self) -> bool {
        self.group.keeps_memory()
    }

    /// Checks processes, threads and memory. Returns the used part of the memory limit, from 0 to 1.
    pub fn check(&mut self, program: Pid) -> Result<f64, Report> {
        if let Some(report) = self.exceeded() {
            return Err(report);
        }
        let Bounds {
            memory,
            processes,
            threads,
            ..
        } = self.bounds;
        let most = u64::from(processes.unwrap_or(u32::MAX));
        let usage = self.tree.usage(most, memory.unwrap_or(u64::MAX), program);
        if usage.processes > most {
            return Err(Report::Processes(usage.processes));
        }
        if usage.threads > *threads {
            return Err(Report::Threads(usage.threads));
        }
        let Some(limit) = *memory else {
            return Ok(0.0);
        };
        if usage.memory > limit {
            // Forked processes share much of their memory.
            let memory = if usage.largest > limit {
                usage.largest
            } else {
                self.tree.proportional_memory()
            };
            if memory > limit {
                return Err(Report::Memory(memory));
            }
        }
        Ok(usage.memory as f64 / limit as f64)
    }

    /// The limit that the kernel kept the program from exceeding, if there was one.
    pub fn exceeded(&mut self) -> Option<Report> {
        let Bounds {
            memory,
            processes,
            threads,
            ..
        } = self.bounds;
        if self.group.ran_out_of_memory() {
            return Some(Report::Memory(memory.unwrap_or_default()));
        }
        let full = self.group.ran_out_of_threads();
        full.then(|| match self.tree.count() {
            most if processes.is_some_and(|limit| most > limit.into()) => Report::Processes(most),
            _ => Report::Threads(*threads),
        })
    }

    /// Checks the files that it has written: those in its folders, and those without a name.
    pub fn check_files(&self) -> Result<(), Report> {
        let Bounds {
            file,
            memory,
            folder,
            scratch,
            ..
        } = self.bounds;
        let nameless = self.tree.nameless_files();
        if let Some(limit) = *memory {
            let used = nameless.memory.saturating_add(self.tree.private_memory());
            if used > limit {
                return Err(Report::Memory(used));
            }
        }
        let own = folder.as_deref().map_or(0, scratch::size);
        let own = own.saturating_sub(self.folder_size);
        let enclosed = self.tree.enclosed_process();
        let written = match enclosed.and_then(scratch::private_size) {
            // Removed files are among those.
            Some(private) => private,
            None => scratch::size(scratch).saturating_add(nameless.removed),
        };
        let written = written.saturating_add(own);
        if written > *file {
            return Err(Report::Files(written));
        }
        Ok(())
    }

    /// Stops all its processes, unless it may ponder, and tells what they used.
    pub fn rest(&mut self) -> TurnUsage {
        if !self.bounds.ponder && !matches!(self.group.set_frozen(true), Ok(true)) {
            self.tree.stop_all();
            self.signalled = true;
        }
        self.reading().since(&self.before)
    }

    /// Lets all its processes go on.
    pub fn go_on(&mut self) {
        let _ = self.group.set_frozen(false);
        if std::mem::take(&mut self.signalled) {
            self.tree.continue_all();
        }
        self.before = self.reading();
    }

    /// Kills all its processes and waits until none is left.
    pub fn end(&mut self) {
        self.group.kill();
        self.tree.kill_all();
        self.group.remove();
    }

    /// Stops processes that were missed, where they are stopped by signals.
    pub fn keep_resting(&mut self) {
        if self.signalled {
            self.tree.stop_all();
        }
    }

    /// Without a control group, processor time may be hidden in processes that have ended. Then the
    /// work for others is what other processes were seen to do, and not the rest of all work.
    fn reading(&mut self) -> Reading {
        let measured = self.group.cpu_time();
        if measured.is_none() {
            self.tree.look();
        }
        let read = self.tree.reading();
        match measured {
            Some(cpu) => Reading {
                cpu,
                busy: Work::All(busy_time(&self.cores).saturating_sub(own_time())),
                ..read
            },
            None => Reading {
                busy: Work::Others(stolen_time(&self.cores), self.tree.foreign_time()),
                ..read
            },
        }
    }
}

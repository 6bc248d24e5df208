//! A program within its fences.

use std::ffi::OsString;
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::bubblewrap::{OWN_PROCESSES, View};
use super::pipes::{Inlet, MOST_UNREAD, Outlet, Said};
use super::report::Report;
use super::stderr::StderrTail;
use super::supervisor::{Supervisor, hand_over};
use super::{Fences, family, place, scratch};
use crate::transport::{Chunk, Transport};
use play::Fault;

/// How long a supervisor may take to start a program. It is a matter of milliseconds on a machine that
/// is not in trouble.
const STARTING: Duration = Duration::from_secs(30);

/// How long a program that has closed its output may take to end.
const CLOSING: Duration = Duration::from_secs(1);

/// How long a supervisor may take to end everything.
const CLEARING: Duration = Duration::from_secs(10);

/// How many bytes a program may write on standard error in its whole life.
const MOST_MURMURS: u64 = 64 << 20;

/// The signal for a file that is larger than it may be.
const FILE_TOO_LARGE: i32 = 25;

/// A program within its fences. When it is dropped, the program is killed with all that it started.
#[derive(Debug)]
pub struct Process {
    supervisor: Child,
    socket: UnixStream,
    /// What the supervisor has begun to tell.
    line: Vec<u8>,
    /// Whether it has hung up, as it does when it ends.
    warden_left: bool,
    inlet: Inlet,
    outlet: Arc<Outlet>,
    stderr: Arc<StderrTail>,
    threads: Vec<JoinHandle<()>>,
    scratch: PathBuf,
    end: Option<End>,
    cleared: bool,
    sandboxed: bool,
    limits: Limits,
}

/// What a program is told that it has passed.
#[derive(Clone, Copy, Debug)]
struct Limits {
    output: u64,
    memory: u64,
    processes: u64,
    file: u64,
}

/// How a program came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// By itself.
    Status(ExitStatus),
    /// Through one of its fences.
    Broken(Fault),
    /// We ended it; it might have gone on.
    Killed,
    /// Nobody knows: its supervisor was killed.
    Unknown,
}

impl Process {
    /// Starts a program in its folder, or where we are.
    ///
    /// The command's first word is looked up as a shell does: `./program` is in the folder.
    ///
    /// # Errors
    /// When it cannot be started, or not within its fences.
    pub fn start(
        command: &[String],
        folder: Option<&Path>,
        fences: &Fences,
    ) -> Result<Process, Fault> {
        let folder = place::folder(folder)?;
        let Some((name, arguments)) = command.split_first() else {
            return Err(Fault::Start("its command is empty".to_string()));
        };
        let mut words = vec![place::executable(name, &folder)?.into_os_string()];
        words.extend(arguments.iter().map(OsString::from));
        let bwrap = fences.sandbox.wanted();
        let bwrap = bwrap.map_err(|why| Fault::Start(format!("no sandbox: {why}")))?;
        let scratch = scratch::create().map_err(|error| {
            Fault::Start(format!("no scratch folder can be made for it: {error}"))
        })?;
        let view = View {
            folder: &folder,
            scratch: &scratch,
            hidden: &fences.hidden,
        };
        let home = bwrap.map_or(scratch.as_path(), |_| view.home());
        let spare = bwrap.map_or(0, |_| OWN_PROCESSES);
        let supervisor = Supervisor {
            memory: fences.memory,
            processes: fences.processes.map(|most| most.saturating_add(spare)),
            file: fences.file,
            core: fences.core,
            scratch: scratch.clone(),
            sandboxed: bwrap.is_some(),
            command: bwrap.map_or(words.clone(), |bwrap| view.wrap(bwrap, &words)),
        };
        let mut starter = Command::new(fences.supervisor.first().ok_or_else(no_warden)?);
        starter
            .args(&fences.supervisor[1..])
            .args(supervisor.arguments())
            .current_dir(&folder)
            .env("HOME", home)
            .env("TMPDIR", home)
            .env(place::MARK, &scratch)
            .envs(place::tools());
        for name in place::SESSION {
            starter.env_remove(name);
        }
        let limits = Limits {
            output: fences.output,
            memory: fences.memory.unwrap_or(u64::MAX),
            processes: fences.processes.unwrap_or(u32::MAX).into(),
            file: fences.file,
        };
        let started = Process::launch(starter, &scratch, bwrap.is_some(), limits);
        let mut process = started.map_err(|error| {
            scratch::remove(&scratch);
            Fault::Start(format!("its supervisor: {error}"))
        })?;
        match process.report(Instant::now() + STARTING) {
            Some(Report::Started) => Ok(process),
            Some(Report::Unable(why)) => Err(Fault::Start(format!("{name}: {why}"))),
            _ => {
                process.clear();
                let said = process.stderr.take();
                let said = said
                    .lines()
                    .next()
                    .unwrap_or("it did not say why")
                    .to_string();
                Err(Fault::Start(format!("its supervisor gave up: {said}")))
            }
        }
    }

    /// Starts a supervisor and whatever waits for the program.
    fn launch(
        mut starter: Command,
        scratch: &Path,
        sandboxed: bool,
        limits: Limits,
    ) -> io::Result<Process> {
        let (socket, other) = UnixStream::pair()?;
        let (input, into) = io::pipe()?;
        let (from, output) = io::pipe()?;
        let (murmuring, error) = io::pipe()?;
        hand_over(&socket, [input.as_fd(), output.as_fd(), error.as_fd()])?;
        let supervisor = starter
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(error)
            .spawn()?;
        // With these the command would keep the pipes open.
        drop(starter);
        let (inlet, errand) = Inlet::new();
        let outlet = Arc::new(Outlet::default());
        let stderr = Arc::new(StderrTail::default());
        let mut process = Process {
            supervisor,
            line: Vec::new(),
            warden_left: false,
            inlet,
            outlet: Arc::clone(&outlet),
            stderr: Arc::clone(&stderr),
            threads: Vec::new(),
            scratch: scratch.to_path_buf(),
            end: None,
            cleared: false,
            sandboxed,
            limits,
            socket,
        };
        let leash = process.socket.try_clone()?;
        let other_leash = process.socket.try_clone()?;
        let other_outlet = Arc::clone(&outlet);
        // Who floods us is ended at once, whoever is waiting for what.
        process.threads = vec![
            thread::spawn(move || errand.run(into)),
            thread::spawn(move || {
                if !outlet.listen(from, limits.output) {
                    let _ = leash.shutdown(Shutdown::Write);
                }
            }),
            thread::spawn(move || {
                if !stderr.listen(murmuring, MOST_MURMURS) {
                    other_outlet.flood(MOST_MURMURS);
                    let _ = other_leash.shutdown(Shutdown::Write);
                }
            }),
        ];
        Ok(process)
    }

    /// What the program has written on standard error since this was asked last: its beginning and
    /// its end, where it is long.
    pub fn stderr(&mut self) -> String {
        self.stderr.take()
    }

    /// Where the program may write; it is gone when the program is.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Whether the program is in a sandbox.
    #[must_use]
    pub fn is_sandboxed(&self) -> bool {
        self.sandboxed
    }

    /// The next that the supervisor tells; `None` when it tells nothing until the deadline, or is gone.
    fn report(&mut self, deadline: Instant) -> Option<Report> {
        loop {
            if let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.line.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                return line.trim_end_matches('\n').parse().ok();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            self.socket.set_nonblocking(left.is_zero()).ok()?;
            if !left.is_zero() {
                self.socket.set_read_timeout(Some(left)).ok()?;
            }
            let mut buffer = [0; 512];
            match self.socket.read(&mut buffer) {
                Ok(0) => {
                    self.warden_left = true;
                    return None;
                }
                Ok(length) => self.line.extend(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }

    /// How the program ended, if it does until the deadline; then nothing is left of it.
    fn await_end(&mut self, deadline: Instant) -> Option<&End> {
        if self.end.is_none() {
            let limits = self.limits;
            self.end = match self.report(deadline) {
                Some(Report::Ended(status)) => Some(self.judged(status)),
                Some(Report::Memory(_)) => Some(End::Broken(Fault::Memory(limits.memory))),
                Some(Report::Processes(_)) => Some(End::Broken(Fault::Processes(limits.processes))),
                Some(Report::Files(_)) => Some(End::Broken(Fault::Flood(limits.file))),
                Some(Report::Started | Report::Unable(_)) => Some(End::Unknown),
                None if self.warden_left => {
                    let flood = self.outlet.flooded().map(Fault::Flood);
                    Some(flood.map_or(End::Unknown, End::Broken))
                }
                None => None,
            };
            if self.end.is_some() {
                self.clear();
            }
        }
        self.end.as_ref()
    }

    /// What the end of the program means.
    fn judged(&self, status: ExitStatus) -> End {
        // A sandbox passes a signal on as a shell does.
        let signal = match status.code() {
            Some(code) if self.sandboxed && code > 128 => Some(code - 128),
            _ => status.signal(),
        };
        match signal {
            Some(FILE_TOO_LARGE) => End::Broken(Fault::Flood(self.limits.file)),
            Some(signal) => End::Status(ExitStatus::from_raw(signal)),
            None => End::Status(status),
        }
    }

    /// Kills the program, if it still runs, and waits until nothing is left of it: no process, no
    /// folder, no thread.
    fn clear(&mut self) {
        if self.cleared {
            return;
        }
        self.cleared = true;
        self.inlet.close();
        let _ = self.socket.shutdown(Shutdown::Write);
        let deadline = Instant::now() + CLEARING;
        while self.report(deadline).is_some() {}
        // If it has not ended by now, it never will.
        if !self.warden_left {
            let _ = self.supervisor.kill();
        }
        let ended = self.supervisor.wait();
        if !ended.is_ok_and(|status| status.success()) {
            family::end_those_with(&self.scratch);
            scratch::remove(&self.scratch);
        }
        let deadline = Instant::now() + CLOSING;
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_micros(200));
            }
            // One that is not finished waits for a process that has got away; we do not.
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
    }

    /// What its words begin with if the program that starts it cannot.
    fn starter(&self) -> &'static str {
        if self.sandboxed {
            "bwrap: "
        } else {
            "setsid: "
        }
    }

    /// The fault of a program that has ended other than by itself.
    fn fault(&self) -> Option<Fault> {
        match &self.end {
            Some(End::Broken(fault)) => Some(fault.clone()),
            Some(End::Status(_)) if self.stderr.begins_with(self.starter()) => {
                let said = self.stderr.take();
                let why = said.lines().next().unwrap_or_default();
                let why = why.strip_prefix(self.starter()).unwrap_or(why);
                Some(Fault::Start(why.to_string()))
            }
            _ => None,
        }
    }
}

fn no_warden() -> Fault {
    Fault::Start("no command is known that starts a supervisor".to_string())
}

impl Transport for Process {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        if self.outlet.is_done() {
            let how = self.exit_status();
            return Err(self.fault().unwrap_or(Fault::Died(how)));
        }
        self.outlet.turn();
        if self.inlet.send(text) {
            return Ok(());
        }
        self.clear();
        Err(Fault::Protocol(format!(
            "it does not read what it is told; {} kB are waiting",
            MOST_UNREAD / 1000
        )))
    }

    fn close_input(&mut self) {
        self.inlet.close();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        match self.outlet.hear(deadline) {
            None => {
                // Without its supervisor, a program could go on for ever.
                if self.await_end(Instant::now()) == Some(&End::Unknown) {
                    return Err(Fault::Died(self.exit_status()));
                }
                self.fault().map_or(Ok(None), Err)
            }
            Some(Said::Chunk(piece)) => Ok(Some(piece)),
            Some(Said::Flood(most)) => {
                let flood = Fault::Flood(most);
                self.end = Some(End::Broken(flood.clone()));
                self.clear();
                Err(flood)
            }
            Some(Said::End(at)) => {
                self.await_end(Instant::now() + CLOSING);
                let bytes = Vec::new();
                self.fault().map_or(Ok(Some(Chunk { bytes, at })), Err)
            }
        }
    }

    fn exit_status(&mut self) -> String {
        match self.await_end(Instant::now() + CLOSING) {
            Some(End::Status(status)) => status.to_string(),
            Some(End::Broken(fault)) => fault.to_string(),
            Some(End::Killed) => "it was killed".to_string(),
            Some(End::Unknown) => "its supervisor was killed, and it with it".to_string(),
            None => {
                self.end = Some(End::Killed);
                self.clear();
                "it closed its output, but did not end, and was killed".to_string()
            }
        }
    }

    fn stderr(&mut self) -> String {
        self.stderr()
    }

    /// Hangs up, waits so long for the program to end, and then kills it.
    ///
    /// # Errors
    /// When it had to be killed, did not end well, or had broken its fences.
    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.close_input();
        let patience = if self.end.is_none() {
            patience
        } else {
            Duration::ZERO
        };
        let end = self.await_end(Instant::now() + patience).cloned();
        self.clear();
        match end {
            Some(End::Status(status)) if status.success() => Ok(()),
            Some(End::Status(status)) => {
                Err(self.fault().unwrap_or(Fault::Died(status.to_string())))
            }
            Some(End::Broken(fault)) => Err(fault),
            Some(End::Unknown) => Err(Fault::Died(self.exit_status())),
            Some(End::Killed) => Ok(()),
            None => {
                self.end = Some(End::Killed);
                Err(Fault::Protocol(
                    "it went on after its input had ended, and was killed".to_string(),
                ))
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.clear();
    }
}

//! A running program in its sandbox, and the transport to it.

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

use super::bubblewrap::{BWRAP_PROCESSES, View};
use super::environment::{SCRATCH_VARIABLE, SESSION_VARIABLES, tool_variables};
use super::options::SandboxOptions;
use super::pipes::{MAX_UNREAD_BYTES, OutputEvent, StdinQueue, StdoutBuffer};
use super::report::Report;
use super::stderr::StderrTail;
use super::supervisor::{Supervisor, send_pipes};
use super::{executable, process_tree, scratch};
use crate::transport::{Chunk, Transport};
use play::Fault;

/// The time a supervisor may take to start a program. It needs milliseconds on a healthy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The time a program that has closed its output may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The time a supervisor may take to end all processes.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of bytes that a program may write to standard error in its whole life.
const MAX_STDERR_BYTES: u64 = 64 << 20;

/// The signal for a file that exceeds the size limit.
const SIGXFSZ: i32 = 25;

/// A program in its sandbox. Dropping it kills the program and all its descendants.
#[derive(Debug)]
pub struct Process {
    supervisor: Child,
    socket: UnixStream,
    /// Bytes from the supervisor that are not a whole line yet.
    line: Vec<u8>,
    /// Whether the supervisor has closed the socket, as it does when it ends.
    supervisor_ended: bool,
    stdin: StdinQueue,
    stdout: Arc<StdoutBuffer>,
    stderr: Arc<StderrTail>,
    threads: Vec<JoinHandle<()>>,
    scratch: PathBuf,
    end: Option<End>,
    cleaned_up: bool,
    sandboxed: bool,
    limits: Limits,
}

/// The limits that are named in faults.
#[derive(Clone, Copy, Debug)]
struct Limits {
    output: u64,
    memory: u64,
    processes: u64,
    file: u64,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// By itself.
    Status(ExitStatus),
    /// It exceeded a limit.
    LimitExceeded(Fault),
    /// We killed it while it was running.
    Killed,
    /// Its supervisor was killed, so the end is not known.
    Unknown,
}

impl Process {
    /// Starts a program in `folder`, or in the current folder.
    ///
    /// The first word of the command is looked up as a shell does: `./program` is in the folder.
    ///
    /// # Errors
    /// When it cannot be started, or the required sandbox does not work.
    pub fn start(
        command: &[String],
        folder: Option<&Path>,
        options: &SandboxOptions,
    ) -> Result<Process, Fault> {
        let folder = executable::folder(folder)?;
        let Some((name, arguments)) = command.split_first() else {
            return Err(Fault::Start("its command is empty".to_string()));
        };
        let mut words = vec![executable::executable(name, &folder)?.into_os_string()];
        words.extend(arguments.iter().map(OsString::from));
        let bwrap = options.sandbox.bwrap();
        let bwrap = bwrap.map_err(|why| Fault::Start(format!("no sandbox: {why}")))?;
        let scratch = scratch::create().map_err(|error| {
            Fault::Start(format!("no scratch folder can be made for it: {error}"))
        })?;
        let view = View {
            folder: &folder,
            scratch: &scratch,
            hidden: &options.hidden,
        };
        let home = bwrap.map_or(scratch.as_path(), |_| view.home());
        let spare = bwrap.map_or(0, |_| BWRAP_PROCESSES);
        let supervisor = Supervisor {
            memory: options.memory,
            processes: options.processes.map(|most| most.saturating_add(spare)),
            file: options.file,
            core: options.core,
            scratch: scratch.clone(),
            sandboxed: bwrap.is_some(),
            command: bwrap.map_or(words.clone(), |bwrap| view.wrap(bwrap, &words)),
        };
        let mut starter = Command::new(options.supervisor.first().ok_or_else(no_supervisor)?);
        starter
            .args(&options.supervisor[1..])
            .args(supervisor.arguments())
            .current_dir(&folder)
            .env("HOME", home)
            .env("TMPDIR", home)
            .env(SCRATCH_VARIABLE, &scratch)
            .envs(tool_variables());
        for name in SESSION_VARIABLES {
            starter.env_remove(name);
        }
        let limits = Limits {
            output: options.output,
            memory: options.memory.unwrap_or(u64::MAX),
            processes: options.processes.unwrap_or(u32::MAX).into(),
            file: options.file,
        };
        let started = Process::launch(starter, &scratch, bwrap.is_some(), limits);
        let mut process = started.map_err(|error| {
            scratch::remove(&scratch);
            Fault::Start(format!("its supervisor: {error}"))
        })?;
        match process.report(Instant::now() + START_TIMEOUT) {
            Some(Report::Started) => Ok(process),
            Some(Report::Unable(why)) => Err(Fault::Start(format!("{name}: {why}"))),
            _ => {
                process.clean_up();
                let stderr = process.stderr.take();
                let reason = stderr
                    .lines()
                    .next()
                    .unwrap_or("it did not say why")
                    .to_string();
                Err(Fault::Start(format!("its supervisor gave up: {reason}")))
            }
        }
    }

    /// Starts a supervisor and the threads that serve the program's pipes.
    fn launch(
        mut starter: Command,
        scratch: &Path,
        sandboxed: bool,
        limits: Limits,
    ) -> io::Result<Process> {
        let (socket, other) = UnixStream::pair()?;
        let (input, into) = io::pipe()?;
        let (from, output) = io::pipe()?;
        let (error_from, error) = io::pipe()?;
        send_pipes(&socket, [input.as_fd(), output.as_fd(), error.as_fd()])?;
        let supervisor = starter
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(error)
            .spawn()?;
        // The command holds copies of the pipes; they must be closed.
        drop(starter);
        let (stdin, stdin_writer) = StdinQueue::new();
        let stdout = Arc::new(StdoutBuffer::default());
        let stderr = Arc::new(StderrTail::default());
        let mut process = Process {
            supervisor,
            line: Vec::new(),
            supervisor_ended: false,
            stdin,
            stdout: Arc::clone(&stdout),
            stderr: Arc::clone(&stderr),
            threads: Vec::new(),
            scratch: scratch.to_path_buf(),
            end: None,
            cleaned_up: false,
            sandboxed,
            limits,
            socket,
        };
        let socket = process.socket.try_clone()?;
        let other_socket = process.socket.try_clone()?;
        let other_stdout = Arc::clone(&stdout);
        // A program that writes too much is ended at once, even when nothing waits for its output.
        process.threads = vec![
            thread::spawn(move || stdin_writer.run(into)),
            thread::spawn(move || {
                if !stdout.read_from(from, limits.output) {
                    let _ = socket.shutdown(Shutdown::Write);
                }
            }),
            thread::spawn(move || {
                if !stderr.read_from(error_from, MAX_STDERR_BYTES) {
                    other_stdout.set_flooded(MAX_STDERR_BYTES);
                    let _ = other_socket.shutdown(Shutdown::Write);
                }
            }),
        ];
        Ok(process)
    }

    /// The text that the program wrote to standard error since the last call. Of a long text only
    /// the beginning and the end are kept.
    pub fn stderr(&mut self) -> String {
        self.stderr.take()
    }

    /// The folder that the program may write to. It is removed when the program ends.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Whether the program runs inside bubblewrap.
    #[must_use]
    pub fn is_sandboxed(&self) -> bool {
        self.sandboxed
    }

    /// The next report of the supervisor; `None` when there is none by the deadline, or the supervisor
    /// has ended.
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
                    self.supervisor_ended = true;
                    return None;
                }
                Ok(length) => self.line.extend(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }

    /// How the program ended, if it ends by the deadline. All its processes and files are removed
    /// then.
    fn await_end(&mut self, deadline: Instant) -> Option<&End> {
        if self.end.is_none() {
            let limits = self.limits;
            self.end = match self.report(deadline) {
                Some(Report::Ended(status)) => Some(self.end_of(status)),
                Some(Report::Memory(_)) => Some(End::LimitExceeded(Fault::Memory(limits.memory))),
                Some(Report::Processes(_)) => {
                    Some(End::LimitExceeded(Fault::Processes(limits.processes)))
                }
                Some(Report::Files(_)) => Some(End::LimitExceeded(Fault::Flood(limits.file))),
                Some(Report::Started | Report::Unable(_)) => Some(End::Unknown),
                None if self.supervisor_ended => {
                    let flood = self.stdout.flooded().map(Fault::Flood);
                    Some(flood.map_or(End::Unknown, End::LimitExceeded))
                }
                None => None,
            };
            if self.end.is_some() {
                self.clean_up();
            }
        }
        self.end.as_ref()
    }

    /// Interprets the exit status of the program.
    fn end_of(&self, status: ExitStatus) -> End {
        // Bubblewrap reports a signal as a shell does: 128 plus its number.
        let signal = match status.code() {
            Some(code) if self.sandboxed && code > 128 => Some(code - 128),
            _ => status.signal(),
        };
        match signal {
            Some(SIGXFSZ) => End::LimitExceeded(Fault::Flood(self.limits.file)),
            Some(signal) => End::Status(ExitStatus::from_raw(signal)),
            None => End::Status(status),
        }
    }

    /// Kills the program if it still runs, and waits until its processes, its scratch folder and our
    /// threads are gone.
    fn clean_up(&mut self) {
        if self.cleaned_up {
            return;
        }
        self.cleaned_up = true;
        self.stdin.close();
        let _ = self.socket.shutdown(Shutdown::Write);
        let deadline = Instant::now() + CLEANUP_TIMEOUT;
        while self.report(deadline).is_some() {}
        // A supervisor that has not ended by now never will.
        if !self.supervisor_ended {
            let _ = self.supervisor.kill();
        }
        let ended = self.supervisor.wait();
        if !ended.is_ok_and(|status| status.success()) {
            process_tree::kill_by_scratch_folder(&self.scratch);
            scratch::remove(&self.scratch);
        }
        let deadline = Instant::now() + EXIT_TIMEOUT;
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_micros(200));
            }
            // A thread that is not finished waits for a process that escaped; we do not wait for it.
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
    }

    /// The prefix of the error message when `bwrap` or `setsid` cannot start the program.
    fn starter_prefix(&self) -> &'static str {
        if self.sandboxed {
            "bwrap: "
        } else {
            "setsid: "
        }
    }

    /// The fault of a program that exceeded a limit or could not be started.
    fn fault(&self) -> Option<Fault> {
        match &self.end {
            Some(End::LimitExceeded(fault)) => Some(fault.clone()),
            Some(End::Status(_)) if self.stderr.begins_with(self.starter_prefix()) => {
                let stderr = self.stderr.take();
                let why = stderr.lines().next().unwrap_or_default();
                let why = why.strip_prefix(self.starter_prefix()).unwrap_or(why);
                Some(Fault::Start(why.to_string()))
            }
            _ => None,
        }
    }
}

/// The fault when the options name no supervisor command.
fn no_supervisor() -> Fault {
    Fault::Start("no command is known that starts a supervisor".to_string())
}

impl Transport for Process {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        if self.stdout.is_finished() {
            let how = self.exit_status();
            return Err(self.fault().unwrap_or(Fault::Died(how)));
        }
        self.stdout.reset_limit();
        if self.stdin.send(text) {
            return Ok(());
        }
        self.clean_up();
        Err(Fault::Protocol(format!(
            "it does not read what it is told; {} kB are waiting",
            MAX_UNREAD_BYTES / 1000
        )))
    }

    fn close_input(&mut self) {
        self.stdin.close();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        match self.stdout.receive(deadline) {
            None => {
                // Without its supervisor, the program could run for ever.
                if self.await_end(Instant::now()) == Some(&End::Unknown) {
                    return Err(Fault::Died(self.exit_status()));
                }
                self.fault().map_or(Ok(None), Err)
            }
            Some(OutputEvent::Chunk(chunk)) => Ok(Some(chunk)),
            Some(OutputEvent::Flood(most)) => {
                let flood = Fault::Flood(most);
                self.end = Some(End::LimitExceeded(flood.clone()));
                self.clean_up();
                Err(flood)
            }
            Some(OutputEvent::End(at)) => {
                self.await_end(Instant::now() + EXIT_TIMEOUT);
                let bytes = Vec::new();
                self.fault().map_or(Ok(Some(Chunk { bytes, at })), Err)
            }
        }
    }

    fn exit_status(&mut self) -> String {
        match self.await_end(Instant::now() + EXIT_TIMEOUT) {
            Some(End::Status(status)) => status.to_string(),
            Some(End::LimitExceeded(fault)) => fault.to_string(),
            Some(End::Killed) => "it was killed".to_string(),
            Some(End::Unknown) => "its supervisor was killed, and it with it".to_string(),
            None => {
                self.end = Some(End::Killed);
                self.clean_up();
                "it closed its output, but did not end, and was killed".to_string()
            }
        }
    }

    fn stderr(&mut self) -> String {
        self.stderr()
    }

    /// Closes the program's input, waits up to `patience` for its end, and then kills it.
    ///
    /// # Errors
    /// When it had to be killed, failed, or exceeded a limit.
    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.close_input();
        let patience = if self.end.is_none() {
            patience
        } else {
            Duration::ZERO
        };
        let end = self.await_end(Instant::now() + patience).cloned();
        self.clean_up();
        match end {
            Some(End::Status(status)) if status.success() => Ok(()),
            Some(End::Status(status)) => {
                Err(self.fault().unwrap_or(Fault::Died(status.to_string())))
            }
            Some(End::LimitExceeded(fault)) => Err(fault),
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
        self.clean_up();
    }
}

//! A running program in its sandbox, and the transport to it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::options::SandboxOptions;
use super::pipes::{MAX_UNREAD_BYTES, OutputEvent, StdinQueue, StdoutBuffer};
use super::program_end::{End, FaultLimits};
use super::report::Report;
use super::stderr::StderrTail;
use super::supervisor::send_pipes;
use super::supervisor_command::SupervisorCommand;
use super::supervisor_connection::SupervisorConnection;
use super::{process_tree, scratch};
use crate::transport::{Chunk, Transport};
use play::Fault;

/// The time a supervisor may take to start a program. It needs milliseconds on a healthy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The time a program that has closed its output may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The number of bytes that a program may write to standard error in its whole life.
const MAX_STDERR_BYTES: u64 = 64 << 20;

/// A program in its sandbox. Dropping it kills the program and all its descendants.
#[derive(Debug)]
pub struct Process {
    supervisor: SupervisorConnection,
    stdin: StdinQueue,
    stdout: Arc<StdoutBuffer>,
    stderr: Arc<StderrTail>,
    threads: Vec<JoinHandle<()>>,
    scratch: PathBuf,
    end: Option<End>,
    cleaned_up: bool,
    sandboxed: bool,
    limits: FaultLimits,
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
        let supervisor = SupervisorCommand::new(command, folder, options)?;
        let scratch = supervisor.scratch.clone();
        let started = Process::launch(supervisor, options.into());
        let mut process = started.map_err(|error| {
            scratch::remove(&scratch);
            Fault::Start(format!("its supervisor: {error}"))
        })?;
        match process.supervisor.report(Instant::now() + START_TIMEOUT) {
            Some(Report::Started) => Ok(process),
            Some(Report::Unable(why)) => Err(Fault::Start(format!("{}: {why}", command[0]))),
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
    fn launch(starter: SupervisorCommand, limits: FaultLimits) -> io::Result<Process> {
        let SupervisorCommand {
            mut command,
            scratch,
            sandboxed,
        } = starter;
        let (socket, other) = UnixStream::pair()?;
        let (input, into) = io::pipe()?;
        let (from, output) = io::pipe()?;
        let (error_from, error) = io::pipe()?;
        send_pipes(&socket, [input.as_fd(), output.as_fd(), error.as_fd()])?;
        let supervisor = command
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(error)
            .spawn()?;
        // The command holds copies of the pipes; they must be closed.
        drop(command);
        let (stdin, stdin_writer) = StdinQueue::new();
        let stdout = Arc::new(StdoutBuffer::default());
        let stderr = Arc::new(StderrTail::default());
        let mut process = Process {
            supervisor: SupervisorConnection::new(supervisor, socket),
            stdin,
            stdout: Arc::clone(&stdout),
            stderr: Arc::clone(&stderr),
            threads: Vec::new(),
            scratch,
            end: None,
            cleaned_up: false,
            sandboxed,
            limits,
        };
        let stop = process.supervisor.stop_handle()?;
        let other_stop = process.supervisor.stop_handle()?;
        let other_stdout = Arc::clone(&stdout);
        // A program that writes too much is ended at once, even when nothing waits for its output.
        process.threads = vec![
            thread::spawn(move || stdin_writer.run(into)),
            thread::spawn(move || {
                if !stdout.read_from(from, limits.output) {
                    stop.stop();
                }
            }),
            thread::spawn(move || {
                if !stderr.read_from(error_from, MAX_STDERR_BYTES) {
                    other_stdout.set_flooded(MAX_STDERR_BYTES);
                    other_stop.stop();
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

    /// How the program ended, if it ends by the deadline. All its processes and files are removed
    /// then.
    fn await_end(&mut self, deadline: Instant) -> Option<&End> {
        if self.end.is_none() {
            self.end = match self.supervisor.report(deadline) {
                Some(report) => Some(End::reported(report, self.limits, self.sandboxed)),
                None if self.supervisor.has_ended() => {
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

    /// Kills the program if it still runs, and waits until its processes, its scratch folder and our
    /// threads are gone.
    fn clean_up(&mut self) {
        if self.cleaned_up {
            return;
        }
        self.cleaned_up = true;
        self.stdin.close();
        if !self.supervisor.finish() {
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

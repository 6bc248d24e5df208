//! A running program in its sandbox, and the transport to it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Once};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::gate::PREFIX;
use super::options::{Fence, SandboxOptions};
use super::pipe_passing::send_pipes;
use super::pipes::{
    DID_NOT_END, OutputEvent, StdinQueue, StdoutBuffer, does_not_leave, does_not_read,
};
use super::program_end::{End, FaultLimits};
use super::report::Report;
use super::stderr::StderrTail;
use super::supervisor_command::SupervisorCommand;
use super::supervisor_connection::SupervisorConnection;
use super::{control_group, process_tree, scratch};
use crate::transport::{Chunk, Transport};
use play::{Fault, Usage, shortened};

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
    fence: Option<Fence>,
    /// Whether the program rests.
    resting: bool,
    /// The processor time of our readers when it was last let go on.
    reading_time: Duration,
    /// Whether it has written anything to its output.
    heard: bool,
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
        static PREPARED: Once = Once::new();
        if options.groups {
            PREPARED.call_once(control_group::prepare);
        }
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
            fence,
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
            fence,
            resting: false,
            reading_time: Duration::ZERO,
            heard: false,
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
                // The pipe stays open until the flood is told: a program whose pipe is closed may go on.
                let mut pipe = error_from;
                if !stderr.read_from(&mut pipe, MAX_STDERR_BYTES) {
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

    /// What the program's sandbox is made of; `None` if it has none.
    #[must_use]
    pub fn fence(&self) -> Option<Fence> {
        self.fence
    }

    /// Gives the supervisor an order and waits until it has carried it out. `None` when the program
    /// has ended, or its supervisor has.
    fn order(&mut self, order: &str) -> Option<Report> {
        if self.end.is_some() || !self.supervisor.order(order) {
            self.await_end(Instant::now());
            return None;
        }
        let deadline = Instant::now() + START_TIMEOUT;
        let answer = self.supervisor.report(deadline);
        match answer {
            Some(report) if report.is_end() => {
                self.end = Some(End::reported(report, self.limits, self.is_waited_for()));
                self.clean_up();
                None
            }
            None => {
                self.await_end(Instant::now());
                None
            }
            answer => answer,
        }
    }

    /// The processor time of the threads that read what the program writes.
    fn readers(&self) -> Duration {
        self.stdout.reading_time() + self.stderr.reading_time()
    }

    /// The fault when the supervisor has died.
    fn unsupervised(&self) -> Option<Fault> {
        let enclosed = self.fence.is_some();
        (self.end == Some(End::Unknown)).then_some(Fault::Unsupervised { enclosed })
    }

    /// Whether another process waits for the program and passes its status on.
    fn is_waited_for(&self) -> bool {
        self.fence == Some(Fence::Bubblewrap)
    }

    /// How the program ended, if it ends by the deadline. All its processes and files are removed
    /// then.
    fn await_end(&mut self, deadline: Instant) -> Option<&End> {
        if self.end.is_none() {
            let waited_for = self.is_waited_for();
            self.end = match self.supervisor.end_report(deadline) {
                Some(report) => Some(End::reported(report, self.limits, waited_for)),
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
            control_group::clear(self.supervisor.id());
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

    /// The fault of a program that exceeded a limit or could not be started.
    fn fault(&self) -> Option<Fault> {
        match &self.end {
            Some(End::LimitExceeded(fault)) => Some(fault.clone()),
            // A program that has spoken was started; it may write what it likes.
            Some(End::Status(_)) if !self.heard => {
                let begun = |prefix: &&str| self.stderr.begins_with(prefix);
                let prefix = [PREFIX, "bwrap: "].into_iter().find(begun)?;
                let stderr = self.stderr.take();
                let why = stderr.lines().next().unwrap_or_default();
                Some(Fault::Start(shortened(
                    why.strip_prefix(prefix).unwrap_or(why),
                )))
            }
            Some(End::Unknown) => self.unsupervised(),
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
        Err(does_not_read())
    }

    fn close_input(&mut self) {
        self.stdin.close();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        match self.stdout.receive(deadline) {
            None => {
                // Without its supervisor, the program could run for ever.
                self.await_end(Instant::now());
                self.fault().map_or(Ok(None), Err)
            }
            Some(OutputEvent::Chunk(chunk)) => {
                self.heard = true;
                Ok(Some(chunk))
            }
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
                DID_NOT_END.to_string()
            }
        }
    }

    fn stderr(&mut self) -> String {
        self.stderr()
    }

    fn rest(&mut self) -> Result<Usage, Fault> {
        if self.resting {
            return Ok(Usage::default());
        }
        match self.order("r\n") {
            Some(Report::Resting(usage)) => {
                self.resting = true;
                let ours = self.readers().saturating_sub(self.reading_time);
                Ok(Usage {
                    cpu: Some(usage.cpu),
                    // What it writes is work for us, but not for others.
                    lost: usage.waited.min(usage.others.saturating_sub(ours)),
                })
            }
            // How it ended is told when it is asked for its next move.
            _ => self.unsupervised().map_or(Ok(Usage::default()), Err),
        }
    }

    fn resume(&mut self) -> Result<(), Fault> {
        if !self.resting {
            return Ok(());
        }
        self.resting = false;
        self.order("g\n");
        self.reading_time = self.readers();
        self.unsupervised().map_or(Ok(()), Err)
    }

    /// Closes the program's input, waits up to `patience` for its end, and then kills it.
    ///
    /// # Errors
    /// When it had to be killed, failed, or exceeded a limit.
    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        let _ = self.resume();
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
            Some(End::Unknown) => Err(self.unsupervised().unwrap_or(Fault::Resigned)),
            Some(End::Killed) => Ok(()),
            None => {
                self.end = Some(End::Killed);
                Err(does_not_leave())
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.clean_up();
    }
}

//! A program without a sandbox, on systems other than Linux: it is started only if no sandbox is asked
//! for, with nothing but a limit of its output.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::executable;
use super::options::{NO_SANDBOX, Sandbox, SandboxOptions};
use super::pipes::{
    DID_NOT_END, OutputEvent, StdinQueue, StdoutBuffer, does_not_leave, does_not_read,
};
use super::stderr::StderrTail;
use crate::transport::{Chunk, Transport};
use play::Fault;

/// The time a program that has closed its output may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The interval between two looks whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The number of bytes that a program may write to standard error in its whole life.
const MAX_STDERR_BYTES: u64 = 64 << 20;

/// A program without a sandbox. Dropping it kills the program.
#[derive(Debug)]
pub struct Process {
    child: Arc<Mutex<Child>>,
    stdin: StdinQueue,
    stdout: Arc<StdoutBuffer>,
    stderr: Arc<StderrTail>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a program in `folder`, or in the current folder.
    ///
    /// # Errors
    /// When it cannot be started, or a sandbox is asked for.
    pub fn start(
        command: &[String],
        folder: Option<&Path>,
        options: &SandboxOptions,
    ) -> Result<Process, Fault> {
        if options.sandbox != Sandbox::Off {
            return Err(Fault::Start(NO_SANDBOX.to_string()));
        }
        let folder = executable::folder(folder)?;
        let Some((name, arguments)) = command.split_first() else {
            return Err(Fault::Start("its command is empty".to_string()));
        };
        let program = executable::executable(name, &folder)?;
        let started = Command::new(&program)
            .args(arguments)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let failed = |error| Fault::Start(format!("{}: {error}", program.display()));
        let mut child = started.map_err(failed)?;
        let (stdin, writer) = StdinQueue::new();
        let stdout = Arc::new(StdoutBuffer::default());
        let stderr = Arc::new(StderrTail::default());
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || writer.run(pipe));
        }
        let pipes = (child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        if let Some(pipe) = pipes.0 {
            let (stdout, most, child) = (Arc::clone(&stdout), options.output, Arc::clone(&child));
            thread::spawn(move || {
                if !stdout.read_from(pipe, most) {
                    kill(&child);
                }
            });
        }
        if let Some(mut pipe) = pipes.1 {
            let (stderr, stdout) = (Arc::clone(&stderr), Arc::clone(&stdout));
            let child = Arc::clone(&child);
            thread::spawn(move || {
                if !stderr.read_from(&mut pipe, MAX_STDERR_BYTES) {
                    stdout.set_flooded(MAX_STDERR_BYTES);
                    kill(&child);
                }
            });
        }
        Ok(Process {
            child,
            stdin,
            stdout,
            stderr,
            ended: None,
        })
    }

    /// How the program ended, if it ends by the deadline.
    fn await_end(&mut self, deadline: Instant) -> Option<ExitStatus> {
        while self.ended.is_none() {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            self.ended = child.try_wait().ok().flatten();
            drop(child);
            if self.ended.is_none() && Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL_INTERVAL);
        }
        self.ended
    }
}

impl Transport for Process {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        if self.stdout.is_finished() {
            return Err(Fault::Died(self.exit_status()));
        }
        self.stdout.reset_limit();
        if self.stdin.send(text) {
            return Ok(());
        }
        kill(&self.child);
        Err(does_not_read())
    }

    fn close_input(&mut self) {
        self.stdin.close();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        match self.stdout.receive(deadline) {
            None => Ok(None),
            Some(OutputEvent::Chunk(chunk)) => Ok(Some(chunk)),
            Some(OutputEvent::Flood(most)) => Err(Fault::Flood(most)),
            Some(OutputEvent::End(at)) => {
                self.await_end(Instant::now() + EXIT_TIMEOUT);
                let bytes = Vec::new();
                Ok(Some(Chunk { bytes, at }))
            }
        }
    }

    fn exit_status(&mut self) -> String {
        if let Some(status) = self.await_end(Instant::now() + EXIT_TIMEOUT) {
            return status.to_string();
        }
        kill(&self.child);
        DID_NOT_END.to_string()
    }

    fn stderr(&mut self) -> String {
        self.stderr.take()
    }

    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.close_input();
        let status = self.await_end(Instant::now() + patience);
        kill(&self.child);
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(Fault::Died(status.to_string())),
            None => Err(does_not_leave()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&self.child);
    }
}

/// Kills a program, if it has not ended by itself, and reaps it.
fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(script: &str, sandbox: Sandbox) -> Result<Process, Fault> {
        let words = ["sh", "-c", script].map(str::to_string);
        let options = SandboxOptions {
            sandbox,
            ..SandboxOptions::default()
        };
        Process::start(&words, None, &options)
    }

    fn soon() -> Option<Instant> {
        Some(Instant::now() + Duration::from_secs(60))
    }

    #[test]
    fn nothing_is_started_unless_no_sandbox_is_wanted() {
        for sandbox in [Sandbox::Auto, Sandbox::Required] {
            let fault = start("true", sandbox).expect_err("a sandbox was asked for");
            assert!(fault.to_string().contains("--sandbox off"), "{fault}");
        }
    }

    #[test]
    fn a_program_answers_and_leaves() {
        let mut process = start("read line; echo got $line", Sandbox::Off).expect("it starts");
        process.send("f5\n").expect("it listens");
        let heard = process
            .receive(soon())
            .expect("it answers")
            .expect("in time");
        assert_eq!(heard.bytes, b"got f5\n");
        assert_eq!(process.stop(Duration::from_secs(60)), Ok(()));
    }

    #[test]
    fn a_program_that_fails_or_floods_is_found_out() {
        let mut fails = start("exit 3", Sandbox::Off).expect("it starts");
        let end = fails.receive(soon()).expect("it ends").expect("in time");
        assert!(end.bytes.is_empty());
        assert_eq!(fails.exit_status(), "exit status: 3");
        let mut floods = start("cat /dev/zero", Sandbox::Off).expect("it starts");
        let fault = loop {
            match floods.receive(soon()) {
                Ok(heard) => assert!(heard.is_some()),
                Err(fault) => break fault,
            }
        };
        assert_eq!(fault, Fault::Flood(1 << 20));
        let mut stays = start("sleep 1000", Sandbox::Off).expect("it starts");
        assert!(stays.stop(Duration::ZERO).is_err());
    }
}

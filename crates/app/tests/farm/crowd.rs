//! Workers that are programs of their own.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::reversi;

/// Workers; they end with the test.
pub struct Crowd {
    url: String,
    workers: Vec<Child>,
}

impl Crowd {
    /// One worker of one thread for each of these keys.
    pub fn with_keys(url: &str, keys: &[PathBuf]) -> Crowd {
        let mut crowd = Crowd::new(url, 0);
        for key in keys {
            let mut command = worker(url);
            let worker = quiet(command.arg("--nkey").arg(key)).spawn();
            crowd.workers.push(worker.expect("a worker"));
        }
        crowd
    }
}

fn worker(url: &str) -> Command {
    let mut command = reversi();
    command.args(["worker", "--farm", url, "--threads", "1", "--hash", "16"]);
    command
}

impl Crowd {
    /// So many workers of one thread each.
    pub fn new(url: &str, count: usize) -> Crowd {
        let mut crowd = Crowd {
            url: url.to_string(),
            workers: Vec::new(),
        };
        for _ in 0..count {
            let worker = crowd.hire();
            crowd.workers.push(worker);
        }
        crowd
    }

    fn hire(&self) -> Child {
        quiet(&mut worker(&self.url)).spawn().expect("a worker")
    }

    /// Ends a worker as the kernel would when memory is short, and hires another.
    pub fn replace(&mut self, number: usize) {
        let number = number % self.workers.len();
        let _ = self.workers[number].kill();
        let _ = self.workers[number].wait();
        self.workers[number] = self.hire();
    }

    /// Asks a worker to go, as a service manager would; its exit code.
    pub fn dismiss(&mut self) -> Option<i32> {
        let mut worker = self.workers.pop().expect("there is one");
        let asked = Command::new("kill").arg(worker.id().to_string()).status();
        assert!(asked.expect("kill is there").success());
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end && worker.try_wait().expect("it is ours").is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = worker.kill();
        worker.wait().expect("it is gone").code()
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// The command without anything to read or to be read.
pub fn quiet(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
}

//! The program, serving.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::reversi;

/// The name of a server behind a proxy.
pub const PUBLIC_HOST: &str = "reversi.test";

/// The headers of a request that a proxy passes on for another address.
pub fn forwarded_for(address: &str) -> [(&'static str, String); 2] {
    [
        ("Host", PUBLIC_HOST.to_string()),
        ("X-Forwarded-For", address.to_string()),
    ]
}

/// Megabytes that a server has in memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub now: u64,
    pub peak: u64,
}

/// A server of our own, with a folder of its own; both go when this is dropped.
pub struct Server {
    child: Child,
    /// Where it is: `127.0.0.1:7080`.
    pub address: String,
    folder: TempDir,
    options: Vec<String>,
}

impl Server {
    /// Starts one.
    pub fn start() -> Server {
        Server::with(&[])
    }

    /// Starts one with more options.
    pub fn with(options: &[&str]) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        let mut command = command(&folder, &options);
        Server::of(folder, options, &mut command)
    }

    /// Starts one with a command of the test's own; after a kill it is started with these options.
    pub fn of(folder: TempDir, options: Vec<String>, command: &mut Command) -> Server {
        let (child, address) = listening(command);
        Server {
            child,
            address,
            folder,
            options,
        }
    }

    /// Starts one behind a proxy on this computer. Each request says which address it comes from.
    pub fn behind_proxy(more: &[&str]) -> Server {
        let origin = format!("http://{PUBLIC_HOST}");
        let proxy = ["--trusted-proxy", "127.0.0.1/32", "--origin", &origin];
        Server::with(&[&proxy, more].concat())
    }

    /// Starts one whose files cannot grow beyond so many kilobytes.
    #[cfg(unix)]
    pub fn limited(kilobytes: u32) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let served = command(&folder, &[]);
        let limit = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", kilobytes * 2);
        let mut command = Command::new("sh");
        command.args(["-c", &limit, "sh"]).arg(served.get_program());
        command.args(served.get_args()).stdin(Stdio::null());
        Server::of(folder, Vec::new(), &mut command)
    }

    /// Kills it at once, and starts another with the same games and no limits.
    #[cfg(unix)]
    pub fn unlimited(&mut self) {
        self.restart();
    }

    /// Kills it at once, and starts another with the same games.
    pub fn restart(&mut self) {
        self.kill();
        self.start_again();
    }

    /// Kills it at once: `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// One that is somewhere already, for its clients.
    #[cfg(unix)]
    pub fn at(address: &str) -> Server {
        Server {
            child: Command::new("true").spawn().expect("a process"),
            address: address.to_string(),
            folder: tempfile::tempdir().expect("a folder"),
            options: Vec::new(),
        }
    }

    /// Waits for the end of this one, and starts another with the same games by a changed command.
    #[cfg(unix)]
    pub fn follow(&mut self, changed: impl FnOnce(&Command) -> Command) {
        self.child.wait().expect("it ends");
        let mut command = changed(&command(&self.folder, &self.options));
        (self.child, self.address) = listening(&mut command);
    }

    /// Starts another with the same games, after the end of this one.
    pub fn start_again(&mut self) {
        (self.child, self.address) = launch(&self.folder, &self.options);
    }

    /// Sends it a signal, such as `TERM`.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let sent = kill.arg(format!("-{name}")).arg(self.id().to_string());
        assert!(sent.status().expect("a signal").success());
    }

    /// The next line that it prints.
    pub fn line(&mut self) -> String {
        next_line(self.child.stdout.as_mut().expect("a pipe"))
    }

    /// The next line of its log.
    pub fn log_line(&mut self) -> String {
        next_line(self.child.stderr.as_mut().expect("a pipe"))
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its memory, as far as the system tells.
    pub fn memory(&self) -> Memory {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()));
        let status = status.unwrap_or_default();
        let megabytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
            kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1024)
        };
        Memory {
            now: megabytes("VmRSS:"),
            peak: megabytes("VmHWM:"),
        }
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a process").is_none()
    }

    /// The file of its games.
    pub fn file(&self) -> PathBuf {
        file(&self.folder)
    }

    /// Waits for its end, and tells its exit code and what it said on standard error.
    pub fn ended(&mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("it ends");
        let mut said = String::new();
        let stderr = self.child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut said).expect("UTF-8");
        (status.code(), said)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("games.sqlite")
}

fn launch(folder: &TempDir, options: &[String]) -> (Child, String) {
    listening(&mut command(folder, options))
}

/// Starts a server, and waits until it says where it is.
fn listening(command: &mut Command) -> (Child, String) {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let line = next_line(child.stdout.as_mut().expect("a pipe"));
    let address = line.split('/').nth(2).unwrap_or_else(|| {
        let mut said = String::new();
        let stderr = child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut said).expect("UTF-8");
        panic!("it says `{line}` and `{said}`")
    });
    (child, address.to_string())
}

/// Reads a line and not a byte more, so that the next one can be read later.
fn next_line(from: &mut impl Read) -> String {
    let mut line = Vec::new();
    let mut byte = [0];
    while from.read(&mut byte).expect("a pipe") == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    String::from_utf8(line).expect("UTF-8")
}

/// The command that serves the games of a folder.
pub fn command(folder: &TempDir, options: &[String]) -> Command {
    let mut command = reversi();
    command
        .args(["web", "--no-open", "--port", "0", "--data"])
        .arg(file(folder))
        .args(options)
        .stdin(Stdio::null());
    command
}

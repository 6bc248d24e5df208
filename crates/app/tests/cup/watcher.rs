//! A cup with a live page, and those who watch it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::Cup;
use crate::common::reversi;

/// How long a test waits for anything, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running cup with a live page.
pub struct LiveCup {
    child: Child,
    stdout: BufReader<ChildStdout>,
    pub address: String,
}

impl LiveCup {
    /// Starts a cup, and waits until its page is there.
    pub fn start(cup: &Cup) -> LiveCup {
        let mut command = reversi();
        command.arg("cup").arg(cup.path("cup.toml"));
        command.args(["--live", "127.0.0.1:0"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let mut live = LiveCup {
            child,
            stdout: BufReader::new(stdout),
            address: String::new(),
        };
        let line = live.line_with("can be watched at http://");
        let (_, address) = line.split_once("http://").expect("an address");
        live.address = address.split('/').next().expect("an address").to_string();
        live
    }

    /// The next line of its output that has these words.
    pub fn line_with(&mut self, words: &str) -> String {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            let read = self.stdout.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended without saying `{words}`");
        }
        line
    }

    /// Presses Ctrl-C, and waits for the end.
    pub fn stop(mut self) -> ExitStatus {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::INT).expect("it is ours");
        // What it writes is read, so that it does not wait.
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("text");
        self.child.wait().expect("it ends")
    }

    /// Asks for something and reads the whole answer.
    pub fn ask(&self, method: &str, path: &str, host: &str) -> String {
        let mut stream = self.connect();
        let request =
            format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8(answer).expect("text")
    }

    /// The page.
    pub fn page(&self) -> String {
        let answer = self.ask("GET", "/", "localhost");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let (_, page) = answer.split_once("\r\n\r\n").expect("a body");
        page.to_string()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// Begins to watch.
    pub fn watch(&self) -> Watcher {
        let mut stream = self.connect();
        let request = format!("GET /live HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("sent");
        Watcher(BufReader::new(stream))
    }
}

impl Drop for LiveCup {
    fn drop(&mut self) {
        // A test that failed leaves nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that watches.
pub struct Watcher(BufReader<TcpStream>);

impl Watcher {
    /// The next message with its name; `None` at the end.
    pub fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("text") == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.trim().to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).expect("JSON")));
            }
        }
    }

    /// The next message of a name that fits.
    pub fn until(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (got, message) = self.next().expect("the server goes on");
            if got == name && fits(&message) {
                return message;
            }
        }
    }
}

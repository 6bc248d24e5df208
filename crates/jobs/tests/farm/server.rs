//! A server for a test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A server of its own, which ends with the test.
pub struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
    config: String,
}

impl Server {
    /// A server with JetStream; `None`, with a word about it, where none is installed.
    pub fn start() -> Option<Server> {
        Server::with("")
    }

    /// The same with more in its configuration.
    pub fn with(config: &str) -> Option<Server> {
        let folder = TempDir::new().expect("a folder");
        let store = folder.path().join("store");
        Server::bare(
            folder,
            &format!("jetstream {{ store_dir: {store:?} }}\n{config}"),
        )
    }

    /// A server with nothing but this configuration.
    pub fn bare(folder: TempDir, config: &str) -> Option<Server> {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let mut server = Server {
            child: launch(&folder, port, config)?,
            port,
            folder,
            config: config.to_string(),
        };
        server.wait();
        Some(server)
    }

    /// Ends the server as a power cut would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again, with what it has kept.
    pub fn restart(&mut self) {
        self.kill();
        let child = launch(&self.folder, self.port, &self.config);
        self.child = child.expect("it was there before");
        self.wait();
    }

    /// Waits until it answers.
    fn wait(&mut self) {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "no server came");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn launch(folder: &TempDir, port: u16, config: &str) -> Option<Child> {
    let program = program()?;
    let path = folder.path().join("server.conf");
    fs::write(&path, format!("listen: 127.0.0.1:{port}\n{config}")).expect("it can be written");
    let child = Command::new(program)
        .arg("-c")
        .arg(&path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Some(child.expect("the server starts"))
}

/// Where the server is; Debian keeps it where only root looks.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    let found = folders
        .map(|folder| folder.join("nats-server"))
        .find(|file| file.is_file());
    if found.is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "nats-server is not installed, so the farm cannot be tested"
        );
        eprintln!("nats-server is not installed: the farm is not tested");
    }
    found
}

//! A farm with keys, for a test.

use std::fs;
use std::path::PathBuf;

use jobs::{Link, Setup};
use tempfile::TempDir;

use super::server::Server;

/// A server that was set up as `reversi farm init` does it.
pub struct KeyedFarm {
    /// The server.
    pub server: Server,
    /// The folder with the keys.
    pub folder: PathBuf,
    _root: Option<TempDir>,
}

impl KeyedFarm {
    /// A server with keys for these workers, which keeps this much at most.
    pub fn new(workers: &[&str], max_store: u64) -> Option<KeyedFarm> {
        let root = TempDir::new().expect("a folder");
        let folder = root.path().join("farm");
        let setup = Setup {
            folder: folder.clone(),
            workers: workers.iter().map(ToString::to_string).collect(),
            listen: "127.0.0.1:4222".to_string(),
            store: None,
            max_store,
        };
        setup.write().expect("a farm");
        let farm = KeyedFarm::of(folder)?;
        Some(KeyedFarm {
            _root: Some(root),
            ..farm
        })
    }

    /// A server with the configuration in this folder.
    pub fn of(folder: PathBuf) -> Option<KeyedFarm> {
        let config = fs::read_to_string(folder.join("nats.conf")).expect("it was written");
        // The test has a port of its own.
        let lines = config.lines().filter(|line| !line.starts_with("listen"));
        let config: Vec<&str> = lines.collect();
        Some(KeyedFarm {
            server: Server::bare(TempDir::new().expect("a folder"), &config.join("\n"))?,
            folder,
            _root: None,
        })
    }

    /// The way there with a key.
    pub fn link(&self, name: &str) -> Link {
        Link {
            nkey: Some(self.folder.join(format!("{name}.nk"))),
            ..self.server.link()
        }
    }
}

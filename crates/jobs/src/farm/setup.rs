//! The setup of a farm: a configuration for the server, and a key for each of its users.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};

use nkeys::KeyPair;

use super::error::FarmError;
use super::names::{NotABatchName, is_name};
use super::rights::{CLIENT, Role, WATCHER};

/// The configuration of the server.
const CONFIG: &str = "nats.conf";

/// Above this line of the configuration, users are added.
const LAST: &str = "      # New users are added above this line.\n";

/// A farm to be set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder for the configuration and the keys; it must not be there yet.
    pub folder: PathBuf,
    /// The names of the workers.
    pub workers: Vec<String>,
    /// The address that the server listens on, as `127.0.0.1:4222`.
    pub listen: String,
    /// Where the server keeps messages; without it, in the folder.
    pub store: Option<PathBuf>,
    /// How much the server keeps at most, in bytes.
    pub max_store: u64,
}

impl Setup {
    /// Writes the configuration and the keys. Returns the names of the keys' files.
    ///
    /// All is written into a folder aside, which is renamed when it is complete.
    ///
    /// # Errors
    /// When something is there already, a name or the address is none, or a file cannot be written.
    pub fn write(&self) -> Result<Vec<PathBuf>, FarmError> {
        let folder = absolute(&self.folder)?;
        if fs::read_dir(&folder).map_or(folder.exists(), |mut found| found.next().is_some()) {
            return Err(FarmError::new(format!(
                "{} is there already, and nothing was changed; --add-worker NAME adds a worker to a \
                 farm, another folder makes another farm",
                folder.display()
            )));
        }
        check_address(&self.listen)?;
        let roles = roles(&self.workers)?;
        let store = match &self.store {
            Some(store) => absolute(store)?,
            None => folder.join("store"),
        };
        let aside = beside(&folder);
        let _ = fs::remove_dir_all(&aside);
        fs::create_dir_all(&aside).map_err(|error| unwritten(&aside, &error))?;
        let mut users = String::new();
        for role in &roles {
            users += &add_key(&aside, role)?;
        }
        let room = self.max_store;
        let config = format!(
            "# The server of a farm, written by `reversi farm init`. docs/farm.md explains the rights.\n\
             # Start it with `nats-server -c {CONFIG}`; after a change, `nats-server --signal reload`.\n\
             listen: {:?}\n\
             jetstream {{\n  store_dir: {:?}\n  max_file: {room}\n}}\n\
             accounts {{\n  FARM {{\n    jetstream {{ max_file: {room}, max_mem: {MEMORY} }}\n    \
             users: [\n{users}{LAST}    ]\n  }}\n}}\n",
            self.listen,
            text(&store)?,
        );
        write(&aside.join(CONFIG), &config, PUBLIC)?;
        fs::rename(&aside, &folder).map_err(|error| unwritten(&folder, &error))?;
        let file = |role: &Role| self.folder.join(key_file(role));
        Ok(roles.iter().map(file).collect())
    }
}

/// Memory for the server's notes on who reads which answers.
const MEMORY: u64 = 64 << 20;

/// Adds a worker to a farm that was set up before. Returns the name of the file of its key.
///
/// # Errors
/// When there is no such farm, the name is taken or none, or a file cannot be written.
pub fn add_worker(folder: &Path, name: &str) -> Result<PathBuf, FarmError> {
    let path = folder.join(CONFIG);
    let config = fs::read_to_string(&path).map_err(|error| {
        FarmError::new(format!(
            "{} is no farm that `reversi farm init` made: {error}",
            folder.display()
        ))
    })?;
    let Some(place) = config.find(LAST) else {
        return Err(FarmError::new(format!(
            "{} has no line `{}`: add the worker by hand",
            path.display(),
            LAST.trim()
        )));
    };
    let workers = [name.to_string()];
    let roles = roles(&workers)?;
    let role = &roles[roles.len() - 1];
    let file = folder.join(key_file(role));
    if file.exists() {
        return Err(FarmError::new(format!(
            "{} is there already: choose another name",
            file.display()
        )));
    }
    let user = add_key(folder, role)?;
    let config = format!("{}{user}{}", &config[..place], &config[place..]);
    let aside = beside(&path);
    let _ = fs::remove_file(&aside);
    write(&aside, &config, PUBLIC)?;
    fs::rename(&aside, &path).map_err(|error| unwritten(&path, &error))?;
    Ok(file)
}

/// The users of a farm with these workers.
fn roles(workers: &[String]) -> Result<Vec<Role>, FarmError> {
    let mut roles = vec![Role::Client, Role::Watcher];
    for name in workers {
        if !is_name(name) {
            let told = format!("`{name}` cannot name a worker: {NotABatchName}");
            return Err(FarmError::new(told));
        }
        if roles.iter().any(|role| role.name() == name) {
            let told = format!("two keys cannot be named {name}; {CLIENT} and {WATCHER} are taken");
            return Err(FarmError::new(told));
        }
        roles.push(Role::Worker(name.clone()));
    }
    Ok(roles)
}

/// Writes a new key into a file. Returns the user as the configuration has it.
fn add_key(folder: &Path, role: &Role) -> Result<String, FarmError> {
    let key = KeyPair::new_user();
    let seed = key.seed();
    let seed = seed.map_err(|error| FarmError::new(format!("no key could be made: {error}")))?;
    let path = folder.join(key_file(role));
    let name = role.name();
    let file =
        format!("# A key of a farm. Whoever has it can act as {name}.\nname: {name}\n{seed}\n");
    write(&path, &file, SECRET)?;
    Ok(format!(
        "      # {name}\n      {{ nkey: {}, permissions: {{ publish: {:?}, subscribe: {:?} }} }}\n",
        key.public_key(),
        role.publishes(),
        role.hears(),
    ))
}

fn key_file(role: &Role) -> String {
    format!("{}.nk", role.name())
}

/// Who may read a file: everybody, or its owner.
const PUBLIC: u32 = 0o644;
const SECRET: u32 = 0o600;

/// Writes a new file.
fn write(path: &Path, text: &str, mode: u32) -> Result<(), FarmError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| unwritten(path, &error))
}

/// The name of a file or folder that is renamed when it is complete.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

/// Checks that a text is an address that a server can listen on.
fn check_address(listen: &str) -> Result<(), FarmError> {
    let is_plain = !listen.contains(|letter: char| letter.is_control() || letter.is_whitespace());
    if is_plain && listen.to_socket_addrs().is_ok() {
        return Ok(());
    }
    Err(FarmError::new(format!(
        "`{listen}` is no address to listen on; 127.0.0.1:4222 would be one"
    )))
}

fn absolute(path: &Path) -> Result<PathBuf, FarmError> {
    std::path::absolute(path).map_err(|error| unwritten(path, &error))
}

/// A path as text for the configuration.
fn text(path: &Path) -> Result<&str, FarmError> {
    let text = path
        .to_str()
        .filter(|text| !text.contains(char::is_control));
    text.ok_or_else(|| {
        FarmError::new(format!(
            "{} cannot stand in a configuration: choose a plain name",
            path.display()
        ))
    })
}

fn unwritten(path: &Path, error: &io::Error) -> FarmError {
    FarmError::new(format!("cannot write {}: {error}", path.display()))
}

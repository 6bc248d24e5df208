//! The control socket: a Unix-domain socket beside the file of the games, for its owner only.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::UCred;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time;

use super::request::{ControlAnswer, ControlRequest, LONGEST_LINE, line, read_request};
use crate::store::{Phase, Store};

/// At most this many operators are served at the same time.
const MOST_OPERATORS: usize = 4;

/// The longest that an operator may take to send a request or to take a part of the answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The pause after a failed accept.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// This much of a copy is sent at a time, in bytes.
const PART: usize = 256 * 1024;

/// The control socket of a server. It is removed when this is dropped.
pub struct Control {
    path: PathBuf,
    serving: AbortHandle,
}

/// Starts the control socket of a server that holds the file of its games. A server without one runs,
/// too.
pub fn start(store: &Store, data: &Path) -> Option<Control> {
    let control = Control::start(store, data);
    let told = |error: &anyhow::Error| {
        let why = format!("{error:#}");
        tracing::warn!(why, "no backup, prune or check while the server runs");
    };
    control.inspect_err(told).ok()
}

/// The path of the control socket.
pub fn path(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_os_string();
    name.push(".control");
    PathBuf::from(name)
}

impl Control {
    /// Listens beside the file of the games. The caller holds that file, so a socket that is there
    /// already belongs to a server that was killed.
    fn start(store: &Store, data: &Path) -> Result<Control> {
        let path = path(data);
        match fs::symlink_metadata(&path) {
            Ok(old) if old.file_type().is_socket() => fs::remove_file(&path)?,
            Ok(_) => bail!("{} is in the way", path.display()),
            Err(_) => {}
        }
        let listener = UnixListener::bind(&path);
        let listener = listener.with_context(|| format!("cannot make {}", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let serving = tokio::spawn(serve(listener, store.clone(), data.into()));
        Ok(Control {
            path,
            serving: serving.abort_handle(),
        })
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.serving.abort();
        // If it stays, the next server replaces it.
        let _ = fs::remove_file(&self.path);
    }
}

async fn serve(listener: UnixListener, store: Store, data: Arc<Path>) {
    let places = Arc::new(Semaphore::new(MOST_OPERATORS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let is_owner = stream.peer_cred().is_ok_and(is_owner);
        let place = Arc::clone(&places).try_acquire_owned();
        // Others find the connection closed.
        let (true, Ok(place)) = (is_owner, place) else {
            continue;
        };
        let (store, data) = (store.clone(), Arc::clone(&data));
        tokio::spawn(async move {
            // The operator is gone: nobody is left to get the error.
            let _ = serve_operator(stream, &store, &data).await;
            drop(place);
        });
    }
}

/// Whether a process belongs to our user or to the administrator.
fn is_owner(peer: UCred) -> bool {
    peer.uid() == 0 || peer.uid() == rustix::process::getuid().as_raw()
}

async fn serve_operator(stream: UnixStream, store: &Store, data: &Path) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = Vec::new();
    let mut limited = (&mut stream).take(LONGEST_LINE);
    time::timeout(PATIENCE, limited.read_until(b'\n', &mut request)).await??;
    let stream = stream.get_mut();
    match read_request(&request) {
        Ok(ControlRequest::Copy {}) => match store.copy(data).await {
            Ok(copy) => send_copy(stream, copy).await,
            Err(error) => refuse(stream, format!("{error:#}")).await,
        },
        Ok(ControlRequest::Prune {
            older_than,
            finished,
        }) => {
            let age = Duration::from_secs(older_than);
            match store.prune(Phase::old(finished), age).await {
                Ok(pruned) => {
                    let (deleted, stored) = (pruned.deleted, pruned.stored);
                    tracing::info!(deleted, stored, "the operator deleted old games");
                    send(stream, &line(&ControlAnswer::Pruned(pruned))).await
                }
                Err(why) => refuse(stream, why).await,
            }
        }
        Err(why) => refuse(stream, why).await,
    }
}

async fn refuse(stream: &mut UnixStream, why: String) -> io::Result<()> {
    tracing::warn!(why, "the operator was refused");
    send(stream, &line(&ControlAnswer::Refused(why))).await
}

async fn send_copy(stream: &mut UnixStream, copy: fs::File) -> io::Result<()> {
    let bytes = copy.metadata()?.len();
    tracing::info!(bytes, "the operator gets a copy of the games");
    send(stream, &line(&ControlAnswer::Copy(bytes))).await?;
    let mut copy = tokio::fs::File::from_std(copy);
    let mut part = vec![0; PART];
    loop {
        let length = copy.read(&mut part).await?;
        if length == 0 {
            return Ok(());
        }
        send(stream, &part[..length]).await?;
    }
}

async fn send(stream: &mut UnixStream, bytes: &[u8]) -> io::Result<()> {
    time::timeout(PATIENCE, stream.write_all(bytes)).await?
}

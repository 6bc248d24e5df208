//! Where an operator's command gets its answer: from the server that runs, or from the file.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::runtime;

#[cfg(unix)]
use super::request::ControlRequest;
use crate::store::{Phase, Pruned, Store};

/// Copies the games of a file into another. The server that holds the file makes the copy, or else
/// this process.
///
/// # Errors
/// When the copy cannot be made.
pub fn copy(data: &Path, to: &mut File) -> Result<()> {
    #[cfg(unix)]
    if let Some(mut server) = server::connect(data)? {
        let bytes = server.ask(ControlRequest::Copy {})?.copy()?;
        return server.receive(bytes, to);
    }
    let mut copy = with_store(data, async |store| store.copy(data).await)?;
    io::copy(&mut copy, to)?;
    Ok(())
}

/// Deletes games that have not changed for so long.
///
/// # Errors
/// When the file cannot be written.
pub fn prune(data: &Path, age: Duration, finished: bool) -> Result<Pruned> {
    #[cfg(unix)]
    if let Some(mut server) = server::connect(data)? {
        let older_than = age.as_secs();
        let answer = server.ask(ControlRequest::Prune {
            older_than,
            finished,
        })?;
        return answer.pruned();
    }
    with_store(data, async |store| {
        let pruned = store.prune(Phase::old(finished), age).await;
        pruned.map_err(anyhow::Error::msg)
    })
}

/// Opens the file for one task.
fn with_store<T>(data: &Path, task: impl AsyncFnOnce(&Store) -> Result<T>) -> Result<T> {
    if !data.exists() {
        bail!("there is no file {}", data.display());
    }
    let runtime = runtime::Builder::new_current_thread().build()?;
    let (store, writer) = Store::limited(data, usize::MAX)?;
    let done = runtime.block_on(async {
        let done = task(&store).await;
        store.close().await;
        done
    });
    let _ = writer.join();
    done
}

/// The connection to a running server.
#[cfg(unix)]
mod server {
    use std::fs::File;
    use std::io::{self, BufRead, BufReader, Read, Write};
    use std::os::unix::net::UnixStream;
    use std::path::Path;

    use anyhow::{Context, Error, Result, bail};

    use super::super::control;
    use super::super::request::{ControlAnswer, ControlRequest, LONGEST_LINE, line, read_answer};
    use crate::store::Pruned;

    /// A running server.
    pub struct Server(BufReader<UnixStream>);

    /// The server that holds a file; `None` if none runs.
    pub fn connect(data: &Path) -> Result<Option<Server>> {
        let path = control::path(data);
        match UnixStream::connect(&path) {
            Ok(stream) => Ok(Some(Server(BufReader::new(stream)))),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let name = path.display();
                bail!("you may not use {name}; ask as the user that the server runs as")
            }
            // There is none, or it was left by a server that was killed. If one runs all the same, the
            // file is locked.
            Err(_) => Ok(None),
        }
    }

    impl Server {
        /// Asks it, and waits for the answer.
        pub fn ask(&mut self, request: ControlRequest) -> Result<ControlAnswer> {
            let gone = "the server ended before it answered";
            self.0.get_mut().write_all(&line(&request)).context(gone)?;
            let mut answer = Vec::new();
            let mut limited = (&mut self.0).take(LONGEST_LINE);
            limited.read_until(b'\n', &mut answer).context(gone)?;
            if answer.is_empty() {
                bail!("{gone}");
            }
            match read_answer(&answer).map_err(Error::msg)? {
                ControlAnswer::Refused(why) => bail!("the server says: {why}"),
                answer => Ok(answer),
            }
        }

        /// Receives so many bytes.
        pub fn receive(self, bytes: u64, to: &mut File) -> Result<()> {
            let received = io::copy(&mut self.0.take(bytes), to)?;
            if received < bytes {
                bail!("the server ended before the copy was complete");
            }
            Ok(())
        }
    }

    impl ControlAnswer {
        /// The size of the copy that follows.
        pub fn copy(self) -> Result<u64> {
            match self {
                ControlAnswer::Copy(bytes) => Ok(bytes),
                other => bail!("the server answers something else: {other:?}"),
            }
        }

        /// What was deleted.
        pub fn pruned(self) -> Result<Pruned> {
            match self {
                ControlAnswer::Pruned(pruned) => Ok(pruned),
                other => bail!("the server answers something else: {other:?}"),
            }
        }
    }
}

//! Where an operator's command gets its answer: from the server that runs, or from the file.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tempfile::NamedTempFile;
use tokio::runtime;

#[cfg(unix)]
use super::request::ControlRequest;
use crate::store::{Phase, Pruned, Store, copy};

/// Copies the games of a file into an empty one. The server that holds the file makes the copy, or else
/// this process.
///
/// # Errors
/// When the copy cannot be made.
pub fn copy(data: &Path, to: &mut NamedTempFile) -> Result<()> {
    #[cfg(unix)]
    if let Some(mut server) = server::connect(data)? {
        let bytes = server.ask(ControlRequest::Copy {})?.copy()?;
        return server.receive(bytes, to.as_file_mut());
    }
    check_exists(data)?;
    copy::copy_closed(data, to.path())
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
    check_exists(data)?;
    let runtime = runtime::Builder::new_current_thread().build()?;
    let (store, writer) = Store::limited(data, usize::MAX)?;
    let pruned = runtime.block_on(async {
        let pruned = store.prune(Phase::old(finished), age).await;
        store.close().await;
        pruned
    });
    let _ = writer.join();
    pruned.map_err(anyhow::Error::msg)
}

fn check_exists(data: &Path) -> Result<()> {
    if !data.exists() {
        bail!("there is no file {}", data.display());
    }
    Ok(())
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

    /// This many bytes of a copy are written to the disk at a time.
    const PART: u64 = 4 << 20;

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
        pub fn receive(mut self, bytes: u64, to: &mut File) -> Result<()> {
            let mut left = bytes;
            while left > 0 {
                let part = left.min(PART);
                let received = io::copy(&mut (&mut self.0).take(part), to)?;
                if received < part {
                    bail!("the server ended before the copy was complete");
                }
                // A little at a time, so that the server's own writes do not wait for all of it.
                to.sync_data()?;
                left -= part;
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

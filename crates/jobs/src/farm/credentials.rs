//! Credentials for a server: keys, passwords and certificates.

use std::path::Path;
use std::{fs, io};

use async_nats::ConnectOptions;
use nkeys::KeyPair;

use super::error::FarmError;
use super::link::Link;
use super::names::is_name;

impl Link {
    /// The options, with our credentials and the certificates to trust.
    pub(super) async fn with_credentials(
        &self,
        mut options: ConnectOptions,
    ) -> Result<ConnectOptions, FarmError> {
        if let Some(path) = &self.creds {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| unread("credentials", path, &error))?;
        }
        if let Some(path) = &self.nkey {
            options = options.nkey(seed(path)?);
        }
        match (&self.user, &self.password) {
            (Some(user), Some(password)) => {
                options = options.user_and_password(user.clone(), password.clone());
            }
            (Some(_), None) => return Err(alone("a user", "a password: NATS_PASSWORD")),
            _ => {}
        }
        match (&self.tlscert, &self.tlskey) {
            (Some(_), None) => return Err(alone("a certificate", "its key: --tlskey")),
            (None, Some(_)) => return Err(alone("a key", "its certificate: --tlscert")),
            _ => {}
        }
        for path in [&self.tlsca, &self.tlscert].into_iter().flatten() {
            holds("CERTIFICATE", path)?;
        }
        if let Some(path) = &self.tlskey {
            holds("PRIVATE KEY", path)?;
        }
        if let Some(path) = &self.tlsca {
            options = options.add_root_certificates(path.clone());
        }
        if let (Some(cert), Some(key)) = (&self.tlscert, &self.tlskey) {
            options = options.add_client_certificate(cert.clone(), key.clone());
        }
        Ok(options)
    }

    /// The name that stands in the file of the NKey, as in `name: anna`.
    pub(super) fn key_name(&self) -> Option<String> {
        let text = fs::read_to_string(self.nkey.as_ref()?).ok()?;
        let mut lines = text.lines();
        let name = lines.find_map(|line| line.trim().strip_prefix("name:"))?;
        let name = name.trim();
        is_name(name).then(|| name.to_string())
    }
}

/// The seed in a file, which may hold it alone or with a line above and below, as `nsc` writes it.
fn seed(path: &Path) -> Result<String, FarmError> {
    let text = fs::read_to_string(path).map_err(|error| unread("the NKey", path, &error))?;
    let mut lines = text.lines().map(str::trim);
    let seed = lines.find(|line| KeyPair::from_seed(line).is_ok());
    seed.map(str::to_string).ok_or_else(|| {
        FarmError::new(format!(
            "{} holds no seed of an NKey, which begins with SU",
            path.display()
        ))
    })
}

/// Checks that a file holds something in PEM; a file without any would be ignored.
fn holds(what: &str, path: &Path) -> Result<(), FarmError> {
    let bytes = fs::read(path).map_err(|error| unread("certificates", path, &error))?;
    if String::from_utf8_lossy(&bytes).contains(&format!("{what}-----")) {
        return Ok(());
    }
    Err(FarmError::new(format!(
        "{} holds no {} in PEM, which begins with -----BEGIN {what}-----",
        path.display(),
        what.to_lowercase()
    )))
}

fn alone(what: &str, needs: &str) -> FarmError {
    FarmError::new(format!("{what} needs {needs}"))
}

fn unread(what: &str, path: &Path, error: &io::Error) -> FarmError {
    FarmError::new(format!(
        "cannot read {what} from {}: {error}",
        path.display()
    ))
}

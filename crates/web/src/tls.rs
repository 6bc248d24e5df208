//! TLS of the server's own: certificate and key from PEM files, read again on request.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, Result, anyhow, bail};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, InconsistentKeys, ServerConfig};

/// The files of a certificate.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The certificate and those that vouch for it, in PEM.
    pub cert: PathBuf,
    /// Its private key, in PEM.
    pub key: PathBuf,
}

/// The TLS side of a listener.
pub struct Tls {
    files: TlsFiles,
    current: Arc<Current>,
    acceptor: TlsAcceptor,
}

/// The certificate that new connections get.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        // A panic under the lock cannot leave this half changed.
        let current = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&current))
    }
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// When a file cannot be read, holds no certificate or key, or the two do not fit.
    pub fn load(files: TlsFiles) -> Result<Tls> {
        let current = Arc::new(Current(RwLock::new(Arc::new(read(&files)?))));
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::<Current>::clone(&current));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls {
            files,
            current,
            acceptor: TlsAcceptor::from(Arc::new(config)),
        })
    }

    /// Reads the files again. New connections get the new certificate.
    ///
    /// # Errors
    /// As [`Tls::load`]; the old certificate stays then.
    #[cfg(unix)]
    pub fn reload(&self) -> Result<()> {
        let fresh = Arc::new(read(&self.files)?);
        let current = self.current.0.write();
        *current.unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// Does handshakes.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }
}

/// Reads the files again at every SIGHUP.
#[cfg(unix)]
pub async fn reload_on_hangup(tls: Arc<Tls>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut hangups) = signal(SignalKind::hangup()) else {
        return;
    };
    while hangups.recv().await.is_some() {
        match tls.reload() {
            Ok(()) => tracing::info!("the certificate was read again"),
            Err(error) => {
                let why = format!("{error:#}");
                tracing::error!(why, "the certificate cannot be read; the old one stays");
            }
        }
    }
}

fn read(TlsFiles { cert, key }: &TlsFiles) -> Result<CertifiedKey> {
    let certificates = CertificateDer::pem_file_iter(cert).and_then(Iterator::collect);
    let certificates: Vec<CertificateDer<'static>> =
        certificates.map_err(|error| unread(error, cert, "certificate"))?;
    if certificates.is_empty() {
        bail!(nothing(cert, "certificate"));
    }
    let private =
        PrivateKeyDer::from_pem_file(key).map_err(|error| unread(error, key, "private key"))?;
    let (cert, key) = (cert.display(), key.display());
    match CertifiedKey::from_der(certificates, private, &ring::default_provider()) {
        Err(Error::InconsistentKeys(InconsistentKeys::KeyMismatch)) => {
            bail!("the private key in {key} does not fit the certificate in {cert}")
        }
        read => read.with_context(|| format!("{cert} and {key} cannot be used")),
    }
}

fn unread(error: pem::Error, path: &Path, what: &str) -> anyhow::Error {
    match error {
        pem::Error::NoItemsFound => nothing(path, what),
        error => anyhow!("cannot read the {what} in {}: {error}", path.display()),
    }
}

fn nothing(path: &Path, what: &str) -> anyhow::Error {
    anyhow!(
        "there is no {what} in {}; it must be a PEM file",
        path.display()
    )
}
